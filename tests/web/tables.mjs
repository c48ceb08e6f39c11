// SPDX-License-Identifier: MIT
// tests/web/tables.mjs -- helpers to open a table and play there: deals by a seed, games put into the browser's storage, and
// waits for conditions.
import { execFileSync } from "node:child_process";
import { program } from "./harness.mjs";

/** The minimum and maximum number of players of each game. */
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

/** A random game without its last `left` moves. */
export function nearlyOver(game, players, seed, options, left) {
  const record = playedRecord(game, players, seed, options);
  return upTo(record, movesOf(record).length - left);
}

/** A game without moves, dealt by a seed. */
export const deal = (game, players, seed, options) => upTo(playedRecord(game, players, seed, options), 0);

/** A game as the client stores it; people: the seats of people; bot: the level in the other seats. */
export function savedGame(id, record, { people = [1], names = [], bot = "random" } = {}) {
  const seats = Number(/^players (\d)/m.exec(record)[1]);
  const players = Array.from({ length: seats }, (_, i) => {
    const person = people.includes(i + 1);
    return { seat: i + 1, name: names[i] ?? `${person ? "Person" : "Bot"} ${i + 1}`, bot: person ? null : bot };
  });
  const over = /^result /m.test(record);
  return { id, game: /^game (\S+)/m.exec(record)[1], record, players, over, plies: movesOf(record).length, changed: 1 };
}

/** Puts settings and games into the browser's storage; they take effect at the next load. */
export const store = (page, settings, games = []) =>
  page.evaluate(([settings, games]) => {
    localStorage.setItem("muraille.settings", JSON.stringify(settings));
    for (const game of games) localStorage.setItem(`muraille.game.${game.id}`, JSON.stringify(game));
  }, [{ ...quick, ...settings }, games]);

/** A game as the browser has stored it; null if there is none. */
export const storedGame = (page, id = "test") => page.evaluate((id) => JSON.parse(localStorage.getItem(`muraille.game.${id}`)), id);

/** Stores this record as a game of this browser and goes to its table. */
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

/** "over", "cover" (the screen is covered) or "move" (a person has to move); otherwise null. */
export const stateOf = (page) => page.evaluate(whatNow);

/** Waits until stateOf() is not null; returns it. */
export async function settle(page) {
  const handle = await page.waitForFunction(whatNow);
  return handle.jsonValue();
}

export const plyOf = (page) => page.evaluate(() => Number(document.querySelector(".table")?.dataset.ply));

/** Waits until the table shows this ply. */
export const waitForPly = (page, ply) =>
  page.waitForFunction((ply) => document.querySelector(".table")?.dataset.ply === String(ply), ply);

/** Waits until the ply is larger than this, or the screen is covered. */
export const waitForProgress = (page, ply) =>
  page.waitForFunction((ply) => document.querySelector(".cover") || Number(document.querySelector(".table")?.dataset.ply) > ply, ply);

/** "/" opens a line for a move in notation. */
export async function typeMove(page, move) {
  await page.keyboard.press("/");
  await page.waitForSelector(".typed input:focus");
  await page.keyboard.type(move);
  await page.keyboard.press("Enter");
}

/** A deterministic generator: a function that returns the next number below n. */
export function generator(seed) {
  let state = seed;
  return (n) => (state = (state * 48271) % 2147483647) % n;
}

/** Clicks something that the board offers, preferably a highlighted target. */
export async function clickSomething(page, random) {
  const label = await page.evaluate((roll) => {
    const board = document.querySelector("[data-board]");
    document.querySelector("[data-monkey]")?.removeAttribute("data-monkey");
    const all = [...board.querySelectorAll("button, [role=button]")].filter(
      (e) => !e.disabled && e.getAttribute("aria-disabled") !== "true" && e.getClientRects().length > 0 && !e.closest("details") &&
        !/keys|mini/.test(e.className),
    );
    const isTarget = (e) => /target|\bon\b|free/.test(e.className) || e.dataset.move || e.dataset.legal === "true" || "slot" in e.dataset;
    const targets = all.filter(isTarget);
    const pieces = all.filter((e) => e.dataset.tool || e.dataset.kind || "draw" in e.dataset);
    const first = targets.length > 0 && roll % 10 < 7 ? targets : pieces;
    const from = first.length > 0 && roll % 20 > 0 ? first : all;
    const chosen = from[roll % from.length];
    chosen?.setAttribute("data-monkey", "");
    return chosen ? chosen.getAttribute("aria-label") ?? chosen.textContent : null;
  }, random(2147483647));
  if (label === null) return;
  await page.locator("[data-monkey]").click({ timeout: 10_000 }).catch(() => {});
}
