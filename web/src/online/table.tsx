// SPDX-License-Identifier: MIT
// An online table that has begun: the common view, with who is here, clocks, chat, and what happens to seats.
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { substituteLevel } from "../app/bots";
import { useHeading } from "../app/frame";
import { listOf, t } from "../app/words";
import { Icon } from "../art/icons";
import type { GameUi } from "../boards/board";
import type { Engine } from "../engine/client";
import type { GameInfo } from "../engine/types";
import { Asking, Notice, Reason } from "../screens/forms";
import type { Visit } from "../screens/story";
import { TableView, useShown } from "../screens/tableview";
import { Chat, Unread, useChat, type ChatState } from "./chat";
import { ClockFace } from "./clocks";
import type { Connection } from "./connection";
import { Finish } from "./finish";
import type { Notifier } from "./notify";
import { Contact, HintsAllowed, Presence, sayWho, useDeed, type Deed } from "./parts";
import { isMyTurn, type OnlineSeat, type TableInfo } from "./protocol";
import type { Room } from "./room";
import { OnlineSession } from "./session";

interface OnlineTableProps {
  engine: Engine;
  connection: Connection;
  notifier: Notifier;
  room: Room;
  ui: GameUi;
  game: GameInfo;
}

// -- Above the board --

/** Seats whose people are away while it is their turn. */
function absent(info: TableInfo, toAct: number[]): number[] {
  return toAct.filter((n) => {
    const seat = info.seats[n - 1];
    return seat && seat.person !== "" && !seat.here && seat.bot === "" && n !== info.my_seat;
  });
}

/** For the host, once the person has been away for long enough. */
function Replace(props: { connection: Connection; deed: Deed; ask: () => Promise<unknown> }): JSX.Element {
  const [may, setMay] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setMay(true), props.connection.grace * 1000 + 500);
    return () => clearTimeout(timer);
  }, []);
  if (!may) return <span>{t("A bot can take over soon.")}</span>;
  return (
    <button type="button" class="button" aria-disabled={props.deed.busy} onClick={() => void props.deed.run(props.ask)}>
      {t("Let a bot play")}
    </button>
  );
}

function Notices(props: { connection: Connection; room: Room; toAct: number[]; deed: Deed }): JSX.Element {
  const { connection, room, deed } = props;
  const info = room.info as TableInfo;
  const mine = info.seats[room.seat - 1];
  const away = info.state === "playing" ? absent(info, props.toAct) : [];
  return (
    <>
      <Contact connection={connection} />
      {info.state === "closed" && <p class="refusal">{t("The host has closed this table.")}</p>}
      {info.state === "playing" && mine?.bot && (
        <div class="refusal" role="status" data-kept>
          <span>{t("A bot plays for you.")}</span>
          <button type="button" class="button primary" aria-disabled={deed.busy} onClick={() => void deed.run(() => connection.ask("sit", { table: room.id, seat: room.seat }))}>
            {t("Take my seat back")}
          </button>
        </div>
      )}
      {away.map((n) => (
        <div key={n} class="notice" role="status" data-absent={n}>
          <span>{t("{name} is away.", { name: sayWho(info.seats[n - 1] as OnlineSeat, n) })}</span>
          {room.isHost() && <Replace connection={connection} deed={deed} ask={() => connection.ask("seat", { table: room.id, seat: n, to: substituteLevel })} />}
        </div>
      ))}
      <Reason text={deed.reason} />
    </>
  );
}

// -- Beside it --

function Tools(props: { connection: Connection; room: Room; deed: Deed }): JSX.Element | null {
  const { connection, room, deed } = props;
  const info = room.info as TableInfo;
  const mine = info.seats[room.seat - 1];
  if (info.state !== "playing" || !mine || mine.bot) return null;
  const alone = info.seats.every((seat, i) => i + 1 === room.seat || seat.person === "");
  const leave = () => connection.ask("stand", { table: room.id });
  const close = () => connection.ask("close", { table: room.id });
  const ends = alone && room.isHost();
  return (
    <Asking
      label={
        <>
          <Icon name="door" />
          {ends ? t("Close the table") : t("Leave the game")}
        </>
      }
      question={ends ? t("End this game permanently?") : t("A bot continues for you; you can come back.")}
      yes={ends ? t("Close") : t("Leave")}
      no={t("Cancel")}
      act={() => void deed.run(ends ? close : leave)}
    />
  );
}

/** On small screens the chat is a sheet, and this is its handle. */
function ChatHandle(props: { chat: ChatState }): JSX.Element {
  const { chat } = props;
  return (
    <button type="button" class="button chat-handle" aria-expanded={chat.isOpen} aria-label={t("Chat")} onClick={() => chat.open(!chat.isOpen)}>
      <Icon name="chat" />
      <Unread n={chat.unread} />
    </button>
  );
}

// -- The table --

function sayWaiting(info: TableInfo, toAct: number[], isSpectator: boolean): string {
  if (info.state !== "playing") return "";
  const names = listOf(toAct.map((n) => sayWho(info.seats[n - 1] as OnlineSeat, n)));
  return isSpectator ? t("You are watching. To move: {names}", { names }) : t("Waiting for {names}.", { names });
}

export function OnlineTable(props: OnlineTableProps): JSX.Element {
  const { engine, connection, room, ui, game, notifier } = props;
  const session = useMemo(() => new OnlineSession(engine, connection, room, ui.steps), [engine, connection, room, ui]);
  const [shown, refusal] = useShown(session, null);
  const chat = useChat(room, true);
  const deed = useDeed();
  const info = room.info as TableInfo;
  const [wasOver] = useState(info.state === "over");
  const heading = useHeading(game.name, shown !== null);
  const [together, setTogether] = useState(true);
  const isOver = info.state === "over";
  const toAct = shown?.position.to_act ?? [];
  const turn = shown?.past === null ? isMyTurn({ ...info, to_act: toAct }) : null; // unknown while one looks back
  useEffect(() => {
    if (turn !== null) notifier.set(room.id, info.game, turn);
  }, [turn]);
  const visit = useMemo<Visit>(
    () => (ply) => {
      void session.visit(ply);
      if (room.info?.state === "over" && room.info.my_seat > 0 && together) void connection.ask("point", { table: room.id, ply: ply ?? session.shown?.log.length ?? 0 }).catch(() => {});
    },
    [session, together],
  );
  if (refusal) return <Notice text={t("{game} cannot be opened: {reason}", { game: game.name, reason: refusal })} />;
  if (!shown) return <p class="loading">{t("Please wait...")}</p>;
  const seat = (n: number) => {
    const one = info.seats[n - 1];
    return (
      <>
        {one && <Presence seat={one} />}
        {room.clock && info.state === "playing" && <ClockFace connection={connection} clock={room.clock} seat={n} />}
      </>
    );
  };
  return (
    <TableView
      session={session}
      shown={shown}
      ui={ui}
      info={game}
      readOnly={room.seat === 0}
      wasOver={wasOver}
      heading={heading}
      visit={visit}
      seat={seat}
      waiting={sayWaiting(info, toAct, room.seat === 0)}
      now={<ChatHandle chat={chat} />}
      notices={<Notices connection={connection} room={room} toAct={toAct} deed={deed} />}
      side={<Chat connection={connection} room={room} chat={chat} />}
      tools={
        <>
          {info.hints && <HintsAllowed />}
          {info.replay && <span data-replay>{t("This deal has been played before.")}</span>}
          <Tools connection={connection} room={room} deed={deed} />
        </>
      }
      end={isOver && <Finish connection={connection} room={room} session={session} together={together} setTogether={setTogether} />}
    />
  );
}
