// SPDX-License-Identifier: MIT
// The texts of the legal moves, sorted by what a player touches for them. No rule is known here.
import type { Move } from "../../engine/types";

/** What is in hand: a kind of piece, "card mason", or what a resolving card asks for. */
export type Tool = string;

export interface Choices {
  /** By tool: the places to touch, each with its move. */
  places: Map<Tool, Map<string, string>>;
  /** By tool: pairs of slots, each with its move. */
  pairs: Map<Tool, [string, string, string][]>;
  /** Moves without a place on the map. */
  plain: Move[];
  /** Each move's words. */
  words: Map<string, string>;
}

/** While a card resolves, touching a wall or a token on the map is one tool. */
const sameTool: Record<string, Tool> = { ruin: "point", scout: "point" };
const withPlace = ["wall", "tower", "neutral", "ruin", "scout"];
const withPair = ["double", "swap"];

export function sortMoves(legal: Move[]): Choices {
  const found: Choices = { places: new Map(), pairs: new Map(), plain: [], words: new Map() };
  const put = (tool: Tool, place: string, move: string): void => {
    const places = found.places.get(tool) ?? new Map<string, string>();
    found.places.set(tool, places.set(place, move));
  };
  for (const { move, say } of legal) {
    const [verb = "", first = "", second = ""] = move.split(" ");
    found.words.set(move, say);
    if (withPlace.includes(verb)) put(sameTool[verb] ?? verb, first, move);
    else if (verb === "card") put(`card ${first}`, second, move);
    else if (withPair.includes(verb)) found.pairs.set(verb, [...(found.pairs.get(verb) ?? []), [first, second, move]]);
    else found.plain.push({ move, say });
  }
  return found;
}

/** What a move touches, as a CSS selector. */
export function touchedBy(move: string): string {
  const [verb = "", ...rest] = move.split(" ");
  const tool = verb === "card" ? `card ${rest.shift() ?? ""}` : verb;
  const places = rest.map((place) => `[data-place="${place}"]`);
  return [`[data-tool="${tool}"]`, ...places, `[data-move="${move}"]`].join(", ");
}

export function tools(choices: Choices): Tool[] {
  return [...choices.places.keys(), ...choices.pairs.keys()];
}

/** Places that answer a touch with this tool; `half` is the slot touched before. */
export function targets(choices: Choices, tool: Tool | null, half: string | null): Set<string> {
  if (!tool) return new Set();
  const pairs = choices.pairs.get(tool);
  if (!pairs) return new Set(choices.places.get(tool)?.keys());
  const fitting = half ? pairs.filter(([a, b]) => a === half || b === half) : pairs;
  const slots = new Set(fitting.flatMap(([a, b]) => [a, b]));
  if (half) slots.delete(half);
  return slots;
}

/** What touching a place does: a move, the first half of one, or nothing. `sure`: play a pair that is the only one. */
export function touch(choices: Choices, tool: Tool, half: string | null, place: string, sure: boolean): { move?: string; half?: string } {
  const pairs = choices.pairs.get(tool);
  if (!pairs) {
    const move = choices.places.get(tool)?.get(place);
    return move ? { move } : {};
  }
  const here = pairs.filter(([a, b]) => a === place || b === place);
  const both = half && half !== place ? here.find(([a, b]) => a === half || b === half) : undefined;
  if (both) return { move: both[2] };
  if (here.length === 1 && here[0] && sure) return { move: here[0][2] };
  return here.length && half !== place ? { half: place } : {};
}
