// SPDX-License-Identifier: MIT
// The material: seven kinds of blocks and the empty hand, as they are written in moves and called in words.
import { t } from "../../app/words";

export const kinds = ["T", "G", "1", "2", "3", "4", "6"] as const;
export type Kind = (typeof kinds)[number];
export type Choice = Kind | "-";
export type End = "left" | "right";
export const ends: readonly End[] = ["left", "right"];

/** What a kind looks like (in units of one merlon) and what it costs if it stays in the hand. */
export const material: Record<Kind, { wide: number; high: number; penalty: number; special: boolean }> = {
  T: { wide: 2, high: 4.2, penalty: 15, special: true },
  G: { wide: 3, high: 3.1, penalty: 10, special: true },
  1: { wide: 1, high: 2.5, penalty: 1, special: false },
  2: { wide: 2, high: 2.5, penalty: 2, special: false },
  3: { wide: 3, high: 2.5, penalty: 3, special: false },
  4: { wide: 4, high: 2.5, penalty: 4, special: false },
  6: { wide: 6, high: 2.5, penalty: 6, special: false },
};

export function isKind(text: string): text is Kind {
  return (kinds as readonly string[]).includes(text);
}

export function isChoice(text: string): text is Choice {
  return text === "-" || isKind(text);
}

/** The names that events use, and the rules. */
const names: Record<string, Choice> = {
  tower: "T",
  gate: "G",
  "wall of 1": "1",
  "wall of 2": "2",
  "wall of 3": "3",
  "wall of 4": "4",
  "wall of 6": "6",
  "the empty hand": "-",
  "empty hand": "-",
};

export function choiceOf(name: string): Choice | null {
  return isChoice(name) ? name : (names[name] ?? null);
}

/** The choice in the player's language. */
export function say(choice: Choice): string {
  switch (choice) {
    case "T": return t("tower");
    case "G": return t("gate");
    case "1": return t("wall of 1");
    case "2": return t("wall of 2");
    case "3": return t("wall of 3");
    case "4": return t("wall of 4");
    case "6": return t("wall of 6");
    case "-": return t("the empty hand");
  }
}

export function sayWithPenalty(kind: Kind): string {
  const n = material[kind].penalty;
  return n === 1 ? t("{what}, 1 penalty point", { what: say(kind) }) : t("{what}, {n} penalty points", { what: say(kind), n });
}

export function count(stock: string, kind: string): number {
  return stock.split(kind).length - 1;
}

export function upper(sentence: string): string {
  return sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1);
}
