// SPDX-License-Identifier: MIT
// node tests/compare/online.mjs PROGRAM FIXED.SO -- prints every message that a server sends during a long session of several
// people: accounts, tables of each game played to the end, chat, take-backs, records, refusals of every kind. With FIXED.SO
// preloaded (tests/compare/fixed.c) the session is a pure function of the program, so two builds can be compared with cmp.
// Each request is sent after the one before was answered and its news has reached everybody. News may overtake an answer, so both
// are printed separately.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createHash } from "node:crypto";
import { mustServe } from "../serve.mjs";
import { open } from "../ws.mjs";

const [program, preload] = process.argv.slice(2).map((name) => path.resolve(name));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "compare-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
fs.writeFileSync(path.join(folder, "index.html"), "<!doctype html><title>Muraille</title>");
const limits = ["requests", "newcomers", "per-address", "tables-per-person", "tables-per-address"].flatMap((name) => ["--set", `${name}=100000`]);
const server = await mustServe(program, ["--port", "0", "--web", folder, "--store", path.join(folder, "a.db"), ...limits], { env: { LD_PRELOAD: preload } });

const people = [];

async function connect(name, v = 2) {
  const received = [];
  const ws = await open(server.port, { onMessage: (message, text) => received.push({ message, text }) });
  const person = { name, ws, received, answers: [], news: [] };
  people.push(person);
  await ask(person, { do: "hello", v, lang: "en", device: "compare" });
  return person;
}

/** Waits until no request is pending. The store answers in order, so the answer to a reading request comes after all earlier writes; each
 * consequence of a write (sealing a table, dealing) takes another round. */
async function settle() {
  for (let round = 0; round < 4; round++) for (const { ws } of people) if (!ws.isEnded) await ws.ask({ do: "sessions" }).catch(() => {});
  for (const { received, answers, news } of people)
    // Presence is published by a timer, so its news is left out.
    for (const { message, text } of received.splice(0)) if (!message.sessions && message.news !== "seats") (message.news ? news : answers).push(text);
}

async function ask(person, request) {
  person.answers.push(`> ${JSON.stringify(request)}`);
  const answer = await person.ws.ask(request);
  await settle();
  return answer;
}

const salt = (word) => word.repeat(4);
const commit = (word) => createHash("sha256").update(salt(word)).digest("hex");

// -- Accounts --
const anna = await connect("anna");
const berta = await connect("berta");
const carl = await connect("carl", 1);
for (const request of [
  { do: "name", name: "Anna" },
  { do: "password", password: "short" },
  { do: "password", password: "long enough" },
  { do: "password", password: "longer than that", old: "wrong" },
  { do: "lang", lang: "de" },
  { do: "lang", lang: "xx" },
  { do: "sessions" },
  { do: "hook", url: "http://example.org" },
  { do: "mine" },
  { do: "lobby" },
  { do: "export" },
  { do: "lang", lang: "en" },
  { do: "move" },
  { do: "open", table: "AAAAAAAAAAAAAAAAAAAAAA" },
])
  await ask(anna, request);
await ask(berta, { do: "name", name: "Anna" });
await ask(berta, { do: "name", name: "admin" });
await ask(berta, { do: "name", name: "Berta" });
await ask(berta, { do: "login", name: "Anna", password: "wrong password" });
await ask(carl, { do: "revoke", key: "nobody" });

// -- Games --
async function play(game, options, n, form) {
  const seats = ["me", "open", "open"].slice(0, n);
  const { table } = await ask(anna, { do: "create", game, seats, options, public: true, commit: commit("a") });
  await ask(anna, { do: "open", table, form });
  await ask(carl, { do: "open", table });
  await ask(carl, { do: "lobby" });
  await ask(berta, { do: "sit", table, seat: 2, commit: commit("b") });
  if (n > 2) await ask(carl, { do: "sit", table, seat: 3, salt: salt("c") });
  await ask(anna, { do: "start", table });
  await ask(anna, { do: "reveal", table, salt: "something else" });
  await ask(anna, { do: "reveal", table, salt: salt("a") });
  await ask(berta, { do: "reveal", table, salt: salt("b") });
  await ask(berta, { do: "say", table, text: "Hello" });
  const seated = [anna, berta, carl].slice(0, n);
  const views = [];
  for (let i = 0, over = false; !over && i < 2000; ) {
    over = true;
    for (const person of seated) {
      const { position } = await askSilently(person, { do: "open", table, from: 1 << 20, form: "json" });
      views.push(JSON.stringify(position));
      if (!position.over) over = false;
      if (!position.legal.length) continue;
      await ask(person, { do: "move", table, ply: position.ply, move: "no move" });
      await ask(person, { do: "move", table, ply: position.ply, move: position.legal[(i * 7 + 3) % position.legal.length] });
      if (i++ % 5 === 0) await ask(person, { do: "back", table, ply: position.ply + 1, try: i % 2 === 0 });
      if (i % 11 === 0) await ask(seated[(seated.indexOf(person) + 1) % n], { do: "move", table, ply: position.ply, move: position.legal[0] });
      if (i === 8) await ask(person, { do: "record", table });
    }
  }
  anna.answers.push(...views);
  for (const ply of [0, 1, 5]) for (const person of [anna, carl]) await ask(person, { do: "look", table, ply, form });
  for (const request of [{ do: "record" }, { do: "deal" }, { do: "point", ply: 3 }, { do: "back", ply: 9 }, { do: "close" }, { do: "leave" }, { do: "rematch" }]) await ask(anna, { ...request, table });
  await ask(berta, { do: "rematch", table });
  await ask(berta, { do: "mine" });
  await ask(carl, { do: "create", same_as: table, seats: ["me", "open", "open"].slice(0, n) });
}

/** A request whose answer is not printed. */
async function askSilently(person, request) {
  const answer = await person.ws.ask(request);
  person.received.length = 0;
  return answer;
}

await play("chinesische-mauer", {}, 2, "json");
await play("chinesische-mauer", {}, 3, "bytes");
await play("die-mauer", { hands: "1" }, 3, "json");
await play("chang-cheng", { events: "diplomacy,watchers" }, 2, "bytes");
await play("chang-cheng", {}, 3, "json");

// -- Bots in seats, leaving, deletion --
const { table } = await ask(anna, { do: "create", game: "die-mauer", seats: ["me", "open", "open"], start: "host", clock: { minutes: 5, increment: 3 } });
for (const [person, request] of [
  [berta, { do: "sit", seat: 1 }],
  [berta, { do: "sit", seat: 2 }],
  [berta, { do: "start" }],
  [anna, { do: "seat", seat: 3, to: "mason" }],
  [anna, { do: "seat", seat: 3, to: "open" }],
  [berta, { do: "stand" }],
  [anna, { do: "close" }],
  [anna, { do: "close" }],
])
  await ask(person, { ...request, table });
await ask(anna, { do: "export" });
await ask(berta, { do: "forget", sure: true });
await ask(carl, { do: "lobby" });
await server.stop();
for (const { name, answers, news } of people) console.log([`# answers to ${name}`, ...answers, `# news for ${name}`, ...news].join("\n"));
process.exit();
