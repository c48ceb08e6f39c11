// SPDX-License-Identifier: MIT
// node tests/wasm/compare.mjs MURAILLE MURAILLE.WASM -- the program and the WebAssembly module say the same about every
// record in tests/records/ and about random games of every size: all of it, as seats 1 and 4, and as a spectator, errors
// included. Prints TAP.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

let n = 0, failed = 0;
function compare(path, seat) {
  const args = seat === SEAT_ALL ? ["trace", path] : ["trace", "--seat", String(seat), path];
  const native = spawnSync(program, args, { maxBuffer: 1 << 28 });
  const wasm = trace(readFileSync(path), seat, path);
  const differs = [
    native.status !== wasm.code && `exit codes ${native.status} and ${wasm.code}`,
    !native.stdout.equals(wasm.out) && `traces of ${native.stdout.length} and ${wasm.out.length} bytes`,
    native.stderr.toString() !== wasm.err && `messages ${native.stderr} and ${wasm.err}`,
  ].filter(Boolean);
  failed += differs.length > 0;
  console.log(`${differs.length ? "not ok" : "ok"} ${++n} - ${args.join(" ")}`);
  for (const line of differs) console.log(`# ${line}`);
}

const folder = mkdtempSync(join(tmpdir(), "muraille-"));
try {
  for (const path of [...recordsIn("tests/records"), ...randomGames(folder)])
    for (const seat of [SEAT_ALL, 0, 1, 4]) compare(path, seat);
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`1..${n}`);
process.exitCode = failed ? 1 : 0;
