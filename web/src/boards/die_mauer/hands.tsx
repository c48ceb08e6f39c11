// SPDX-License-Identifier: MIT
// The others around the table: each a hand that thinks, closes and opens; with pieces and penalty.
import type { JSX } from "preact";
import { SeatMark, seatClass } from "../../app/seats";
import { t } from "../../app/words";
import { Block, Fist, MasterPiece, OpenedHand, RestingHand, Sign } from "./art";
import { isChoice, say } from "./pieces";
import { latestOf } from "../motion";
import { handOf, opensNow, sizeOf, type DmPosition, type DmProps, type HandOf } from "./read";

export function nameOf(props: DmProps, seat: number): string {
  return props.players.find((p) => p.seat === seat)?.name ?? String(seat);
}

export function sayHand(hand: HandOf): string {
  if (hand.does === "thinks") return t("thinking");
  if (hand.does === "holds") return t("has chosen");
  return t("shows: {what}", { what: say(hand.choice) });
}

export function HandPicture({ hand, opens, up = false }: { hand: HandOf; opens: boolean; up?: boolean }): JSX.Element {
  if (hand.does === "thinks") return <RestingHand />;
  if (hand.does === "holds") return <Fist up={up} />;
  return (
    <>
      {opens && <Fist up={up} />}
      <OpenedHand holds={hand.choice} up={up} />
    </>
  );
}

/** The seats after the looking one, as they sit; all of them for a spectator. */
export function rivals(props: DmProps): number[] {
  const { seats, seat } = props.position;
  const n = seat ? seats - 1 : seats;
  return Array.from({ length: n }, (_, i) => ((seat + i) % seats) + 1);
}

function LastShown({ props, seat }: { props: DmProps; seat: number }): JSX.Element | null {
  const { last, phase } = props.position.state;
  const choice = last?.chosen[seat];
  if (phase !== "choose" || handOf(props, seat).does === "shows" || choice === undefined || !isChoice(choice)) return null;
  const text = t("previous round: {what}", { what: say(choice) });
  return (
    <span class="dm-last" title={text}>
      <Sign kind={choice} size={20} />
      <span class="sr-only">{text}</span>
    </span>
  );
}

function Rival({ props, seat }: { props: DmProps; seat: number }): JSX.Element {
  const { position } = props;
  const { state } = position;
  const hand = handOf(props, seat);
  const master = state.master === seat;
  const opens = opensNow(props);
  const acts = position.to_act.includes(seat) && state.phase !== "choose";
  const shut = latestOf(props)?.events.some((e) => e.kind === "CHOSE" && e.seat === seat) && props.speed > 0 && !opens;
  return (
    <li class={`dm-rival ${seatClass(seat)} ${hand.does}${master ? " master" : ""}${acts ? " acts" : ""}`}>
      <div class="dm-rival-hand" data-hand={seat} data-opens={opens || undefined} data-shuts={shut || undefined} key={opens || shut ? position.ply : 0}>
        <HandPicture hand={hand} opens={opens} />
        {master && <span class="dm-wears" title={t("the master")}><MasterPiece size={36} /></span>}
        <LastShown props={props} seat={seat} />
      </div>
      <div class="dm-rival-text">
        <p class="dm-plate">
          <SeatMark seat={seat} size={18} />
          <span title={nameOf(props, seat)}>{nameOf(props, seat)}</span>
        </p>
        {master && <span class="sr-only">{t("the master")}</span>}
        <p class="dm-rival-does">{sayHand(hand)}</p>
      </div>
    </li>
  );
}

export function Rivals(props: DmProps): JSX.Element {
  const seats = rivals(props);
  return (
    <ul class={seats.length > 3 ? "dm-rivals many" : "dm-rivals"} aria-label={t("Players")} style={{ "--seats": seats.length }}>
      {seats.map((seat) => <Rival key={seat} props={props} seat={seat} />)}
    </ul>
  );
}

/** How many pieces a seat has left, for the strip of players. */
export function Stock(props: { position: DmPosition; seat: number }): JSX.Element {
  const n = sizeOf(props.position.state.stock[props.seat - 1]);
  return (
    <span class="dm-stock" title={t("pieces: {n}", { n })}>
      <span class="sr-only">{t("pieces: {n}", { n })}</span>
      <Block kind="2" size={14} />
      <span aria-hidden="true">{n}</span>
    </span>
  );
}
