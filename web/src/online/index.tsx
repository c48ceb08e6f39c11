// SPDX-License-Identifier: MIT
// The online part: one connection, made when it is first needed, and the screens that speak through it.
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { OnlineProps } from "../app/later";
import { currentRoute } from "../app/route";
import { useSettings } from "../app/settings";
import { t } from "../app/words";
import { Notice } from "../screens/forms";
import { Account } from "./account";
import { Doorstep, Invited, NewPassword } from "./arrival";
import { Connection } from "./connection";
import { Again, Create } from "./create";
import { FairPage } from "./fairpage";
import { Lobby } from "./lobby";
import { gameName, Notifier } from "./notify";
import { Contact, useConnection } from "./parts";
import { Room } from "./room";
import { attendShuffles } from "./share";
import { OnlineTable } from "./table";
import { WaitingRoom } from "./waiting";

let connection: Connection | null = null;
let notifier: Notifier | null = null;

/** `ws` beside the page. */
function serverUrl(): string {
  const url = new URL("ws", location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  return url.href;
}

const SOON = 20; // milliseconds: where bots play, news come faster than anybody can see

/** A table, waiting or playing, whatever it is when one comes. */
function AtTable(props: OnlineProps & { connection: Connection; notifier: Notifier; table: string; watches: boolean }): JSX.Element {
  const { table, watches } = props;
  const room = useMemo(() => new Room(props.connection, table, watches), [props.connection, table, watches]);
  const [, redraw] = useState(0);
  useEffect(() => {
    let timer = 0;
    const draw = () => {
      timer = 0;
      redraw((n) => n + 1);
    };
    const stop = room.listen(() => (timer ||= window.setTimeout(draw, SOON)));
    draw(); // it may have been answered already
    return () => {
      clearTimeout(timer);
      stop();
      room.close();
    };
  }, [room]);
  const { info } = room;
  if (room.refusal) return <Notice text={room.refusal} />;
  if (!info)
    return (
      <div class="page">
        <Contact connection={props.connection} />
        <p class="loading">{t("Please wait...")}</p>
      </div>
    );
  const ui = props.uis.find((one) => one.id === info.game);
  const game = props.games.find((one) => one.id === info.game);
  if (!ui || !game) return <Notice text={t("Unknown game.")} />;
  if (info.state === "open") return <WaitingRoom connection={props.connection} room={room} game={game} />;
  if (room.view === null) return <Notice text={t("This table was closed before the game began.")} />;
  return <OnlineTable engine={props.engine} connection={props.connection} notifier={props.notifier} room={room} ui={ui} game={game} />;
}

export function Online(props: OnlineProps): JSX.Element {
  const { games, uis, engine } = props;
  const [where, what, which] = props.route;
  const { language } = useSettings();
  if (!connection) {
    connection = new Connection(serverUrl(), props.version);
    attendShuffles(connection, (table) => currentRoute()[1] === table);
  }
  notifier ??= new Notifier(connection, gameName(games));
  const { contact } = useConnection(connection);
  useEffect(() => connection?.speak(language), [language]);
  if (what === "reset" && which) return <NewPassword key={which} connection={connection} code={which} />;
  if (what === "invite" && which) return <Invited key={which} connection={connection} code={which} />;
  if (contact === "invite") return <Doorstep connection={connection} />;
  if (where === "t" && what) return <AtTable key={`${what} ${which}`} {...props} connection={connection} notifier={notifier} table={what} watches={which === "watch"} />;
  const game = games.find((one) => one.id === which);
  if (what === "new" && game) return <Create key={game.id} engine={engine} connection={connection} game={game} />;
  if (what === "again" && which) return <Again key={which} connection={connection} games={games} table={which} />;
  if (what === "account") return <Account connection={connection} />;
  if (what === "fair") return <FairPage />;
  return <Lobby connection={connection} games={games} uis={uis} />;
}
