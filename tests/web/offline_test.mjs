// SPDX-License-Identifier: MIT
// tests/web/offline_test.mjs -- the server goes away in the middle of a game: it goes on to its end, and everything else goes
// on, too: reloading, other games, rules, languages.
import assert from "node:assert/strict";
import { finish, isReadyForOffline, test } from "./harness.mjs";
import { games, kept, nearlyOver, plyOf, settle, sitDownAt, typeMove } from "./tables.mjs";

/** Plays any move; whatever the engine offers first. */
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

const unreachable = /Failed to load resource.*\.lore\)/; // what bots have learnt of games never played here

test("the server stops in the middle of a game, and nobody notices", { offline: true, ownServer: true, seconds: 150, allow: [unreachable] }, async ({ page, server }) => {
  await isReadyForOffline(page);
  await sitDownAt(page, nearlyOver("die-mauer", 3, 7, ["hands=1"], 20));
  await settle(page);
  await playAny(page, moves);
  await settle(page);
  await server.stop();

  while ((await settle(page)) !== "over") await playAny(page, moves);
  const { record, over } = await kept(page);
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
    if (game === "die-mauer") continue; // its usual level has nothing to learn
    await page.locator("[data-untaught] .button", { hasText: "Apprentice" }).click();
    await page.waitForFunction(() => !document.querySelector("[data-untaught]"));
  }

  const titles = new Set();
  for (const language of ["fr", "it", "de", "en"]) {
    await page.locator(".frame-language select").selectOption(language);
    await page.waitForFunction((language) => document.documentElement.lang === language, language);
    await page.evaluate(() => (location.hash = "#/rules/chang-cheng"));
    await page.waitForSelector(".rules-text h2");
    titles.add(await page.locator(".rules-text h2").last().textContent());
    await page.evaluate(() => (location.hash = "#/"));
    await page.waitForSelector(".home-play");
  }
  assert.equal(titles.size, 4, [...titles].join(", "));
});

await finish();
