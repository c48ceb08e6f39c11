// SPDX-License-Identifier: MIT
// node bench/speed.mjs SPEED SPEED.WASM -- the speed of random play in WebAssembly, compared to native.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [native, path] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(path));
const { play, size } = instance.exports;
const games = ["chinesische-mauer", "die-mauer", "chang-cheng"];
const goal = 0.5;
const runs = 5;
const seconds = 0.5;

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

// The first games warm up the JIT compiler and do not count.
function gamesPerSecond(game, seats, method) {
  play(game, seats, method, 0, 20000);
  let best = 0;
  for (let run = 0; run < runs; run++) {
    const start = cpuSeconds();
    let n = 0, spent = 0;
    for (; spent < seconds; n += 2000) {
      play(game, seats, method, run * 1000003 + n, 2000);
      spent = cpuSeconds() - start;
    }
    best = Math.max(best, n / spent);
  }
  return best;
}

console.log(`WebAssembly in Node ${process.versions.node} (${readFileSync(path).length} bytes), CPU time, best of ${runs} runs.\n`);
console.log("game               seats  way              native       wasm   ratio   goal");
for (const line of execFileSync(native, ["--plain"], { encoding: "utf8" }).trim().split("\n")) {
  const [id, seats, ...speeds] = line.split(" ");
  const game = games.indexOf(id);
  if (game < 0 || size(game) === 0) continue;
  ["move by move", "rollout"].forEach((name, method) => {
    const here = gamesPerSecond(game, Number(seats), method);
    const ratio = here / Number(speeds[method]);
    console.log(
      `${id.padEnd(18)} ${seats.padStart(5)}  ${name.padEnd(12)} ${speeds[method].padStart(10)} ${here.toFixed(0).padStart(10)}` +
        ` ${ratio.toFixed(2).padStart(7)}   ${goal.toFixed(2)}: ${ratio >= goal ? "reached" : "MISSED"}`,
    );
  });
}
