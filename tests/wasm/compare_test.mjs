// SPDX-License-Identifier: MIT
// tests/wasm/compare_test.mjs MURAILLE MURAILLE.WASM -- the program and the WebAssembly module give the same traces of every
// record in tests/records/ and about random games of every size: all of it, as seats 1 and 4, and as a spectator, errors
// included.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { after, test } from "../time_limit.mjs";
import { load, SEAT_ALL } from "./engine.mjs";

const [program, module] = process.argv.slice(2);
const trace = await load(module);
const games = { "chinesische-mauer": [2, 5], "die-mauer": [3, 6], "chang-cheng": [2, 4] };

function recordsIn(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((e) => (e.isDirectory() ? recordsIn(join(folder, e.name)) : e.name.endsWith(".mur") ? [join(folder, e.name)] : []));
  } catch {
    return [];
  }
}

function randomGames(folder) {
  return Object.entries(games).flatMap(([game, [min, max]]) =>
    Array.from({ length: max - min + 1 }, (_, i) => {
      const path = join(folder, `${game}-${min + i}.mur`);
      writeFileSync(path, execFileSync(program, ["random", game, "--players", String(min + i), "--seed", String(i)]));
      return path;
    }),
  );
}

/** The program and the module give the same trace of this record for this viewer. */
function compare(path, args, seat) {
  const native = spawnSync(program, [...args, path], { maxBuffer: 1 << 28 });
  const wasm = trace(readFileSync(path), seat, path);
  assert.equal(wasm.err, native.stderr.toString());
  assert.equal(wasm.code, native.status);
  assert.ok(native.stdout.equals(wasm.out), `traces of ${native.stdout.length} and ${wasm.out.length} bytes`);
}

const folder = mkdtempSync(join(tmpdir(), "muraille-"));
after(() => rmSync(folder, { recursive: true }));
for (const path of [...recordsIn("tests/records"), ...randomGames(folder)])
  for (const seat of [SEAT_ALL, 0, 1, 4]) {
    const args = seat === SEAT_ALL ? ["trace"] : ["trace", "--seat", String(seat)];
    test([...args, relative(folder, path).startsWith("..") ? path : basename(path)].join(" "), () => compare(path, args, seat));
  }
