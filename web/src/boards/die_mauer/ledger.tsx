// SPDX-License-Identifier: MIT
// What is counted: the state of the game, what was left when a hand ended, and per seat the pieces it holds for sure
// or perhaps, with penalties.
import type { JSX } from "preact";
import { SeatMark, seatClass } from "../../app/seats";
import { t, tYou } from "../../app/words";
import { Block, Sign } from "./art";
import { nameOf, rivals } from "./hands";
import { count, isKind, kinds, material, say, upper, type Kind } from "./pieces";
import { leftovers, sizeOf, type DmProps } from "./read";

const idle = { shown: 5, most: 30 };

export function Progress(props: DmProps): JSX.Element {
  const { state } = props.position;
  return (
    <div class="dm-progress">
      <span>{t("Hand {n} of {m}", { n: state.hand, m: state.hands })}</span>
      <span>{t("Round {n}", { n: state.round })}</span>
      <span>{tYou("Master: {seat}|Master: you", state.master === props.position.seat, { seat: nameOf(props, state.master) })}</span>
      {state.idle > idle.shown && (
        <span class="dm-idle">
          <progress value={state.idle} max={idle.most} aria-label={t("rounds without building")} />
          {t("{n} of {m} rounds without building", { n: state.idle, m: idle.most })}
        </span>
      )}
    </div>
  );
}

/** The end of a hand: every block that was left, as a sum. */
export function Leftovers(props: DmProps): JSX.Element | null {
  const { position } = props;
  const stocks = leftovers(position);
  if (!stocks) return null;
  const hand = position.state.last?.hand ?? 0;
  return (
    <section class="dm-left" aria-label={t("Hand {n} is over", { n: hand })}>
      <p class="dm-left-title">{t("Hand {n} is over", { n: hand })}</p>
      <ol>
        {stocks.map((stock, i) => {
          const left = [...stock].filter(isKind);
          const sum = left.reduce((total, kind) => total + material[kind].penalty, 0);
          const total = position.state.scores[i] ?? 0;
          return (
            <li key={i} class={seatClass(i + 1)}>
              <span class="dm-left-name"><SeatMark seat={i + 1} size={18} /><span title={nameOf(props, i + 1)}>{nameOf(props, i + 1)}</span></span>
              <span class="dm-left-blocks" role="img" aria-label={left.map(say).join(", ") || t("no piece left")}>
                {left.map((kind, k) => <Block key={k} kind={kind} />)}
              </span>
              <span class="dm-left-sum">
                {total - sum} + {sum} = <strong>{total}</strong>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

type Belief = "certainly" | "maybe" | "never";

function Cell({ belief, n, kind }: { belief: Belief; n: number; kind: Kind }): JSX.Element {
  const words = belief === "certainly" ? t("certainly holds") : belief === "maybe" ? t("may hold") : t("does not hold");
  return (
    <td class={`dm-belief ${belief}${n > 1 ? " twice" : ""}`} title={`${say(kind)}: ${words}`}>
      <span aria-hidden="true">{belief === "certainly" ? (n > 1 ? `×${n}` : "●") : belief === "maybe" ? "?" : "·"}</span>
      <span class="sr-only">{n > 1 ? `${words}, ${n}` : words}</span>
    </td>
  );
}

function Row({ props, seat }: { props: DmProps; seat: number }): JSX.Element {
  const { state, aids, winners } = props.position;
  const stock = state.stock[seat - 1];
  const belief = (kind: Kind): Belief => {
    if (typeof stock === "string") return stock.includes(kind) ? "certainly" : "never";
    if (aids.must_hold[seat - 1]?.includes(kind)) return "certainly";
    return aids.may_hold[seat - 1]?.includes(kind) ? "maybe" : "never";
  };
  return (
    <tr class={seatClass(seat)}>
      <th scope="row">
        <span class="dm-ledger-name">
          <SeatMark seat={seat} size={18} />
          <span title={nameOf(props, seat)}>{nameOf(props, seat)}</span>
        </span>
      </th>
      {props.tracker && kinds.map((kind) => <Cell key={kind} kind={kind} belief={belief(kind)} n={typeof stock === "string" ? count(stock, kind) : 1} />)}
      <td>{sizeOf(stock)}</td>
      <td class="dm-total">
        {state.scores[seat - 1] ?? 0}
        {winners.includes(seat) && <span class="dm-won" title={t("winner")}> ★<span class="sr-only">{t("winner")}</span></span>}
      </td>
    </tr>
  );
}

export function Ledger(props: DmProps): JSX.Element {
  const { seat } = props.position;
  const seats = seat ? [...rivals(props), seat] : rivals(props);
  return (
    <section class="dm-ledger" aria-label={t("Score table")}>
      <table>
        <thead>
          <tr>
            <th scope="col"><span class="sr-only">{t("Players")}</span></th>
            {props.tracker && kinds.map((kind) => (
              <th key={kind} scope="col" title={upper(say(kind))}>
                <Sign kind={kind} size={22} />
                <span class="sr-only">{say(kind)}</span>
              </th>
            ))}
            <th scope="col">{t("pieces")}</th>
            <th scope="col">{t("penalty")}</th>
          </tr>
        </thead>
        <tbody>{seats.map((s) => <Row key={s} props={props} seat={s} />)}</tbody>
      </table>
      {props.tracker && (
        <p class="dm-legend" aria-hidden="true">
          <span><b>●</b> {t("certainly holds")}</span>
          <span><b>?</b> {t("may hold")}</span>
          <span><b>·</b> {t("does not hold")}</span>
        </p>
      )}
    </section>
  );
}
