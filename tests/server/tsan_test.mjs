// SPDX-License-Identifier: MIT
// tests/server/tsan_test.mjs PROGRAM -- a server built with ThreadSanitizer, with all of its threads busy: games with bots, passwords,
// chat, single requests, connections that break at any moment. Any report fails the test. tests/server/tsan.supp lists what is
// suppressed, and why.
import assert from "node:assert/strict";
import http from "node:http";
import path from "node:path";
import { after, test } from "../time_limit.mjs";
import { postgres } from "../postgres.mjs";
import { root } from "../serve.mjs";
import { guest, open } from "../ws.mjs";
import { Party, pause } from "./party.mjs";

process.env.TSAN_OPTIONS = `halt_on_error=0:exitcode=66:second_deadlock_stack=1:suppressions=${path.join(root, "tests/server/tsan.supp")}`;
const { place, start } = await import("./servers.mjs");
const database = await postgres();
after(() => database.remove());

const TABLES = 6;
const MOVES = 200;
const VISITORS = 3;
const ROUNDS = 4;

const below = (n) => Math.floor(Math.random() * n);

function fetchText(port, target, body, token) {
  return new Promise((resolve) => {
    const headers = { ...(body ? { "content-type": "application/json" } : {}), ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const request = http.request({ port, host: "127.0.0.1", path: target, method: body ? "POST" : "GET", headers, agent: false }, (reply) => {
      reply.resume();
      reply.on("end", () => resolve(reply.statusCode));
    });
    request.on("error", () => resolve(0));
    request.end(body ? JSON.stringify(body) : undefined);
  });
}

/** Takes a name and a password, logs in on another connection, plays against a bot, chats, and sometimes disconnects in between. */
async function visit(port, name) {
  const ws = await guest(port);
  await ws.ask({ do: "name", name });
  const { token } = ws.hello;
  const password = `${name} ${name}`;
  const hashing = ws.ask({ do: "password", password });
  const { table } = await ws.ask({ do: "create", game: "die-mauer", seats: ["me", "apprentice", "apprentice"], public: true });
  ws.ask({ do: "open", table }).catch(() => {});
  for (let i = 0; i < 3; i++) ws.ask({ do: "say", table, text: `${i}` }).catch(() => {});
  await hashing;
  const other = await guest(port);
  other.ask({ do: "open", table }).catch(() => {});
  const login = other.ask({ do: "login", name, password, bring: true });
  const statuses = await Promise.all([
    fetchText(port, "/metrics"),
    fetchText(port, "/healthz"),
    fetchText(port, "/api/v1", { do: "mine" }, token),
    fetchText(port, "/api/v1", { do: "export" }, token),
  ]);
  assert.deepEqual(statuses, [200, 200, 200, 200]);
  if (below(2)) assert.equal((await login).ok, true);
  else login.catch(() => {});
  ws.ask({ do: below(2) ? "sessions" : "logout" }).catch(() => {});
  ws.socket.destroy();
  other.socket.destroy();
}

/** A connection that logs in and meanwhile repeats hello with invalid tokens. */
async function loginDuringHello(port, name) {
  const ws = await open(port);
  const login = ws.ask({ do: "login", name, password: `${name} ${name}` });
  let isDone = false;
  login.finally(() => (isDone = true)).catch(() => {});
  for (let i = 0; i < 12 && !isDone; i++) {
    await ws.ask({ do: "hello", v: 1, token: "0".repeat(43) });
    await pause(below(30)); // hashing a password is slow
  }
  assert.equal((await login).ok, true);
  await ws.close();
}

async function runVisitors(servers) {
  let number = 0;
  const visitors = Array.from({ length: VISITORS }, async () => {
    for (let i = 0; i < ROUNDS; i++) {
      const name = `Visitor ${number++}`;
      await visit(servers.port(), name);
      await Promise.all(Array.from({ length: 4 }, () => loginDuringHello(servers.port(), name)));
    }
  });
  await Promise.all(visitors);
}

/** Breaks connections of random players; they reconnect. */
async function breakConnections(party) {
  for (let i = 0; i < 20 && !party.isBroken; i++) {
    await pause(20 + below(100));
    party.people[below(party.people.length)]?.ws?.socket.destroy();
  }
}

async function runUnderLoad(store, nServers) {
  const servers = await start(store, nServers, "--set", "bot-threads=3");
  const party = new Party(() => servers.port(), TABLES);
  await Promise.all([runVisitors(servers), breakConnections(party), party.moves(MOVES)]);
  party.end();
  await party.tables.catch(() => {});
  assert.doesNotMatch(await servers.stop(), /ThreadSanitizer/);
}

test("ThreadSanitizer reports nothing for a server with a file", () => runUnderLoad(path.join(place, "muraille.db"), 1));
test("ThreadSanitizer reports nothing for two servers with one PostgreSQL", async () => {
  database.query("postgres", "create database tsan");
  await runUnderLoad(database.address("tsan"), 2);
});
