// SPDX-License-Identifier: MIT
// tests/server/written_from_docs_test.mjs PROGRAM -- a client written from docs/protocol.md, docs/notation.md and docs/game-json.md
// alone plays one game of each kind to its end against bots. Every message it gets is compared with these pages: an
// undocumented field, kind of entry or kind of event fails the test.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "../time_limit.mjs";
import { root } from "../serve.mjs";
import { open } from "../ws.mjs";
import { place, start } from "./servers.mjs";

const read = (name) => fs.readFileSync(path.join(root, "docs", name), "utf8");
const protocol = read("protocol.md");
const games = read("game-json.md");

// -- Parsing the pages --

/** The text below a heading, up to the next one of the same rank or a higher one. */
function section(text, heading) {
  const rank = heading.indexOf(" ");
  const start = text.indexOf(`\n${heading}\n`);
  assert.ok(start >= 0, `no heading "${heading}"`);
  const rest = text.slice(start + heading.length + 2);
  const end = rest.search(new RegExp(`^#{1,${rank}} `, "m"));
  return end < 0 ? rest : rest.slice(0, end);
}

const quoted = (text) => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]);

/** The cells of rows of tables that begin with a word in backquotes. */
const rows = (text) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));

/** A table whose first column names fields: those words. */
const names = (text) => new Set(rows(text).flatMap(([first]) => quoted(first)));

const listening = section(protocol, "## Listening to a table");
const beforeEntries = listening.slice(0, listening.indexOf("### Entries"));
const documented = {
  me: new Set(quoted(/`me` has (.*)/.exec(protocol)[1]).filter((word) => word !== '""')),
  hello: names(section(protocol, "### hello")),
  list: names(section(protocol, "### Finding tables")),
  open: names(beforeEntries),
  position: names(section(protocol, "### Positions")),
  entries: new Map(rows(section(protocol, "### Entries")).map(([kind, fields]) => [quoted(kind)[0], quoted(fields)])),
  news: new Map(rows(section(protocol, "### News")).map(([news, fields]) => [quoted(news)[0], quoted(fields)])),
  event: names(section(games, "## Common to all games")),
};
const titles = { "chinesische-mauer": "Chinesische Mauer", "die-mauer": "Die Mauer", "chang-cheng": "Chang Cheng" };
const gamesDocumented = Object.fromEntries(
  Object.entries(titles).map(([game, title]) => [
    game,
    {
      fields: names(section(games, `### State of ${title}`)),
      events: new Map(rows(section(games, `### Events of ${title}`)).map(([kind, fields]) => [quoted(kind)[0], new Set(quoted(fields))])),
    },
  ]),
);

// -- Comparing messages with them --

function checkKeys(object, known, what) {
  for (const key of Object.keys(object)) assert.ok(known.has(key), `${what}: the pages do not name "${key}" of ${JSON.stringify(object).slice(0, 200)}`);
}

/** Every key of a state by its path: a[] for elements, a{} for what stands behind places and seats. */
function checkState(game, value, where = "") {
  if (where) assert.ok(gamesDocumented[game].fields.has(where), `${game}: the pages do not name ${where} of a state`);
  if (Array.isArray(value)) for (const one of value) checkState(game, one, `${where}[]`);
  else if (value !== null && typeof value === "object")
    for (const [key, one] of Object.entries(value)) checkState(game, one, /^[a-z_]+$/.test(key) ? (where ? `${where}.${key}` : key) : `${where}{}`);
}

function checkEvent(game, event) {
  const fields = gamesDocumented[game].events.get(event.kind);
  assert.ok(fields, `${game}: the pages do not name the event ${event.kind}`);
  assert.deepEqual(new Set(Object.keys(event)), documented.event);
  for (const key of Object.keys(event))
    if (key !== "kind" && event[key] !== 0 && event[key] !== "") assert.ok(fields.has(key), `${game}: the pages do not name "${key}" of ${JSON.stringify(event)}`);
}

function checkEntry(game, entry) {
  const fields = documented.entries.get(entry.kind);
  assert.ok(fields, `the pages do not name the kind of entry ${entry.kind}`);
  checkKeys(entry, new Set(["n", "at", "kind", "seat", ...fields]), `an entry ${entry.kind}`);
  for (const event of entry.events ?? []) checkEvent(game, event);
}

function checkPosition(game, position) {
  assert.deepEqual(new Set(Object.keys(position)), documented.position);
  checkState(game, position.state);
}

function checkSeats(seats) {
  for (const seat of seats) checkKeys(seat, documented.list, "a seat");
}

// -- The client --

/** A player or a spectator of one table. Stores only what the pages tell a client to store. */
class Client {
  constructor(port) {
    this.port = port;
    this.length = 0;
    this.waiting = [];
    this.entries = [];
  }
  async connect(token) {
    this.ws = await open(this.port, { onMessage: (message) => this.onMessage(message) });
    assert.equal(this.ws.status, 101);
    const hello = await this.ws.ask({ do: "hello", v: 1, ...(token ? { token } : {}) });
    assert.equal(hello.ok, true);
    checkKeys(hello, new Set([...documented.hello, "re", "ok"]), "hello");
    assert.deepEqual(new Set(Object.keys(hello.me)), documented.me);
    this.token = hello.token ?? token;
  }
  async listen(table) {
    this.id = table;
    const answer = await this.ws.ask({ do: "open", table, from: this.length });
    assert.equal(answer.ok, true, JSON.stringify(answer));
    checkKeys(answer, new Set([...documented.open, "re", "ok"]), "open");
    checkKeys(answer.table, new Set([...documented.open, ...documented.list]), "a table");
    checkSeats(answer.table.seats);
    this.game = answer.table.game;
    if (answer.anew) this.entries = [];
    this.addEntries(answer.entries, answer.table.length);
    if (answer.position) this.setPosition(answer.position);
    return answer;
  }
  addEntries(entries, length) {
    for (const entry of entries) {
      checkEntry(this.game, entry);
      if (!this.entries.some(({ n, kind }) => n === entry.n && kind === entry.kind)) this.entries.push(entry);
    }
    this.length = length;
  }
  setPosition(position) {
    checkPosition(this.game, position);
    this.position = position;
    for (const wake of this.waiting.splice(0)) wake();
  }
  onMessage(message) {
    if (!message.news) return;
    const fields = documented.news.get(message.news);
    assert.ok(fields, `the pages do not name the news ${message.news}`);
    checkKeys(message, new Set(["news", "table", ...fields]), `news of the kind ${message.news}`);
    if (message.seats) checkSeats(message.seats);
    if (message.news !== "table" || !this.game) return; // news before the answer to open, which contains the same entries
    this.addEntries(message.entries, message.length);
    if (message.position) this.setPosition(message.position);
  }
  /** Waits until the position fulfils the condition. */
  async until(condition) {
    while (!condition(this.position)) await new Promise((done) => this.waiting.push(done));
  }
  async play(choose) {
    for (let moves = 0; ; moves++) {
      await this.until(({ over, legal }) => over || legal.length > 0);
      if (this.position.over) return moves;
      const { ply, legal } = this.position;
      const answer = await this.ws.ask({ do: "move", table: this.id, ply, move: choose(legal) });
      if (answer.error === "stale") continue;
      assert.deepEqual(Object.keys(answer), ["re", "ok", "ply", "length"], JSON.stringify(answer));
      await this.until((position) => position.over || position.ply > ply);
    }
  }
}

/** Deterministic choices of all kinds of moves. */
function chooser() {
  let n = 0;
  return (legal) => legal[(n++ * 7) % legal.length];
}

for (const [game, seats, options] of [
  ["chinesische-mauer", ["me", "apprentice", "apprentice"], {}],
  ["die-mauer", ["me", "apprentice", "apprentice", "apprentice"], { hands: "2" }],
  ["chang-cheng", ["me", "apprentice"], { events: "diplomacy,watchers" }],
])
  test(`a client written from the pages plays ${game}`, async () => {
    const server = await start(path.join(place, `${game}.db`));
    const me = new Client(server.port());
    const spectator = new Client(server.port());
    await me.connect();
    await spectator.connect();
    const { table } = await me.ws.ask({ do: "create", game, seats, options });
    const opened = await me.listen(table);
    await spectator.listen(table);
    assert.equal(opened.table.my_seat, 1);
    assert.equal(opened.position.seat, 1);
    assert.equal(spectator.position.seat, 0);
    assert.deepEqual(spectator.position.legal, []);

    // An illegal move, one that is too late, and one of another seat are refused as documented.
    assert.equal((await me.ws.ask({ do: "move", table, ply: me.position.ply, move: "no move" })).error, "illegal");
    assert.equal((await me.ws.ask({ do: "move", table, ply: me.position.ply + 100, move: "pass" })).error, "stale");
    assert.equal((await spectator.ws.ask({ do: "move", table, ply: 0, move: "pass" })).error, "not_yours");

    const list = await me.ws.ask({ do: "mine" });
    checkKeys(list, new Set(["re", "ok", "tables", "more"]), "mine");
    checkKeys(list.tables[0], documented.list, "a table of a list");
    checkSeats(list.tables[0].seats);

    assert.ok((await me.play(chooser())) > 0);
    assert.ok(me.position.winners.length > 0);
    assert.deepEqual(me.position.to_act, []);
    await spectator.until(({ over }) => over);
    assert.deepEqual(spectator.position.state, me.position.state); // nothing is hidden after the end

    // The log is complete: entries are numbered in order, and the end has the number of the last move.
    const numbers = me.entries.filter(({ kind }) => kind !== "over").map(({ n }) => n);
    assert.deepEqual(numbers, numbers.map((_, i) => i));
    const over = me.entries.find(({ kind }) => kind === "over");
    assert.deepEqual(over.winners, me.position.winners);
    assert.deepEqual(over.scores, me.position.scores);

    // After a lost connection the client gets only new entries, and the same position.
    const { token, length, position } = me;
    await me.ws.close();
    await me.connect(token);
    assert.deepEqual((await me.listen(table)).entries, []);
    assert.equal(me.length, length);
    assert.deepEqual(me.position, position);

    // The record has the moves in the same notation as the entries; `look` gives past positions.
    const { record } = await me.ws.ask({ do: "record", table });
    const moves = record.split("\n").filter((line) => line.startsWith("move "));
    assert.equal(moves.length, position.ply);
    const own = me.entries.filter(({ kind, seat }) => kind === "move" && seat === 1);
    assert.deepEqual(own.map(({ ply }) => moves[ply - 1]), own.map(({ move }) => `move 1 ${move}`));
    const look = await spectator.ws.ask({ do: "look", table, ply: 1 });
    checkPosition(game, Object.fromEntries(Object.entries(look).filter(([key]) => key !== "re" && key !== "ok")));
    assert.equal(look.ply, 1);

    await me.ws.close();
    await spectator.ws.close();
    await server.stop();
  });
