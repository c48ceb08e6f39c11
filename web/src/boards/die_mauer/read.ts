// SPDX-License-Identifier: MIT
// What the board reads out of a position and its story: what may be done, what each hand does, who builds and why,
// which blocks are new. Legality comes as texts of moves; nothing here judges anything.
import type { Chapter, DmAids, DmState, GameEvent, Move, Position } from "../../engine/types";
import type { BoardProps } from "../board";
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

// -- Chapters --

function seen(props: DmProps): Chapter[] {
  const { position, recent, showing } = props;
  const all = showing && !recent.some((c) => c.ply === showing.ply) ? [...recent, showing] : recent;
  return all.filter((c) => c.ply <= position.ply);
}

function has(chapter: Chapter | null, kind: string): boolean {
  return chapter !== null && chapter.events.some((e) => e.kind === kind);
}

/** The chapter that led to this position: the one being shown, or our own move, which is not shown again. */
export function current(props: DmProps): Chapter | null {
  const { position, recent, showing } = props;
  if (showing) return showing;
  const latest = recent[recent.length - 1];
  return latest && latest.ply === position.ply && latest.seat === position.seat ? latest : null;
}

// -- Hands --

export type HandOf = { does: "thinks" } | { does: "holds"; choice: Choice | null } | { does: "shows"; choice: Choice };

/** What the hand of a seat does right now. `choice` is null in a fist that is not ours. */
export function handOf(props: DmProps, seat: number): HandOf {
  const { state } = props.position;
  const now = current(props);
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
  return props.speed > 0 && has(current(props), "SHOWED");
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

/** The reveal a verdict belongs to. */
export function revealOf(position: DmPosition): string {
  const { last } = position.state;
  return last ? JSON.stringify([position.seats, last.hand, last.round, last.chosen]) : "";
}

/** The branch the last reveal took, from its event; a position without story tells it only while somebody acts. */
export function verdict(props: DmProps): Verdict | null {
  for (const chapter of seen(props).reverse())
    for (const event of chapter.events) {
      const found = verdictOf(event);
      if (found) return found;
    }
  const { phase, builders, chosen, master } = props.position.state;
  if (phase === "free") return { branch: "FREE", say: "" };
  if (phase === "gift") return { branch: "OWES", say: "" };
  if (phase !== "build") return null;
  if (!builders.includes(master)) return { branch: "THIEVES", say: "" };
  const same = Object.values(chosen).filter((c) => c === chosen[master]).length > 1;
  return { branch: same ? "DISCORD" : "ALONE", say: "" };
}

// -- The wall --

export interface Laid {
  seat: number;
  kind: Kind;
  recent: boolean;
  /** Sliding into place now. */
  arrives: boolean;
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
  const { position, speed } = props;
  const wall = position.state.wall;
  const chapter = current(props);
  const none = { left: 0, right: 0 };
  const grown = seen(props).reduce(grow, none);
  const now = chapter && speed > 0 && chapter.ply === position.ply ? grow(none, chapter) : none;
  const within = (g: Grown, i: number): boolean => i < g.left || i >= wall.length - g.right;
  return wall.map((text, i) => {
    const [seat = "0", kind = "1"] = text.split(":");
    return { seat: Number(seat), kind: isKind(kind) ? kind : "1", recent: within(grown, i), arrives: within(now, i) };
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
