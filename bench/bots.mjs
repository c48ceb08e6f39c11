// SPDX-License-Identifier: MIT
// bench/bots.mjs [LEVEL...] -- how long each level takes for a move in Chromium, in the worker as the client asks it, next
// to the goal of a second: the mean and the slowest move of a game among equals, for every game and number of players.
// Uses build/muraille and build/web; exit code 1 if a goal is missed.
import fs from "node:fs";
import { levels as known } from "../tests/levels.mjs";
import { newContext, startBrowser, startServer, web } from "../tests/web/harness.mjs";

const goal = 1000; // ms
const moves = 40; // of a game; later ones do not take longer
const levels = process.argv.length > 2 ? process.argv.slice(2) : known;
const files = fs.readdirSync(web);
const tables = files.flatMap((file) => {
  const [, game, seats] = /^([\w-]+)\.(\d)-\w+\.model$/.exec(file) ?? [];
  return game ? [{ file, game, seats: Number(seats) }] : [];
});
const worker = files.find((file) => /^worker-\w+\.js$/.test(file));

/** In the page: plays a game of one level against itself; returns the milliseconds of each search. */
async function play({ worker, file, game, seats, level, moves }) {
  const engine = new Worker(worker, { type: "module" });
  const ask = (text, bytes) =>
    new Promise((resolve) => {
      engine.onmessage = (event) => resolve(JSON.parse(event.data.json));
      engine.postMessage({ id: 1, text, ...(bytes && { bytes }) });
    });
  await ask("model\n", new Uint8Array(await (await fetch(file)).arrayBuffer()));
  await ask(`new ${game} ${seats} 7`);
  const times = [];
  for (let ply = 0; ply < moves; ply++) {
    const [seat] = (await ask("look 0")).to_act;
    if (!seat) break;
    const begin = performance.now();
    const { move, error } = await ask(`bot ${seat} ${level} 0 ${ply + 1} 5`);
    times.push(performance.now() - begin);
    if (error) throw new Error(`${level}: ${error}`);
    await ask(`play ${seat} ${move}`);
  }
  engine.terminate();
  return times;
}

const server = await startServer();
const browser = await startBrowser();
const problems = [];
let missed = 0;
try {
  const page = await (await newContext(browser, server.url, {}, problems)).newPage();
  await page.goto(server.url);
  console.log(`${"game".padEnd(18)} seats  level         mean ms  slowest ms   goal`);
  for (const table of tables)
    for (const level of levels) {
      const times = await page.evaluate(play, { ...table, worker, level, moves });
      const mean = times.reduce((a, b) => a + b, 0) / times.length;
      const slowest = Math.max(...times);
      if (slowest > goal) missed++;
      console.log(
        `${table.game.padEnd(18)} ${String(table.seats).padStart(5)}  ${level.padEnd(11)} ${mean.toFixed(1).padStart(9)} ${slowest.toFixed(1).padStart(11)}` +
          `   ${goal}: ${slowest <= goal ? "reached" : "MISSED"}`,
      );
    }
  if (problems.length > 0) throw new Error(problems.join("\n"));
} catch (error) {
  console.error(`bench/bots.mjs: ${error.message}`);
  missed++;
} finally {
  await browser.close();
  await server.stop();
}
process.exitCode = missed ? 1 : 0;
