// SPDX-License-Identifier: MIT
// A table before it begins: who is there, who is still to come, and how to get them here.
import type { JSX } from "preact";
import { levels, usualLevel } from "../app/bots";
import { useHeading } from "../app/frame";
import { SeatMark, seatClass } from "../app/seats";
import { t } from "../app/words";
import { Icon } from "../art/icons";
import type { GameInfo } from "../engine/types";
import { Asking, Reason } from "../screens/forms";
import { Chat, useChat } from "./chat";
import type { Connection } from "./connection";
import { Invite } from "./invite";
import { NotifyButton } from "./notify";
import { Contact, HintsAllowed, NameForm, Presence, isOpen, sayWho, useDeed } from "./parts";
import type { OnlineSeat, TableInfo } from "./protocol";
import type { Room } from "./room";
import { drawShare, isPaidFor, keepSalt } from "./share";

export async function sit(connection: Connection, table: string, seat: number): Promise<void> {
  const { salt, share } = await drawShare();
  keepSalt(table, salt); // before it is asked for, which may be at once
  await connection.ask("sit", { table, seat, ...share });
}

/** What everybody waits for. */
function sayState(info: TableInfo, isHost: boolean): string {
  const open = info.seats.filter((seat) => isOpen(seat) || seat.kept).length;
  if (open > 0) return t("Open seats: {n}. The game begins when they are taken.", { n: open });
  if (info.commit && !isPaidFor(info)) return t("The server wants to shuffle again although nobody has lost their seat. Your part is not sent.");
  const awaited = info.seats.findIndex((seat) => seat.awaited);
  if (awaited >= 0) return t("Waiting for {name} to reveal their part of the shuffle.", { name: sayWho(info.seats[awaited] as OnlineSeat, awaited + 1) });
  if (info.sealed || info.start === "full") return t("Shuffling the cards...");
  return isHost ? t("Everybody is here. Start when you like.") : t("Everybody is here. The host starts the game.");
}

/** What the host may do with a seat. */
function HostChoice(props: { seat: OnlineSeat; n: number; set: (to: string) => void }): JSX.Element | null {
  const { seat, n } = props;
  if (seat.person && seat.here) return null;
  return (
    <select class="form-select" aria-label={t("Who plays seat {n}", { n })} value={seat.person ? "person" : seat.bot || "open"} onChange={(event) => props.set(event.currentTarget.value)}>
      {seat.person && (
        <option value="person" disabled>
          {sayWho(seat, n)}
        </option>
      )}
      <option value="open">{t("open seat")}</option>
      {levels.map((bot) => (
        <option key={bot.id} value={bot.id}>
          {t("Bot: {name}", { name: t(bot.label) })}
        </option>
      ))}
    </select>
  );
}

function SeatRow(props: { info: TableInfo; n: number; isHost: boolean; busy: boolean; sit: () => void; stand: () => void; set: (to: string) => void }): JSX.Element {
  const { info, n } = props;
  const seat = info.seats[n - 1] as OnlineSeat;
  const mine = info.my_seat === n;
  return (
    <li class={`waiting-seat ${seatClass(n)}`} data-seat={n} data-open={isOpen(seat)} data-mine={mine}>
      <SeatMark seat={n} size={30} />
      <span class="waiting-name">
        <b>{sayWho(seat, n)}</b> {mine && <span>({t("you")})</span>} <Presence seat={seat} />
        {seat.person && seat.person === info.host && <span class="waiting-host">{t("host")}</span>}
      </span>
      <span class="waiting-deeds">
        {(mine ? seat.kept : isOpen(seat) && info.my_seat === 0) && (
          <button type="button" class="button primary" aria-disabled={props.busy} onClick={props.sit} data-sit={n}>
            {t("Sit here")}
          </button>
        )}
        {mine && !seat.kept && (
          <button type="button" class="button" aria-disabled={props.busy} onClick={props.stand} data-stand>
            {t("Stand up")}
          </button>
        )}
        {props.isHost && !mine && <HostChoice seat={seat} n={n} set={props.set} />}
      </span>
    </li>
  );
}

/** Options and time, in a line. */
export function sayPlan(info: TableInfo, game: GameInfo): string {
  const parts = Object.entries(info.options).map(([id, value]) => `${game.options.find((option) => option.id === id)?.label ?? id}: ${value}`);
  if (info.clock?.minutes) parts.push(t("{n} min each, plus {m} s per move", { n: info.clock.minutes, m: info.clock.increment ?? 0 }));
  if (info.clock?.days) parts.push(t("days for each move: {n}", { n: info.clock.days }));
  parts.push(info.public ? t("public") : t("by link only"));
  return parts.join(" · ");
}

export function WaitingRoom(props: { connection: Connection; room: Room; game: GameInfo }): JSX.Element {
  const { connection, room, game } = props;
  const info = room.info as TableInfo;
  const heading = useHeading(game.name);
  const deed = useDeed();
  const chat = useChat(room, true);
  const isHost = room.isHost();
  const open = info.seats.filter(isOpen).length;
  const missing = info.seats.filter((seat) => seat.kept).length;
  const ask = (request: () => Promise<unknown>) => void deed.run(request);
  const fill = async () => {
    for (const [i, seat] of info.seats.entries()) if (isOpen(seat)) await connection.ask("seat", { table: room.id, seat: i + 1, to: usualLevel });
  };
  return (
    <div class="page waiting" data-waiting>
      <header>
        <h1 ref={heading} tabIndex={-1}>
          {game.name}
        </h1>
        <p class="page-lead" role="status">
          {sayState(info, isHost)}
        </p>
        <p class="form-note">{sayPlan(info, game)}</p>
        {info.replay && <p data-replay>{t("This deal has been played before.")}</p>}
        {info.hints && (
          <p class="form-note">
            <HintsAllowed /> {t("Players may ask the engine what it would play.")}
          </p>
        )}
      </header>
      <Contact connection={connection} />
      {info.my_seat === 0 && connection.me?.name === "" && <NameForm connection={connection} note={t("The others see it at the table. Without a name you are a guest.")} />}
      <section class="page-part" aria-labelledby="waiting-seats">
        <h2 id="waiting-seats">{t("Seats")}</h2>
        <ol class="waiting-seats">
          {info.seats.map((_, i) => (
            <SeatRow
              key={i}
              info={info}
              n={i + 1}
              isHost={isHost}
              busy={deed.busy}
              sit={() => ask(() => sit(connection, room.id, i + 1))}
              stand={() => ask(() => connection.ask("stand", { table: room.id }))}
              set={(to) => ask(() => connection.ask("seat", { table: room.id, seat: i + 1, to }))}
            />
          ))}
        </ol>
        <Reason text={deed.reason} />
        {isHost && (
          <p class="online-links">
            {open > 0 && (
              <button type="button" class="button" aria-disabled={deed.busy} onClick={() => ask(fill)} data-fill>
                <Icon name="bot" />
                {t("Bots on the open seats")}
              </button>
            )}
            {info.start === "host" && !info.sealed && (
              <button type="button" class="button primary" aria-disabled={deed.busy || open + missing > 0} onClick={() => open + missing === 0 && ask(() => connection.ask("start", { table: room.id }))} data-start>
                <Icon name="play" />
                {t("Start")}
              </button>
            )}
          </p>
        )}
      </section>
      {open > 0 && <Invite table={room.id} game={game.name} />}
      <Chat connection={connection} room={room} chat={chat} />
      <p class="online-links">
        <NotifyButton />
        <a class="button quiet" href={`#/rules/${game.id}`}>
          <Icon name="rules" />
          {t("Read the rules")}
        </a>
        <a class="button quiet" href="#/online/fair">
          <Icon name="proof" />
          {t("Fair deals")}
        </a>
        {isHost && (
          <Asking
            quiet
            label={
              <>
                <Icon name="remove" />
                {t("Close the table")}
              </>
            }
            question={t("Close this table for everybody?")}
            yes={t("Close")}
            no={t("Cancel")}
            act={() => ask(() => connection.ask("close", { table: room.id }))}
          />
        )}
      </p>
    </div>
  );
}
