// SPDX-License-Identifier: MIT
// tests/web/standin_socket.mjs -- the server's end of a WebSocket (RFC 6455), as far as a stand-in needs it: text messages in
// one piece, pings, a polite end.
import { createHash } from "node:crypto";

const TEXT = 1, CLOSE = 8, PING = 9, PONG = 10;

function frame(opcode, payload) {
  const { length } = payload;
  const head = length < 126 ? Buffer.from([0x80 | opcode, length]) : Buffer.alloc(length < 65536 ? 4 : 10);
  if (length >= 126) {
    head[0] = 0x80 | opcode;
    head[1] = length < 65536 ? 126 : 127;
    if (length < 65536) head.writeUInt16BE(length, 2);
    else head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, payload]);
}

/** The first frame in the bytes: { opcode, payload, rest }; null while it is not whole. */
function take(bytes) {
  if (bytes.length < 6) return null;
  let length = bytes[1] & 127;
  let at = 2;
  if (length === 126) [length, at] = [bytes.readUInt16BE(2), 4];
  else if (length === 127) [length, at] = [Number(bytes.readBigUInt64BE(2)), 10];
  if (bytes.length < at + 4 + length) return null;
  const mask = bytes.subarray(at, at + 4);
  const payload = Buffer.from(bytes.subarray(at + 4, at + 4 + length)).map((byte, i) => byte ^ mask[i % 4]);
  return { opcode: bytes[0] & 15, payload, rest: bytes.subarray(at + 4 + length) };
}

/** Accepts the upgrade: { send(text), end(code) }; calls back with each message, and when it is over. */
export function accept(request, socket, protocol, heard, gone) {
  const key = createHash("sha1").update(request.headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest("base64");
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\nSec-WebSocket-Protocol: ${protocol}\r\n\r\n`);
  let bytes = Buffer.alloc(0);
  const end = (code) => {
    const why = Buffer.alloc(2);
    why.writeUInt16BE(code);
    socket.end(frame(CLOSE, why));
  };
  socket.on("data", (data) => {
    bytes = Buffer.concat([bytes, data]);
    for (let one = take(bytes); one; one = take(bytes)) {
      bytes = one.rest;
      if (one.opcode === TEXT) heard(one.payload.toString());
      else if (one.opcode === PING) socket.write(frame(PONG, one.payload));
      else if (one.opcode === CLOSE) end(1000);
    }
  });
  socket.on("error", () => socket.destroy());
  socket.on("close", gone);
  return { send: (text) => socket.writable && socket.write(frame(TEXT, Buffer.from(text))), end };
}
