// SPDX-License-Identifier: MIT
// It is your turn: told by the title of the page, by a sound, and, if somebody asked for it with a click, by the system as
// long as the page is open. Where the page is closed, the server calls the address of one's choosing (Account).
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { setWaiting } from "../app/frame";
import { currentRoute } from "../app/route";
import { play } from "../app/sound";
import { t } from "../app/words";
import { Icon } from "../art/icons";
import type { GameInfo } from "../engine/types";
import type { Connection } from "./connection";
import { isMyTurn } from "./protocol";

const KEY = "muraille.notify";

function wants(): boolean {
  try {
    return localStorage.getItem(KEY) === "on" && Notification.permission === "granted";
  } catch {
    return false;
  }
}

/** Some browsers show notifications only through the service worker. */
async function show(title: string, body: string, table: string): Promise<void> {
  if (!("Notification" in window) || !wants()) return;
  const options = { body, tag: table, icon: "icon.svg", data: `#/t/${table}` };
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active) await registration.showNotification(title, options);
  else
    new Notification(title, options).addEventListener("click", () => {
      window.focus();
      location.hash = `#/t/${table}`;
    });
}

/** Watches all tables of ours from now on. */
export class Notifier {
  private readonly waiting = new Set<string>();

  constructor(
    private readonly connection: Connection,
    private readonly nameOf: (game: string) => string,
  ) {
    connection.hear((news) => {
      if (news.news === "turn") this.turn(news.table, news.game);
    });
    let wasConnected = false;
    connection.listen(() => {
      const isConnected = connection.contact === "connected";
      if (isConnected && !wasConnected) void this.look();
      wasConnected = isConnected;
    });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void this.look();
    });
  }

  /** Counts anew. */
  private async look(): Promise<void> {
    const answer = await this.connection.ask("mine", {}).catch(() => null);
    if (!answer) return;
    this.waiting.clear();
    for (const table of answer.tables) if (isMyTurn(table)) this.waiting.add(table.table);
    setWaiting(this.waiting.size);
  }

  /** It is, or is no longer, our turn there. */
  set(table: string, game: string, isTurn: boolean): void {
    if (isTurn === this.waiting.has(table)) return;
    if (isTurn) this.turn(table, game);
    else this.waiting.delete(table);
    setWaiting(this.waiting.size);
  }

  private turn(table: string, game: string): void {
    if (this.waiting.has(table)) return;
    this.waiting.add(table);
    setWaiting(this.waiting.size);
    const isSeen = document.visibilityState === "visible" && document.hasFocus() && currentRoute()[1] === table;
    if (isSeen) return;
    play("turn");
    void show(this.nameOf(game), t("It is your turn."), table).catch(() => {});
  }
}

export const gameName = (games: GameInfo[]) => (id: string) => games.find((game) => game.id === id)?.name ?? id;

/** Asks the browser for permission, and only when it is pressed. */
export function NotifyButton(): JSX.Element | null {
  const [on, setOn] = useState(wants);
  const [denied, setDenied] = useState(false);
  useEffect(() => setDenied("Notification" in window && Notification.permission === "denied"), []);
  if (!("Notification" in window)) return null;
  const toggle = async () => {
    const allowed = on || (await Notification.requestPermission()) === "granted";
    setDenied(!allowed);
    try {
      localStorage.setItem(KEY, !on && allowed ? "on" : "off");
    } catch {
      // for this page only
    }
    setOn(!on && allowed);
  };
  return (
    <>
      <button type="button" class="button" data-notify aria-pressed={on} onClick={() => void toggle()}>
        <Icon name={on ? "check" : "bell"} />
        {t("Notify me when it is my turn")}
      </button>
      {denied && <span class="form-note">{t("This browser does not allow it.")}</span>}
    </>
  );
}
