// SPDX-License-Identifier: MIT
// tests/wasm/ask.mjs -- sends requests to the game session in WebAssembly (web/session.h), as the browser's worker does.
import { readFileSync } from "node:fs";

/** Opens a separate session; returns a function that sends a request and returns the answer. */
export async function openSession(module) {
  const { exports: engine } = await WebAssembly.instantiate(module, {});
  return (text, more = new Uint8Array()) => {
    const bytes = new TextEncoder().encode(text);
    const at = engine.reserve_input(bytes.length + more.length); // this may grow the memory
    new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
    new Uint8Array(engine.memory.buffer, at + bytes.length, more.length).set(more);
    engine.ask();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.answer(), engine.answer_size())));
  };
}

export const loadModule = (path) => WebAssembly.compile(readFileSync(path));

/** Makes this many random legal moves, each of the first acting seat. */
export function playOn(ask, moves, seed = 1) {
  for (let i = 0; i < moves; i++) {
    const { to_act } = ask("look 0");
    if (to_act.length === 0) return;
    const { legal } = ask(`look ${to_act[0]}`);
    seed = (seed * 48271) % 2147483647;
    ask(`play ${to_act[0]} ${legal[seed % legal.length].move}`);
  }
}
