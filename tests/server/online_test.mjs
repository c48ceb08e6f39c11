// SPDX-License-Identifier: MIT
// tests/server/online_test.mjs PROGRAM -- the network side of `muraille serve`: WebSocket, POST, limits, TLS, settings, shutdown.
// The requests themselves are tested in tests/server/*.c, without a network.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { test } from "../time_limit.mjs";
import { mustServe, serve } from "../serve.mjs";
import { BINARY, CLOSE, frame, guest, handshake, open, PING } from "../ws.mjs";

const program = path.resolve(process.argv[2]);
const place = fs.mkdtempSync(path.join(os.tmpdir(), "online-"));
process.on("exit", () => fs.rmSync(place, { recursive: true, force: true }));
const web = path.join(place, "web");
fs.mkdirSync(web);
fs.writeFileSync(path.join(web, "index.html"), "<!doctype html><title>Muraille</title>");

const start = (...args) => mustServe(program, ["--port", "0", "--web", web, ...args]);
const free = ["--set", "requests=100000", "--set", "newcomers=100000", "--set", "connections-per-address=100000", "--set", "tables-per-person=100000", "--set", "tables-per-address=100000"];
const server = await start(...free);
const { port } = server;

function ask(target, { method = "GET", headers = {}, body, to = port, via = http, ...more } = {}) {
  return new Promise((resolve, reject) => {
    const request = via.request({ port: to, host: "127.0.0.1", path: target, method, headers, agent: false, ...more }, (reply) => {
      let text = "";
      reply.setEncoding("utf8");
      reply.on("data", (part) => (text += part));
      reply.on("end", () => resolve({ status: reply.statusCode, headers: reply.headers, text }));
    });
    request.on("error", reject);
    request.end(body);
  });
}
const json = { "content-type": "application/json" };
const post = (object, headers = {}, more = {}) =>
  ask("/api/v1", { method: "POST", headers: { ...json, ...headers }, body: typeof object === "string" ? object : JSON.stringify(object), ...more });
async function metric(name, to = port) {
  const { text } = await ask("/metrics", { to });
  return Number(new RegExp(`^muraille_${name} (\\d+)$`, "m").exec(text)[1]);
}
/** Waits for a condition, for minutes if necessary: the machine may be busy. */
async function until(what, tries = 6000) {
  for (let i = 0; i < tries; i++) {
    if (await what()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("it did not happen");
}
async function checkAlive(to = port) {
  const ws = await guest(to);
  assert.equal(ws.hello.ok, true);
  await ws.close();
}

// -- Handshakes --

test("/ws accepts a WebSocket with the protocol muraille.1", async () => {
  const ws = await open(port);
  assert.equal(ws.status, 101);
  assert.match(ws.head, /sec-websocket-protocol: muraille\.1/i);
  assert.match(ws.head, /sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=/i);
  assert.doesNotMatch(ws.head, /deflate/i);
  await ws.close();
});
for (const [name, headers, status] of [
  ["of the page itself", { host: "example.org:81", origin: "http://example.org:81" }, 101],
  ["of the page itself behind a proxy that encrypts", { host: "example.org", origin: "https://example.org" }, 101],
  ["of another page", { host: "example.org", origin: "https://example.com" }, 403],
  ["of another port", { host: "example.org", origin: "https://example.org:8443" }, 403],
  ["that begins alike", { host: "example.org", origin: "https://example.org.example.com" }, 403],
  ["of a page without one", { origin: "null" }, 403],
]) {
  test(`an Origin ${name} gets ${status}`, async () => {
    const ws = await open(port, headers);
    assert.equal(ws.status, status);
    await ws.close();
    const reply = await post({ do: "hello", v: 1, id: 1 }, headers);
    assert.equal(reply.status, status === 101 ? 200 : status);
  });
}
for (const [name, headers, status] of [
  ["without our protocol", { "sec-websocket-protocol": null }, 400],
  ["with another protocol", { "sec-websocket-protocol": "muraille.2, chat" }, 400],
  ["at another path", { path: "/" }, 404],
  ["to HTTP/2", { upgrade: "h2c", "http2-settings": "AAMAAABkAAQAAP__" }, 400],
]) {
  test(`an upgrade ${name} is refused`, async () => {
    const ws = await open(port, headers);
    assert.equal(ws.status, status);
    await ws.ended;
    await checkAlive();
  });
}
test("our protocol is found among others", async () => {
  const ws = await guest(port, { "sec-websocket-protocol": "chat, muraille.1" });
  assert.equal(ws.hello.ok, true);
  await ws.close();
});
test("/ws without an upgrade gets an explanation", async () => {
  assert.equal((await ask("/ws")).status, 426);
});
test("incomplete handshakes do not affect other clients", async () => {
  const whole = handshake();
  for (let n = 1; n < whole.length; n += 7)
    await new Promise((resolve) => {
      const socket = net.connect(port, "127.0.0.1", () => socket.end(whole.slice(0, n)));
      socket.resume();
      socket.on("error", resolve);
      socket.on("close", resolve);
    });
  await checkAlive();
});

// -- Messages --

test("a fragmented message is one message, also with a ping in between", async () => {
  const ws = await open(port);
  const text = JSON.stringify({ do: "hello", v: 1, id: 7, device: "x".repeat(2000) });
  ws.write(text.slice(0, 10), { fin: false });
  ws.write("are you there?", { opcode: PING });
  ws.write("", { opcode: 0, fin: false });
  for (const byte of frame(text.slice(10, 1500), { opcode: 0, fin: false })) ws.socket.write(Buffer.from([byte]));
  ws.write(text.slice(1500), { opcode: 0 });
  assert.equal((await ws.wait((m) => m.re === 7)).re, 7);
  await ws.close();
});
test("several messages in one packet are answered in order", async () => {
  const ws = await guest(port);
  ws.socket.write(Buffer.concat([11, 12, 13, 14].map((id) => frame(JSON.stringify({ do: "lobby", id })))));
  for (const re of [11, 12, 13, 14]) assert.equal((await ws.wait((m) => m.re === re)).ok, true);
  await ws.close();
});
const padded = (bytes) => JSON.stringify({ do: "lobby", id: 9, pad: "" }).replace('""', `"${"x".repeat(bytes - 30)}"`);
test("a message of 4096 bytes is accepted, one of 4097 bytes is refused", async () => {
  assert.equal(padded(4096).length, 4096);
  const ws = await guest(port);
  ws.write(padded(4096));
  assert.equal((await ws.wait((m) => m.re === 9)).ok, true);
  ws.write(padded(4097));
  assert.equal((await ws.ended).code, 1009);
});
for (const [name, bytes, code] of [
  ["too long in fragments", [frame("x".repeat(4000), { fin: false }), frame("x".repeat(97), { opcode: 0 })], 1009],
  ["announced with 2^62 bytes", [frame("x".repeat(5000), { length: 2 ** 62 })], [1009, 1007, 1002]],
  ["binary", [frame("{}", { opcode: BINARY })], 1003],
  ["not UTF-8", [frame(Buffer.from([0x22, 0xc3, 0x28, 0x22]))], 1007],
  ["of an unknown kind", [frame("x", { opcode: 3 })], 1002],
  ["with a reserved bit", [frame("{}", { rsv: 4 })], 1002],
  ["a continuation of nothing", [frame("{}", { opcode: 0 })], 1002],
  ["a ping that is too long", [frame("x".repeat(126), { opcode: PING })], 1002],
  ["a close frame", [frame(Buffer.from([3, 0xe8]), { opcode: CLOSE })], 1000],
]) {
  test(`an invalid message (${name}) ends its connection and no other`, async () => {
    const other = await guest(port);
    const ws = await guest(port);
    for (const part of bytes) ws.socket.write(part);
    await ws.ended;
    if (ws.code !== null) assert.ok([code].flat().includes(ws.code), `${ws.code} ${ws.reason}`); /* or closed without a close frame */
    assert.equal((await other.ask({ do: "lobby" })).ok, true);
    await other.close();
  });
}
test("a message that is not a request is refused, and the connection stays open", async () => {
  const ws = await guest(port);
  for (const [i, text] of ["", "{", "[]", "7", '"x"', '{"do":7}', '{"id":1}', "\u0000", '{"do":"lobby","x":"\\u0000"}', '{"do":"lobby","x":"\\ud800"}', '{"do":"nonsense","id":99}'].entries()) {
    const before = ws.received.length;
    ws.write(text);
    await until(() => ws.received.length > before);
    assert.ok(ws.received.at(-1).error, `${i}: ${JSON.stringify(ws.received.at(-1))}`);
  }
  assert.equal((await ws.ask({ do: "lobby" })).ok, true);
  await ws.close();
});

// -- POST --

test("POST /api/v1 answers a request, with and without a token", async () => {
  const hello = JSON.parse((await post({ do: "hello", v: 1, id: 1 })).text);
  assert.equal(hello.ok, true);
  assert.match(hello.token, /^[\w-]{43}$/);
  const mine = await post({ do: "mine", id: 2 }, { authorization: `Bearer ${hello.token}` });
  assert.equal(mine.status, 200);
  for (const scheme of ["bearer", "BEARER", "bEaReR"]) assert.equal((await post({ do: "mine" }, { authorization: `${scheme} ${hello.token}` })).status, 200, scheme);
  for (const odd of ["Bearerx", "Bear", "Bearer"]) assert.equal((await post({ do: "mine" }, { authorization: `${odd}${hello.token}` })).status, 401, odd);
  assert.deepEqual(JSON.parse(mine.text).tables, []);
  assert.equal(mine.headers["content-type"], "application/json");
  assert.equal(mine.headers["cache-control"], "no-store");
  assert.equal(mine.headers["x-content-type-options"], "nosniff");
  assert.equal((await post({ do: "mine", id: 2 })).status, 401);
  assert.equal((await post({ do: "mine", id: 2 }, { authorization: "Bearer " + "x".repeat(43) })).status, 401);
});
for (const [name, how, status] of [
  ["not JSON", { body: "{", headers: json }, 400],
  ["of another type", { body: "{}", headers: { "content-type": "text/plain" } }, 415],
  ["of no type", { body: "{}" }, 415],
  ["empty", { body: "", headers: { ...json, "content-length": "0" } }, 413],
  ["too long", { body: "x".repeat(4097), headers: json }, 413],
  ["of unknown length", { body: "{}", headers: { ...json, "transfer-encoding": "chunked" } }, 411],
  ["with a password", { body: "{}", headers: { ...json, authorization: "Basic YTpi" } }, 401],
  ["with a token that is far too long", { body: "{}", headers: { ...json, authorization: "Bearer " + "x".repeat(3000) } }, 401],
  ["for a listener", { body: '{"do":"open","table":"AAAAAAAAAAAAAAAAAAAAAA"}', headers: json }, [400, 401]],
]) {
  test(`a POST that is ${name} gets ${status}`, async () => {
    const reply = await ask("/api/v1", { method: "POST", ...how });
    assert.ok([status].flat().includes(reply.status), String(reply.status));
    await checkAlive();
  });
}
test("/api/v1 accepts only POST", async () => {
  for (const method of ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]) {
    const reply = await ask("/api/v1", { method });
    assert.equal(reply.status, 405, method);
    assert.equal(reply.headers.allow, method === "GET" || method === "HEAD" ? "POST" : reply.headers.allow);
  }
});
test("a connection can be used for two requests", async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  for (const id of [1, 2]) assert.equal(JSON.parse((await post({ do: "hello", v: 1, id }, {}, { agent })).text).re, id);
  agent.destroy();
});
test("a pipelined request ends its connection and no other", async () => {
  const body = JSON.stringify({ do: "hello", v: 1, id: 1 });
  const one = `POST /api/v1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  for (const bytes of [one + one, one + "x", one + "GET / HTTP/1.1\r\nHost: x\r\n\r\n"])
    await new Promise((resolve) => {
      const socket = net.connect(port, "127.0.0.1", () => socket.end(bytes));
      socket.resume();
      socket.on("error", resolve);
      socket.on("close", resolve);
    });
  await checkAlive();
});
/** Sends the parts one after the other, each after an answer to the one before; returns everything received until the server closes the connection
 * or the last answer is complete. */
function talk(parts) {
  return new Promise((resolve) => {
    let got = "";
    const rest = [...parts];
    const socket = net.connect(port, "127.0.0.1", () => socket.write(rest.shift()));
    socket.on("data", (data) => {
      got += data;
      if (rest.length) socket.write(rest.shift());
      else if (/\r\n\r\n\{.*\}$/.test(got)) socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(got));
  });
}
const asked = JSON.stringify({ do: "hello", v: 1, id: 1 });
const headOf = (more = "", version = "1.1") =>
  `POST /api/v1 HTTP/${version}\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${asked.length}\r\n${more}\r\n`;
test("Expect: 100-continue is answered", async () => {
  const got = await talk([headOf("Expect: 100-Continue\r\n"), asked]);
  assert.match(got, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  assert.match(got, /"ok":true/);
  assert.match(await talk([headOf("Expect: 100-continue\r\n") + asked]), /200 OK[^]*"ok":true/);
  assert.match(await talk([headOf("Expect: coffee\r\n") + asked]), /^HTTP\/1\.1 417 /);
  assert.match(await talk([headOf("Expect: 100-continue\r\n").replace(/Length: \d+/, "Length: 5000")]), /^HTTP\/1\.1 413 /);
});
test("a body may arrive byte by byte, also with HTTP/1.0", async () => {
  const got = await new Promise((resolve) => {
    let text = "";
    const socket = net.connect(port, "127.0.0.1", async () => {
      for (const letter of headOf() + asked) {
        socket.write(letter);
        await new Promise((done) => setImmediate(done));
      }
    });
    socket.setNoDelay(true);
    socket.on("data", (data) => (text += data).includes("}") && socket.destroy());
    socket.on("close", () => resolve(text));
  });
  assert.match(got, /^HTTP\/1\.1 200 OK[^]*"ok":true/);
  assert.match(await talk([headOf("", "1.0") + asked]), /^HTTP\/1\.0 200 OK[^]*"ok":true/);
});
test("no request can be smuggled in the body of another", async () => {
  const hidden = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
  for (const bytes of [
    `GET / HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    `HEAD / HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    `GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${hidden}`,
    `POST /api/v1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nContent-Length: ${asked.length}\r\n\r\n${asked}${hidden}`,
  ]) {
    const got = await talk([bytes]);
    assert.match(got, /^HTTP\/1\.1 4(00|11) /, bytes);
    assert.equal(got.split("HTTP/1.1 ").length, 2, "one answer");
  }
  assert.equal((await ask("/", { headers: { "content-length": "0" } })).status, 200);
});
test("clients that disconnect before their answer do not affect others", async () => {
  const body = JSON.stringify({ do: "hello", v: 1, id: 1 });
  const head = `POST /api/v1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  for (let i = 0; i < 50; i++)
    await new Promise((resolve) => {
      const socket = net.connect(port, "127.0.0.1", () => socket.write(head + (i % 2 ? body : body.slice(0, 5)), () => socket.destroy()));
      socket.on("close", resolve);
    });
  await checkAlive();
});

// -- Health and metrics --

test("/healthz says ok", async () => {
  const reply = await ask("/healthz");
  assert.equal(reply.status, 200);
  assert.equal(reply.text, "ok\n");
});
test("/metrics is served to this machine only", async () => {
  const ws = await guest(port);
  assert.ok((await metric("websocket_connections")) >= 1);
  const before = await metric("websocket_messages_received_total");
  await ws.ask({ do: "lobby" });
  assert.equal(await metric("websocket_messages_received_total"), before + 1);
  const { text, headers } = await ask("/metrics");
  assert.match(headers["content-type"], /^text\/plain/);
  for (const line of text.trimEnd().split("\n")) assert.match(line, /^(# (HELP|TYPE) muraille_\w+ .+|muraille_\w+(\{le="[^"]+"\})? [\d.]+)$/);
  assert.equal((await ask("/metrics", { headers: { "x-forwarded-for": "192.0.2.1" } })).status, 403);
  await ws.close();
});
test("/healthz reports when no more tables fit into memory", async () => {
  const other = await start("--set", "tables=1", ...free);
  const ws = await guest(other.port);
  const create = () => ws.ask({ do: "create", game: "die-mauer", seats: ["me", "open", "open"] });
  const [{ table }, { table: second }] = [await create(), await create()];
  assert.equal((await ws.ask({ do: "open", table })).ok, true);
  const before = await metric("tables_refused_total", other.port);
  const health = () => ask("/healthz", { to: other.port });
  assert.equal((await ws.ask({ do: "open", table: second })).error, "busy");
  const { status, text } = await health();
  assert.deepEqual([status, text], [503, "full\n"]);
  assert.equal(await metric("tables_refused_total", other.port), before + 1);
  await ws.ask({ do: "leave", table });
  assert.equal((await health()).status, 200);
  await ws.close();
  await other.stop();
});
test("/metrics has histograms of durations", async () => {
  const ws = await guest(port);
  const { table } = await ws.ask({ do: "create", game: "chang-cheng", seats: ["me", "mason"], options: { first: "1" } });
  const { position } = await ws.ask({ do: "open", table, form: "json" });
  const before = await metric("move_duration_seconds_count");
  assert.equal((await ws.ask({ do: "move", table, ply: position.ply, move: position.legal[0] })).ok, true);
  assert.equal(await metric("move_duration_seconds_count"), before + 1);
  const { text } = await ask("/metrics");
  for (const name of ["move_duration", "store_commit_duration", "store_queue_duration", "bot_pool_queue_duration"]) {
    assert.match(text, new RegExp(`^# TYPE muraille_${name}_seconds histogram$`, "m"));
    const buckets = [...text.matchAll(new RegExp(`^muraille_${name}_seconds_bucket\\{le="([^"]+)"\\} (\\d+)$`, "gm"))];
    assert.equal(buckets.length, 16, name);
    assert.equal(buckets.at(-1)[1], "+Inf");
    assert.equal(buckets.at(-1)[2], new RegExp(`^muraille_${name}_seconds_count (\\d+)$`, "m").exec(text)[1]);
    for (let i = 1; i < 16; i++) assert.ok(Number(buckets[i][2]) >= Number(buckets[i - 1][2]));
    assert.match(text, new RegExp(`^muraille_${name}_seconds_sum \\d+\\.\\d+$`, "m"));
  }
  await ws.close();
});
test("/metrics can be opened to everybody", async () => {
  const other = await start("--set", "metrics=open");
  assert.equal((await ask("/metrics", { to: other.port, headers: { "x-forwarded-for": "192.0.2.1" } })).status, 200);
  await other.stop();
});

// -- Overload --

test("2000 half-open connections do not lock other clients out", async () => {
  const other = await start("--set", "connections=1000", "--set", "connections-per-address=1000");
  const sockets = [];
  const playing = await guest(other.port);
  for (let i = 0; i < 2000; i++)
    await new Promise((resolve) => {
      const socket = net.connect(other.port, "127.0.0.1", () => {
        if (i % 2) socket.write("GET /ws HTTP/1.1\r\nHost: x\r\n");
        resolve();
      });
      socket.on("error", resolve);
      sockets.push(socket);
    });
  assert.equal((await playing.ask({ do: "lobby" })).ok, true);
  await checkAlive(other.port);
  assert.ok((await metric("connections", other.port)) <= 1000);
  assert.ok((await metric("connections_evicted_total", other.port)) > 0);
  sockets.forEach((socket) => socket.destroy());
  await playing.close();
  assert.equal((await other.stop()).code, 0);
});
test("the connections of an address are limited; when one closes another is accepted", async () => {
  const other = await start("--set", "connections-per-address=3");
  const three = [await guest(other.port), await guest(other.port), await guest(other.port)];
  await assert.rejects(open(other.port));
  await three[0].close();
  let again;
  await until(async () => (again = await open(other.port).catch(() => null)));
  assert.equal(again.status, 101);
  await Promise.all([...three.slice(1), again].map((ws) => ws.close()));
  await other.stop();
});
test("behind a trusted proxy each client address is counted separately", async () => {
  const other = await start("--set", "connections-per-address=2", "--set", "proxy=local");
  const from = (who) => open(other.port, { "x-forwarded-for": who });
  const some = [await from("192.0.2.1"), await from("192.0.2.1"), await from("10.0.0.1, 192.0.2.2"), await from("2001:db8::1")];
  for (const ws of some) assert.equal(ws.status, 101);
  assert.equal((await from("192.0.2.1")).status, 503);
  assert.equal((await from("192.0.2.9, 192.0.2.1")).status, 503, "only the last word is the proxy's own");
  await Promise.all(some.map((ws) => ws.close()));
  await other.stop();
});
test("a client that floods is refused, then disconnected; others continue", async () => {
  const other = await start("--set", "requests=10");
  const calm = await guest(other.port);
  const ws = await guest(other.port);
  const one = frame(JSON.stringify({ do: "lobby", id: 5 }));
  for (let i = 0; i < 2000 && ws.code === null; i++) {
    ws.socket.write(one);
    if (i % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await ws.ended;
  assert.ok(ws.received.some((m) => m.error === "busy"));
  assert.equal(ws.code, 1008);
  assert.equal((await calm.ask({ do: "lobby" })).ok, true);
  await calm.close();
  await other.stop();
});
for (const [name, one] of [
  ["empty pings", frame("", { opcode: PING })],
  ["pings", frame("x".repeat(125), { opcode: PING })],
  ["empty pongs", frame("", { opcode: 10 })],
  ["pongs", frame("x", { opcode: 10 })],
  ["empty fragments", frame("", { opcode: 0, fin: false })],
]) {
  test(`a flood of ${name} is closed with 1008; others continue`, async () => {
    const before = await metric("websocket_closed_flood_total");
    const [calm, ws] = [await guest(port), await guest(port)];
    const many = Buffer.concat(Array(2000).fill(one));
    if (name.endsWith("fragments")) ws.write("{", { fin: false });
    await until(async () => {
      if (!ws.isEnded && ws.code === null) ws.socket.write(many);
      return ws.code !== null;
    });
    assert.equal(ws.code, 1008);
    assert.equal((await calm.ask({ do: "lobby" })).ok, true);
    assert.equal(await metric("websocket_closed_flood_total"), before + 1);
    await calm.close();
    await ws.close();
  });
}
test("a few pings, pongs and fragments at once are allowed", async () => {
  const [ws, flood] = [await guest(port), await guest(port)];
  for (let i = 0; i < 100; i++) {
    ws.write("x".repeat(125), { opcode: PING });
    ws.write("", { opcode: 10 });
    ws.write("y", { opcode: 10 });
  }
  const text = JSON.stringify({ do: "lobby", id: 77 });
  [...text].forEach((letter, i) => ws.write(letter, { opcode: i ? 0 : 1, fin: i === text.length - 1 }));
  assert.equal((await ws.wait((m) => m.re === 77)).ok, true);
  const many = Buffer.concat(Array(2000).fill(frame("x", { opcode: 10 })));
  await until(() => {
    if (!flood.isEnded && flood.code === null) flood.socket.write(many);
    return flood.code !== null; // connections are checked in turn, so the earlier one has been checked
  });
  assert.equal((await ws.ask({ do: "lobby" })).ok, true);
  await ws.close();
  await flood.close();
});
test("a client that does not read is disconnected before megabytes are buffered; others continue", async () => {
  const other = await start(...free);
  const host = await guest(other.port);
  for (let i = 0; i < 50; i++) assert.ok((await host.ask({ do: "create", game: "chang-cheng", seats: ["me", "open"], public: true })).ok);
  const ws = await guest(other.port);
  ws.socket.pause();
  const one = frame(JSON.stringify({ do: "lobby", id: 5 }));
  await until(async () => {
    if (!ws.socket.destroyed) for (let i = 0; i < 10; i++) ws.socket.write(one);
    return (await metric("websocket_closed_slow_total", other.port)) === 1;
  });
  assert.ok((await metric("websocket_send_queue_bytes", other.port)) < 2e6);
  assert.equal((await host.ask({ do: "lobby" })).ok, true);
  await until(async () => (await metric("websocket_connections", other.port)) === 1);
  ws.socket.destroy();
  await host.close();
  await other.stop();
});

test("a client that answers pings stays connected, one that does not is disconnected", async () => {
  const other = await start("--set", "idle-timeout=3");
  const [good, mute] = [await guest(other.port), await guest(other.port)];
  mute.socket.write = () => true;
  await mute.ended;
  const { pings } = good;
  await until(() => good.pings > pings); // and again after the other was disconnected
  assert.equal((await good.ask({ do: "lobby" })).ok, true);
  await good.close();
  await other.stop();
});

// -- TLS --

function makeCertificate(name) {
  const [cert, key] = [path.join(place, `${name}.crt`), path.join(place, `${name}.key`)];
  execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { cert, key };
}
test("with a certificate everything is encrypted", async () => {
  const { cert, key } = makeCertificate("one");
  const other = await start("--tls-cert", cert, "--tls-key", key);
  const secure = { ca: fs.readFileSync(cert), servername: "localhost" };
  const page = await ask("/", { to: other.port, via: https, ...secure });
  assert.equal(page.status, 200);
  assert.match(page.headers["strict-transport-security"], /max-age=\d+/);
  const ws = await guest(other.port, { secure, origin: "https://127.0.0.1" });
  assert.equal(ws.hello.ok, true);
  ws.write(JSON.stringify({ do: "lobby", id: 9, pad: "x".repeat(3900) }));
  assert.equal((await ws.wait((m) => m.re === 9)).ok, true);
  const both = await guest(other.port, { secure: { ...secure, ALPNProtocols: ["h2", "http/1.1"] } });
  assert.equal(both.socket.alpnProtocol, "http/1.1");
  const plain = await open(other.port).catch(() => null);
  assert.notEqual(plain?.status, 101);
  await assert.rejects(guest(other.port, { secure: { ...secure, maxVersion: "TLSv1.1", minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" } }));
  await ws.close();
  await both.close();
  assert.match((await other.stop()).out, /https:\/\/localhost/);
});
test("SIGHUP loads a new certificate and new settings; invalid ones change nothing", async () => {
  const [one, two] = [makeCertificate("old"), makeCertificate("new")];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
    "-keyout", two.key, "-out", two.cert], { stdio: "ignore" }); /* with another kind of key than the first */
  const [cert, key, config] = ["live.crt", "live.key", "live.conf"].map((name) => path.join(place, name));
  const install = (pair, settings) => {
    fs.copyFileSync(pair.cert, cert);
    fs.copyFileSync(pair.key, key);
    fs.writeFileSync(config, settings);
  };
  install(one, "connections-per-address = 2\nlog = all\n");
  const other = await start("--config", config, "--tls-cert", cert, "--tls-key", key);
  let log = "";
  other.child.stderr.on("data", (data) => (log += data));
  const reload = async (event) => {
    const before = log.split(event).length;
    other.child.kill("SIGHUP");
    await until(() => log.split(event).length > before);
  };
  const trusting = (pair) => ({ secure: { ca: fs.readFileSync(pair.cert), servername: "localhost" } });
  const first = await guest(other.port, trusting(one));
  const second = await guest(other.port, trusting(one));
  await assert.rejects(guest(other.port, trusting(one)), "two of an address");

  install(two, "connections-per-address = 3\nlog = all\nport = 1\nbot-threads = 3\n");
  await reload("event=reloaded");
  assert.match(log, /level=warning event=restart_needed setting=bot-threads$/m);
  assert.doesNotMatch(log, /setting=(port|tls)/, "--port goes before the file");
  const third = await guest(other.port, trusting(two));
  await assert.rejects(guest(other.port, trusting(two)), "three of an address");
  assert.equal((await first.ask({ do: "lobby" })).ok, true);

  for (const [pair, settings, reason] of [
    [{ cert: one.cert, key: two.key }, "connections-per-address = 9\n", /event=reload_failed reason="key: /],
    [{ cert: config, key: one.key }, "connections-per-address = 9\n", /event=reload_failed reason="certificate: /],
    [one, "connections-per-address = 9\nnonsense = 1\n", /event=reload_failed reason="\S+live.conf, line 2: unknown setting .*nonsense/],
  ]) {
    install(pair, settings);
    await reload("event=reload_failed");
    assert.match(log, reason);
    await second.close();
    const again = await guest(other.port, trusting(two));
    await assert.rejects(guest(other.port, trusting(two)), "still three of an address");
    await again.close();
  }
  for (const ws of [first, third]) assert.equal((await ws.ask({ do: "lobby" })).ok, true);
  await Promise.all([first.close(), third.close()]);
  assert.equal((await other.stop()).code, 0);
});
test("SIGHUP changes every limit of people and tables", async () => {
  const config = path.join(place, "limits.conf");
  const settings = (text) => fs.writeFileSync(config, `log = all\n${text}`);
  settings("tables-per-person = 2\ntables-per-address = 4\ngrace = 50\n"); // 1 + n / 2 of them may wait for players
  const other = await start("--config", config);
  let log = "";
  other.child.stderr.on("data", (data) => (log += data));
  const reload = async () => {
    const before = log.split("event=reloaded").length;
    other.child.kill("SIGHUP");
    await until(() => log.split("event=reloaded").length > before);
  };
  const table = { do: "create", game: "die-mauer", seats: ["me", "open", "open"] };
  const [anna, berta] = [await guest(other.port), await guest(other.port)];
  const made = async (ws) => (await ws.ask(table)).error ?? "ok";
  assert.deepEqual([await made(anna), await made(anna), await made(anna)], ["ok", "ok", "limit"]);
  assert.deepEqual([await made(berta), await made(berta)], ["ok", "limit"]);

  settings("tables-per-person = 4\ntables-per-address = 10\ngrace = 70\ninvite = required\n");
  await reload();
  assert.deepEqual([await made(anna), await made(anna), await made(berta), await made(berta), await made(berta)], ["ok", "limit", "ok", "ok", "limit"]);
  const stranger = await open(other.port);
  assert.equal((await stranger.ask({ do: "hello", v: 2 })).error, "invite");
  const back = await guest(other.port, { token: berta.hello.token });
  assert.deepEqual([berta.hello.grace, back.hello.grace], [50, 70]);
  await Promise.all([anna, berta, stranger, back].map((ws) => ws.close()));
  assert.equal((await other.stop()).code, 0);
});
test("unknown environment variables are reported and ignored", async () => {
  const env = { MURAILLE_PER_ADRESS: "5", MURAILLE_WHATEVER_IT_IS: "secret" };
  const other = await mustServe(program, ["--port", "0", "--web", web], { env });
  await checkAlive(other.port);
  const { code, err } = await other.stop();
  assert.equal(code, 0);
  assert.match(err, /^muraille: warning: MURAILLE_PER_ADRESS is not a setting; did you mean MURAILLE_CONNECTIONS_PER_ADDRESS\?$/m);
  assert.match(err, /^muraille: warning: MURAILLE_WHATEVER_IT_IS is not a setting$/m);
  assert.doesNotMatch(err, /secret|MURAILLE_(LANG|DATA)/);
  const list = spawnSync(program, ["admin", "list", "--data", path.join(place, "warned")], { encoding: "utf8", env: { ...process.env, ...env, MURAILLE_LANG: "en" } });
  assert.equal(list.status, 2, "there is no such store");
  assert.match(list.stderr, /MURAILLE_PER_ADRESS is not a setting/);
});
for (const [name, args, complaint] of [
  ["a certificate without its key", (one) => ["--tls-cert", one.cert], /a certificate and its key must be given together/],
  ["the key of another certificate", (one, two) => ["--tls-cert", one.cert, "--tls-key", two.key], /do not match/],
  ["a missing certificate", () => ["--tls-cert", "/nothing", "--tls-key", "/nothing"], /cannot be read/],
  ["an invalid public address", () => ["--public-url", "example.org"], /http/],
]) {
  test(`${name} is refused`, async () => {
    const other = await serve(program, ["--port", "0", "--web", web, ...args(makeCertificate("a"), makeCertificate("b"))]);
    assert.equal(other.code, 2, other.err);
    assert.match(other.err, complaint);
  });
}
test("with a public address other host names are refused, since anybody can point one here", async () => {
  const other = await start("--public-url", "https://play.example.org/");
  for (const [host, origin, status] of [
    ["play.example.org", "https://play.example.org", 101],
    ["10.0.0.7:8080", "https://play.example.org", 101],
    ["127.0.0.1:8080", "http://127.0.0.1:8080", 101],
    ["evil.example.com", "http://evil.example.com", 403],
  ]) {
    const ws = await open(other.port, { host, origin });
    assert.equal(ws.status, status, host);
    await ws.close();
  }
  await other.stop();
});

// -- Settings --

function configure(lines) {
  const file = path.join(place, "muraille.conf");
  fs.writeFileSync(file, lines);
  return file;
}
for (const [name, lines, line, complaint] of [
  ["an unknown name", "# ours\n\nport = 0\nprot = 8080\n", 4, /unknown setting "prot"/],
  ["an impossible value", "port = 65536", 1, /"65536" is not a valid value for "port"/],
  ["an empty value", "store =\n", 1, /"" is not a valid value for "store"/],
  ["an unknown word", "\nproxy = maybe\r\n", 2, /"maybe" is not a valid value for "proxy"/],
  ["a malformed line", "port 8080\n", 1, /NAME = VALUE/],
]) {
  test(`${name} is refused with its file and line`, async () => {
    const file = configure(lines);
    const other = await serve(program, ["--config", file]);
    assert.equal(other.code, 2);
    assert.ok(other.err.startsWith(`muraille: ${file}, line ${line}: `), other.err);
    assert.match(other.err, complaint);
  });
}
test("a missing file is refused", async () => {
  assert.notEqual((await serve(program, ["--config", "/nothing/here"])).code, 0);
});
test("the command line overrides the environment, and that overrides the file", async () => {
  const file = configure(`port = 1\nweb = ${web}\nper-address = 1\nhost = 127.0.0.1\n`);
  const by = { env: { MURAILLE_PORT: "0", MURAILLE_CONNECTIONS_PER_ADDRESS: "2", MURAILLE_CONFIG: file } };
  const other = await mustServe(program, ["--set", "connections-per-address=3"], by);
  const all = [await open(other.port), await open(other.port), await open(other.port)];
  await assert.rejects(open(other.port));
  await Promise.all(all.map((ws) => ws.close()));
  await other.stop();
  assert.match((await serve(program, [], { env: { MURAILLE_DRAIN: "soon" } })).err, /MURAILLE_DRAIN: "soon" is not a valid value for "drain"/);
  assert.match((await serve(program, ["--set", "drain=soon"])).err, /--set: "soon" is not a valid value for "drain"/);
});
test("an unusable store is reported", async () => {
  const other = await serve(program, ["--port", "0", "--web", web, "--store", path.join(web, "index.html")]);
  assert.equal(other.code, 1);
  assert.match(other.err, /cannot open the database: /);
});

// -- Start and shutdown --

test("systemd is notified when the server is ready", async () => {
  const socket = path.join(place, "notify");
  const listener = spawn("python3", ["-c", "import socket,sys\ns=socket.socket(socket.AF_UNIX,socket.SOCK_DGRAM)\ns.bind(sys.argv[1])\nprint('on',flush=True)\nprint(s.recv(99).decode(),flush=True)", socket]);
  let output = "";
  listener.stdout.on("data", (data) => (output += data));
  await until(() => output === "on\n");
  const other = await mustServe(program, ["--port", "0", "--web", web], { env: { NOTIFY_SOCKET: socket } });
  await until(() => output === "on\nREADY=1\n");
  await other.stop();
});
test("on SIGTERM in the middle of a game everybody gets a notice, and nothing is lost", async () => {
  const data = path.join(place, "data");
  const first = await start("--data", data);
  const people = [await guest(first.port), await guest(first.port)];
  const { table } = await people[0].ask({ do: "create", game: "chang-cheng", seats: ["me", "open"] });
  for (const ws of people) await ws.ask({ do: "open", table });
  await people[1].ask({ do: "sit", table, seat: 2 });
  await until(() => people.some((ws) => ws.received.some((m) => m.position?.legal?.length)));
  const mover = people.find((ws) => ws.received.some((m) => m.position?.legal?.length));
  const { position } = mover.received.find((m) => m.position?.legal?.length);
  const moved = await mover.ask({ do: "move", table, ply: position.ply, move: position.legal[0] });
  assert.equal(moved.ok, true);
  const idle = net.connect(first.port, "127.0.0.1").on("error", () => {});
  const { code, err } = await first.stop();
  assert.equal(code, 0);
  assert.match(err, /event=shutting_down/);
  idle.destroy();
  for (const ws of people) {
    await ws.ended;
    assert.equal(ws.code, 1001);
    assert.ok(ws.received.some((m) => m.news === "bye"), "a notice comes first");
  }
  const second = await start("--data", data);
  const back = await guest(second.port, { token: mover.hello.token });
  const opened = await back.ask({ do: "open", table });
  assert.equal(opened.position.ply, moved.ply);
  await back.close();
  await second.stop();
});
test("SIGTERM does not wait for clients that do not answer", async () => {
  const other = await start("--set", "drain=1");
  const ws = await guest(other.port);
  ws.socket.removeAllListeners("data");
  ws.socket.pause();
  assert.equal((await other.stop()).code, 0);
});
test("the log has one line per event, without tokens and full addresses", async () => {
  const other = await start("--set", "connections-per-address=1");
  const ws = await guest(other.port);
  await assert.rejects(open(other.port));
  await ws.close();
  const { err } = await other.stop();
  for (const line of err.trimEnd().split("\n"))
    assert.match(line, /^time=\S+Z level=(info|warning|error) event=\w+( \w+=("[^"]*"|\S+))*$/);
  assert.ok(!err.includes(ws.hello.token));
});

test("wrong passwords are logged, without names and addresses", async () => {
  const other = await start(...free);
  const anna = await guest(other.port);
  assert.equal((await anna.ask({ do: "name", name: "Anna" })).ok, true);
  assert.equal((await anna.ask({ do: "password", password: "correct horse" })).ok, true);
  const ws = await open(other.port);
  for (const name of ["Anna", "Anna", "Nobody"]) assert.equal((await ws.ask({ do: "login", name, password: "battery staple" })).error, "password");
  assert.equal((await anna.ask({ do: "password", password: "other horse", old: "wrong horse" })).error, "password");
  assert.equal(await metric("logins_failed_total", other.port), 4);
  await anna.close();
  await ws.close();
  const { err } = await other.stop();
  assert.match(err, /level=warning event=login_failed account=[0-9a-f]{16} from=[0-9a-f]{12} in_a_row=1 count=1$/m);
  assert.match(err, /event=password_wrong account=[0-9a-f]{16} from=[0-9a-f]{12} in_a_row=1 count=4$/m);
  assert.doesNotMatch(err, /Anna|Nobody|horse|battery|127\.0\.0\.1 (?!port)|from=127/);
});

// -- Webhooks --

async function hooked(url, cert, ...args) {
  const other = await mustServe(program, ["--port", "0", "--web", web, ...args], { env: { SSL_CERT_FILE: cert } });
  const host = await guest(other.port);
  assert.equal((await host.ask({ do: "hook", url })).ok, true);
  const { table } = await host.ask({ do: "create", game: "chang-cheng", seats: ["me", "open"], options: { first: "1" } });
  await host.close();
  await until(async () => (await metric("websocket_connections", other.port)) === 0);
  const guests = await guest(other.port);
  assert.equal((await guests.ask({ do: "sit", table, seat: 2 })).ok, true);
  return { other, guests };
}
function listener() {
  const calls = [];
  const { cert, key } = makeCertificate("hook");
  const hook = https.createServer({ cert: fs.readFileSync(cert), key: fs.readFileSync(key) }, (request, reply) => {
    let text = "";
    request.on("data", (part) => (text += part));
    request.on("end", () => {
      calls.push({ method: request.method, url: request.url, headers: request.headers, text });
      reply.writeHead(302, { location: "/elsewhere" }).end();
    });
  });
  return new Promise((resolve) => hook.listen(0, "127.0.0.1", () => resolve({ calls, hook, cert, port: hook.address().port })));
}
test("a webhook is called when it is a person's turn, and redirects are not followed", async () => {
  const { calls, hook, cert, port: at } = await listener();
  const { other, guests } = await hooked(`https://localhost:${at}/topic?x=1`, cert, "--set", "webhooks=any");
  await until(() => calls.length > 0);
  assert.equal(calls[0].method, "POST");
  assert.equal(calls[0].url, "/topic?x=1");
  assert.match(calls[0].headers.host, /^localhost/);
  assert.match(calls[0].text, /\S/);
  await until(() => other.log().includes("event=webhook_failed")); // the answer has arrived, and nothing follows
  assert.ok(calls.every((call) => call.url === "/topic?x=1"));
  await guests.close();
  const { code, err } = await other.stop();
  assert.equal(code, 0);
  assert.match(err, /event=webhook_failed reason=status status=302$/m);
  hook.close();
});
test("a webhook inside our own network is not called", async () => {
  const { calls, hook, cert, port: at } = await listener();
  const { other, guests } = await hooked(`https://localhost:${at}/`, cert);
  await until(() => other.log().includes("event=webhook_failed"));
  await guests.close();
  const { code, err } = await other.stop();
  assert.equal(code, 0);
  assert.match(err, /event=webhook_failed reason=private$/m);
  assert.equal(calls.length, 0);
  hook.close();
});
test("failed webhooks are logged with the reason, without their URL", async () => {
  const { hook, cert, port: at } = await listener();
  await new Promise((resolve) => hook.close(resolve));
  const silent = net.createServer((socket) => socket.end());
  await new Promise((resolve) => silent.listen(0, "127.0.0.1", resolve));
  for (const [url, reason] of [
    ["https://nowhere.invalid/secret", "name"],
    [`https://localhost:${at}/secret`, "refused"],
    [`https://localhost:${silent.address().port}/secret`, "(closed|refused|tls)"],
  ]) {
    const { other, guests } = await hooked(url, cert, "--set", "webhooks=any");
    let log = "";
    other.child.stderr.on("data", (data) => (log += data));
    await until(() => log.includes("webhook_failed"));
    assert.match(log, new RegExp(`level=warning event=webhook_failed reason=${reason}$`, "m"));
    assert.doesNotMatch(log, /secret|invalid/);
    await guests.close();
    await other.stop();
  }
  silent.close();
});

// -- Administration --

const admin = (data, ...args) => spawnSync(program, ["admin", ...args, "--data", data], { encoding: "utf8", env: { ...process.env, MURAILLE_LANG: "en" } });
test("admin lists, copies, exports, closes and deletes while the server runs", async () => {
  const data = path.join(place, "looked-after");
  const other = await start("--data", data, ...free);
  const anna = await guest(other.port);
  assert.equal((await anna.ask({ do: "name", name: "Anna" })).ok, true);
  const { table } = await anna.ask({ do: "create", game: "die-mauer", seats: ["me", "open", "open"] });
  const { table: kept } = await anna.ask({ do: "create", game: "chang-cheng", seats: ["me", "open"] });
  await anna.ask({ do: "open", table });
  const list = admin(data, "list");
  assert.equal(list.status, 0, list.stderr);
  assert.match(list.stdout, new RegExp(`^${table} open +link +\\d+ \\S+Z die-mauer$`, "m"));

  const copy = path.join(place, "copy.db");
  assert.equal(admin(data, "backup", copy).status, 0);
  assert.equal(admin(data, "backup", copy).status, 2, "never over a file");
  const copied = spawnSync(program, ["admin", "list", "--store", copy], { encoding: "utf8" });
  assert.ok(copied.stdout.includes(table));

  assert.equal(admin(data, "close", table).status, 0);
  assert.equal(admin(data, "close", table).status, 2, "only once");
  assert.equal(admin(data, "close", "nonsense").status, 2);
  await until(async () => anna.received.some((m) => m.entries?.some((entry) => entry.kind === "closed")) || (await anna.ask({ do: "open", table })).table.state === "closed");

  const games = path.join(place, "games");
  assert.equal(admin(data, "export", "anna", games).status, 0);
  assert.deepEqual(fs.readdirSync(games), []);
  assert.equal(admin(data, "export", "Bert", path.join(place, "none")).status, 2);
  assert.equal(admin(data, "delete", "ANNA").status, 0);
  assert.equal(admin(data, "delete", "Anna").status, 2);
  assert.match(admin(data, "list").stdout, new RegExp(`^${kept} closed`, "m"));
  await anna.close();
  assert.equal((await other.stop()).code, 0);
});

test("admin invites, bans, mutes and resets while the server runs", async () => {
  const data = path.join(place, "guarded");
  const other = await start("--data", data, ...free, "--set", "invite=required");
  const bare = await open(other.port);
  assert.equal((await bare.ask({ do: "hello", v: 1 })).error, "invite");
  const code = admin(data, "invite", "--uses", "2", "--days", "1");
  assert.equal(code.status, 0, code.stderr);
  assert.match(code.stdout, /^[0-9a-z]{26}\n$/);
  const link = admin(data, "invite", "--public-url", "https://example.org/");
  assert.match(link.stdout, /^https:\/\/example\.org\/#\/online\/invite\/[0-9a-z]{26}\n$/);
  assert.equal(admin(data, "invite", "--uses", "0").status, 2);
  assert.equal(admin(data, "invite", "--days", "x").status, 2);
  const invite = code.stdout.trim();
  const hello = await bare.ask({ do: "hello", v: 1, invite });
  assert.equal(hello.ok, true, hello.text);
  assert.equal((await bare.ask({ do: "name", name: "Anna B" })).ok, true);
  assert.equal((await bare.ask({ do: "password", password: "long enough" })).ok, true);

  const people = () => admin(data, "people").stdout;
  assert.match(people(), /^\S+Z \S+Z password - +- +Anna B$/m);
  assert.equal(admin(data, "ban", "Nobody").status, 2);
  assert.equal(admin(data, "mute", "anna b", "--days", "3").status, 0);
  assert.equal(admin(data, "ban", "anna b").status, 0);
  assert.match(people(), /password forever +\d\S+Z +Anna B$/m);
  await until(() => bare.isEnded);
  const again = await open(other.port);
  assert.equal((await again.ask({ do: "hello", v: 1, token: hello.token })).error, "banned");
  assert.equal(admin(data, "unban", "Anna B").status, 0);
  assert.equal(admin(data, "unmute", "Anna B").status, 0);
  assert.match(people(), /password - +- +Anna B$/m);
  assert.equal((await again.ask({ do: "hello", v: 1, token: hello.token })).ok, true);

  assert.equal(admin(data, "reset", "Nobody").status, 2);
  const reset = admin(data, "reset", "Anna B", "--public-url", "https://example.org");
  const secret = /^https:\/\/example\.org\/#\/online\/reset\/([0-9a-z]{26})\n$/.exec(reset.stdout)?.[1];
  assert.ok(secret, reset.stdout + reset.stderr);
  const fresh = await open(other.port);
  const wrong = await fresh.ask({ do: "login", name: "Anna B", password: "wrong one" });
  assert.equal(wrong.error, "password");
  const is = await fresh.ask({ do: "reset", code: secret, password: "another one" });
  assert.equal(is.ok, true, is.text);
  assert.equal(is.me.name, "Anna B");
  await until(() => again.isEnded);
  await fresh.close();
  const { code: exit, err } = await other.stop();
  assert.equal(exit, 0);
  assert.match(err, /event=login_failed account=[0-9a-f]{16} from=[0-9a-f]{12} in_a_row=1 count=1\n/);
  assert.doesNotMatch(err, /Anna|127\.0\.0\.1.*login/);
});

test("the server of all these tests ends cleanly", async () => {
  await checkAlive();
  const { code, err } = await server.stop();
  assert.equal(code, 0);
  assert.doesNotMatch(err, /level=error|Sanitizer|runtime error/);
});
