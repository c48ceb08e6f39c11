// SPDX-License-Identifier: MIT
// The opponents a player can choose. The engine lists the levels (bots/levels.h), weakest first, with the answer to "games";
// main.tsx hands that list over before it draws any screen. Labels and introductions are keys of the catalogues.
import type { LevelInfo } from "../engine/types";

export interface Bot {
  id: string;
  label: string;
  say: string;
  budget: number; // in simulations; 0: what the level usually takes
}

export const levels: Bot[] = [];

/** The level suggested to players who have not chosen one. */
export let usualLevel = "";

/** The level of a bot that takes the seat of an absent person. */
export let substituteLevel = "";

export function setLevels(list: LevelInfo[], usual: string, substitute: string): void {
  levels.splice(0, levels.length, ...list.map(({ id, label, say }) => ({ id, label, say, budget: 0 })));
  usualLevel = usual;
  substituteLevel = substitute;
}

/** Bots of games that were saved before there were levels: those games go on. */
const retired: Bot[] = [
  { id: "random", label: "Drifter", say: "", budget: 1 },
  { id: "greedy", label: "Apprentice", say: "", budget: 8 },
];

export function botOf(id: string): Bot {
  const known = [...levels, ...retired];
  return known.find((bot) => bot.id === id) ?? (levels[0] as Bot);
}
