// SPDX-License-Identifier: MIT
// tests/web/look_test.mjs -- every screen in four languages, on a phone and on a desktop, light and dark: nothing sticks out
// or is cut off, everything is translated, large enough to touch and to read, and accessible (axe-core). looks.mjs explains what is
// checked without TEST_TIER=all.
import { deflateRawSync } from "node:zlib";
import { languages } from "../../web/languages.mjs";
import { isAll } from "../tier.mjs";
import { test } from "./harness.mjs";
import { check, depth, lookAt } from "./looks.mjs";
import { games, movesOf, playedRecord, savedGame, sizes, store, upTo } from "./tables.mjs";

// -- The screens --

const names = ["Maximiliane Wolkenstein", "Bartholomäus-Maximilian", "Anne-Sophie de Montclair", "Giovanni Battista Bianchi", "Wilhelmina Featherstone", "Xi"];

/** Special decisions: a scoring, a free choice or a gift, an effect of a card. */
const special = { "chinesische-mauer": /^move 1 \d=/, "die-mauer": /^move 1 (give|pass|\S left|\S right)/, "chang-cheng": /^move 1 (strike|ruin|raise|lower|value|section|swap|keep)/ };

/** The last ply up to the limit at which the person has to make such a move. */
const before = (record, limit, pattern) => movesOf(record).findLastIndex((move, i) => i <= limit && pattern.test(move));

/** A game with the maximum of players: at its beginning, in the middle, at a special decision, and finished. */
function tablesOf(game) {
  const record = playedRecord(game, sizes[game][1], 12, game === "die-mauer" ? ["hands=2"] : []);
  const half = movesOf(record).length / 2;
  const plies = { opening: 0, middle: before(record, half, /^move 1 /), deciding: before(record, Infinity, special[game]), finished: movesOf(record).length };
  return Object.entries(plies).map(([stage, ply]) => ({ stage, game, id: `${game}-${stage}`, whole: record, record: stage === "finished" ? record : upTo(record, ply) }));
}
const tables = games.flatMap(tablesOf);
const saved = [
  ...tables.map(({ id, record }) => savedGame(id, record, { names })),
  savedGame("shared", tables[1].record, { people: [1, 2], names }),
];

/** Selects the first card or piece that the board offers, so that its targets are shown. */
const take = (page) => page.locator(".cm [data-playable=true], .cc .cc-item.usable:not([aria-pressed=true])").first().click();

async function mostSeats(page, game) {
  await page.locator(".newgame .form-choice").first().locator("label").last().click();
  await page.waitForFunction((n) => document.querySelectorAll(".newgame-places li").length === n, sizes[game][1]);
  await page.waitForFunction(() => document.querySelector("[aria-labelledby=newgame-options]")?.querySelector("input, select") !== null);
}

const screens = [
  { name: "home", hash: "#/", ready: ".home-kept" },
  { name: "settings", hash: "#/settings", ready: ".settings-name" },
  { name: "unknown address", hash: "#/no/such/place", ready: "h1" },
  { name: "a link without a game", hash: "#/r/nothing", ready: "h1" },
  { name: "a link", hash: `#/r/${deflateRawSync(tables[0].whole).toString("base64url")}/30`, ready: '.table[data-ply="30"]' },
  { name: "cover", hash: "#/table/shared", ready: "[data-ready]" },
  ...games.flatMap((game) => [
    { name: `new ${game}`, hash: `#/new/${game}`, ready: ".newgame", then: (page) => mostSeats(page, game) },
    { name: `rules of ${game}`, hash: `#/rules/${game}`, ready: ".rules-text h2" },
    { name: `learn ${game}`, hash: `#/learn/${game}`, ready: ".learn-count" },
  ]),
  ...tables.map(({ id, game, stage }) => ({
    name: `${game} ${stage}`,
    hash: `#/table/${id}`,
    ready: stage === "finished" ? "[data-over]" : `.table[data-game=${game}]:has(.whatnow:not([data-me="0"])):not(:has(.seat[data-acts=true] ~ .seat[data-acts=true]))`,
    then: stage === "middle" && game !== "die-mauer" ? take : undefined,
  })),
];

/** All screens. In languages other than English only `make test-all` includes tables at the beginning and at decisions: the others have the most words. */
const screensIn = (language) => (language === "en" || isAll ? screens : screens.filter(({ name }) => !/ (opening|deciding)$/.test(name)));

async function look(page, language, phone) {
  const problems = [];
  await page.waitForSelector("h1");
  await check(page, language, phone, "home without games", depth(0, language, phone), problems);
  await store(page, { language }, saved);
  await page.evaluate(() => (location.hash = "#/settings")); // so that the first screen, too, replaces another one
  await page.reload();
  await page.waitForSelector(".settings-name");
  await lookAt(page, screensIn(language), language, phone, { problems });
}

for (const phone of [false, true])
  for (const language of Object.keys(languages))
    test(`every screen on a ${phone ? "phone" : "desktop"} in ${language}`, { phone, language }, ({ page }) => look(page, language, phone));
