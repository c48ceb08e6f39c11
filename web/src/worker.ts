// SPDX-License-Identifier: MIT
// The worker: the engine as WebAssembly, away from the page. Text in, JSON out; see web/session.h.

interface Exports {
  memory: WebAssembly.Memory;
  reserve_input(size: number): number;
  ask(): void;
  answer(): number;
  answer_size(): number;
}

export interface Question {
  id: number;
  text: string;
  bytes?: Uint8Array; // behind the text
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

function ask(engine: Exports, { text, bytes }: Question): string {
  const words = encoder.encode(text);
  const size = words.length + (bytes?.length ?? 0);
  const at = engine.reserve_input(size); // the memory may grow by it
  const input = new Uint8Array(engine.memory.buffer, at, size);
  input.set(words);
  if (bytes) input.set(bytes, words.length);
  engine.ask();
  return decoder.decode(new Uint8Array(engine.memory.buffer, engine.answer(), engine.answer_size()));
}

const ready = load();

self.addEventListener("message", async (event: MessageEvent<Question>) => {
  const engine = await ready;
  const reply: Reply = { id: event.data.id, json: ask(engine, event.data) };
  self.postMessage(reply);
});
