// SPDX-License-Identifier: MIT
// tests/server/upgrade_test.mjs PROGRAM -- a store that a server of version 1 of the tables left behind (tests/store/version1:
// people with and without a password, a finished game, two running ones, one of which is played twice at the same time, an
// open table, chat) is opened by today's server: everything is there, play goes on, and today's rules hold.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "../time_limit.mjs";
import { postgres } from "../postgres.mjs";
import { guest } from "../ws.mjs";
import { pause } from "./party.mjs";
import { place, start } from "./servers.mjs";

const folder = path.join(import.meta.dirname, "../store/version1");
const about = JSON.parse(fs.readFileSync(path.join(folder, "about.json"), "utf8"));

// Tables and sessions expire, so all times are shifted: the store looks a few minutes old.
const later = Date.now() - about.at - 600000;
const shifts = [
  ["person", "since", "seen"],
  ["session", "since", "seen"],
  ["tab", "since"],
  ["pulse", "changed"],
  ["log", "at"],
  ["chat", "at"],
].map(([table, ...columns]) => `update ${table} set ${columns.map((one) => `${one} = ${one} + ${later}`).join(", ")};`);

const ok = (answer) => (assert.equal(answer.error, undefined, JSON.stringify(answer)), answer);

/** Makes random moves until `turns` turns were played. */
async function play(people, table, turns) {
  let made = 0;
  for (let i = 0; i < 200 && made < turns; i++)
    for (const one of people) {
      const { position } = ok(await one.ask({ do: "open", table }));
      if (position.over) return made;
      if (position.legal.length === 0) continue;
      ok(await one.ask({ do: "move", table, ply: position.ply, move: position.legal[0] }));
      made++;
    }
  return made;
}

/** `query` runs one statement in the store. */
async function check(store, { tokens, tables }, query) {
  const servers = await start(store);
  const [ada, bob, eve] = await Promise.all(["ada", "bob", "eve"].map((name) => guest(servers.port(), { token: tokens[name] })));
  assert.equal(ok(ada.hello).me.name, "Ada");
  assert.equal(ok(bob.hello).me.name, "Bob");
  assert.equal(ok(eve.hello).me.name, "");
  assert.ok(ok(await ada.ask({ do: "login", name: "Ada", password: "correct horse" })).token);

  const mine = ok(await ada.ask({ do: "mine" })).tables;
  assert.deepEqual(mine.map((one) => one.table).sort(), [tables.over, tables.playing, tables.open].sort());
  assert.equal(mine.find((one) => one.table === tables.over).state, "over");
  assert.match(ok(await ada.ask({ do: "record", table: tables.over })).record, /secret/);
  const lobby = ok(await eve.ask({ do: "lobby" })).tables;
  assert.deepEqual(lobby.map((one) => one.table), [tables.open]);

  // a deal that is played at two tables: its players continue, everybody else sees neither
  const { chat } = ok(await ada.ask({ do: "open", table: tables.playing }));
  assert.equal(chat[0].text, "hello Bob");
  assert.equal(chat[0].by, "Ada");
  for (const one of [ada, bob]) assert.equal((await one.ask({ do: "open", table: tables.twin })).error, "state");
  assert.equal((await eve.ask({ do: "open", table: tables.playing })).error, "state");
  assert.equal((await eve.ask({ do: "create", same_as: tables.playing, seats: ["me", "mason"] })).error, "state");
  assert.ok((await play([ada, bob], tables.playing, 4)) > 0);
  assert.ok((await play([eve], tables.twin, 2)) > 0);
  assert.ok((await play([bob], tables.untimed, 2)) > 0, "the bot of an untimed table goes on");
  while (query("select count(*) from pulse where deadline = 0") !== "0") await pause(50); // until the server has visited each running table once
  for (const one of [ada, bob, eve]) await one.close();
  await servers.stop();
}

test("a file of version 1 is upgraded", async () => {
  const file = path.join(place, "version1.db");
  fs.copyFileSync(path.join(folder, "store.db"), file);
  const script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])";
  execFileSync("python3", ["-c", script, file, shifts.join("")]);
  await check(file, about.sqlite, (sql) => execFileSync("sqlite3", [file, sql], { encoding: "utf8" }).trim());
});

test("a PostgreSQL database of version 1 is upgraded", async () => {
  const server = await postgres();
  server.query("postgres", "create database version1");
  server.query("version1", fs.readFileSync(path.join(folder, "store.sql"), "utf8"));
  server.query("version1", shifts.join(""));
  await check(server.address("version1"), about.postgres, (sql) => server.query("version1", sql));
  assert.equal(server.query("version1", "select version from muraille.version"), "2");
  assert.equal(server.query("version1", "select count(*) from muraille.pulse where deadline = 0"), "0");
  server.remove();
});
