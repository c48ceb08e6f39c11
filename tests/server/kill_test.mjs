// SPDX-License-Identifier: MIT
// tests/server/kill_test.mjs PROGRAM [--kills 10] [--tables 24] -- servers that are killed with -9 at random moments while many
// tables are played: one with a file, one with PostgreSQL, two that share a PostgreSQL. Prints TAP.
import assert from "node:assert/strict";
import path from "node:path";
import { postgres } from "../postgres.mjs";
import { finish, test } from "../tap.mjs";
import { Party, pause } from "./party.mjs";
import { checkFile, checkLogs, place, program, start } from "./servers.mjs";

const option = (name, usual) => (process.argv.includes(name) ? Number(process.argv[process.argv.indexOf(name) + 1]) : usual);
const kills = option("--kills", 10);
const nTables = option("--tables", 24);
const database = await postgres({ fsync: true });

/** Plays and kills: now and then while people are still coming back, else after any number of moves. */
async function survive(name, store, nServers) {
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
  console.log(`note: ${name}: ${kills} kills, ${games} games played to the end, ${acknowledged} moves acknowledged, none lost or doubled;`);
  console.log(`note:   of ${sent - acknowledged} without an answer ${found} were found made${others.join("")}`);
  assert.ok(acknowledged > kills && games >= nTables);
}

const seconds = 60 + 5 * kills;

test("a server with a file is killed again and again: nothing is lost, every table plays on", { seconds }, async () => {
  const file = path.join(place, "muraille.db");
  await survive("SQLite", file, 1);
  checkFile(file);
});
test("a server with PostgreSQL is killed again and again: nothing is lost, every table plays on", { seconds }, async () => {
  database.say("postgres", "create database one");
  await survive("PostgreSQL", database.address("one"), 1);
  checkLogs((sql) => database.say("one", sql));
});
test("of two servers with one PostgreSQL one is killed again and again; its players go on at the other", { seconds }, async () => {
  database.say("postgres", "create database two");
  await survive("two servers", database.address("two"), 2);
  checkLogs((sql) => database.say("two", sql));
});

await finish();
database.remove();
