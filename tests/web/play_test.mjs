// SPDX-License-Identifier: MIT
// tests/web/play_test.mjs -- whole games in the browser, by clicking what the board offers; reloading, hot seat, records.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { isAll } from "../tier.mjs";
import { doesNotScrollSideways, dropFile, isAccessible, waitForDrawing, program, test } from "./harness.mjs";
import { clickSomething, games, generator, waitForProgress, storedGame, nearlyOver, playedRecord, plyOf, settle, waitForPly, sitDown, sitDownAt, sizes, store, typeMove } from "./tables.mjs";

async function playByClicking(page) {
  const random = generator(11);
  for (let idle = 0; idle < 120; ) {
    const what = await settle(page);
    if (what === "over") return;
    if (what === "cover") await page.locator("[data-ready]").click();
    const before = await plyOf(page);
    await clickSomething(page, random);
    await waitForDrawing(page);
    idle = (await plyOf(page)) === before ? idle + 1 : 0;
  }
  assert.fail(`stuck at ply ${await plyOf(page)}`);
}

for (const [game, counts] of Object.entries(sizes))
  for (const players of counts)
    test(`${game}, ${players} players: a game is played to the end by clicking`, { full: players !== counts[0] }, async ({ page }) => {
      const options = game === "die-mauer" ? ["hands=1"] : [];
      if (isAll || game === "die-mauer") await sitDown(page, game, players, { options }); // the shortest
      else await sitDownAt(page, nearlyOver(game, players, 7, options, 16));
      await playByClicking(page);
      await isAccessible(page);
      await doesNotScrollSideways(page);
      const { record, over } = await storedGame(page);
      assert.ok(over && record.includes("\nresult "));
      execFileSync(program, ["trace", "-"], { input: record }); // the stored game is a valid record
    });

for (const game of games)
  test(`${game}: the game continues after a typed move and a reload`, async ({ page }) => {
    await sitDown(page, game, sizes[game][0] + 1);
    await settle(page);
    const before = await plyOf(page);
    const move = game === "chang-cheng" ? "wall" : game === "die-mauer" ? "6" : "draw";
    const slot = game === "chang-cheng" ? ` ${await page.evaluate(() => document.querySelector(".cc-slot.target").dataset.place)}` : "";
    await typeMove(page, move + slot);
    await waitForProgress(page, before);
    await settle(page);
    const after = await plyOf(page);
    await page.reload();
    await page.waitForSelector(".table");
    await settle(page);
    assert.ok((await plyOf(page)) >= after);
  });

test("a click during which a preview appears is still a click", async ({ page }) => {
  await sitDown(page, "chang-cheng", 2);
  await settle(page);
  await page.keyboard.press("w");
  const slot = page.locator(".cc-slot.target").nth(5);
  const box = await slot.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.7);
  await page.mouse.down();
  await slot.locator(".cc-ghost").waitFor({ state: "attached" });
  await page.mouse.up();
  await waitForProgress(page, 0);
});

test("a refused move is explained", async ({ page }) => {
  await sitDown(page, "chinesische-mauer", 2);
  await settle(page);
  await typeMove(page, "9:W");
  await page.waitForSelector("[role=alert]");
  assert.match(await page.locator("[role=alert]").textContent(), /unknown site/);
});

test("with the setting each move has to be confirmed", async ({ page }) => {
  await sitDown(page, "chinesische-mauer", 2, { settings: { confirm: true } });
  await settle(page);
  await page.locator("[data-draw]").click();
  await page.waitForFunction(() => document.activeElement?.closest(".confirm")); // the confirmation has the focus
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".confirm").count(), 0);
  assert.equal(await plyOf(page), 0);
  await page.locator("[data-draw]").click();
  await page.waitForFunction(() => document.activeElement?.closest(".confirm"));
  await page.keyboard.press("Enter");
  await waitForProgress(page, 0);
});

test("hot seat: the screen is covered between two people, and the page contains only the hand of the current player", async ({ page }) => {
  await sitDown(page, "chinesische-mauer", 2, { people: [1, 2] });
  const decks = (await storedGame(page)).record.match(/setup deck\d \w+/g);
  assert.equal(decks.length, 2);
  for (let turn = 0; turn < 4; turn++) {
    assert.equal(await settle(page), "cover");
    assert.equal(await page.locator(".cm").count(), 0);
    await page.locator("[data-ready]").click();
    await page.waitForSelector(".cm");
    assert.equal(await settle(page), "move");
    const hands = await page.locator(".cm [data-kind]").evaluateAll((all) => all.map((e) => e.textContent));
    const held = hands.map((label) => Number(/(\d+) in hand/.exec(label)?.[1] ?? 0)).reduce((a, b) => a + b, 0);
    assert.ok(held >= 5 && held <= 9, `${held} cards: ${hands.join(" | ")}`);
    for (let action = 0; action < 2; action++) {
      assert.equal(await settle(page), "move");
      const before = await plyOf(page);
      await typeMove(page, "draw");
      await waitForProgress(page, before);
    }
  }
});

test("a record dropped on the home page has the same result as in the program", async ({ page }) => {
  const record = playedRecord("chang-cheng", 3, 5);
  await store(page);
  await page.reload();
  await page.waitForSelector("h1");
  await dropFile(page, "body", "game.mur", record);
  await page.waitForSelector("[data-over]");
  const shown = await page.locator(".seat-score").allTextContents();
  const last = JSON.parse(execFileSync(program, ["trace", "-"], { input: record, encoding: "utf8" }).trim().split("\n").pop());
  assert.deepEqual(shown.map(Number), last.result.scores);
  await page.keyboard.press("Home");
  await waitForPly(page, 0);
  await page.keyboard.press("ArrowRight");
  await waitForPly(page, 1);
});
