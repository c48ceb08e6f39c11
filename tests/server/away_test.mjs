// SPDX-License-Identifier: MIT
// tests/server/away_test.mjs PROGRAM -- stores that fail under a running server while tables are played: a disk that is full, a
// database that is stopped, that crashes, that only reads. Prints TAP.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { postgres } from "../postgres.mjs";
import { finish, test } from "../tap.mjs";
import { guest } from "../ws.mjs";
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
async function outlast(servers, goes, comes, reason, times = 3) {
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
  const log = await servers.stop();
  assert.doesNotMatch(log, /Sanitizer|runtime error/);
  const away = log.split("\n").filter((line) => line.includes("event=store_away"));
  assert.ok(away.length >= 1, "the log says so");
  for (const line of away) assert.match(line, reason);
}

test("a file that may not grow: moves are refused, and made when there is room again", async () => {
  const file = path.join(place, "full.db");
  const servers = await start(file);
  const limit = (bytes) => execFileSync("prlimit", ["--pid", String(servers.all[0].child.pid), `--fsize=${bytes}:`]);
  await outlast(servers, () => limit(1), () => limit("unlimited"), /level=error .*reason="(disk I\/O error|database or disk is full)"/);
  checkFile(file);
});

for (const [name, signal] of [
  ["is stopped", "SIGINT"],
  ["crashes", "SIGQUIT"],
])
  test(`a database that ${name} and comes back, under two servers`, { seconds: 90 }, async () => {
    const own = signal.toLowerCase();
    database.say("postgres", `create database ${own}`);
    await outlast(await start(database.address(own), 2), () => database.stop(signal), () => database.start(), /reason="[^"]+"/);
    checkLogs((sql) => database.say(own, sql));
  });

test("a database that only reads for a while", async () => {
  database.say("postgres", "create database reading");
  const reads = (on) => {
    database.say("postgres", `alter database reading set default_transaction_read_only = ${on}`);
    database.say("postgres", "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'reading'");
  };
  await outlast(await start(database.address("reading")), () => reads("on"), () => reads("off"), /reason="cannot execute \w+ in a read-only transaction"/, 1);
  checkLogs((sql) => database.say("reading", sql));
});

test("a database that hangs: /healthz says so, and the server ends in its time nevertheless", { seconds: 60 }, async () => {
  database.say("postgres", "create database hanging");
  const servers = await start(database.address("hanging"));
  const [{ port }] = servers.all;
  const anna = await guest(port);
  const create = () => anna.ask({ do: "create", game: "die-mauer", seats: ["me", "open", "open"] });
  const { table } = await create();
  assert.ok(table);
  database.freeze();
  const unanswered = create();
  unanswered.catch(() => {});
  await until(() => health(servers, 503));
  assert.match(await (await fetch(`http://127.0.0.1:${port}/healthz`)).text(), /^(slow|store)\n$/);
  servers.all[0].child.kill("SIGTERM");
  const { code, err } = await servers.all[0].ended;
  assert.equal(code, 0);
  assert.match(err, /event=unfinished writing=\d+/);
  assert.doesNotMatch(err, /Sanitizer|runtime error/);
  database.thaw();
  const again = await start(database.address("hanging"));
  const back = await guest(again.all[0].port, { token: anna.hello.token });
  assert.ok((await back.ask({ do: "mine" })).tables.some((one) => one.id === table || one.table === table), "what was acknowledged is there");
  await back.close();
  await again.stop();
});

await finish();
database.remove();
