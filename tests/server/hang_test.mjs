// SPDX-License-Identifier: MIT
// tests/server/hang_test.mjs PROGRAM -- a PostgreSQL that hangs, is slow, or restarts under running servers while tables are played.
// In all cases every request is answered, and nothing acknowledged is lost or done twice.
import assert from "node:assert/strict";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { after, test } from "../time_limit.mjs";
import { postgres } from "../postgres.mjs";
import { Party, pause } from "./party.mjs";
import { checkLogs, place, program, start } from "./servers.mjs";

const nTables = 8;
const database = await postgres();
after(() => database.remove());

async function waitUntil(what) {
  while (!(await what())) await pause(50);
}
const haveStatus = async (servers, status) =>
  (await Promise.all(servers.all.map(({ port }) => fetch(`http://127.0.0.1:${port}/healthz`)))).every((one) => one.status === status);
const refusals = ({ counts: { refused } }) => (refused.away ?? 0) + (refused.unsure ?? 0);

/** Plays every game to its end, compares, and stops the servers. */
async function close(party, servers, name) {
  await party.close(program);
  assert.doesNotMatch(await servers.stop(), /Sanitizer|runtime error/);
  checkLogs((sql) => database.query(name, sql));
}

async function begin(name, nServers, host) {
  database.query("postgres", `create database ${name}`);
  const servers = await start(database.address(name, host), nServers);
  const party = new Party(() => servers.port(), nTables);
  await party.moves(20 * nTables);
  return { servers, party };
}

test("while a database hangs moves are refused and /healthz reports it; then play continues", async (t) => {
  const { servers, party } = await begin("hangs", 2);
  for (let i = 0; i < 2; i++) {
    const before = refusals(party);
    const began = performance.now();
    database.freeze();
    await Promise.race([party.tables, waitUntil(() => haveStatus(servers, 503))]);
    t.diagnostic(`/healthz says 503 after ${((performance.now() - began) / 1000).toFixed(1)} s`);
    await Promise.race([party.tables, waitUntil(() => refusals(party) >= before + nTables)]); // every player gets an answer
    database.thaw();
    await waitUntil(() => haveStatus(servers, 200));
    await party.moves(10 * nTables);
  }
  await close(party, servers, "hangs");
});

test("a server can be stopped while its database hangs", async (t) => {
  const { servers, party } = await begin("ends", 1);
  database.freeze();
  const { sent } = party.counts;
  await waitUntil(() => party.counts.sent > sent); // a request is waiting for its answer
  const began = performance.now();
  const { code, err } = await servers.all[0].stop();
  t.diagnostic(`it ends after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  database.thaw();
  assert.doesNotMatch(err, /Sanitizer|runtime error/);
  assert.equal(code, 0, err);
  await servers.start();
  await party.moves(nTables);
  await close(party, servers, "ends");
});

/** A proxy for the database that forwards everything with delays and in pieces; returns the folder of its socket. */
async function slowProxy(ms, piece) {
  const folder = path.join(place, "slow");
  fs.mkdirSync(folder);
  const pass = (from, to) => {
    let last = Promise.resolve();
    from.on("data", (data) => {
      for (let at = 0; at < data.length; at += piece)
        last = last.then(() => pause(ms * Math.random())).then(() => to.destroyed || to.write(data.subarray(at, at + piece)));
    });
    from.on("close", () => last.then(() => to.destroy()));
    from.on("error", () => {});
  };
  const server = net.createServer((client) => {
    const upstream = net.connect(path.join(database.folder, ".s.PGSQL.5432"));
    pass(client, upstream);
    pass(upstream, client);
  });
  await new Promise((resolve) => server.listen(path.join(folder, ".s.PGSQL.5432"), resolve));
  return { folder, close: () => server.close() };
}

test("games are played on a slow database whose answers arrive in pieces", async () => {
  const proxy = await slowProxy(8, 4000);
  const { servers, party } = await begin("slow", 1, proxy.folder);
  await close(party, servers, "slow");
  proxy.close();
});

for (const [how, signal] of [
  ["closes all connections", "SIGINT"],
  ["crashes", "SIGQUIT"],
])
  test(`servers under load survive a database that ${how} and restarts`, async () => {
    const name = `restart_${signal.toLowerCase()}`;
    const { servers, party } = await begin(name, 2);
    for (let i = 0; i < 4; i++) {
      await party.moves(5 * nTables);
      await database.stop(signal);
      await database.start();
    }
    await waitUntil(() => haveStatus(servers, 200));
    await party.moves(5 * nTables);
    await close(party, servers, name);
  });
