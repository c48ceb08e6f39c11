// SPDX-License-Identifier: MIT
// What the board reads out of a position and its story: what may be done, what each hand does, who builds and why,
// which blocks are new. Legality comes as texts of moves; nothing here judges anything.
import type { Chapter, DmAids, DmState, GameEvent, Move, Position } from "../../engine/types";
import type { BoardProps } from "../board";
import { latestOf, storyOf } from "../motion";
import { choiceOf, ends, isChoice, isKind, type Choice, type End, type Kind } from "./pieces";

export type DmProps = BoardProps<DmState, DmAids>;
export type DmPosition = Position<DmState, DmAids>;

// -- What may be done --

export interface Options {
  choose: Set<Choice>;
  build: Set<End>;
  free: Map<Kind, Set<End>>;
  give: Set<Kind>;
  pass: boolean;
  any: boolean;
}

function isEnd(text: string): text is End {
  return (ends as readonly string[]).includes(text);
}

export function readMoves(legal: Move[]): Options {
  const options: Options = { choose: new Set(), build: new Set(), free: new Map(), give: new Set(), pass: false, any: legal.length > 0 };
  for (const { move } of legal) {
    const [first = "", second = ""] = move.split(" ");
    if (move === "pass") options.pass = true;
    else if (isEnd(move)) options.build.add(move);
    else if (first === "give" && isKind(second)) options.give.add(second);
    else if (isKind(first) && isEnd(second)) options.free.set(first, (options.free.get(first) ?? new Set<End>()).add(second));
    else if (isChoice(move)) options.choose.add(move);
  }
  return options;
}

/** What a move touches, as a CSS selector. */
export function touchedBy(move: string): string {
  if (move === "pass") return ".dm-pass";
  const words = move.split(" ").filter((word) => word !== "give");
  return words.map((word) => (isEnd(word) ? `[data-end="${word}"]` : `[data-choice="${word}"]`)).join(", ");
}

// -- Chapters --

function seen(props: DmProps): Chapter[] {
  const { position, recent, showing } = props;
  const all = showing && !recent.some((c) => c.ply === showing.ply) ? [...recent, showing] : recent;
  return all.filter((c) => c.ply <= position.ply);
}

function has(chapter: Chapter | null, kind: string): boolean {
  return chapter !== null && chapter.events.some((e) => e.kind === kind);
}

// -- Hands --

export type HandOf = { does: "thinks" } | { does: "holds"; choice: Choice | null } | { does: "shows"; choice: Choice };

/** What the hand of a seat does right now. `choice` is null in a fist that is not ours. */
export function handOf(props: DmProps, seat: number): HandOf {
  const { state } = props.position;
  const now = latestOf(props);
  const shown = now?.events.find((e) => e.kind === "SHOWED" && e.seat === seat);
  const told = shown ? choiceOf(shown.what) : null;
  if (told) return { does: "shows", choice: told };
  const chosen = state.chosen[seat];
  const last = state.last?.chosen[seat];
  if (state.phase === "choose") {
    if (chosen !== undefined) return { does: "holds", choice: isChoice(chosen) ? chosen : null };
    const lingers = now !== null && !has(now, "CHOSE");
    return lingers && last !== undefined && isChoice(last) ? { does: "shows", choice: last } : { does: "thinks" };
  }
  const open = chosen ?? last;
  return open !== undefined && isChoice(open) ? { does: "shows", choice: open } : { does: "thinks" };
}

export function opensNow(props: DmProps): boolean {
  return props.speed > 0 && has(latestOf(props), "SHOWED");
}

// -- Who builds --

export const branches = ["ALONE", "THIEVES", "DISCORD", "BLOCKED", "FREE", "OWES", "NOTHING"] as const;
export type Branch = (typeof branches)[number];

export interface Verdict {
  branch: Branch;
  say: string;
}

function verdictOf(event: GameEvent): Verdict | null {
  const branch = branches.find((b) => b === event.kind);
  return branch ? { branch, say: event.say } : null;
}

/** The branch that the last reveal of this hand took. */
export function verdict(props: DmProps): Verdict | null {
  for (const chapter of [...storyOf(props)].reverse())
    for (const event of [...chapter.events].reverse()) {
      const found = verdictOf(event);
      if (found) return found;
    }
  return null;
}

// -- The wall --

export interface Laid {
  seat: number;
  kind: Kind;
  recent: boolean;
}

interface Grown {
  left: number;
  right: number;
}

function grow(grown: Grown, chapter: Chapter): Grown {
  let { left, right } = grown;
  for (const event of chapter.events) {
    if (event.kind === "NEW_HAND") left = right = 0;
    if (event.kind === "BUILT") event.at === "left" ? left++ : right++;
  }
  return { left, right };
}

export function wallOf(props: DmProps): Laid[] {
  const { wall } = props.position.state;
  const grown = seen(props).reduce(grow, { left: 0, right: 0 });
  const within = (g: Grown, i: number): boolean => i < g.left || i >= wall.length - g.right;
  return wall.map((text, i) => {
    const [seat = "0", kind = "1"] = text.split(":");
    return { seat: Number(seat), kind: isKind(kind) ? kind : "1", recent: within(grown, i) };
  });
}

// -- Stocks --

export function sizeOf(stock: string | number | undefined): number {
  return typeof stock === "string" ? stock.length : (stock ?? 0);
}

/** What was left in the hands when the hand before this one ended, as long as it is news. */
export function leftovers(position: DmPosition): string[] | null {
  const { last, phase, round, hand } = position.state;
  if (!last?.stock) return null;
  return phase === "over" || (round === 1 && last.hand === hand - 1) ? last.stock : null;
}

/** A chapter takes a step; where all fists open, two more to see them and what follows. */
export function stepsOf(chapter: Chapter): number {
  return has(chapter, "SHOWED") ? 3 : 1;
}
