// SPDX-License-Identifier: MIT
// bench/web.mjs -- the browser client in Chromium, next to its goals: what a first load weighs, how long it takes from home to
// the first possible move on a CPU slowed down four times, how soon an input is answered while bots play.
// Uses build/muraille and build/web; exit code 1 if a goal is missed.
import { isReadyForOffline, newContext, startBrowser, startServer } from "../tests/web/harness.mjs";

// -- The selectors that this benchmark relies on --
const hooks = {
  games: ["chinesische-mauer", "die-mauer", "chang-cheng"], // in the order of the home screen
  home: "#app h1",
  play: ".home-play", // one for each game: starts it with default options
  table: ".table[data-ply]",
  mine: '.whatnow[data-me]:not([data-me="0"])', // a person may move
  newGame: (game) => `#/new/${game}`,
  seats: "form select", // the player in each seat; the strongest bot is the last option
  start: "form button[type=submit]",
  harmless: ".table-tools button[aria-pressed]", // reacts at any time and changes nothing in the game
};
const slow = 4;
const goals = { bytes: 250e3, first: 1000, input: 100 };
const runs = 5;
const playSeconds = 8; // for each game

const server = await startServer();
const browser = await startBrowser();
let missed = 0;

function report(what, value, unit, goal) {
  const ok = goal === undefined || value <= goal;
  if (!ok) missed++;
  const target = goal === undefined ? "" : `  goal ${String(goal).padStart(6)} ${unit}${ok ? "" : "  MISSED"}`;
  console.log(`${what.padEnd(66)} ${value.toFixed(value < 100 ? 1 : 0).padStart(8)} ${unit}${target}`);
}
const sorted = (list) => [...list].sort((a, b) => a - b);
const median = (list) => sorted(list)[list.length >> 1];

async function visit(options, body) {
  const problems = [];
  const context = await newContext(browser, server.url, options, problems);
  try {
    const page = await context.newPage();
    const result = await body(page, context);
    if (problems.length > 0) throw new Error(problems.join("\n"));
    return result;
  } finally {
    await context.close();
  }
}

async function throttle(page, rate) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

// -- Bytes --

/** The bytes transferred until the page is drawn; with the service worker, until it works offline. */
async function firstLoad(offline) {
  return visit({ offline }, async (page, context) => {
    const loaded = new Map(); // a second request for a URL comes from the browser's cache or gets a 304
    context.on("response", (response) => {
      const headers = response.headers();
      const head = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 20);
      if (response.status() === 200) loaded.set(response.url(), head + Number(headers["content-length"]));
    });
    await page.goto(server.url);
    await page.waitForSelector(hooks.home);
    if (offline) await isReadyForOffline(page);
    await page.waitForTimeout(1000);
    return [...loaded.values()].reduce((a, b) => a + b, 0);
  });
}

// -- Home to the first possible move --

async function firstMove(game, rate) {
  return visit({}, async (page) => {
    await page.goto(server.url);
    await page.waitForSelector(hooks.play);
    await throttle(page, rate);
    return page.evaluate(
      ([play, n, mine]) =>
        new Promise((resolve) => {
          const start = performance.now();
          const look = () => (document.querySelector(mine) ? resolve(performance.now() - start) : requestAnimationFrame(look));
          document.querySelectorAll(play)[n].click();
          look();
        }),
      [hooks.play, hooks.games.indexOf(game), hooks.mine],
    );
  });
}

// -- Input while bots search --

/** Measures the time from an input, by its system time stamp, to the end of the next frame. */
function watchInputs() {
  globalThis.delays = [];
  const note = (event) =>
    requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () => globalThis.delays.push(performance.now() - event.timeStamp);
      after.port2.postMessage(null);
    });
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, note, { capture: true });
}

/** Clicks while bots play in all seats. */
async function clickWhileBotsPlay(game, rate) {
  return visit({ motion: true }, async (page) => {
    await page.addInitScript(watchInputs);
    await page.goto(`${server.url}/${hooks.newGame(game)}`);
    await page.waitForSelector(hooks.seats);
    for (const seat of await page.locator(hooks.seats).all())
      await seat.selectOption({ index: (await seat.locator("option").count()) - 1 });
    await page.click(hooks.start);
    await page.waitForSelector(hooks.table);
    await throttle(page, rate);
    await page.evaluate(() => (globalThis.delays.length = 0));
    const ply = () => page.locator(hooks.table).getAttribute("data-ply");
    const before = await ply();
    for (const end = Date.now() + playSeconds * 1000; Date.now() < end; ) {
      await page.locator(hooks.harmless).first().click({ noWaitAfter: true });
      await page.waitForTimeout(40);
    }
    if ((await ply()) === before) throw new Error(`${game}: the bots made no move`);
    return page.evaluate(() => globalThis.delays);
  });
}

// -- The program --

try {
  report("first load, compressed, until the page is drawn", await firstLoad(false), "bytes", goals.bytes);
  report("first load, compressed, until it can go on offline", await firstLoad(true), "bytes", goals.bytes);
  for (const game of hooks.games) {
    const times = [];
    for (let i = 0; i < runs; i++) times.push(await firstMove(game, slow));
    report(`${game}: home to first possible move, CPU / ${slow}, median`, median(times), "ms", goals.first);
    report(`${game}: the same, slowest of ${runs}`, Math.max(...times), "ms");
  }
  for (const game of hooks.games) {
    for (const rate of [1, slow]) {
      const delays = await clickWhileBotsPlay(game, rate);
      const name = `${game}: input while bots play${rate > 1 ? `, CPU / ${rate}` : ""}`;
      report(`${name}, median of ${delays.length}`, median(delays), "ms");
      report(`${name}, slowest`, Math.max(...delays), "ms", rate === 1 ? goals.input : undefined);
    }
  }
} catch (error) {
  console.error(`bench/web.mjs: ${error.message}`);
  missed++;
} finally {
  await browser.close();
  await server.stop();
}
process.exitCode = missed ? 1 : 0;
