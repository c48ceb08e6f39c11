// SPDX-License-Identifier: MIT
// Fair deals (docs/protocol.md), the proof after the game: the secret fits its commitment, all salts fit those that were shown
// when the table was sealed, ours is among them, and the deal follows from all of them.
import { Engine } from "../engine/client";
import { isRefusal } from "../engine/types";
import { sha256, type Seal } from "./share";

function tagsOf(record: string): Record<string, string> {
  return Object.fromEntries([...record.matchAll(/^tag (\S+) (.*)$/gm)].map((found) => [found[1] ?? "", found[2] ?? ""]));
}

const linesOf = (record: string, word: string): string[] => record.split("\n").filter((line) => line.startsWith(`${word} `));

export interface Proof {
  commitment: string;
  secret: string; // "": kept until all tables of the deal are over
  salts: string[];
  fits: boolean; // the secret is the one that was promised
  sealed: boolean | null; // everybody's salt is the one they had committed to; null: we saw no seal
  own: boolean | null; // our salt was used; null: we brought none, or do not know it any more
  dealt: boolean; // the deal is what secret and salts give
}

async function fitsSeal(salts: string[], seal: Seal): Promise<boolean> {
  const hashes = await Promise.all(salts.map((salt) => (salt ? sha256(salt) : "")));
  return hashes.length === seal.commits.length && hashes.every((hash, i) => hash === seal.commits[i]);
}

/** Does it all again. `own`: our salts for this table, of which one was used. What was shown before the deal counts, not what
 *  the server says of it now. */
export async function prove(record: string, commitment: string, own: string[], seal: Seal | null, seat: number): Promise<Proof> {
  const tags = tagsOf(record);
  const seats = Number(/^players (\d+)/m.exec(record)?.[1] ?? 0);
  const game = /^game (\S+)/m.exec(record)?.[1] ?? "";
  const salts = Array.from({ length: seats }, (_, i) => tags[`salt${i + 1}`] ?? "");
  const secret = tags.secret ?? "";
  const promised = seal?.commitment ?? commitment;
  const used = own.length === 0 || seat === 0 ? null : own.includes(salts[seat - 1] ?? "");
  const proof: Proof = { commitment: promised, secret, salts, fits: false, sealed: null, own: used, dealt: false };
  if (!secret) return proof;
  proof.fits = (await sha256(secret)) === promised;
  if (seal) proof.sealed = await fitsSeal(salts, seal);
  const engine = new Engine(WORKER);
  const state = await sha256([secret, ...salts, ""].join("\n"));
  const answer = await engine.open(game, seats, state, linesOf(record, "option"));
  if (!isRefusal(answer)) proof.dealt = linesOf(await engine.record(), "setup").join() === linesOf(record, "setup").join();
  engine.close();
  return proof;
}
