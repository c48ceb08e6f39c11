// SPDX-License-Identifier: MIT
// The opponents there are, weakest first, as the engine calls them; labels are keys of the catalogues.
export interface Bot {
  id: string;
  label: string;
  budget: number;
}

export const bots: Bot[] = [
  { id: "random", label: "Drifter", budget: 1 },
  { id: "greedy", label: "Apprentice", budget: 8 },
];

export function botOf(id: string): Bot {
  return bots.find((bot) => bot.id === id) ?? (bots[bots.length - 1] as Bot);
}
