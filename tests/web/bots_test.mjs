// SPDX-License-Identifier: MIT
// tests/web/bots_test.mjs -- the levels at the table, hints, reviews, and models of bots: fetched when needed, cached, and
// reported if missing.
import assert from "node:assert/strict";
import { levels } from "../levels.mjs";
import { doesNotScrollSideways, hasNoCutText, isAccessible, isReadyForOffline, pollPage, test } from "./harness.mjs";
import { games, waitForProgress, storedGame, playedRecord, plyOf, settle, waitForPly, sitDown, sitDownAt, sizes, typeMove } from "./tables.mjs";

const short = (game) => (game === "die-mauer" ? ["hands=1"] : []);

for (const game of games)
  test(`${game}: emperors play to the end`, async ({ page }) => {
    await sitDown(page, game, sizes[game][0], { options: short(game), people: [], bot: "emperor" });
    await page.waitForSelector("[data-over]", { timeout: 600_000 });
    const { record, over } = await storedGame(page);
    assert.ok(over && record.includes("\nresult "));
  });

for (const game of games)
  test(`${game}: every level answers a person's move`, async ({ page }) => {
    for (const bot of levels) {
      await sitDown(page, game, sizes[game][1], { options: short(game), bot });
      await settle(page);
      const before = await plyOf(page);
      const slot = game === "chang-cheng" ? await page.evaluate(() => document.querySelector(".cc-slot.target").dataset.place) : "";
      await typeMove(page, { "chang-cheng": `wall ${slot}`, "die-mauer": "6", "chinesische-mauer": "draw" }[game]);
      await waitForProgress(page, before);
      await settle(page);
      assert.ok((await plyOf(page)) > before, bot);
    }
  });

test("a new game offers every level, and stores the bot's style", async ({ page }) => {
  await page.evaluate(() => (location.hash = "#/new/chang-cheng"));
  await page.waitForSelector(".newgame");
  await isAccessible(page);
  const seat = page.locator(".newgame select").nth(1);
  assert.deepEqual(await seat.locator("option").evaluateAll((all) => all.map((one) => one.value)), ["person", ...levels]);
  assert.equal(await page.locator(".newgame-levels dt").count(), levels.length);
  await seat.selectOption("master");
  await page.locator("form button[type=submit]").click();
  await page.waitForSelector(".table, .cover");
  const id = await page.evaluate(() => location.hash.split("/")[2]);
  const game = await storedGame(page, id);
  assert.equal(game.players[1].bot, "master");
  assert.ok(game.style > 0);
});

test("saved games with old or unknown bots can be continued", async ({ page }) => {
  for (const bot of ["greedy", "random", "somebody"]) {
    await sitDown(page, "chinesische-mauer", 2, { bot });
    await settle(page);
    await typeMove(page, "draw");
    await waitForProgress(page, 0);
    await settle(page);
  }
});

for (const game of games)
  test(`${game}: a hint marks a move and says why`, async ({ page }) => {
    await sitDown(page, game, sizes[game][0], { options: short(game) });
    await settle(page);
    await page.keyboard.press("Shift+H");
    await page.waitForSelector("[data-hinted]");
    assert.match(await page.locator(".hint").textContent(), game === "die-mauer" ? /lead over the others, in points: [+−-]?\d/i : /Chance to win: \d+\s?%/);
    assert.ok((await page.locator(".hint-others li").count()) > 0);
    await page.waitForSelector(".halo");
    await isAccessible(page);
    await doesNotScrollSideways(page);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector(".hint") && !document.querySelector(".halo"));
    assert.equal(await settle(page), "move"); // still our move, although others may have chosen meanwhile
    const before = await plyOf(page);
    await page.locator("[data-hint]").click();
    await page.locator(".hint-tools .button").first().click();
    await waitForProgress(page, before);
    assert.equal(await page.locator(".hint").count(), 0);
  });

test("there is no hint while others move, nor for past positions", async ({ page }) => {
  await sitDownAt(page, playedRecord("chinesische-mauer", 2, 3));
  await page.waitForSelector("[data-over]");
  assert.equal(await page.locator("[data-hint]").getAttribute("aria-disabled"), "true");
  await page.keyboard.press("Shift+H");
  await page.locator("[data-hint]").click({ force: true });
  assert.equal(await page.locator(".hint").count(), 0);
});

for (const game of games)
  test(`${game}: the review shows the loss of each decision`, async ({ page }) => {
    await sitDownAt(page, playedRecord(game, sizes[game][0], 4, short(game)));
    await page.locator("[data-review]").click();
    await page.waitForSelector("[data-reviewed=true]", { timeout: 600_000 });
    const losses = await page.locator(".review-all .review-line").evaluateAll((all) => all.map((line) => Number(line.dataset.loss)));
    assert.ok(losses.length > 3 && losses.some((loss) => loss > 0), `random moves lose something: ${losses}`);
    assert.ok((await page.locator(".review .chart-line").count()) >= sizes[game][0]);
    await isAccessible(page);
    await doesNotScrollSideways(page);
    const line = page.locator(".review-all .review-line").nth(1);
    const ply = Number(await line.locator(".review-ply").textContent()) - 1;
    await line.click();
    await waitForPly(page, ply);
    assert.equal(await page.locator("[data-reviewed=true]").count(), 1, "looking back keeps what was found");
  });

test("a review can be stopped and restarted", { phone: true }, async ({ page }) => {
  await sitDownAt(page, playedRecord("chang-cheng", 4, 4));
  await page.locator("[data-review]").click();
  await page.waitForSelector(".review .chart-line");
  await page.locator(".review-progress button").click();
  await page.waitForSelector("[data-review]");
  const found = await page.locator(".review .chart-line").count();
  assert.ok(found > 0, "what was found stays");
  await hasNoCutText(page);
  await doesNotScrollSideways(page);
});

test("a model is fetched once, and the game continues without a network", { offline: true, ownServer: true }, async ({ page, server }) => {
  await isReadyForOffline(page);
  await sitDown(page, "chinesische-mauer", 3, { bot: "emperor" });
  await settle(page);
  await pollPage(page, async () => (await (await caches.open("lore")).keys()).length === 1);
  await server.stop();
  await page.reload();
  for (let turn = 0; turn < 4; turn++) {
    assert.equal(await settle(page), "move");
    const before = await plyOf(page);
    await typeMove(page, "draw");
    await waitForProgress(page, before);
  }
  assert.equal(await settle(page), "move");
  await page.keyboard.press("Shift+H");
  await page.waitForSelector("[data-hinted]");
  assert.equal((await storedGame(page)).players[1].bot, "emperor");
});

const unreachable = /Failed to load resource/;

test("a bot whose model cannot be fetched reports it, and another level plays instead", { allow: [unreachable] }, async ({ page, context }) => {
  await context.route(/\.model$/, (route) => route.abort());
  await sitDown(page, "chinesische-mauer", 2, { bot: "emperor" });
  await settle(page);
  await page.waitForSelector("[data-untaught]");
  await isAccessible(page);
  await typeMove(page, "draw");
  await waitForProgress(page, 0);
  await typeMove(page, "draw");
  await page.waitForFunction(() => document.querySelector(".whatnow")?.dataset.me === "0");
  await page.locator("[data-untaught] .button", { hasText: "Apprentice" }).click();
  assert.equal(await settle(page), "move");
  assert.equal((await storedGame(page)).players[1].bot, "apprentice");
  assert.equal(await page.locator("[data-untaught]").count(), 0);
});

test("fetching a model can be retried", { allow: [unreachable] }, async ({ page, context }) => {
  await context.route(/\.model$/, (route) => route.abort());
  await sitDown(page, "die-mauer", 3, { bot: "master" });
  await page.waitForSelector("[data-untaught]");
  assert.equal(await page.locator("[data-untaught] .button").count(), 4, "once more, or three levels that need no model");
  await context.unroute(/\.model$/);
  await page.locator("[data-untaught] .button").first().click();
  await page.waitForFunction(() => !document.querySelector("[data-untaught]"));
  await settle(page);
  await typeMove(page, "6");
  await waitForProgress(page, 0);
});
