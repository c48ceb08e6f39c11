// SPDX-License-Identifier: MIT
// tests/wasm/engine.mjs -- `muraille trace` as a function of the WebAssembly module.
import { readFileSync } from "node:fs";

const TRACED = 0, NO_RECORD = 1; // what trace() returns, see web/wasm.c
export const SEAT_ALL = -1;

export async function load(path) {
  const { instance } = await WebAssembly.instantiate(readFileSync(path));
  const { memory, reserve_input, trace, answer, answer_size, error_line } = instance.exports;

  // Takes the bytes of a record, a seat (0: a spectator) and the file name for errors; returns what the program would
  // print, and its exit code.
  return function (record, seat, name) {
    const at = reserve_input(record.length);
    new Uint8Array(memory.buffer, at, record.length).set(record);
    const outcome = trace(seat);
    const out = Buffer.from(memory.buffer.slice(answer(), answer() + answer_size()));
    if (outcome === TRACED) return { out, err: "", code: 0 };
    const err = outcome === NO_RECORD ? `${name}:${error_line()}: ${out}\n` : `muraille: there are only the seats 1 to ${out}\n`;
    return { out: Buffer.alloc(0), err, code: 2 };
  };
}
