// SPDX-License-Identifier: MIT
// The line of slots as columns of the map, with the provinces and regions above and below them as the aids tell.
import type { CcAids, CcPart, CcState, Chapter, Position } from "../../engine/types";

export type CcPosition = Position<CcState, CcAids>;

export interface Span {
  name: string;
  from: number;
  size: number;
}

export interface Chart {
  slots: string[];
  column: Map<string, number>;
  provinces: Span[];
  regions: Span[];
  provinceOf: Map<string, string>;
  regionOf: Map<string, string>;
}

export const row = 13;

export function chartOf(position: CcPosition): Chart {
  const slots = position.state.boards.flatMap((face) => Array.from({ length: row }, (_, i) => `${face[0] ?? ""}${i + 1}`));
  const column = new Map(slots.map((slot, i) => [slot, i]));
  const spans = (parts: Record<string, CcPart>, of: Map<string, string>): Span[] =>
    Object.entries(parts).map(([name, part]) => {
      for (const slot of part.slots) of.set(slot, name);
      return { name, from: column.get(part.slots[0] ?? "") ?? 0, size: part.slots.length };
    });
  const provinceOf = new Map<string, string>();
  const regionOf = new Map<string, string>();
  return {
    slots,
    column,
    provinceOf,
    regionOf,
    provinces: spans(position.aids.provinces, provinceOf),
    regions: spans(position.aids.regions, regionOf),
  };
}

/** A piece in a slot: "2w" is the wall of seat 2, "nx" a neutral ruin. */
export function pieceAt(state: CcState, slot: string): { seat: number; kind: string } | null {
  const piece = state.slots[slot];
  return piece ? { seat: piece[0] === "n" ? 0 : Number(piece[0]), kind: piece[1] ?? "w" } : null;
}

/** What the last chapters left on the map: touched slots and parts, points won and lost. */
export interface Traces {
  fresh: Set<string>;
  points: Map<string, { seat: number; n: number }[]>;
}

export function tracesOf(chapters: Chapter[]): Traces {
  const fresh = new Set<string>();
  const points: Traces["points"] = new Map();
  for (const { events } of chapters)
    for (const { kind, at, to, seat, n } of events) {
      if (["LAYS", "LAYS_DOUBLE", "LAYS_CARD", "RUINED", "RUINED_NEUTRAL", "SCOUTED", "SWAPPED", "PROTECTED", "ATTACK"].includes(kind)) fresh.add(at);
      if (["LAYS_DOUBLE", "SWAPPED"].includes(kind)) fresh.add(to);
      if (kind === "SCORES" || kind === "LOSES")
        points.set(at, [...(points.get(at) ?? []), { seat, n: kind === "LOSES" ? -n : n }]);
    }
  return { fresh, points };
}

/** Where the action is: the place of the last thing that has one. */
export function lastPlace(chapters: Chapter[]): string | null {
  let place: string | null = null;
  for (const { events } of chapters) for (const { at } of events) if (/^[A-D](\d+|[pm]\d)$/.test(at)) place = at;
  return place;
}
