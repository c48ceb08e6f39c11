// SPDX-License-Identifier: MIT
// tests/web/offline_test.mjs -- the server stops in the middle of a game: the game continues to its end, and everything else still
// works: reloading, other games, rules, the languages that were used before.
import assert from "node:assert/strict";
import { translated } from "../../web/languages.mjs";
import { isReadyForOffline, pollPage, test } from "./harness.mjs";
import { games, storedGame, nearlyOver, plyOf, settle, sitDownAt, typeMove } from "./tables.mjs";

/** Types moves until one is legal. */
async function playAny(page, tries) {
  const before = await plyOf(page);
  for (const move of tries) {
    await typeMove(page, move);
    await page.waitForFunction((ply) => document.querySelector("[role=alert]") || Number(document.querySelector(".table").dataset.ply) > ply, before);
    if ((await plyOf(page)) > before) return;
    await page.locator("[role=alert] button").click();
    await page.waitForFunction(() => !document.querySelector("[role=alert]"));
  }
  assert.fail(`none of ${tries.join(", ")} is possible`);
}

/** In Die Mauer with one hand: choose, build, give; one of these always works. */
const moves = ["1", "2", "3", "4", "6", "right", "left", "T", "G", "-", "pass", ...["1", "2", "3", "4", "6", "T", "G"].map((piece) => `give ${piece}`)];

const unreachable = /Failed to load resource.*\.model\)/; // models of games never played in this browser

test("a game and the rest of the client work after the server has stopped", { offline: true, ownServer: true, allow: [unreachable] }, async ({ page, server }) => {
  await isReadyForOffline(page);
  await sitDownAt(page, nearlyOver("die-mauer", 3, 7, ["hands=1"], 20));
  await settle(page);
  await playAny(page, moves);
  await settle(page);
  await server.stop();

  while ((await settle(page)) !== "over") await playAny(page, moves);
  const { record, over } = await storedGame(page);
  assert.ok(over && record.includes("\nresult "));

  await page.reload();
  await page.waitForSelector("[data-over]");

  for (const game of games) {
    await page.evaluate((game) => (location.hash = `#/rules/${game}`), game);
    await page.waitForSelector(`.rules-text h2`);
    assert.ok((await page.locator(".rules-text").textContent()).length > 1000);
    await page.evaluate(() => (location.hash = "#/"));
    await page.locator(".home-game", { has: page.locator(`a[href="#/new/${game}"]`) }).locator(".home-play").click();
    await page.waitForSelector(`.table[data-game=${game}]`);
    assert.equal(await settle(page), "move");
    if (game === "die-mauer") continue; // its default level needs no model
    await page.locator("[data-untaught] .button", { hasText: "Apprentice" }).click();
    await page.waitForFunction(() => !document.querySelector("[data-untaught]"));
  }

});

const select = (page, language) => page.locator(".frame-language select").selectOption(language);
const isSpoken = (page, language) => page.waitForFunction((language) => document.documentElement.lang === language, language);

/** Until the service worker has cached all that this language needs. */
const isCached = (page, language, files) =>
  pollPage(page, async ({ language, files }) => (await Promise.all([`words.${language}.json`, ...files].map((file) => caches.match(file)))).every(Boolean), { language, files });

test("a language that was used once is complete without a server; another one is refused in words", { offline: true, ownServer: true, allow: [/Failed to load resource.*words\.\w+\.json\)/] }, async ({ page, server }) => {
  await isReadyForOffline(page);
  const [used, unused] = translated;
  await select(page, used);
  await isSpoken(page, used);
  await isCached(page, used, games.map((game) => `rules/${game}.${used}.md`));
  await server.stop();

  await page.reload();
  await isSpoken(page, used);
  const titles = new Set();
  for (const language of [used, "en"]) {
    await select(page, language);
    await isSpoken(page, language);
    for (const game of games) {
      await page.evaluate((game) => (location.hash = `#/rules/${game}`), game);
      await page.waitForFunction((game) => location.hash.endsWith(game) && document.querySelector(".rules-text h2"), game);
      titles.add(`${game} ${await page.locator(".rules-text h2").last().textContent()}`);
    }
  }
  assert.equal(titles.size, 2 * games.length, [...titles].join(", "));

  await select(page, unused);
  await page.waitForFunction(() => document.querySelector(".frame-notice")?.textContent !== "");
  assert.equal(await page.locator(".frame-language select").inputValue(), "en");
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
});
