// SPDX-License-Identifier: MIT
// node bench/search.mjs SEARCH SEARCH.WASM -- the speed of the bots in WebAssembly, compared to native.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const [native, module] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(module));
const { allocate, choose_moves, memory } = instance.exports;
const models = path.join(path.dirname(fileURLToPath(import.meta.url)), "../bots/models");
const goal = 0.4;
const runs = 5;
const moves = 24;

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

// The model, then the names of the game and the bot.
function write(game, seats, bot) {
  const known = readFileSync(path.join(models, `${game}.${seats}.model`));
  const bytes = Buffer.concat([known, Buffer.from(`${game}\0${bot}\0`)]);
  const at = allocate(bytes.length);
  new Uint8Array(memory.buffer).set(bytes, at);
  return { game: at + known.length, bot: at + known.length + game.length + 1, model: known.length };
}

// The first run warms up the JIT compiler and does not count.
function speedOf(game, seats, bot, budget) {
  const at = write(game, seats, bot);
  let best = 0;
  choose_moves(at.game, at.bot, seats, at.model, 0, moves, budget);
  for (let run = 0; run < runs; run++) {
    const start = cpuSeconds();
    best = Math.max(best, choose_moves(at.game, at.bot, seats, at.model, run, moves, budget) / (cpuSeconds() - start));
  }
  return best;
}

console.log(`WebAssembly in Node ${process.versions.node}, simulations per CPU second, best of ${runs} runs.\n`);
console.log("game               seats  bot          native       wasm   ratio   goal");
for (const line of execFileSync(native, ["--plain"], { encoding: "utf8" }).trim().split("\n")) {
  const [game, seats, bot, budget, speed] = line.split(" ");
  const here = speedOf(game, Number(seats), bot, Number(budget));
  const ratio = here / Number(speed);
  console.log(
    `${game.padEnd(18)} ${seats.padStart(5)}  ${bot.padEnd(8)} ${speed.padStart(10)} ${here.toFixed(0).padStart(10)}` +
      ` ${ratio.toFixed(2).padStart(7)}   ${goal.toFixed(2)}: ${ratio >= goal ? "reached" : "MISSED"}`,
  );
}
