// SPDX-License-Identifier: MIT
// tests/server/join_test.mjs PROGRAM -- `muraille join`: people in terminals at the tables of a real server, line by line through pipes and
// full-screen in tmux.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "../time_limit.mjs";
import { mustServe } from "../serve.mjs";
import { guest } from "../ws.mjs";

const program = path.resolve(process.argv[2]);
const place = fs.mkdtempSync(path.join(os.tmpdir(), "join-"));
process.on("exit", () => fs.rmSync(place, { recursive: true, force: true }));
const web = path.join(place, "web");
fs.mkdirSync(web);
fs.writeFileSync(path.join(web, "index.html"), "<!doctype html><title>Muraille</title>");
const free = ["--set", "requests=100000", "--set", "newcomers=100000", "--set", "per-address=100000", "--set", "tables-per-person=100000", "--set", "tables-per-address=100000"];
const start = (...args) => mustServe(program, ["--port", "0", "--web", web, ...free, ...args]);
const server = await start();
after(() => server.stop());
const link = (table, port = server.port) => `http://localhost:${port}/#/t/${table}`;
const env = { ...process.env, LC_ALL: "C.UTF-8", MURAILLE_LANG: "en", XDG_DATA_HOME: path.join(place, "data") };

async function makeTable(host, plan) {
  const answer = await host.ask({ do: "create", salt: "salt", ...plan });
  assert.ok(answer.table, JSON.stringify(answer));
  return answer.table;
}
const games = [["chinesische-mauer", 2], ["die-mauer", 3], ["chang-cheng", 2]];
const plan = (game, seats) => ({ game, seats: ["open", "open", ...Array(seats - 2).fill("apprentice")], options: game === "die-mauer" ? { hands: "1" } : {} });

// -- Line by line --

const TEXT_MS = 5 * 60 * 1000; // until an expected text counts as missing: on a busy machine, everything is slow
const running = new Set();
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/** Runs `muraille join --plain`: { child, ended, waitForText(text, from), type(line), close(), mark(), has(text, from) }. */
function joinPlainly(words) {
  const child = spawn(program, ["join", "--plain", ...words], { stdio: ["pipe", "pipe", "pipe"], env });
  running.add(child);
  let out = "";
  let err = "";
  const waiting = [];
  const wakeAll = () => waiting.splice(0).forEach((one) => one());
  child.stdin.on("error", () => {});
  child.stdout.on("data", (data) => ((out += data), wakeAll()));
  child.stderr.on("data", (data) => ((err += data), wakeAll()));
  const ended = new Promise((resolve) => child.on("close", (code) => (running.delete(child), wakeAll(), resolve({ code, out, err }))));
  const waitForText = async (text, from = 0) => {
    const deadline = Date.now() + TEXT_MS;
    while (!out.slice(from).includes(text)) {
      if (!running.has(child)) throw new Error(`ended without "${text}": ${out}${err}`);
      if (Date.now() > deadline) throw new Error(`"${text}" never came: ${out}${err}`);
      await Promise.race([new Promise((resolve) => waiting.push(resolve)), new Promise((resolve) => setTimeout(resolve, 1000))]);
    }
  };
  return { child, ended, waitForText, type: (line) => child.stdin.write(`${line}\n`), close: () => child.stdin.end(), mark: () => out.length, has: (text, from) => out.slice(from).includes(text) };
}

for (const [game, seats] of games)
  test(`${game}: two people play each other line by line to the end`, async () => {
    const host = await guest(server.port);
    const table = await makeTable(host, plan(game, seats));
    const people = ["Ann", "Bob"].map((name) => joinPlainly([link(table), "--name", `${name} ${game}`]));
    for (const one of people) one.type("#1\n".repeat(3000));
    const [a, b] = await Promise.all(people.map((one) => one.ended));
    for (const { code, out, err } of [a, b]) {
      assert.equal(code, 0, err);
      assert.equal(err, "");
      assert.match(out, /the game is over/);
      assert.match(out, /, the winner/);
    }
    const result = (out) => out.split(/^(?:Penalty points|Points):\n/m)[1].split("\n").slice(0, seats);
    assert.deepEqual(result(a.out), result(b.out));
    const { record } = await host.ask({ do: "record", table });
    assert.deepEqual(/^result (.*)$/m.exec(record)[1].split(" ").slice(0, seats), result(a.out).map((line) => /: (-?\d+)/.exec(line)[1]));
    await host.close();
  });

test("people can chat, and nobody sees the choice of another", async () => {
  const host = await guest(server.port);
  const table = await makeTable(host, { game: "die-mauer", seats: ["open", "open", "open"] });
  const [ann, bob, eve] = ["Ann", "Bob", "Eve"].map((name, i) => joinPlainly([link(table), "--name", name, "--seat", String(i + 1)]));
  await Promise.all([ann, bob, eve].map((one) => one.waitForText("Your move:")));
  ann.type("say hello there");
  ann.type("6");
  await ann.waitForText("you have chosen: wall of 6");
  ann.type("say");
  bob.type("hand");
  await bob.waitForText("> hand");
  bob.type("4");
  await bob.waitForText("you have chosen: wall of 4");
  const { position } = await host.ask({ do: "open", table });
  assert.equal(position.ply, 2);
  // The chat message may still be on its way: "say" lists the chat, and is repeated until it is there. Each "say" is echoed after a prompt.
  for (let asked = 0; !eve.has("Ann: hello there", 0); asked = eve.mark()) {
    eve.type("say");
    await eve.waitForText("> say", asked);
  }
  eve.type("-");
  await eve.waitForText("Ann shows: wall of 6");
  for (const one of [ann, bob, eve]) one.close();
  const [a, b] = await Promise.all([ann.ended, bob.ended]);
  assert.doesNotMatch(b.out.split("Ann shows")[0], /Ann has chosen: wall/);
  assert.doesNotMatch(a.out.split("Bob shows")[0], /Bob has chosen: wall/);
  assert.match(a.out, /The game continues on the server/);
  await eve.ended;
  await host.close();
});

test("a player who left returns to the same seat and sees what happened meanwhile", async () => {
  const host = await guest(server.port);
  const table = await makeTable(host, { game: "chang-cheng", seats: ["open", "apprentice"], options: { first: "1" } });
  const first = joinPlainly([link(table), "--name", "Gone"]);
  await first.waitForText("Your move:");
  first.type("#1");
  await first.waitForText("you lay");
  first.close();
  assert.equal((await first.ended).code, 0);
  const second = joinPlainly([link(table), "--name", "Gone"]);
  await second.waitForText("You are seat 1");
  second.type("log");
  await second.waitForText("1. you lay");
  second.close();
  assert.equal((await second.ended).code, 0);
  const stranger = await joinPlainly([link(table), "--name", "Stranger"]).ended;
  assert.equal(stranger.code, 2);
  assert.match(stranger.err, /the game has begun without you; use --watch/);
  const watcher = joinPlainly([link(table), "--watch", "--name", "Watcher"]);
  await watcher.waitForText("You are watching");
  watcher.child.kill("SIGTERM");
  await watcher.ended;
  await host.close();
});

test("the game continues after the server was killed and restarted", async () => {
  const data = path.join(place, "kept");
  const one = await start("--data", data);
  const host = await guest(one.port);
  const table = await makeTable(host, { game: "chinesische-mauer", seats: ["open", "apprentice"], options: { first: "1" } });
  const person = joinPlainly([link(table, one.port)]);
  await person.waitForText("Your move:");
  person.type("#1");
  await person.waitForText("you lay at site 1");
  await one.stop("SIGKILL");
  const again = await mustServe(program, ["--port", String(one.port), "--web", web, ...free, "--data", data]);
  // Until the client has reconnected, a move is refused with a reason; then it is made.
  for (let mark = person.mark(), tries = 0; !person.has("you draw: ", mark); tries++) {
    assert.ok(tries < 2000, "the client did not reconnect");
    if (tries % 5 === 0) person.type("draw");
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  person.close();
  assert.equal((await person.ended).code, 0);
  await again.stop();
});

test("a hint is refused among people, and given if the table allows hints or all others are bots", async () => {
  const host = await guest(server.port);
  const notice = "Hints from the engine are allowed at this table.";
  const off = "Hints are off at this table.";
  const given = "with your chance to win";
  for (const [seats, hints, isGiven] of [[["open", "open"], false, false], [["open", "open"], true, true], [["open", "apprentice"], false, true]]) {
    const table = await makeTable(host, { game: "chang-cheng", seats, hints, options: { first: "1" } });
    const people = seats.filter((seat) => seat === "open").map((_, i) => joinPlainly([link(table), "--name", `Hinted ${i + 1}`, "--seat", String(i + 1)]));
    await people[0].waitForText("Your move:");
    people[0].type("hint");
    await people[0].waitForText(isGiven ? given : off);
    for (const one of people) one.close();
    for (const { out } of await Promise.all(people.map((one) => one.ended))) {
      assert.equal(out.includes(notice), hints, out);
      assert.ok(isGiven ? !out.includes(off) : !out.includes(given), out);
    }
  }
  await host.close();
});

for (const [name, words, why, code] of [
  ["a text that is not a link", ["hello"], /begins with https/, 2],
  ["an unknown table", [link("AAAAAAAAAAAAAAAAAAAAAA")], /cannot open the table/, 2],
  ["a closed port", [link("AAAAAAAAAAAAAAAAAAAAAA", 1)], /the server cannot be reached/, 1],
])
  test(`${name} is refused with a reason`, async () => {
    const { code: got, out, err } = await joinPlainly(words).ended;
    assert.match(err, why);
    assert.equal(got, code);
    assert.equal(out, "");
  });

// -- Full screen --

const socket = `muraille-join-${process.pid}`;
const tmux = (...words) => execFileSync("tmux", ["-L", socket, "-f", "/dev/null", ...words], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], env });
process.on("exit", () => {
  try {
    tmux("kill-server");
  } catch {
    // it was never started
  }
});

/** Runs `muraille join` in a window of tmux: { keys(...), screen(), shows(pattern) }. */
function joinOnScreen(name, words, [cols, rows] = [80, 24]) {
  const command = [program, "join", ...words].map((word) => `'${word}'`).join(" ");
  tmux("new-session", "-d", "-s", name, "-x", String(cols), "-y", String(rows), `${command}; echo left with $?; exec sleep 1000`);
  const screen = () => tmux("capture-pane", "-p", "-t", name);
  const keys = (...pressed) => tmux("send-keys", "-t", name, ...pressed);
  const shows = async (pattern, tries = 6000) => {
    while (!pattern.test(screen())) {
      if (tries-- === 0) throw new Error(`${name} never shows ${pattern}:\n${screen()}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  return { screen, keys, shows };
}

for (const [game, seats] of games)
  test(`${game}: two people play each other by keys alone, with chat`, async () => {
    const host = await guest(server.port);
    const table = await makeTable(host, { ...plan(game, seats), clock: { minutes: 60, increment: 60 } });
    const ann = joinOnScreen(`Ann-${game}`, [link(table), "--name", `Anna-${game}`]);
    await ann.shows(/The game begins when all are here/);
    assert.match(ann.screen(), /B nobody yet/);
    const bob = joinOnScreen(`Bob-${game}`, [link(table), "--name", `Bobo-${game}`], [132, 50]);
    for (const one of [ann, bob]) await one.shows(/5\d:\d\d|60:\d\d/);
    bob.keys("c");
    await bob.shows(/Say:/);
    bob.keys("good luck", "Enter");
    await ann.shows(/Bobo-.*: good luck/);
    const isOver = (one) => /The game is over/.test(one.screen());
    for (let tries = 0; !isOver(ann) || !isOver(bob); tries++) {
      assert.ok(tries < 60000, ann.screen() + bob.screen());
      for (const one of [ann, bob]) if (/You choose:/.test(one.screen())) one.keys("Enter");
      await new Promise((resolve) => setTimeout(resolve, 10)); // lets the time limit end a game that is stuck
    }
    for (const one of [ann, bob]) {
      one.keys("r");
      await one.shows(/After move (\d+) of \1/);
      one.keys("Home");
      await one.shows(/After move 0 of/);
      one.keys("Escape");
      await one.shows(/The game is over/);
      one.keys("q");
      await one.shows(/left with 0/);
    }
    await host.close();
  });

test("the screen shows whether hints are allowed, and H works only then", async () => {
  const host = await guest(server.port);
  for (const hints of [false, true]) {
    const table = await makeTable(host, { game: "chang-cheng", seats: ["open", "open"], hints, options: { first: "1" } });
    const ann = joinOnScreen(`hint-${hints}`, [link(table), "--name", `Hint${hints}`]);
    await ann.shows(/The game begins when all are here/);
    assert.equal(/Hints from the engine are allowed/.test(ann.screen()), hints);
    const bob = joinOnScreen(`other-${hints}`, [link(table), "--name", `Other${hints}`]);
    await bob.shows(hints ? /Hints from the engine are allowed/ : /Other/);
    await ann.shows(/You choose:/);
    ann.keys("H");
    await ann.shows(hints ? /What the strong bot would play/ : /Hints are off at this table/);
  }
  await host.close();
});

test("leaving before the game frees the seat", async () => {
  const host = await guest(server.port);
  const table = await makeTable(host, { game: "chang-cheng", seats: ["open", "open"] });
  const ann = joinOnScreen("leaving", [link(table), "--name", "Leaver"]);
  await ann.shows(/A Leaver, you/);
  ann.keys("q");
  await ann.shows(/left with 0/);
  const { table: about } = await host.ask({ do: "open", table });
  assert.equal(about.seats[0].person, "");
  await host.close();
});
