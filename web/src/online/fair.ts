// SPDX-License-Identifier: MIT
// Fair deals (docs/protocol.md): a salt of our own for every table, kept in this browser, and the proof afterwards: the secret
// fits its commitment, our salt went into it, and the deal follows from both.
import { Engine } from "../engine/client";
import { isRefusal } from "../engine/types";

const KEY = "muraille.salts";
const KEPT = 200; // tables whose salts are remembered

function keptSalts(): [string, string][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as [string, string][];
  } catch {
    return [];
  }
}

export function newSalt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_");
}

export function keepSalt(table: string, salt: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...keptSalts().filter(([id]) => id !== table), [table, salt]].slice(-KEPT)));
  } catch {
    // then nobody can tell whether it was used
  }
}

export function saltOf(table: string): string | null {
  return keptSalts().find(([id]) => id === table)?.[1] ?? null;
}

async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function tagsOf(record: string): Record<string, string> {
  return Object.fromEntries([...record.matchAll(/^tag (\S+) (.*)$/gm)].map((found) => [found[1] ?? "", found[2] ?? ""]));
}

const linesOf = (record: string, word: string): string[] => record.split("\n").filter((line) => line.startsWith(`${word} `));

export interface Proof {
  commitment: string;
  secret: string; // "": kept until all tables of the deal are over
  salts: string[];
  fits: boolean; // the secret is the one that was promised
  own: boolean | null; // our salt was used; null: we brought none, or do not know it any more
  dealt: boolean; // the deal is what secret and salts give
}

/** Does it all again. */
export async function prove(record: string, commitment: string, ownSalt: string | null, seat: number): Promise<Proof> {
  const tags = tagsOf(record);
  const seats = Number(/^players (\d+)/m.exec(record)?.[1] ?? 0);
  const game = /^game (\S+)/m.exec(record)?.[1] ?? "";
  const salts = Array.from({ length: seats }, (_, i) => tags[`salt${i + 1}`] ?? "");
  const secret = tags.secret ?? "";
  const proof: Proof = { commitment, secret, salts, fits: false, own: ownSalt === null || seat === 0 ? null : salts[seat - 1] === ownSalt, dealt: false };
  if (!secret) return proof;
  proof.fits = (await sha256(secret)) === commitment;
  const engine = new Engine(WORKER);
  const state = await sha256([secret, ...salts, ""].join("\n"));
  const answer = await engine.open(game, seats, state, linesOf(record, "option"));
  if (!isRefusal(answer)) proof.dealt = linesOf(await engine.record(), "setup").join() === linesOf(record, "setup").join();
  engine.close();
  return proof;
}
