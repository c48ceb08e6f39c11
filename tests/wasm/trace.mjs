// SPDX-License-Identifier: MIT
// node tests/wasm/trace.mjs MURAILLE.WASM [--seat S] FILE -- `muraille trace` by the WebAssembly module: the same
// bytes on standard output and standard error, the same exit code. FILE may be - for standard input.
import { readFileSync, writeSync } from "node:fs";
import { load, SEAT_ALL } from "./engine.mjs";

const args = process.argv.slice(2);
const trace = await load(args.shift());
const at = args.indexOf("--seat");
const seat = at < 0 ? SEAT_ALL : Number(args.splice(at, 2)[1]);
const file = args[0];

function write(stream, bytes) {
  for (let done = 0; done < bytes.length; ) done += writeSync(stream, bytes, done);
}

const { out, err, code } = trace(readFileSync(file === "-" ? 0 : file), seat, file);
write(1, out);
write(2, Buffer.from(err));
process.exitCode = code;
