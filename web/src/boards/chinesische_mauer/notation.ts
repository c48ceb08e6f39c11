// SPDX-License-Identifier: MIT
// Reading what the engine writes: moves, cards and events become what can be touched and what is outlined. No rules here;
// the worths below are the numbers printed on the cards in hand; what counts on the table comes from the engine.
import type { Chapter, CmAids, CmState, Move, Position } from "../../engine/types";

export type CmPosition = Position<CmState, CmAids>;

export const kinds = ["W", "G", "T", "N", "S", "H", "D"] as const;

/** What me may do now, as things to touch. */
export interface Menu {
  say: Map<string, string>; // every legal move, in words
  counts: Map<string, number[]>; // by kind: how many may be laid at once
  marks: { site: number; values: number[]; columns: number[] } | null; // a scoring decision
  draw: boolean;
}

export function layText(site: number, kind: string, count: number): string {
  return `${site}:${kind.repeat(count)}`;
}

export function coverText(site: number, kind: string, column: number): string {
  return `${site}:${kind}x${column}`;
}

export function markText(site: number, value: number, column: number): string {
  return `${site}=${value}@${column}`;
}

/** What a move touches, as a CSS selector. */
export function touchedBy(move: string): string {
  const [, site = "", card = "", token = "", column = ""] = /^(\d+)(?::([A-Z])[A-Z]*|=(\d+))[x@]?(\d*)$/.exec(move) ?? [];
  if (!site) return "[data-draw]";
  const at = `[data-site="${site}"]`;
  const from = card ? `[data-kind="${card}"]` : `${at} [data-token="${token}"]`;
  return `${from}, ${column ? `${at} [data-column="${column}"]` : at}`;
}

function add<T>(list: T[], item: T): void {
  if (!list.includes(item)) list.push(item);
}

export function readMenu(legal: Move[]): Menu {
  const menu: Menu = { say: new Map(), counts: new Map(), marks: null, draw: false };
  for (const { move, say } of legal) {
    menu.say.set(move, say);
    if (move === "draw") menu.draw = true;
    const lay = /^\d+:([A-Z]+)/.exec(move)?.[1];
    if (lay) {
      const kind = lay.charAt(0);
      const counts = menu.counts.get(kind) ?? [];
      add(counts, lay.length);
      menu.counts.set(kind, counts.sort((a, b) => a - b));
    }
    const mark = /^(\d+)=(\d+)@(\d+)$/.exec(move);
    if (mark) {
      menu.marks ??= { site: Number(mark[1]), values: [], columns: [] };
      add(menu.marks.values, Number(mark[2]));
      add(menu.marks.columns, Number(mark[3]));
    }
  }
  return menu;
}

/** A hand as the viewer sees it: how many of each kind; null if it is hidden. */
export function readHand(hand: string | number | undefined): Map<string, number> | null {
  if (typeof hand !== "string") return null;
  const held = new Map<string, number>();
  for (const kind of hand) held.set(kind, (held.get(kind) ?? 0) + 1);
  return held;
}

export function handSize(hand: string | number | undefined): number {
  return typeof hand === "string" ? hand.length : (hand ?? 0);
}

// -- A site as it is drawn --

export interface Laid {
  seat: number;
  kind: string;
  covered: { seat: number; kind: string }[]; // from the bottom
  printed: number; // what the card would count here
  worth: number; // what it counts now
  mark: number; // the mark it carries, or 0
}

const printed: Record<string, number> = { W: 1, G: 2, T: 3, N: 1, S: 0, H: 2, D: 1 };

/** The number on a card in hand; soldiers begin with 1. */
export function printedWorth(kind: string): string {
  return kind === "S" ? "1+" : String(printed[kind] ?? "");
}

function cardOf(text: string): { seat: number; kind: string } {
  return { seat: Number(text.charAt(0)), kind: text.charAt(1) };
}

export function readSite(position: CmPosition, site: number): Laid[] {
  const here = position.state.sites[site - 1];
  const worths = position.aids.worths[site - 1] ?? [];
  return (here?.columns ?? []).map((column, i) => {
    const cards = column.map(cardOf);
    const top = cards.pop() ?? { seat: 0, kind: "" };
    const [worth, plain] = worths[i] ?? [0, 0];
    const mark = here?.mark && here.mark.column === i + 1 ? here.mark.value : 0;
    return { ...top, covered: cards, printed: plain, worth, mark };
  });
}

/** The terms of a seat's total as they stand on the cards. */
export function termsOf(laid: Laid[], seat: number): number[] {
  const own = laid.filter((card) => card.seat === seat);
  const terms = own.map((card) => card.worth);
  for (const card of own) if (card.mark) terms.push(-card.mark);
  return terms;
}

// -- What happened, as places on the board --

export interface Trace {
  fresh: number; // how many columns at the right are new
  columns: number[]; // other columns something happened to
  won: { seat: number; value: number; mark: boolean }[];
  cleared: boolean;
  mark: boolean; // a mark was laid
}

function placeIn(text: string): number {
  return Number(/\d+/.exec(text)?.[0] ?? 0);
}

/** By site: what these chapters left behind there. */
export function traceOf(chapters: Chapter[], sites: number): Trace[] {
  const blank = (): Trace => ({ fresh: 0, columns: [], won: [], cleared: false, mark: false });
  const traces = Array.from({ length: sites }, blank);
  for (const event of chapters.flatMap((chapter) => chapter.events)) {
    const trace = traces[placeIn(event.at) - 1];
    if (!trace) continue;
    if (event.kind === "LAID") trace.fresh += event.n;
    else if (event.kind === "COVERED") trace.columns.push(placeIn(event.to));
    else if (event.kind === "MARKED") {
      trace.columns.push(placeIn(event.to));
      trace.mark = true;
    } else if (event.kind === "WON" || event.kind === "WON_MARK") {
      trace.won.push({ seat: event.seat, value: event.n, mark: event.kind === "WON_MARK" });
    } else if (event.kind === "CLEARED") {
      trace.fresh = 0;
      trace.columns = [];
      trace.mark = false;
      trace.cleared = true;
    }
  }
  return traces;
}

export function isTraced(trace: Trace | undefined, column: number, columns: number): boolean {
  return trace !== undefined && (column > columns - trace.fresh || trace.columns.includes(column));
}

/** A chapter takes a step, and one more for each site that is scored. */
export function stepsOf(chapter: Chapter): number {
  return 1 + chapter.events.filter((event) => event.kind === "CLEARED").length;
}
