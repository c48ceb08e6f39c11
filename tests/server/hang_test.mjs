// SPDX-License-Identifier: MIT
// tests/server/hang_test.mjs PROGRAM -- a PostgreSQL that hangs, is slow, or restarts under running servers while tables are played.
// Whatever happens, every request is answered, and nothing that was acknowledged is lost or done twice. Prints TAP.
import assert from "node:assert/strict";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { postgres } from "../postgres.mjs";
import { finish, test } from "../tap.mjs";
import { Party, pause } from "./party.mjs";
import { checkLogs, place, program, start } from "./servers.mjs";

const nTables = 8;
const database = await postgres();

async function until(what) {
  while (!(await what())) await pause(50);
}
const isHealth = async (servers, status) =>
  (await Promise.all(servers.all.map(({ port }) => fetch(`http://127.0.0.1:${port}/healthz`)))).every((one) => one.status === status);
const refusals = ({ counts: { refused } }) => (refused.away ?? 0) + (refused.unsure ?? 0);

/** Every game is played to its end and compared; the servers end politely. */
async function close(party, servers, name) {
  await party.close(program);
  assert.doesNotMatch(await servers.stop(), /Sanitizer|runtime error/);
  checkLogs((sql) => database.say(name, sql));
}

async function begin(name, nServers, host) {
  database.say("postgres", `create database ${name}`);
  const servers = await start(database.address(name, host), nServers);
  const party = new Party(() => servers.port(), nTables);
  await party.moves(20 * nTables);
  return { servers, party };
}

test("a database that hangs: moves are refused, /healthz says so, and all goes on when it wakes", { seconds: 240 }, async () => {
  const { servers, party } = await begin("hangs", 2);
  for (let i = 0; i < 2; i++) {
    const before = refusals(party);
    const began = performance.now();
    database.freeze();
    await Promise.race([party.tables, until(() => isHealth(servers, 503))]);
    console.log(`note: /healthz says 503 after ${((performance.now() - began) / 1000).toFixed(1)} s`);
    await Promise.race([party.tables, until(() => refusals(party) >= before + nTables)]); // nobody waits for ever
    database.thaw();
    await until(() => isHealth(servers, 200));
    await party.moves(10 * nTables);
  }
  await close(party, servers, "hangs");
});

test("a server ends while its database hangs", { seconds: 120 }, async () => {
  const { servers, party } = await begin("ends", 1);
  database.freeze();
  await pause(500);
  const began = performance.now();
  const { code, err } = await servers.all[0].stop();
  console.log(`note: it ends after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  database.thaw();
  assert.doesNotMatch(err, /Sanitizer|runtime error/);
  assert.equal(code, 0, err);
  await servers.start();
  await party.moves(nTables);
  await close(party, servers, "ends");
});

/** A folder with a socket that passes everything on to the database, late and in pieces. */
async function slowly(ms, piece) {
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
    const far = net.connect(path.join(database.folder, ".s.PGSQL.5432"));
    pass(client, far);
    pass(far, client);
  });
  await new Promise((resolve) => server.listen(path.join(folder, ".s.PGSQL.5432"), resolve));
  return { folder, close: () => server.close() };
}

test("a database that is slow, and whose answers come in pieces", { seconds: 240 }, async () => {
  const proxy = await slowly(8, 4000);
  const { servers, party } = await begin("slow", 1, proxy.folder);
  await close(party, servers, "slow");
  proxy.close();
});

for (const [how, signal] of [
  ["waits for nobody", "SIGINT"],
  ["crashes", "SIGQUIT"],
])
  test(`a database that restarts under load and ${how}`, { seconds: 120 }, async () => {
    const name = `restart_${signal.toLowerCase()}`;
    const { servers, party } = await begin(name, 2);
    for (let i = 0; i < 4; i++) {
      await party.moves(5 * nTables);
      await database.stop(signal);
      await database.start();
    }
    await until(() => isHealth(servers, 200));
    await party.moves(5 * nTables);
    await close(party, servers, name);
  });

await finish();
database.remove();
