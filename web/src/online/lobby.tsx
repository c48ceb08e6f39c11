// SPDX-License-Identifier: MIT
// With friends: one's own games, whoever's turn it is first; a new table; and the public tables of others.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useHeading } from "../app/frame";
import { listOf, t } from "../app/words";
import { Icon } from "../art/icons";
import type { GameUi } from "../boards/board";
import type { GameInfo } from "../engine/types";
import type { Connection } from "./connection";
import { NotifyButton } from "./notify";
import { Contact, HintsAllowed, NameForm, SeatLine, sayAgo, sayWho, useConnection } from "./parts";
import { isMyTurn, type TableBrief } from "./protocol";

const EVERY = 15000; // milliseconds between two looks at the lists

/** A list of the server's, looked at now and then and whenever there is news. */
function useTables(connection: Connection, list: "lobby" | "mine"): { tables: TableBrief[] | null; more: (() => void) | null } {
  const [tables, setTables] = useState<TableBrief[] | null>(null);
  const [after, setAfter] = useState<string | undefined>(undefined);
  const fetchFrom = async (from?: string) => {
    const answer = await connection.ask(list, from ? { after: from } : {}).catch(() => null);
    if (!answer) return;
    setTables((old) => (from ? [...(old ?? []), ...answer.tables] : answer.tables));
    setAfter(answer.more);
  };
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible" && connection.contact === "connected") void fetchFrom();
    };
    look();
    const timer = setInterval(look, EVERY);
    const stops = [connection.listen(look), connection.hear((news) => news.news === "turn" && look())];
    return () => {
      clearInterval(timer);
      for (const stop of stops) stop();
    };
  }, [connection]);
  return { tables, more: after ? () => void fetchFrom(after) : null };
}

/** Where a table stands, in a few words. */
function sayState(table: TableBrief): string {
  if (table.state === "open") return t("waiting for players");
  if (table.state === "over") return t("finished");
  if (table.state === "closed") return t("was closed");
  if (isMyTurn(table)) return t("Your move.");
  const names = table.to_act.map((seat) => sayWho(table.seats[seat - 1] as TableBrief["seats"][0], seat));
  return t("waiting for {names}", { names: listOf(names) });
}

function Row(props: { table: TableBrief; games: GameInfo[]; call?: string }): JSX.Element {
  const { table } = props;
  const game = props.games.find((one) => one.id === table.game);
  return (
    <li class="online-row" data-table={table.table} data-turn={isMyTurn(table)}>
      <a href={`#/t/${table.table}`}>
        <span class="online-game">{game?.name ?? table.game}</span>
        <SeatLine seats={table.seats} />
        <span class="online-facts">
          <b>{sayState(table)}</b>
          {" · "}
          {sayAgo(table.changed)}
          {table.hints && <HintsAllowed />}
        </span>
      </a>
      {props.call && (
        <a class="button" href={`#/t/${table.table}`} aria-label={`${props.call}: ${game?.name ?? table.game}`}>
          {props.call}
        </a>
      )}
    </li>
  );
}

/** Whose turn it is first; then those that go on; then those that are over. */
function order(tables: TableBrief[]): TableBrief[] {
  const rank = (table: TableBrief) => (isMyTurn(table) ? 0 : table.state === "playing" ? 1 : table.state === "open" ? 2 : 3);
  return [...tables].sort((a, b) => rank(a) - rank(b) || b.changed - a.changed);
}

function Mine(props: { connection: Connection; games: GameInfo[] }): JSX.Element {
  const { tables, more } = useTables(props.connection, "mine");
  const all = order(tables ?? []);
  const going = all.filter((table) => table.state === "open" || table.state === "playing");
  const over = all.filter((table) => table.state === "over");
  const list = (some: TableBrief[]) => (
    <ul class="online-list">
      {some.map((table) => (
        <Row key={table.table} table={table} games={props.games} />
      ))}
    </ul>
  );
  return (
    <section class="page-part" aria-labelledby="online-mine" data-mine={tables !== null}>
      <h2 id="online-mine">{t("Your games")}</h2>
      {tables !== null && going.length === 0 && <p class="form-note">{t("No games in progress. Create a table, or join one below.")}</p>}
      {going.length > 0 && list(going)}
      {over.length > 0 && (
        <details class="home-over">
          <summary>{t("Finished games: {n}", { n: over.length })}</summary>
          {list(over)}
        </details>
      )}
      {more && (
        <p>
          <button type="button" class="button" onClick={more}>
            {t("More")}
          </button>
        </p>
      )}
    </section>
  );
}

function Public(props: { connection: Connection; games: GameInfo[] }): JSX.Element {
  const { tables, more } = useTables(props.connection, "lobby");
  const others = (tables ?? []).filter((table) => table.my_seat === 0);
  return (
    <section class="page-part" aria-labelledby="online-public" data-lobby={tables !== null}>
      <h2 id="online-public">{t("Public tables")}</h2>
      {tables !== null && others.length === 0 && <p class="form-note">{t("None at the moment.")}</p>}
      <ul class="online-list">
        {others.map((table) => (
          <Row key={table.table} table={table} games={props.games} call={table.state === "open" ? t("Join") : t("Watch")} />
        ))}
      </ul>
      {more && (
        <p>
          <button type="button" class="button" onClick={more}>
            {t("More")}
          </button>
        </p>
      )}
    </section>
  );
}

export function Lobby(props: { connection: Connection; games: GameInfo[]; uis: GameUi[] }): JSX.Element {
  const connection = useConnection(props.connection);
  const heading = useHeading(t("With friends"));
  return (
    <div class="page online-lobby">
      <header>
        <h1 ref={heading} tabIndex={-1}>
          {t("With friends")}
        </h1>
        <p class="page-lead">{t("Create a table, send the link, and play. Nobody needs an account.")}</p>
      </header>
      <Contact connection={connection} />
      <ul class="online-games" aria-label={t("New table")}>
        {props.games.map((game) => {
          const ui = props.uis.find((one) => one.id === game.id);
          return (
            <li key={game.id}>
              <a href={`#/online/new/${game.id}`}>
                <span class="online-picture">{ui && <ui.Picture />}</span>
                <b>{game.name}</b>
                <span>
                  <Icon name="friends" size={16} /> {t("New table")}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
      <Mine connection={connection} games={props.games} />
      <Public connection={connection} games={props.games} />
      <section class="page-part" aria-labelledby="online-you">
        <h2 id="online-you">{t("You")}</h2>
        {connection.me && <NameForm key={connection.me.id + connection.me.name} connection={connection} note={t("The others see it at the table. Without a name you are a guest.")} />}
        <p class="online-links">
          <a class="button" href="#/online/account">
            <Icon name="person" />
            {t("Account and devices")}
          </a>
          <NotifyButton />
          <a class="button quiet" href="#/online/fair">
            <Icon name="proof" />
            {t("Fair deals")}
          </a>
        </p>
      </section>
    </div>
  );
}
