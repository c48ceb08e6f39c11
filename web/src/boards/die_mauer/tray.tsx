// SPDX-License-Identifier: MIT
// Your own blocks in a tray with a hollow for each kind, and the open palm for the empty hand. A chosen block becomes
// the closed fist. Tap, or drag a block to an end of the wall while building.
import type { JSX } from "preact";
import { SeatMark, seatClass } from "../../app/seats";
import { listOf, t } from "../../app/words";
import { Block, Fist, MasterPiece, Palm } from "./art";
import { HandPicture, nameOf } from "./hands";
import { count, kinds, material, say, sayWithPenalty, upper, type Choice, type Kind } from "./pieces";
import { handOf, opensNow, type DmProps, type Options } from "./read";

interface TrayProps {
  props: DmProps;
  options: Options;
  picked: Kind | null;
  tap(choice: Choice): void;
  pass(): void;
  grab(kind: Kind, event: PointerEvent): void;
  /** Tells what is pointed at or focused, so that it explains itself. */
  point(choice: Choice | null): void;
  tip: string; // what it tells then
}

function stockOf(props: DmProps): string {
  const stock = props.position.state.stock[props.position.seat - 1];
  return typeof stock === "string" ? stock : "";
}

function isOffered(options: Options, choice: Choice): boolean {
  return options.choose.has(choice) || (choice !== "-" && (options.free.has(choice) || options.give.has(choice)));
}

function label(choice: Choice, n: number, inFist: boolean): string {
  const parts = [choice === "-" ? say(choice) : sayWithPenalty(choice)];
  if (choice !== "-" && n === 0) parts.push(t("not in your tray"));
  if (n > 1) parts.push(t("{n} of them", { n }));
  if (inFist) parts.push(t("in your fist"));
  return upper(parts.join(", "));
}

function Slot({ tray, choice }: { tray: TrayProps; choice: Choice }): JSX.Element {
  const { props, options, picked } = tray;
  const { state, seat } = props.position;
  const n = choice === "-" ? 1 : count(stockOf(props), choice);
  const inFist = state.phase === "choose" && state.chosen[seat] === choice;
  const toBuild = options.build.size > 0 && state.piece === choice;
  const drags = choice !== "-" && (toBuild || options.free.has(choice));
  const offered = isOffered(options, choice);
  const names = ["dm-slot", `is-${choice === "-" ? "empty" : choice}`];
  if (choice !== "-" && material[choice].special) names.push("special");
  if (offered || toBuild) names.push("on");
  if (n === 0) names.push("gone");
  if (inFist) names.push("in-fist");
  if (picked === choice || toBuild) names.push("picked");
  if (drags) names.push("drags");
  return (
    <li>
      <button
        type="button"
        class={names.join(" ")}
        data-choice={choice}
        aria-disabled={!offered}
        aria-pressed={options.free.size > 0 ? picked === choice : inFist || undefined}
        onClick={() => tray.tap(choice)}
        onPointerDown={(event) => drags && tray.grab(choice, event)}
        onPointerEnter={() => tray.point(choice)}
        onPointerLeave={() => tray.point(null)}
        onFocus={() => tray.point(choice)}
        onBlur={() => tray.point(null)}
      >
        <span class="sr-only">{label(choice, n, inFist)}</span>
        <span class="dm-slot-art" aria-hidden="true">
          {choice === "-" ? (inFist ? <Fist up size={54} /> : <Palm size={54} />) : <Block kind={choice} />}
          {inFist && choice !== "-" && <Fist up size={44} />}
          {n > 1 && <span class="dm-times">×{n}</span>}
        </span>
        <span class="dm-slot-worth" aria-hidden="true">{choice === "-" ? t("empty") : material[choice].penalty}</span>
        <kbd class="dm-key" aria-hidden="true">{choice === "-" ? "−" : choice}</kbd>
      </button>
    </li>
  );
}

/** What is to be done now, in one sentence. */
export function prompt(props: DmProps, options: Options, picked: Kind | null): string {
  const { position } = props;
  const { phase, master, piece } = position.state;
  if (options.choose.size > 0)
    return master === position.seat
      ? t("You are the master: choose a piece in secret, or the empty hand.")
      : t("Choose a piece in secret, or the empty hand. The master is {seat}.", { seat: nameOf(props, master) });
  if (options.build.size > 0) return t("Build the {what}: which end?", { what: piece ? say(piece as Choice) : "" });
  if (options.free.size > 0 || options.pass)
    return picked ? t("Build the {what}: which end?", { what: say(picked) }) : t("Free choice: pick a piece and an end, or pass.");
  if (options.give.size > 0) return t("Give a piece to {seat}. Only you two will know which one.", { seat: nameOf(props, master) });
  if (phase === "over") return upper(t("the game is over"));
  const isPresent = position.ply === position.plies && !position.to_act.includes(position.seat);
  const waits = isPresent ? position.to_act.map((seat) => nameOf(props, seat)) : [];
  return waits.length > 0 ? t("Waiting for {names}.", { names: listOf(waits) }) : "";
}

/** A kind explained, for whoever points at it. */
export function explain(props: DmProps, choice: Choice): string {
  if (choice === "-") return t("If only the master's hand is empty: free choice. One other: a gift to the master. More: nothing happens.");
  const room = props.position.aids.free_ends.filter(Boolean).length;
  const first = upper(sayWithPenalty(choice));
  return material[choice].special ? `${first}. ${t("It needs an end that is a wall: there is room for {n} now.", { n: room })}` : `${first}. ${t("A wall always fits at both ends.")}`;
}

export function Tray(tray: TrayProps): JSX.Element {
  const { props, options, picked } = tray;
  const { state, seat } = props.position;
  const stock = stockOf(props);
  const hand = handOf(props, seat);
  const opens = opensNow(props);
  const sum = kinds.reduce((total, kind) => total + count(stock, kind) * material[kind].penalty, 0);
  return (
    <section class={`dm-mine ${seatClass(seat)}${options.any ? " turn" : ""}`} aria-label={t("Your tray")}>
      <div class="dm-me">
        <div class="dm-my-hand" data-opens={opens || undefined} key={opens ? props.position.ply : 0}>
          {hand.does !== "thinks" && <HandPicture hand={hand} opens={opens} up />}
          {hand.does !== "thinks" && state.master === seat && <span class="dm-wears"><MasterPiece size={36} /></span>}
        </div>
        <div class="dm-me-text">
          <p class="dm-me-name">
            <span class="dm-plate">
              <SeatMark seat={seat} size={18} />
              <span title={nameOf(props, seat)}>{nameOf(props, seat)}</span>
            </span>
            {state.master === seat && <span class="dm-tag"><MasterPiece size={20} />{t("the master")}</span>}
            <span class="dm-me-sum">{t("in your tray: {n}", { n: sum })}</span>
          </p>
          <p class="dm-tip">{tray.tip}</p>
          <p class="dm-prompt" role="status">{prompt(props, options, picked)}</p>
        </div>
        {options.pass && (
          <button type="button" class="button dm-pass" onClick={tray.pass}>
            {upper(t("build nothing"))}
            <kbd class="dm-key" aria-hidden="true">P</kbd>
          </button>
        )}
      </div>
      <ul class="dm-tray" aria-label={t("Your pieces")}>
        {kinds.map((kind) => <Slot key={kind} tray={tray} choice={kind} />)}
        <Slot tray={tray} choice="-" />
      </ul>
    </section>
  );
}
