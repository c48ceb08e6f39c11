// SPDX-License-Identifier: MIT
// Our part of the shuffle (docs/protocol.md, Fair deals), without anybody noticing: a salt is drawn when we sit down, the server
// is told its hash, and the salt itself only once the table is sealed. Salts stay in this browser, so that a page that was
// reloaded can still reveal, and so does what everybody had committed to, for the proof.
import type { Connection } from "./connection";
import { Lost, type TableInfo } from "./protocol";

const KEY = "muraille.salts";
const KEPT = 200; // salts that are remembered

/** What the table showed when it was sealed. */
export interface Seal {
  commitment: string; // to the server's secret
  commits: string[]; // to everybody's salts, by seat
  bots: number[]; // the seats that bots had
}

type Kept = [table: string, salt: string, seal?: Seal];

let unstored: Kept[] | null = null; // of a browser that keeps nothing: as long as this page is open

function all(): Kept[] {
  try {
    return unstored ?? (JSON.parse(localStorage.getItem(KEY) ?? "[]") as Kept[]);
  } catch {
    return [];
  }
}

function write(kept: Kept[]): void {
  const latest = kept.slice(-KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(latest));
  } catch {
    unstored = latest;
  }
}

export function keepSalt(table: string, salt: string): void {
  write([...all(), [table, salt]]);
}

/** All that were drawn for this table, the latest last: one that was never used does no harm. */
export function saltsOf(table: string): string[] {
  return all().flatMap(([id, salt]) => (id === table ? [salt] : []));
}

/** Those at which we revealed, in their order. */
function sealsOf(table: string): Seal[] {
  return all().flatMap(([id, , seal]) => (id === table && seal ? [seal] : []));
}

export function sealOf(table: string): Seal | null {
  const seals = sealsOf(table);
  return seals[seals.length - 1] ?? null;
}

const botsOf = (info: TableInfo): number[] => info.seats.flatMap((seat, i) => (seat.bot ? [i + 1] : []));

/** Every broken seal costs somebody the seat. A server that asks for new salts without that tries deals until one suits it. */
export function isPaidFor(info: TableInfo): boolean {
  const seals = sealsOf(info.table);
  const lost = botsOf(info).filter((seat) => !seals[0]?.bots.includes(seat));
  return lost.length >= seals.length;
}

function keepSeal(table: string, salt: string, seal: Seal): void {
  write(all().map((one) => (one[0] === table && one[1] === salt ? [table, salt, seal] : one)));
}

export async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** 256 bits as 43 letters of base64url. */
function newSalt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");
}

/** A new salt, and what the server is told of it now. Pages without encryption cannot compute hashes: there it is open. */
export async function drawShare(): Promise<{ salt: string; share: { commit: string } | { salt: string } }> {
  const salt = newSalt();
  return { salt, share: crypto.subtle ? { commit: await sha256(salt) } : { salt } };
}

/** The salt that our seat has committed to; null: it was drawn elsewhere. */
async function committedSalt(info: TableInfo): Promise<string | null> {
  const commit = info.fair.commits[info.my_seat - 1];
  for (const salt of saltsOf(info.table)) if ((await sha256(salt)) === commit) return salt;
  return null;
}

async function commitAgain(connection: Connection, info: TableInfo): Promise<void> {
  if (!isPaidFor(info)) return;
  const { salt, share } = await drawShare();
  if (!("commit" in share)) return;
  keepSalt(info.table, salt);
  await connection.ask("commit", { table: info.table, ...share });
}

/** A salt leaves only where the table shows our commitment to it. */
async function reveal(connection: Connection, info: TableInfo): Promise<void> {
  const salt = await committedSalt(info);
  if (salt === null) return;
  keepSeal(info.table, salt, { commitment: info.fair.commitment, commits: info.fair.commits, bots: botsOf(info) });
  await connection.ask("reveal", { table: info.table, salt });
}

const busy = new Set<string>();

/** Brings what the table waits for. What is refused or lost is asked for again with the next news of the table. */
export async function bringShare(connection: Connection, info: TableInfo): Promise<void> {
  if ((!info.reveal && !info.commit) || !crypto.subtle || busy.has(info.table)) return;
  busy.add(info.table);
  try {
    await (info.reveal ? reveal(connection, info) : commitAgain(connection, info));
  } catch (reason) {
    if (!(reason instanceof Lost)) console.warn("shuffle:", reason);
  } finally {
    busy.delete(info.table);
  }
}

/** Tables that this page does not look at wait for us, too. */
export function attendShuffles(connection: Connection, isShown: (table: string) => boolean): void {
  connection.hear((news) => {
    if (news.news !== "shuffle" || isShown(news.table)) return;
    const { table } = news;
    void connection
      .ask("open", { table, form: "bytes", from: 0 })
      .then((answer) => bringShare(connection, answer.table))
      .then(() => (isShown(table) ? undefined : connection.ask("leave", { table })))
      .catch(() => {});
  });
}
