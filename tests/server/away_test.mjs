// SPDX-License-Identifier: MIT
// tests/server/away_test.mjs PROGRAM -- stores that fail under a running server while tables are played: a disk that is full, a
// database that is stopped, that crashes, that only reads. Prints TAP.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { postgres } from "../postgres.mjs";
import { finish, test } from "../tap.mjs";
import { Party, pause } from "./party.mjs";
import { checkFile, checkLogs, place, program, start } from "./servers.mjs";

const nTables = 12;
const database = await postgres();

/** All of them answer so. */
async function health(servers, status) {
  const all = await Promise.all(servers.all.map(({ port }) => fetch(`http://127.0.0.1:${port}/healthz`)));
  return all.every((one) => one.status === status);
}
async function until(what) {
  while (!(await what())) await pause(50);
}

/** Plays; then the store goes, moves are refused and /healthz says so; it comes back, and all goes on. Several times. */
async function outlast(servers, goes, comes, times = 3) {
  const party = new Party(() => servers.port(), nTables);
  for (let i = 0; i < times; i++) {
    await party.moves(20 * nTables);
    const { refused } = party.counts;
    const before = refused.away ?? 0;
    await goes();
    await Promise.race([party.tables, until(() => (refused.away ?? 0) >= before + nTables)]);
    await until(() => health(servers, 503));
    await comes();
    await until(() => health(servers, 200));
    await party.moves(nTables);
  }
  await party.close(program);
  assert.doesNotMatch(await servers.stop(), /Sanitizer|runtime error/);
}

test("a file that may not grow: moves are refused, and made when there is room again", async () => {
  const file = path.join(place, "full.db");
  const servers = await start(file);
  const limit = (bytes) => execFileSync("prlimit", ["--pid", String(servers.all[0].child.pid), `--fsize=${bytes}:`]);
  await outlast(servers, () => limit(1), () => limit("unlimited"));
  checkFile(file);
});

for (const [name, signal] of [
  ["is stopped", "SIGINT"],
  ["crashes", "SIGQUIT"],
])
  test(`a database that ${name} and comes back, under two servers`, { seconds: 90 }, async () => {
    const own = signal.toLowerCase();
    database.say("postgres", `create database ${own}`);
    await outlast(await start(database.address(own), 2), () => database.stop(signal), () => database.start());
    checkLogs((sql) => database.say(own, sql));
  });

test("a database that only reads for a while", async () => {
  database.say("postgres", "create database reading");
  const reads = (on) => {
    database.say("postgres", `alter database reading set default_transaction_read_only = ${on}`);
    database.say("postgres", "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'reading'");
  };
  await outlast(await start(database.address("reading")), () => reads("on"), () => reads("off"), 1);
  checkLogs((sql) => database.say("reading", sql));
});

await finish();
database.remove();
