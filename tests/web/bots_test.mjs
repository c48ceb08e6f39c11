// SPDX-License-Identifier: MIT
// tests/web/bots_test.mjs -- the levels at the table, hints, reviews, and what bots have learnt: fetched when it is needed,
// kept for later, missed in words.
import assert from "node:assert/strict";
import { doesNotScrollSideways, finish, hasNoCutText, isAccessible, isReadyForOffline, test } from "./harness.mjs";
import { games, goesOn, kept, playedRecord, plyOf, settle, showsPly, sitDown, sitDownAt, sizes, typeMove } from "./tables.mjs";

const short = (game) => (game === "die-mauer" ? ["hands=1"] : []);
const levels = ["apprentice", "journeyman", "mason", "master", "emperor"];

for (const game of games)
  test(`${game}: emperors play to the end`, { seconds: 120 }, async ({ page }) => {
    await sitDown(page, game, sizes[game][0], { options: short(game), people: [], bot: "emperor" });
    await page.waitForSelector("[data-over]", { timeout: 100000 });
    const { record, over } = await kept(page);
    assert.ok(over && record.includes("\nresult "));
  });

for (const game of games)
  test(`${game}: every level answers a person's move`, { seconds: 90 }, async ({ page }) => {
    for (const bot of levels) {
      await sitDown(page, game, sizes[game][1], { options: short(game), bot });
      await settle(page);
      const before = await plyOf(page);
      const slot = game === "chang-cheng" ? await page.evaluate(() => document.querySelector(".cc-slot.target").dataset.place) : "";
      await typeMove(page, { "chang-cheng": `wall ${slot}`, "die-mauer": "6", "chinesische-mauer": "draw" }[game]);
      await goesOn(page, before);
      await settle(page);
      assert.ok((await plyOf(page)) > before, bot);
    }
  });

test("a new game offers five levels, and remembers its style", async ({ page }) => {
  await page.evaluate(() => (location.hash = "#/new/chang-cheng"));
  await page.waitForSelector(".newgame");
  await isAccessible(page);
  const seat = page.locator(".newgame select").nth(1);
  assert.deepEqual(await seat.locator("option").evaluateAll((all) => all.map((one) => one.value)), ["person", ...levels]);
  assert.equal(await page.locator(".newgame-levels dt").count(), 5);
  await seat.selectOption("master");
  await page.locator("form button[type=submit]").click();
  await page.waitForSelector(".table, .cover");
  const id = await page.evaluate(() => location.hash.split("/")[2]);
  const game = await kept(page, id);
  assert.equal(game.players[1].bot, "master");
  assert.ok(game.style > 0);
});

test("games of old, with bots of old, go on", { seconds: 60 }, async ({ page }) => {
  for (const bot of ["greedy", "random", "somebody"]) {
    await sitDown(page, "chinesische-mauer", 2, { bot });
    await settle(page);
    await typeMove(page, "draw");
    await goesOn(page, 0);
    await settle(page);
  }
});

for (const game of games)
  test(`${game}: a hint marks a move and says why`, { seconds: 90 }, async ({ page }) => {
    await sitDown(page, game, sizes[game][0], { options: short(game) });
    await settle(page);
    await page.keyboard.press("Shift+H");
    await page.waitForSelector("[data-hinted]");
    assert.match(await page.locator(".hint").textContent(), game === "die-mauer" ? /lead over the others, in points: [+−-]?\d/ : /share of the victory: \d+\s?%/);
    assert.ok((await page.locator(".hint-others li").count()) > 0);
    await page.waitForSelector(".halo");
    await isAccessible(page);
    await doesNotScrollSideways(page);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector(".hint") && !document.querySelector(".halo"));
    assert.equal(await settle(page), "move"); // still, though others may have chosen meanwhile
    const before = await plyOf(page);
    await page.locator("[data-hint]").click();
    await page.locator(".hint-tools .button").first().click();
    await goesOn(page, before);
    assert.equal(await page.locator(".hint").count(), 0);
  });

test("no hint while others move, and none in the past", async ({ page }) => {
  await sitDownAt(page, playedRecord("chinesische-mauer", 2, 3));
  await page.waitForSelector("[data-over]");
  assert.equal(await page.locator("[data-hint]").getAttribute("aria-disabled"), "true");
  await page.keyboard.press("Shift+H");
  await page.locator("[data-hint]").click({ force: true });
  assert.equal(await page.locator(".hint").count(), 0);
});

for (const game of games)
  test(`${game}: the review tells what each decision lost`, { seconds: 120 }, async ({ page }) => {
    await sitDownAt(page, playedRecord(game, sizes[game][0], 4, short(game)));
    await page.locator("[data-review]").click();
    await page.waitForSelector("[data-reviewed=true]", { timeout: 100000 });
    const losses = await page.locator(".review-all .review-line").evaluateAll((all) => all.map((line) => Number(line.dataset.loss)));
    assert.ok(losses.length > 3 && losses.some((loss) => loss > 0), `random moves lose something: ${losses}`);
    assert.ok((await page.locator(".review .chart-line").count()) >= sizes[game][0]);
    await isAccessible(page);
    await doesNotScrollSideways(page);
    const line = page.locator(".review-all .review-line").nth(1);
    const ply = Number(await line.locator(".review-ply").textContent()) - 1;
    await line.click();
    await showsPly(page, ply);
    assert.equal(await page.locator("[data-reviewed=true]").count(), 1, "looking back keeps what was found");
  });

test("a review can be stopped and begun again", { seconds: 90, phone: true }, async ({ page }) => {
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

test("what was learnt is fetched once, and the game goes on without a network", { offline: true, ownServer: true, seconds: 120 }, async ({ page, server }) => {
  await isReadyForOffline(page);
  await sitDown(page, "chinesische-mauer", 3, { bot: "emperor" });
  await settle(page);
  await page.waitForFunction(async () => (await (await caches.open("lore")).keys()).length === 1);
  await server.stop();
  await page.reload();
  for (let turn = 0; turn < 4; turn++) {
    assert.equal(await settle(page), "move");
    const before = await plyOf(page);
    await typeMove(page, "draw");
    await goesOn(page, before);
  }
  assert.equal(await settle(page), "move");
  await page.keyboard.press("Shift+H");
  await page.waitForSelector("[data-hinted]");
  assert.equal((await kept(page)).players[1].bot, "emperor");
});

const unreachable = /Failed to load resource/;

test("who cannot be taught says so, and others play instead", { seconds: 60, allow: [unreachable] }, async ({ page, context }) => {
  await context.route(/\.lore$/, (route) => route.abort());
  await sitDown(page, "chinesische-mauer", 2, { bot: "emperor" });
  await settle(page);
  await page.waitForSelector("[data-untaught]");
  await isAccessible(page);
  await typeMove(page, "draw");
  await goesOn(page, 0);
  await typeMove(page, "draw");
  await page.waitForFunction(() => document.querySelector(".whatnow")?.dataset.me === "0");
  await page.locator("[data-untaught] .button", { hasText: "Apprentice" }).click();
  assert.equal(await settle(page), "move");
  assert.equal((await kept(page)).players[1].bot, "apprentice");
  assert.equal(await page.locator("[data-untaught]").count(), 0);
});

test("a second try to fetch what was learnt", { seconds: 60, allow: [unreachable] }, async ({ page, context }) => {
  await context.route(/\.lore$/, (route) => route.abort());
  await sitDown(page, "die-mauer", 3, { bot: "master" });
  await page.waitForSelector("[data-untaught]");
  assert.equal(await page.locator("[data-untaught] .button").count(), 4, "once more, or three levels that need no lore");
  await context.unroute(/\.lore$/);
  await page.locator("[data-untaught] .button").first().click();
  await page.waitForFunction(() => !document.querySelector("[data-untaught]"));
  await settle(page);
  await typeMove(page, "6");
  await goesOn(page, 0);
});

await finish();
