// SPDX-License-Identifier: MIT
// tests/server/serve_test.mjs PROGRAM -- `muraille serve` as a web server: files, caching, compression, methods, start and stop.
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import zlib from "node:zlib";
import { test } from "../time_limit.mjs";
import { mustServe, serve } from "../serve.mjs";

const program = path.resolve(process.argv[2]);

// -- A site for the tests --

const place = fs.mkdtempSync(path.join(os.tmpdir(), "serve-"));
process.on("exit", () => fs.rmSync(place, { recursive: true, force: true }));
const web = path.join(place, "web");
const script = "console.log('a wall');\n".repeat(20000); // more than a socket takes at once
const files = {
  "web/index.html": "<!doctype html><title>Muraille</title>",
  "web/404.html": "<!doctype html><title>404</title>",
  "web/sw.js": "1;",
  "web/main-ABCDEFG7.js": script,
  "web/main-ABCDEFG7.js.br": zlib.brotliCompressSync(script),
  "web/main-ABCDEFG7.js.gz": zlib.gzipSync(script),
  "web/module.mjs": "2;",
  "web/muraille-QRSTUVW2.wasm": Buffer.from([0, 97, 115, 109]),
  "web/words.fr.json": "{}",
  "web/icon.svg": "<svg/>",
  "web/manifest.webmanifest": "{}",
  "web/game.mur": "muraille 1\n",
  "web/style.css": "a{}",
  "web/rules/die-mauer.en.md": "# Die Mauer",
  "web/empty.txt": "",
  "web/odd.xyz": "?",
  "web/.hidden": "secret",
  "web/alone.gz": "gz",
  "secret.txt": "secret",
};
for (const [name, bytes] of Object.entries(files)) {
  fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
  fs.writeFileSync(path.join(place, name), bytes);
}
fs.symlinkSync("../secret.txt", path.join(web, "link.txt"));
fs.symlinkSync("..", path.join(web, "up"));

const server = await mustServe(program, ["--port", "0", "--web", web]);

function ask(target, { method = "GET", headers = {}, body, agent } = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request({ port: server.port, host: "127.0.0.1", path: target, method, headers, agent }, (reply) => {
      const parts = [];
      reply.on("data", (part) => parts.push(part));
      reply.on("end", () => resolve({ status: reply.statusCode, headers: reply.headers, body: Buffer.concat(parts), socket: reply.socket }));
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** Sends raw bytes, also invalid ones; returns what was received until the server closes the connection or isEnough(). */
function send(bytes, isEnough = () => false) {
  return new Promise((resolve) => {
    let got = "";
    const socket = net.connect(server.port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (data) => isEnough((got += data.toString("latin1"))) && socket.destroy());
    socket.on("error", () => resolve(got));
    socket.on("close", () => resolve(got));
  });
}

const checkAlive = async () => assert.equal((await ask("/")).status, 200, "the server still answers");

/** Sends bytes that may get no answer; the server has read them once it answers a later connection. */
async function sendAndLeave(bytes) {
  const socket = net.connect(server.port, "127.0.0.1").on("error", () => {});
  await new Promise((resolve) => socket.write(bytes, resolve));
  for (let i = 0; i < 3; i++) await checkAlive();
  socket.destroy();
}

// -- Files and types --

for (const [target, type] of Object.entries({
  "/": "text/html; charset=utf-8",
  "/index.html": "text/html; charset=utf-8",
  "/sw.js": "text/javascript; charset=utf-8",
  "/module.mjs": "text/javascript; charset=utf-8",
  "/muraille-QRSTUVW2.wasm": "application/wasm",
  "/words.fr.json": "application/json",
  "/icon.svg": "image/svg+xml",
  "/manifest.webmanifest": "application/manifest+json",
  "/game.mur": "text/x-muraille; charset=utf-8",
  "/style.css": "text/css; charset=utf-8",
  "/rules/die-mauer.en.md": "text/markdown; charset=utf-8",
  "/empty.txt": "text/plain; charset=utf-8",
  "/odd.xyz": "application/octet-stream",
  "/alone.gz": "application/octet-stream",
})) {
  test(`${target} is ${type}`, async () => {
    const reply = await ask(target);
    assert.equal(reply.status, 200);
    assert.equal(reply.headers["content-type"], type);
    assert.deepEqual(reply.body, Buffer.from(files["web/" + (target.slice(1) || "index.html")]));
    assert.equal(reply.headers["content-length"], String(reply.body.length));
  });
}

test("a query string is ignored", async () => {
  assert.equal((await ask("/index.html?x=1&y=../..")).status, 200);
});

const strict = {
  "content-security-policy":
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; " +
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};
for (const [name, target, how, status] of [
  ["a page", "/", {}, 200],
  ["a missing page", "/nothing", {}, 404],
  ["a refused method", "/", { method: "POST" }, 405],
  ["a page's head", "/", { method: "HEAD" }, 200],
]) {
  test(`${name} has the strict headers`, async () => {
    const reply = await ask(target, how);
    assert.equal(reply.status, status);
    for (const [header, value] of Object.entries(strict)) assert.equal(reply.headers[header], value, header);
  });
}

// -- Caching --

for (const target of ["/", "/index.html", "/sw.js", "/words.fr.json", "/icon.svg"]) {
  test(`${target} is revalidated each time`, async () => {
    assert.equal((await ask(target)).headers["cache-control"], "no-cache");
  });
}
for (const target of ["/main-ABCDEFG7.js", "/muraille-QRSTUVW2.wasm"]) {
  test(`${target}, named after its content, is cached for ever`, async () => {
    assert.match((await ask(target)).headers["cache-control"], /max-age=31536000, immutable/);
  });
}
test("a file that the browser has is not sent again", async () => {
  const { etag } = (await ask("/")).headers;
  assert.match(etag, /^"[0-9a-f-]+"$/);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const reply = await ask("/", { headers: { "if-none-match": known } });
    assert.equal(reply.status, 304, known);
    assert.equal(reply.headers.etag, etag);
    assert.equal(reply.body.length, 0);
  }
  assert.equal((await ask("/", { headers: { "if-none-match": '"other"' } })).status, 200);
});
test("a connection is reused after 200, 304 and 404", async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const { headers, socket } = await ask("/", { agent });
  const second = await ask("/", { agent, headers: { "if-none-match": headers.etag } });
  const third = await ask("/nothing", { agent });
  const fourth = await ask("/main-ABCDEFG7.js", { agent });
  agent.destroy();
  assert.deepEqual([second.status, third.status, fourth.status], [304, 404, 200]);
  assert.ok(second.socket === socket && fourth.socket === socket);
});

// -- Compression --

for (const [accept, encoding] of [
  ["gzip, deflate, br", "br"],
  ["gzip, deflate", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["br;q=0.000", undefined],
  ["GZIP", "gzip"],
  ["brotli, gzipped", undefined],
  ["identity", undefined],
  ["", undefined],
]) {
  test(`accept-encoding "${accept}" gets ${encoding ?? "plain bytes"}`, async () => {
    const reply = await ask("/main-ABCDEFG7.js", { headers: { "accept-encoding": accept } });
    const open = { br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync, undefined: (bytes) => bytes }[encoding];
    assert.equal(reply.headers["content-encoding"], encoding);
    assert.equal(reply.headers["content-type"], "text/javascript; charset=utf-8");
    assert.equal(reply.headers.vary, "accept-encoding");
    assert.equal(open(reply.body).toString(), script);
  });
}
test("each variant has its own etag", async () => {
  const tags = await Promise.all(
    ["br", "gzip", ""].map(async (accept) => (await ask("/main-ABCDEFG7.js", { headers: { "accept-encoding": accept } })).headers.etag),
  );
  assert.equal(new Set(tags).size, 3);
});
test("compressed files are not served under their own names", async () => {
  assert.equal((await ask("/main-ABCDEFG7.js.br")).status, 404);
});

// -- Methods --

test("HEAD sends the same headers and no body", async () => {
  const get = await ask("/main-ABCDEFG7.js");
  const head = await ask("/main-ABCDEFG7.js", { method: "HEAD" });
  assert.equal(head.status, 200);
  assert.equal(head.body.length, 0);
  for (const header of ["content-length", "content-type", "etag", "cache-control"]) assert.equal(head.headers[header], get.headers[header]);
  const got = await send("HEAD /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  assert.match(got, /^HTTP\/1.1 404 /);
  assert.ok(got.endsWith("\r\n\r\n"));
});
for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
  test(`${method} is refused`, async () => {
    const reply = await ask("/", { method, body: method === "OPTIONS" ? undefined : "x=1" });
    assert.equal(reply.status, 405);
    assert.equal(reply.headers.allow, "GET, HEAD");
  });
}
test("the server survives invalid requests", async () => {
  await sendAndLeave("BREW / HTCPCP/1.0\r\n\r\n");
  await sendAndLeave("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 and so on");
  await sendAndLeave("GET\r\n\r\n");
  await sendAndLeave("GET / HTTP/1.1\r\n" + "x-long: " + "a".repeat(100000) + "\r\n\r\n");
  await sendAndLeave("GET /" + "a".repeat(3000) + " HTTP/1.1\r\nHost: x\r\n\r\n");
  await sendAndLeave("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n" + "a".repeat(100000));
  await sendAndLeave("GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");
  await checkAlive();
});
test("the server survives clients that disconnect during a response", async () => {
  for (let i = 0; i < 50; i++) await send("GET /main-ABCDEFG7.js HTTP/1.1\r\nHost: x\r\n\r\n", () => true);
  await checkAlive();
});

// -- Nothing but the site --

for (const target of [
  "/nothing",
  "/../secret.txt",
  "/%2e%2e/secret.txt",
  "/..%2fsecret.txt",
  "/rules/../../secret.txt",
  "/rules/..%2f..%2fsecret.txt",
  "/..\\secret.txt",
  "//secret.txt",
  "/up/secret.txt",
  "/link.txt",
  "/.hidden",
  "/rules",
  "/rules/",
  "/index.html/",
  "/INDEX.HTML",
  "/index.html%00.js",
  "/%",
  "/%zz",
  "/%ff%fe",
]) {
  test(`${target} leads nowhere`, async () => {
    const got = await send(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    if (got) assert.match(got, /^HTTP\/1\.[01] 40[034] /); // an invalid path may get no answer
    assert.doesNotMatch(got, /secret|Muraille<\/title>/);
  });
}
test("a missing page gets an error page, revalidated each time", async () => {
  const reply = await ask("/nothing");
  assert.equal(reply.body.toString(), files["web/404.html"]);
  assert.equal(reply.headers["cache-control"], "no-cache");
  assert.equal((await ask("/nothing", { headers: { "if-none-match": "*" } })).status, 404);
});

// -- A new build --

test("files that were rebuilt are served without a restart", async () => {
  fs.writeFileSync(path.join(web, "added.txt"), "new");
  fs.writeFileSync(path.join(web, "index.html"), "<!doctype html><title>another one</title>");
  assert.match((await ask("/")).body.toString(), /another one/);
  assert.equal((await ask("/added.txt")).status, 200);
});
test("the old files are still served while the folder is missing", async () => {
  fs.renameSync(web, web + ".away");
  await checkAlive();
  fs.renameSync(web + ".away", web);
});

// -- Starting and stopping --

test("a port in use is reported", async () => {
  const other = await serve(program, ["--port", String(server.port), "--web", web]);
  assert.equal(other.code, 1);
  assert.match(other.err, new RegExp(`^muraille: port ${server.port} is in use; choose another with --port\n$`));
});
test("the given port is used, on 127.0.0.1 only", async () => {
  const { port } = await new Promise((resolve) => {
    const probe = net.createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(address));
    });
  });
  const other = await mustServe(program, ["--port", String(port), "--web", web]);
  assert.equal(other.port, port);
  const elsewhere = Object.values(os.networkInterfaces()).flat().find((one) => !one.internal && one.family === "IPv4");
  if (elsewhere) {
    const open = await new Promise((resolve) => {
      const socket = net.connect(port, elsewhere.address, () => (socket.destroy(), resolve(true)));
      socket.on("error", () => resolve(false));
    });
    assert.equal(open, false);
  }
  await other.stop();
});
test("another address of this machine can be given as digits or as a name", async () => {
  for (const host of ["127.0.0.2", "localhost", "0.0.0.0"]) {
    const other = await mustServe(program, ["--port", "0", "--web", web, "--host", host]);
    const { code, out } = await other.stop();
    assert.equal(code, 0);
    assert.ok(out.includes(`http://${host}:${other.port} `), out);
    assert.equal(/not encrypted/.test(out), host === "0.0.0.0");
  }
});
for (const [name, args, complaint] of [
  ["an address of another machine", ["--host", "192.0.2.1"], /192\.0\.2\.1 is not an address of this machine/],
  ["a missing folder", ["--web", "/nothing/here"], /\/nothing\/here \(no such file or folder\)/],
  ["a folder without a page", ["--web", place], /cannot read a browser client/],
  ["an impossible port", ["--port", "65536"], /"65536"/],
  ["a port that is not a number", ["--port", "http"], /"http"/],
  ["an extra argument", ["here"], /unexpected argument "here"/],
]) {
  test(`${name} is refused`, async () => {
    const other = await serve(program, ["--port", "0", "--web", web, ...args]);
    assert.equal(other.code, 2);
    assert.match(other.err, complaint);
    assert.equal(other.err.split("\n").length, 2);
  });
}
for (const signal of ["SIGTERM", "SIGINT"]) {
  test(`${signal} ends the server at once and cleanly, also during a download`, async () => {
    const other = await mustServe(program, ["--port", "0", "--web", web]);
    const socket = net.connect(other.port, "127.0.0.1", () => socket.write("GET /main-ABCDEFG7.js HTTP/1.1\r\nHost: x\r\n\r\n"));
    socket.on("error", () => {});
    await new Promise((resolve) => socket.once("readable", resolve));
    const { code, err } = await other.stop(signal);
    socket.destroy();
    assert.doesNotMatch(err, /^(?!time=|$)/m);
    assert.equal(code, 0);
  });
}
test("the server of all these tests ends cleanly", async () => {
  await checkAlive();
  const { code, err } = await server.stop();
  assert.doesNotMatch(err, /^(?!time=|$)/m);
  assert.equal(code, 0);
});

test("a database that is unavailable at the start is reported, with exit code 1, so that systemd tries again", async () => {
  const ended = await serve(program, ["--port", "0", "--web", web, "--store", "postgresql://muraille:secret@127.0.0.1:1/muraille"]);
  assert.equal(ended.code, 1);
  assert.match(ended.err, /cannot open the database: .*127\.0\.0\.1.*refused/);
  assert.doesNotMatch(ended.err, /secret/);
  // An error in the settings has another exit code: the unit does not restart then.
  assert.equal((await serve(program, ["--port", "0", "--web", web, "--set", "connections=none"])).code, 2);
});
