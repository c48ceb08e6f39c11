// SPDX-License-Identifier: MIT
// The worker: the engine as WebAssembly, away from the page. Text in, JSON out; see web/table.h.

interface Exports {
  memory: WebAssembly.Memory;
  room(size: number): number;
  ask(): void;
  text(): number;
  text_size(): number;
}

export interface Question {
  id: number;
  text: string;
}

export interface Reply {
  id: number;
  json: string;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

async function load(): Promise<Exports> {
  const url = new URL("muraille.wasm", self.location.href);
  const { instance } = await WebAssembly.instantiateStreaming(fetch(url), {});
  return instance.exports as unknown as Exports;
}

function ask(engine: Exports, text: string): string {
  const bytes = encoder.encode(text);
  const at = engine.room(bytes.length);
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  engine.ask();
  return decoder.decode(new Uint8Array(engine.memory.buffer, engine.text(), engine.text_size()));
}

const ready = load();

self.addEventListener("message", async (event: MessageEvent<Question>) => {
  const engine = await ready;
  const reply: Reply = { id: event.data.id, json: ask(engine, event.data.text) };
  self.postMessage(reply);
});
