// SPDX-License-Identifier: MIT
// The WebAssembly module as JavaScript sees it: `muraille trace` as a function.
import { readFileSync } from "node:fs";

const TRACED = 0, NO_RECORD = 1; // what trace() returns, see web/wasm.c
export const SEAT_ALL = -1;

export async function load(path) {
  const { instance } = await WebAssembly.instantiate(readFileSync(path));
  const { memory, room, trace, text, text_size, line } = instance.exports;

  // The bytes of a record, a seat (0: a spectator) and the name to complain under; what the program would print and
  // return.
  return function (record, seat, name) {
    const at = room(record.length);
    new Uint8Array(memory.buffer, at, record.length).set(record);
    const outcome = trace(seat);
    const answer = Buffer.from(memory.buffer.slice(text(), text() + text_size()));
    if (outcome === TRACED) return { out: answer, err: "", code: 0 };
    const err = outcome === NO_RECORD ? `${name}:${line()}: ${answer}\n` : `muraille: there are only the seats 1 to ${answer}\n`;
    return { out: Buffer.alloc(0), err, code: 2 };
  };
}
