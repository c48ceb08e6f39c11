// SPDX-License-Identifier: MIT
// tests/web/tables.mjs -- how tests get to a table and play there: deals by a seed, games put into the browser's storage,
// and waiting for whatever comes next, never for a while.
import { execFileSync } from "node:child_process";
import { program } from "./harness.mjs";

/** Each game with the least and the most players. */
export const sizes = { "chinesische-mauer": [2, 5], "die-mauer": [3, 6], "chang-cheng": [2, 4] };
export const games = Object.keys(sizes);

const quick = { speed: 0, language: "en" };

/** A whole game played at random, as a record. */
export function playedRecord(game, players, seed, options = []) {
  const args = ["random", game, "--players", String(players), "--seed", String(seed), ...options.flatMap((o) => ["--option", o])];
  return execFileSync(program, args, { encoding: "utf8" });
}

const isMove = (line) => line.startsWith("move ");

export const movesOf = (record) => record.split("\n").filter(isMove);

/** A record with only its first moves. */
export function upTo(record, plies) {
  let moves = 0;
  return record.split("\n").filter((line) => !line.startsWith("result ") && (!isMove(line) || moves++ < plies)).join("\n");
}

/** A game that was played at random until so many moves before its end. */
export function nearlyOver(game, players, seed, options, left) {
  const record = playedRecord(game, players, seed, options);
  return upTo(record, movesOf(record).length - left);
}

/** A game with nothing played yet, dealt by a seed. */
export const deal = (game, players, seed, options) => upTo(playedRecord(game, players, seed, options), 0);

/** As the client keeps a game; people: the seats that are no bots; bot: who plays the others. */
export function savedGame(id, record, { people = [1], names = [], bot = "random" } = {}) {
  const seats = Number(/^players (\d)/m.exec(record)[1]);
  const players = Array.from({ length: seats }, (_, i) => {
    const person = people.includes(i + 1);
    return { seat: i + 1, name: names[i] ?? `${person ? "Person" : "Bot"} ${i + 1}`, bot: person ? null : bot };
  });
  const over = /^result /m.test(record);
  return { id, game: /^game (\S+)/m.exec(record)[1], record, players, over, plies: movesOf(record).length, changed: 1 };
}

/** Puts settings and games into the browser's storage; they hold from the next load on. */
export const store = (page, settings, games = []) =>
  page.evaluate(([settings, games]) => {
    localStorage.setItem("muraille.settings", JSON.stringify(settings));
    for (const game of games) localStorage.setItem(`muraille.game.${game.id}`, JSON.stringify(game));
  }, [{ ...quick, ...settings }, games]);

/** What the browser has kept of a game; null if nothing. */
export const kept = (page, id = "test") => page.evaluate((id) => JSON.parse(localStorage.getItem(`muraille.game.${id}`)), id);

/** Opens this record as a game of this browser, at its table. */
export async function sitDownAt(page, record, { people, names, bot, settings } = {}) {
  await store(page, settings, [savedGame("test", record, { people, names, bot })]);
  await page.evaluate(() => (location.hash = "#/table/test"));
  await page.reload();
  await page.waitForSelector(".table, .cover");
}

/** Deals a game and goes to its table. */
export function sitDown(page, game, players, { seed = 7, options = [], ...rest } = {}) {
  return sitDownAt(page, deal(game, players, seed, options), rest);
}

function whatNow() {
  if (document.querySelector("[data-over]")) return "over";
  if (document.querySelector("[data-ready]")) return "cover";
  return Number(document.querySelector(".whatnow")?.dataset.me) > 0 ? "move" : null;
}

/** Whether the game is "over", the screen a "cover", or somebody here has to "move"; else null. */
export const stateOf = (page) => page.evaluate(whatNow);

/** Waits until somebody here has to decide, or the game is over. */
export async function settle(page) {
  const handle = await page.waitForFunction(whatNow, null, { timeout: 60000 });
  return handle.jsonValue();
}

export const plyOf = (page) => page.evaluate(() => Number(document.querySelector(".table")?.dataset.ply));

/** Waits until the table shows this ply. */
export const showsPly = (page, ply) =>
  page.waitForFunction((ply) => document.querySelector(".table")?.dataset.ply === String(ply), ply);

/** Waits until the game has gone on from this ply, the screen being covered included. */
export const goesOn = (page, ply) =>
  page.waitForFunction((ply) => document.querySelector(".cover") || Number(document.querySelector(".table")?.dataset.ply) > ply, ply);

/** "/" opens a line for a move in notation. */
export async function typeMove(page, move) {
  await page.keyboard.press("/");
  await page.waitForSelector(".typed input:focus");
  await page.keyboard.type(move);
  await page.keyboard.press("Enter");
}

/** The same numbers in every run: a function that gives the next one below n. */
export function generator(seed) {
  let state = seed;
  return (n) => (state = (state * 48271) % 2147483647) % n;
}

/** Clicks something that the board offers; what stands out as a target rather than the rest. */
export async function clickSomething(page, random) {
  const label = await page.evaluate((roll) => {
    const board = document.querySelector("[data-board]");
    document.querySelector("[data-monkey]")?.removeAttribute("data-monkey");
    const all = [...board.querySelectorAll("button, [role=button]")].filter(
      (e) => !e.disabled && e.getAttribute("aria-disabled") !== "true" && e.getClientRects().length > 0 && !e.closest("details") &&
        !/keys|mini/.test(e.className),
    );
    const isTarget = (e) => /target|\bon\b|free/.test(e.className) || e.dataset.move || e.dataset.lit === "true" || "slot" in e.dataset;
    const targets = all.filter(isTarget);
    const pieces = all.filter((e) => e.dataset.tool || e.dataset.kind || "draw" in e.dataset);
    const first = targets.length > 0 && roll % 10 < 7 ? targets : pieces;
    const from = first.length > 0 && roll % 20 > 0 ? first : all;
    const chosen = from[roll % from.length];
    chosen?.setAttribute("data-monkey", "");
    return chosen ? chosen.getAttribute("aria-label") ?? chosen.textContent : null;
  }, random(2147483647));
  if (label === null) return;
  await page.locator("[data-monkey]").click({ timeout: 3000 }).catch(() => {});
}
