// SPDX-License-Identifier: MIT
// Games kept in this browser: a record and who sits where. A game is saved after every move, so a reload or a closed
// page loses nothing.
import type { Played } from "./showing";

export interface SavedGame extends Played {
  id: string;
  record: string;
  over: boolean;
  plies: number;
  changed: number; // milliseconds
}

const PREFIX = "muraille.game.";
const KEPT = 60; // finished games beyond this many are forgotten, oldest first

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_");
}

export function savedGame(id: string): SavedGame | null {
  try {
    const text = localStorage.getItem(PREFIX + id);
    return text ? (JSON.parse(text) as SavedGame) : null;
  } catch {
    return null;
  }
}

/** Latest first. */
export function savedGames(): SavedGame[] {
  const games: SavedGame[] = [];
  for (let i = 0; i < localStorage.length; i++) {
    const key = localStorage.key(i);
    const game = key?.startsWith(PREFIX) ? savedGame(key.slice(PREFIX.length)) : null;
    if (game) games.push(game);
  }
  return games.sort((a, b) => b.changed - a.changed);
}

export function save(game: SavedGame): void {
  try {
    localStorage.setItem(PREFIX + game.id, JSON.stringify(game));
    for (const old of savedGames().filter((g) => g.over).slice(KEPT)) forget(old.id);
  } catch {
    // full or forbidden: the game goes on in this page
  }
}

export function forget(id: string): void {
  localStorage.removeItem(PREFIX + id);
}
