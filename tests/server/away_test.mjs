// SPDX-License-Identifier: MIT
// tests/server/away_test.mjs PROGRAM -- stores that fail under a running server while tables are played: a full disk, a database that is
// stopped, crashes, or becomes read-only.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { after, test } from "../time_limit.mjs";
import { postgres } from "../postgres.mjs";
import { guest } from "../ws.mjs";
import { Party, pause } from "./party.mjs";
import { checkFile, checkLogs, place, program, start } from "./servers.mjs";

const nTables = 12;
const database = await postgres();
after(() => database.remove());

/** Do all servers answer /healthz with this status? */
async function haveStatus(servers, status) {
  const all = await Promise.all(servers.all.map(({ port }) => fetch(`http://127.0.0.1:${port}/healthz`)));
  return all.every((one) => one.status === status);
}
async function waitUntil(what) {
  while (!(await what())) await pause(50);
}

/** Several times: plays; breaks the store, then moves are refused and /healthz reports it; repairs the store, then play continues. */
async function playThroughFailures(servers, fail, recover, reason, times = 3) {
  const party = new Party(() => servers.port(), nTables);
  for (let i = 0; i < times; i++) {
    await party.moves(20 * nTables);
    const { refused } = party.counts;
    const before = refused.away ?? 0;
    await fail();
    await Promise.race([party.tables, waitUntil(() => (refused.away ?? 0) >= before + nTables)]);
    await waitUntil(() => haveStatus(servers, 503));
    await recover();
    await waitUntil(() => haveStatus(servers, 200));
    await party.moves(nTables);
  }
  await party.close(program);
  const log = await servers.stop();
  assert.doesNotMatch(log, /Sanitizer|runtime error/);
  const away = log.split("\n").filter((line) => line.includes("event=store_down"));
  assert.ok(away.length >= 1, "the log reports it");
  for (const line of away) assert.match(line, reason);
}

test("on a full disk moves are refused, and play continues when there is space again", async () => {
  const file = path.join(place, "full.db");
  const servers = await start(file);
  const limit = (bytes) => execFileSync("prlimit", ["--pid", String(servers.all[0].child.pid), `--fsize=${bytes}:`]);
  await playThroughFailures(servers, () => limit(1), () => limit("unlimited"), /level=error .*reason="(disk I\/O error|database or disk is full)"/);
  checkFile(file);
});

for (const [name, signal] of [
  ["is stopped", "SIGINT"],
  ["crashes", "SIGQUIT"],
])
  test(`two servers survive a database that ${name} and is started again`, async () => {
    const own = signal.toLowerCase();
    database.query("postgres", `create database ${own}`);
    await playThroughFailures(await start(database.address(own), 2), () => database.stop(signal), () => database.start(), /reason="[^"]+"/);
    checkLogs((sql) => database.query(own, sql));
  });

test("a server survives a database that is read-only for a while", async () => {
  database.query("postgres", "create database reading");
  const setReadOnly = (on) => {
    database.query("postgres", `alter database reading set default_transaction_read_only = ${on}`);
    database.query("postgres", "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'reading'");
  };
  await playThroughFailures(await start(database.address("reading")), () => setReadOnly("on"), () => setReadOnly("off"), /reason="cannot execute \w+ in a read-only transaction"/, 1);
  checkLogs((sql) => database.query("reading", sql));
});

test("with a database that hangs /healthz reports it, and the server still ends in time", async () => {
  database.query("postgres", "create database hanging");
  const servers = await start(database.address("hanging"));
  const [{ port }] = servers.all;
  const anna = await guest(port);
  const create = () => anna.ask({ do: "create", game: "die-mauer", seats: ["me", "open", "open"] });
  const { table } = await create();
  assert.ok(table);
  database.freeze();
  const unanswered = create();
  unanswered.catch(() => {});
  await waitUntil(() => haveStatus(servers, 503));
  assert.match(await (await fetch(`http://127.0.0.1:${port}/healthz`)).text(), /^(slow|store)\n$/);
  servers.all[0].child.kill("SIGTERM");
  const { code, err } = await servers.all[0].ended;
  assert.equal(code, 0);
  assert.match(err, /event=store_unfinished jobs=\d+/);
  assert.doesNotMatch(err, /Sanitizer|runtime error/);
  database.thaw();
  const again = await start(database.address("hanging"));
  const back = await guest(again.all[0].port, { token: anna.hello.token });
  assert.ok((await back.ask({ do: "mine" })).tables.some((one) => one.id === table || one.table === table), "the acknowledged table is there");
  await back.close();
  await again.stop();
});
