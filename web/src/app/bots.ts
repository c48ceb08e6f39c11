// SPDX-License-Identifier: MIT
// The opponents there are, weakest first, as the engine calls them; labels and what they say of themselves are keys of the
// catalogues.
export interface Bot {
  id: string;
  label: string;
  say: string;
  budget: number; // 0: as long as it usually thinks
}

export const levels: Bot[] = [
  { id: "apprentice", label: "Apprentice", say: "Looks one move ahead, and mostly at its own gain.", budget: 0 },
  { id: "journeyman", label: "Journeyman", say: "Keeps an eye on what the others gain.", budget: 0 },
  { id: "mason", label: "Mason", say: "Knows from experience which moves only look good.", budget: 0 },
  { id: "master", label: "Master", say: "Has learnt the game from thousands of others.", budget: 0 },
  { id: "emperor", label: "Emperor", say: "Knows all that and thinks ahead. Good luck.", budget: 0 },
];

/** Those who sat at tables before there were levels: their games go on. */
const retired: Bot[] = [
  { id: "random", label: "Drifter", say: "", budget: 1 },
  { id: "greedy", label: "Apprentice", say: "", budget: 8 },
];

export const usualLevel = "journeyman";

export function botOf(id: string): Bot {
  const known = [...levels, ...retired];
  return known.find((bot) => bot.id === id) ?? (levels[0] as Bot);
}
