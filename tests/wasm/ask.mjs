// SPDX-License-Identifier: MIT
// tests/wasm/ask.mjs -- the table in WebAssembly (web/table.h), asked the way the browser's worker asks it.
import { readFileSync } from "node:fs";

/** A table of its own; returns the function that asks it. */
export async function openTable(module) {
  const { exports: engine } = await WebAssembly.instantiate(module, {});
  return (text, more = new Uint8Array()) => {
    const bytes = new TextEncoder().encode(text);
    const at = engine.room(bytes.length + more.length); // the memory may grow by it
    new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
    new Uint8Array(engine.memory.buffer, at + bytes.length, more.length).set(more);
    engine.ask();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.text(), engine.text_size())));
  };
}

export const loadModule = (path) => WebAssembly.compile(readFileSync(path));

/** Plays on with the k-th legal move of whoever may act, k from a small generator. */
export function playOn(ask, moves, seed = 1) {
  for (let i = 0; i < moves; i++) {
    const { to_act } = ask("look 0");
    if (to_act.length === 0) return;
    const { legal } = ask(`look ${to_act[0]}`);
    seed = (seed * 48271) % 2147483647;
    ask(`play ${to_act[0]} ${legal[seed % legal.length].move}`);
  }
}
