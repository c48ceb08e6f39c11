// SPDX-License-Identifier: MIT
// tests/server/bot_test.mjs PROGRAM -- `muraille bot` at the tables of a real server: whole games, bots that fail, a server that is
// killed, invalid links.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { after, test } from "../time_limit.mjs";
import { mustServe, root } from "../serve.mjs";
import { guest } from "../ws.mjs";

const program = path.resolve(process.argv[2]);
const place = fs.mkdtempSync(path.join(os.tmpdir(), "bot-"));
process.on("exit", () => fs.rmSync(place, { recursive: true, force: true }));
const web = path.join(place, "web");
fs.mkdirSync(web);
fs.writeFileSync(path.join(web, "index.html"), "<!doctype html><title>Muraille</title>");

const free = ["--set", "requests=100000", "--set", "newcomers=100000", "--set", "per-address=100000", "--set", "tables-per-person=100000", "--set", "tables-per-address=100000"];
const start = (...args) => mustServe(program, ["--port", "0", "--web", web, ...free, ...args]);
const server = await start();
after(() => server.stop());

const python = `python3 ${path.join(root, "examples/bot.py")}`;
const engine = `${program} engine`;

/** Writes a Python script; returns its path. */
function script(name, text) {
  const file = path.join(place, name);
  fs.writeFileSync(file, `#!/usr/bin/env python3\nimport json, os, signal, sys, time\n${text}`, { mode: 0o755 });
  return file;
}

const running = new Set();
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));
let homes = 0;

/** Runs `muraille bot` with these arguments: { child, ended, waitForText(text), home }. Each has its own home folder, unless `home` is given. */
function bot(words, { home = path.join(place, `home${homes++}`), env = {} } = {}) {
  const child = spawn(program, ["bot", ...words], { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, MURAILLE_LANG: "en", XDG_DATA_HOME: home, ...env } });
  running.add(child);
  let out = "";
  let err = "";
  const waiting = [];
  const wakeAll = () => waiting.splice(0).forEach((one) => one());
  child.stdout.on("data", (data) => ((out += data), wakeAll()));
  child.stderr.on("data", (data) => ((err += data), wakeAll()));
  const ended = new Promise((resolve) => child.on("close", (code) => (running.delete(child), wakeAll(), resolve({ code, out, err }))));
  const waitForText = async (text) => {
    while (!(out + err).includes(text)) {
      if (!running.has(child)) throw new Error(`ended without "${text}": ${out}${err}`);
      await new Promise((resolve) => waiting.push(resolve));
    }
  };
  return { child, ended, waitForText, home };
}

const link = (table, port = server.port) => `http://localhost:${port}/#/t/${table}`;

async function makeTable(host, plan) {
  const answer = await host.ask({ do: "create", salt: "salt", ...plan });
  assert.ok(answer.table, JSON.stringify(answer));
  return answer.table;
}

const short = (game) => (game === "die-mauer" ? { options: { hands: "1" } } : {});
const games = [["chinesische-mauer", 2], ["die-mauer", 3], ["chang-cheng", 3]];

// -- Whole games --

for (const [game, seats] of games)
  test(`${game}: an external bot and a built-in bot play each other to the end`, async () => {
    const host = await guest(server.port);
    const table = await makeTable(host, { game, seats: ["open", "open", ...Array(seats - 2).fill("apprentice")], ...short(game) });
    const first = bot(["--url", link(table), "--engine", python, "--name", `Py ${game}`, "--seat", "2"]);
    await first.waitForText("has seat 2");
    const second = bot(["--url", link(table), "--engine", engine, "--sims", "10", "--name", `Mu ${game}`]);
    const [a, b] = await Promise.all([first.ended, second.ended]);
    assert.equal(a.code, 0, a.err);
    assert.equal(b.code, 0, b.err);
    const last = (text) => text.trim().split("\n").at(-1);
    assert.match(last(a.out), new RegExp(`is over: Mu ${game} -?\\d+, Py ${game} -?\\d+.*Won by`));
    assert.equal(last(a.out), last(b.out));
    const { record } = await host.ask({ do: "record", table });
    const file = path.join(place, `${table}.mur`);
    fs.writeFileSync(file, record);
    assert.match(execFileSync(program, ["verify", file], { encoding: "utf8" }), /./);
    assert.match(record, new RegExp(`player1 Mu ${game}`));
    const scores = /^result (.*)$/m.exec(record)[1].split(" ").map(Number);
    const reported = [...last(a.out).split(". Won by")[0].matchAll(/ (-?\d+)(?=,|$)/g)].map((match) => Number(match[1]));
    assert.deepEqual(reported, scores.slice(0, seats));
    await host.close();
  });

test("a built-in bot of the client plays with bots of the server", async () => {
  const host = await guest(server.port);
  const table = await makeTable(host, { game: "die-mauer", seats: ["mason", "open", "mason"], options: { hands: "1" } });
  const { code, out, err } = await bot(["--url", link(table), "--bot", "journeyman"]).ended;
  assert.equal(code, 0, err);
  assert.match(out, /has seat 2/);
  await host.close();
});

test("after changed choices and take-backs the bot gets the game anew", async () => {
  const host = await guest(server.port);
  const log = path.join(place, "seen.log");
  const curious = script("curious.py", `
log = open(${JSON.stringify(log)}, "w")
for line in sys.stdin:
    word = line.split()[0]
    if word in ("new", "seen"): print(line.strip(), file=log, flush=True)
    if word == "muraille": print("ready", flush=True)
    if word == "view": view = json.loads(line[5:])
    if word == "go": print("bestmove", view["legal"][0], flush=True)
`);
  const other = await guest(server.port);
  const table = await makeTable(host, { game: "die-mauer", seats: ["me", "open", "open"] });
  await host.ask({ do: "open", table });
  const one = bot(["--url", link(table), "--engine", curious, "--seat", "2"]);
  await one.waitForText("has seat 2");
  await other.ask({ do: "sit", table, seat: 3, salt: "x" });
  await host.wait((m) => m.news === "table" && m.entries?.some((entry) => entry.kind === "move" && entry.seat === 2));
  assert.equal((await host.ask({ do: "move", table, ply: 1, move: "1" })).ok, true);
  assert.equal((await host.ask({ do: "move", table, ply: 1, move: "2" })).ok, true);
  assert.equal((await host.ask({ do: "back", table, ply: 2 })).ok, true);
  assert.equal((await host.ask({ do: "move", table, ply: 1, move: "-" })).ok, true);
  assert.equal((await other.ask({ do: "move", table, ply: 2, move: "-" })).ok, true);
  const hasMoved = () => host.received.some((m) => m.news === "table" && m.entries?.some((entry) => entry.kind === "move" && entry.seat === 2 && entry.ply > 3));
  while (!hasMoved())
    for (const person of [host, other]) {
      const { position } = await person.ask({ do: "open", table });
      if (position.legal.length > 0) await person.ask({ do: "move", table, ply: position.ply, move: position.legal[0] });
    }
  const seen = fs.readFileSync(log, "utf8").trim().split("\n");
  const game = seen.slice(seen.findLastIndex((line) => line.startsWith("new")) + 1);
  assert.deepEqual(game.slice(0, 3).map((line) => line.split(" ")[1]).sort(), ["1", "2", "3"], seen.join("; "));
  assert.equal(seen.filter((line) => line.startsWith("new")).length, 2);
  await other.close();
  one.child.kill("SIGTERM");
  assert.equal((await one.ended).code, 1);
  await host.close();
});

// -- Bots that fail --

const failing = {
  "dies in the middle": [`
n = 0
for line in sys.stdin:
    if line.startswith("muraille"): print("ready", flush=True)
    if line.startswith("view"): view = json.loads(line[5:])
    if line.startswith("go"):
        n += 1
        if n == 3: os.kill(os.getpid(), signal.SIGKILL)
        print("bestmove", view["legal"][0], flush=True)
`, /it has ended/, "600s"],
  "hangs": [`
for line in sys.stdin:
    if line.startswith("muraille"): print("ready", flush=True)
    if line.startswith("go"): time.sleep(1000)
`, /no answer in time/, "5s"],
  "plays nonsense": [`
for line in sys.stdin:
    if line.startswith("muraille"): print("ready", flush=True)
    if line.startswith("go"): print("bestmove \\x1b[2Jking to e4", flush=True)
`, /this is not a move: "\\x1b\[2Jking to e4"/, "600s"],
};
for (const [name, [text, why, limit]] of Object.entries(failing))
  test(`a bot that ${name} is reported, and the server's own bot takes over`, async () => {
    const host = await guest(server.port);
    const table = await makeTable(host, { game: "die-mauer", seats: ["open", "apprentice", "apprentice"], options: { hands: "1" } });
    await host.ask({ do: "open", table });
    const { code, err } = await bot(["--url", link(table), "--engine", script(`${name.replaceAll(" ", "_")}.py`, text), "--timeout", limit]).ended;
    assert.equal(code, 1);
    assert.match(err, why);
    assert.match(err, /the server's own bot takes over/);
    assert.doesNotMatch(err, /\x1b/);
    const over = await host.wait((m) => m.news === "table" && m.entries?.some((entry) => entry.kind === "over"));
    assert.ok(over.entries.length > 0);
    await host.close();
  });

test("a bot that cannot be started takes no seat", async () => {
  const host = await guest(server.port);
  const table = await makeTable(host, { game: "die-mauer", seats: ["open", "open", "open"] });
  for (const [words, why] of [
    [["--engine", "/nowhere/bot"], /it has ended|cannot be started/],
    [["--bot", "wizard"], /unknown bot/],
    [["--bot", "cmd:cat"], /unknown bot/],
    [[], /--engine/],
    [["--engine", python, "--bot", "mason"], /--engine/],
  ]) {
    const { code, err } = await bot(["--url", link(table), ...words]).ended;
    assert.equal(code, 2, err);
    assert.match(err, why);
  }
  const { table: about } = await host.ask({ do: "open", table });
  assert.deepEqual(about.seats.map((seat) => seat.person), ["", "", ""]);
  await host.close();
});

test("a bot that is stopped gives its seat to the server's bot", async () => {
  const host = await guest(server.port);
  const table = await makeTable(host, { game: "die-mauer", seats: ["me", "open", "apprentice"] });
  await host.ask({ do: "open", table });
  const one = bot(["--url", link(table), "--engine", python]);
  await host.wait((m) => m.news === "table" && m.entries?.some((entry) => entry.kind === "start"));
  await one.waitForText("has seat 2");
  one.child.kill("SIGINT");
  assert.equal((await one.ended).code, 1);
  await host.wait((m) => m.news === "table" && m.entries?.some((entry) => entry.kind === "bot" && entry.seat === 2 && entry.why === "left"));
  await host.close();
});

// -- Lost connections --

test("bots reconnect to a server that was killed and restarted", async () => {
  const data = path.join(place, "kept");
  let one = await start("--data", data);
  const again = () => mustServe(program, ["--port", String(one.port), "--web", web, ...free, "--data", data]);
  const host = await guest(one.port);
  const table = await makeTable(host, { game: "chang-cheng", seats: ["open", "open"] });
  const token = host.hello.token;
  const slow = script("slow.py", `
for line in sys.stdin:
    if line.startswith("muraille"): print("ready", flush=True)
    if line.startswith("view"): view = json.loads(line[5:])
    if line.startswith("go"):
        time.sleep(0.02)
        print("bestmove", view["legal"][0], flush=True)
`);
  const bots = ["Ada", "Bob"].map((name) => bot(["--url", link(table, one.port), "--engine", slow, "--name", name]));
  let acknowledged = 0;
  for (let kills = 0; kills < 3; kills++) {
    const watcher = await guest(one.port, { token });
    const { position } = await watcher.ask({ do: "open", table });
    const before = position?.ply ?? 0;
    assert.ok(before >= acknowledged, "no move that was seen is lost");
    const { entries } = await watcher.wait((m) => m.news === "table" && m.entries?.some((entry) => entry.ply >= before + 8));
    acknowledged = entries.at(-1).ply;
    await one.stop("SIGKILL");
    await watcher.ended;
    one = await again();
  }
  for (const { ended } of bots) {
    const { code, out, err } = await ended;
    assert.equal(code, 0, err);
    assert.match(err, /connection lost; reconnecting/);
    assert.match(out, /Chang Cheng is over: Ada|Chang Cheng is over: Bob/);
  }
  await one.stop();
});

test("a bot that was killed and restarted takes its seat again", async () => {
  const host = await guest(server.port);
  const table = await makeTable(host, { game: "die-mauer", seats: ["open", "me", "apprentice"] });
  await host.ask({ do: "open", table });
  const first = bot(["--url", link(table), "--engine", python]);
  await first.waitForText("has seat 1");
  first.child.kill("SIGKILL");
  await first.ended;
  // its token and, if it was killed before the deal, its salt
  const files = execFileSync("find", [first.home, "-type", "f"], { encoding: "utf8" }).trim().split("\n");
  assert.ok(files.some((file) => path.basename(file) === "-"), files.join(" "));
  for (const file of files) assert.equal(fs.statSync(file).mode & 0o777, 0o600, file);
  const second = bot(["--url", link(table), "--engine", python], { home: first.home });
  await second.waitForText("has seat 1");
  await host.wait((m) => m.news === "table" && m.entries?.some((entry) => entry.kind === "move" && entry.seat === 1));
  second.child.kill("SIGTERM");
  await second.ended;
  const stranger = await bot(["--url", link(table), "--engine", python]).ended;
  assert.equal(stranger.code, 2);
  assert.match(stranger.err, /the game has begun without you/);
  await host.close();
});

// -- Links and seats --

for (const [name, url, why, code] of [
  ["a text that is not a link", "hello", /begins with https/, 2],
  ["a link without a table", `http://localhost:${server.port}/`, /this link names no table/, 2],
  ["a truncated link", `http://localhost:${server.port}/#/t/abc`, /22 letters/, 2],
  ["an unknown table", `http://localhost:${server.port}/#/t/AAAAAAAAAAAAAAAAAAAAAA`, /cannot open the table: /, 2],
  ["a closed port", "http://127.0.0.1:1/#/t/AAAAAAAAAAAAAAAAAAAAAA", /the server cannot be reached/, 1],
  ["an unknown host", "http://nowhere.invalid/#/t/AAAAAAAAAAAAAAAAAAAAAA", /the server cannot be reached/, 1],
  ["another path of the server", `http://localhost:${server.port}/elsewhere/#/t/AAAAAAAAAAAAAAAAAAAAAA`, /the server cannot be reached/, 1],
])
  test(`${name} is refused with a reason`, async () => {
    const { code: got, out, err } = await bot(["--url", url, "--bot", "mason"]).ended;
    assert.match(err, why);
    assert.equal(got, code);
    assert.equal(out, "");
  });

test("a seat that is taken, missing or reserved for somebody else is refused", async () => {
  const host = await guest(server.port);
  const table = await makeTable(host, { game: "die-mauer", seats: ["me", "open", "mason"] });
  for (const [seat, why] of [["1", /not free/], ["3", /not free/], ["4", /no such seat/], ["0", /no such seat/]]) {
    const { code, err } = await bot(["--url", link(table), "--bot", "mason", "--seat", seat]).ended;
    assert.match(err, why);
    assert.equal(code, 2);
  }
  await host.ask({ do: "seat", table, seat: 2, to: "mason" });
  const full = await bot(["--url", link(table), "--bot", "mason"]).ended;
  assert.equal(full.code, 2);
  const named = await guest(server.port);
  await named.ask({ do: "name", name: "Taken" });
  const { code, err } = await bot(["--url", link(table), "--bot", "mason", "--name", "Taken"]).ended;
  assert.equal(code, 2);
  assert.match(err, /this name is not available/);
  await host.close();
  await named.close();
});

// -- Peers that are not our server --

/** A server that answers every connection with these bytes, or with what the function returns for the request. */
function fakeServer(bytes) {
  return new Promise((resolve) => {
    const listener = net.createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", (head) => socket.write(typeof bytes === "function" ? bytes(head.toString()) : bytes));
    });
    listener.listen(0, "127.0.0.1", () => resolve(listener));
  });
}
const accept = async (text) => {
  const { createHash } = await import("node:crypto");
  return (head) => {
    const key = /sec-websocket-key: (\S+)/i.exec(head)[1];
    const hash = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    const answer = `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${hash}\r\nSec-WebSocket-Protocol: muraille.1\r\n\r\n`;
    return Buffer.concat([Buffer.from(answer), text]);
  };
};
const frame = (text, opcode = 1) => Buffer.concat([Buffer.from([0x80 | opcode, text.length]), Buffer.from(text)]);
for (const [name, make, why] of [
  ["uses another protocol", async () => "220 mail.example.org ESMTP\r\n", /the server cannot be reached/],
  ["is a plain web server", async () => "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", /the server cannot be reached/],
  ["sends no JSON", async () => accept(frame("hello\x1b[2J")), /sent an unexpected message/],
  ["sends an unknown message", async () => accept(frame('{"hello":1}')), /sent an unexpected message/],
  ["sends a binary message", async () => accept(frame("\x01\x02", 2)), /sent an unexpected message: a binary message/],
  ["sends a message that is too long", async () => accept(Buffer.concat([Buffer.from([0x81, 127, 0, 0, 0, 0, 0, 0x80, 0, 0]), Buffer.alloc(8 << 20, 0x20)])), /sent an unexpected message: the message is too long/],
  ["has another version", async () => accept(frame('{"re":1,"ok":true,"engine":"99"}')), /another version.*99/],
])
  test(`a peer that ${name} is not accepted as a server`, async () => {
    const listener = await fakeServer(await make());
    const { code, err } = await bot(["--url", `http://127.0.0.1:${listener.address().port}/#/t/AAAAAAAAAAAAAAAAAAAAAA`, "--bot", "mason"]).ended;
    assert.match(err, why);
    assert.doesNotMatch(err, /\x1b/);
    assert.equal(code, 1);
    listener.close();
  });

// -- TLS --

test("the issuer and the host name of certificates are checked", async () => {
  const openssl = (...words) => execFileSync("openssl", words, { cwd: place, stdio: ["ignore", "ignore", "pipe"] });
  for (const [file, name] of [["right", "localhost"], ["wrong", "example.org"]])
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-keyout", `${file}.key`, "-out", `${file}.pem`, "-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`);
  for (const [file, trusted, why] of [["right", true, null], ["right", false, /certificate is not trusted/], ["wrong", true, /certificate is not trusted/]]) {
    const cert = path.join(place, `${file}.pem`);
    const secure = await start("--tls-cert", cert, "--tls-key", path.join(place, `${file}.key`));
    const host = await guest(secure.port, { secure: { rejectUnauthorized: false } });
    const table = await makeTable(host, { game: "die-mauer", seats: ["open", "apprentice", "apprentice"], options: { hands: "1" } });
    const env = trusted ? { SSL_CERT_FILE: cert } : {};
    const { code, err } = await bot(["--url", `https://localhost:${secure.port}/#/t/${table}`, "--bot", "apprentice"], { env }).ended;
    if (why) assert.match(err, why);
    assert.equal(code, why ? 1 : 0, err);
    await host.close();
    await secure.stop();
  }
});
