// SPDX-License-Identifier: MIT
// The ways into a game: a new one, a record that was opened, a branch of another game.
import { usualLevel } from "./bots";
import { go } from "./route";
import { newId, save } from "./saved";
import type { Seat } from "./seats";
import type { Engine } from "../engine/client";
import { isRefusal } from "../engine/types";

function randomSeed(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0] as bigint;
}

export interface NewGame {
  game: string;
  players: Seat[];
  options: Record<string, string>; // only those that differ from their defaults
}

/** Deals, saves and goes to the table; returns the reason if the engine refuses. */
export async function startGame(engine: Engine, wanted: NewGame): Promise<string | null> {
  const lines = Object.entries(wanted.options).map(([id, value]) => `option ${id} ${value}`);
  lines.push(`tag date ${new Date().toISOString().slice(0, 10)}`);
  for (const { seat, name } of wanted.players) if (name) lines.push(`tag player${seat} ${name}`);
  const answer = await engine.open(wanted.game, wanted.players.length, randomSeed(), lines);
  if (isRefusal(answer)) return answer.error;
  await keep(engine, wanted.players, answer.game, answer.plies, answer.over);
  return null;
}

async function keep(engine: Engine, players: Seat[], game: string, plies: number, over: boolean): Promise<void> {
  const id = newId();
  const style = 1 + (crypto.getRandomValues(new Uint32Array(1))[0] as number) % 0xffffffff;
  save({ id, game, record: await engine.record(), players, over, plies, changed: Date.now(), style });
  go("table", id);
}

/** A person on one seat, bots on all others. */
export function againstBots(names: string[], person: number): Seat[] {
  return names.map((name, i) => ({ seat: i + 1, name, bot: i + 1 === person ? null : usualLevel }));
}

/** Goes to a table with this record: a game to look at if it is over, else to play on against bots. */
export async function openRecord(engine: Engine, record: string): Promise<string | null> {
  const answer = await engine.read(record);
  if (isRefusal(answer)) return answer.line ? `${answer.line}: ${answer.error}` : answer.error;
  const names = Array.from({ length: answer.seats }, (_, i) => answer.tags[`player${i + 1}`] ?? "");
  const players = againstBots(names, 1);
  await keep(engine, players, answer.game, answer.plies, answer.over);
  return null;
}
