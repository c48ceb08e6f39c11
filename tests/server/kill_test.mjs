// SPDX-License-Identifier: MIT
// tests/server/kill_test.mjs PROGRAM -- servers that are killed with -9 at random moments while many tables are played: one with a
// file, one with PostgreSQL, two that share a PostgreSQL. The environment variables KILLS and TABLES set the number of kills and tables.
import assert from "node:assert/strict";
import path from "node:path";
import { after, LIMIT_MS, test } from "../time_limit.mjs";
import { postgres } from "../postgres.mjs";
import { isAll } from "../tier.mjs";
import { Party, pause } from "./party.mjs";
import { checkFile, checkLogs, place, program, start } from "./servers.mjs";

const kills = Number(process.env.KILLS ?? (isAll ? 50 : 4));
const limit = { timeout: LIMIT_MS * Math.max(1, kills / 50) };
const nTables = Number(process.env.TABLES ?? (isAll ? 24 : 6));
const database = await postgres({ fsync: true });
after(() => database.remove());

/** Plays while servers are killed: mostly after a random number of moves, sometimes while people are still reconnecting. */
async function survive(t, store, nServers) {
  const servers = await start(store, nServers);
  const party = new Party(() => servers.port(), nTables);
  for (let i = 0; i < kills; i++) {
    if (i % 4 !== 3) await party.moves(1 + Math.floor(Math.random() * 20 * nTables));
    await pause(Math.random() * 60);
    const victim = Math.floor(Math.random() * nServers);
    await servers.kill(victim);
    await servers.start(victim);
  }
  await party.close(program);
  await servers.stop();
  const { acknowledged, sent, found, games, refused } = party.counts;
  const others = Object.entries(refused).map(([error, n]) => `, ${n} ${error}`);
  t.diagnostic(`${kills} kills, ${games} games played to the end, ${acknowledged} moves acknowledged, none lost or doubled;`);
  t.diagnostic(`of ${sent - acknowledged} without an answer ${found} were found made${others.join("")}`);
  assert.ok(acknowledged > kills && games >= nTables);
}

test("a server with a file that is killed repeatedly loses nothing, and every game continues", limit, async (t) => {
  const file = path.join(place, "muraille.db");
  await survive(t, file, 1);
  checkFile(file);
});
test("a server with PostgreSQL that is killed repeatedly loses nothing, and every game continues", limit, async (t) => {
  database.query("postgres", "create database one");
  await survive(t, database.address("one"), 1);
  checkLogs((sql) => database.query("one", sql));
});
test("when one of two servers with one PostgreSQL is killed, its players continue at the other", limit, async (t) => {
  database.query("postgres", "create database two");
  await survive(t, database.address("two"), 2);
  checkLogs((sql) => database.query("two", sql));
});
