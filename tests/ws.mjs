// SPDX-License-Identifier: MIT
// tests/ws.mjs -- a WebSocket client that can also misbehave: frames of any kind, handshakes of any form.
import crypto from "node:crypto";
import net from "node:net";
import tls from "node:tls";

export const TEXT = 1;
export const BINARY = 2;
export const CLOSE = 8;
export const PING = 9;

/** The bytes of a frame from a client. */
export function frame(payload, { opcode = TEXT, fin = true, mask = true, rsv = 0, length } = {}) {
  const body = Buffer.from(payload);
  const n = length ?? body.length;
  const head = [(fin ? 0x80 : 0) | (rsv << 4) | opcode];
  if (n < 126) head.push((mask ? 0x80 : 0) | Number(n));
  else if (n < 65536) head.push((mask ? 0x80 : 0) | 126, n >> 8, n & 255);
  else head.push((mask ? 0x80 : 0) | 127, ...Array.from({ length: 8 }, (_, i) => Number((BigInt(n) >> BigInt(8 * (7 - i))) & 255n)));
  const key = crypto.randomBytes(4);
  const masked = mask ? Buffer.concat([key, body.map((byte, i) => byte ^ key[i & 3])]) : body;
  return Buffer.concat([Buffer.from(head), masked]);
}

/** The head of a handshake; a header that is null is left out. */
export function handshake({ path = "/ws", ...headers } = {}) {
  const all = {
    host: "127.0.0.1",
    upgrade: "websocket",
    connection: "Upgrade",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    "sec-websocket-version": "13",
    "sec-websocket-protocol": "muraille.1",
    ...headers,
  };
  const lines = Object.entries(all).filter(([, value]) => value !== null);
  return `GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
}

/** Connects and resolves with the response to the handshake; `status` is 101 if it succeeded. Messages are collected in `received`,
 * or passed to `onMessage(message, text)` if it is given: long sessions would need too much memory. */
export function open(port, { secure, token, onMessage, ...headers } = {}) {
  return new Promise((resolve, reject) => {
    const socket = secure ? tls.connect({ port, host: "127.0.0.1", ...secure }, begin) : net.connect(port, "127.0.0.1", begin);
    let bytes = Buffer.alloc(0);
    const received = [];
    const waiting = [];
    const ws = { socket, received, pings: 0, status: 0, code: null, reason: "", isEnded: false };
    const closed = () => new Error(`closed (${ws.code} ${ws.reason})`);
    let end;
    ws.ended = new Promise((done) => (end = done));

    function begin() {
      socket.write(handshake(headers));
    }
    function takeHead() {
      const stop = bytes.indexOf("\r\n\r\n");
      if (stop < 0) return;
      ws.head = bytes.subarray(0, stop).toString("latin1");
      ws.status = Number(/^HTTP\/1\.[01] (\d+)/.exec(ws.head)?.[1]);
      bytes = bytes.subarray(stop + 4);
      resolve(ws);
    }
    function takeFrame() {
      if (bytes.length < 2) return false;
      let n = bytes[1] & 127;
      let at = 2;
      if (n === 126) [n, at] = [bytes.length < 4 ? Infinity : bytes.readUInt16BE(2), 4];
      else if (n === 127) [n, at] = [bytes.length < 10 ? Infinity : Number(bytes.readBigUInt64BE(2)), 10];
      if (bytes.length < at + n) return false;
      onFrame(bytes[0] & 15, bytes.subarray(at, at + n));
      bytes = bytes.subarray(at + n);
      return true;
    }
    function onFrame(opcode, body) {
      if (opcode === TEXT) {
        const text = body.toString();
        const message = JSON.parse(text);
        if (onMessage) onMessage(message, text);
        else received.push(message);
        for (const one of [...waiting]) if (one.matches(message)) (waiting.splice(waiting.indexOf(one), 1), one.resolve(message));
      } else if (opcode === CLOSE) {
        ws.code = body.length >= 2 ? body.readUInt16BE(0) : 1005;
        ws.reason = body.subarray(2).toString();
        socket.write(frame(body, { opcode: CLOSE }));
      } else if (opcode === PING) {
        ws.pings++;
        socket.write(frame(body, { opcode: 10 }));
      }
    }
    let next = 1;
    ws.write = (...how) => socket.write(frame(...how));
    ws.wait = (matches) => received.find(matches) ?? new Promise((done, fail) => (ws.isEnded ? fail(closed()) : waiting.push({ matches, resolve: done, fail })));
    ws.ask = (request) => {
      const id = next++;
      socket.write(frame(JSON.stringify({ ...request, id })));
      return ws.wait((message) => message.re === id);
    };
    ws.close = () => (socket.destroy(), ws.ended);
    socket.on("data", (data) => {
      bytes = Buffer.concat([bytes, data]);
      if (!ws.status) takeHead();
      if (ws.status === 101) while (takeFrame());
    });
    socket.on("error", (error) => (ws.status ? null : reject(error)));
    socket.on("close", () => {
      ws.isEnded = true;
      for (const one of waiting) one.fail(closed());
      if (!ws.status) reject(new Error("closed before an answer"));
      end(ws);
    });
  });
}

/** As open(), and says hello. */
export async function guest(port, how) {
  const ws = await open(port, how);
  if (ws.status !== 101) throw new Error(`no WebSocket: ${ws.head}`);
  ws.hello = await ws.ask({ do: "hello", v: 1, ...(how?.token ? { token: how.token } : {}) });
  return ws;
}
