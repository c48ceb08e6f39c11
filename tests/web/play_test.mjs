// SPDX-License-Identifier: MIT
// tests/web/play_test.mjs -- whole games in the browser, by clicking whatever the board offers, and what must hold on the
// way: reload, hot seat, records.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { doesNotScrollSideways, dropFile, finish, isAccessible, isDrawn, program, test } from "./harness.mjs";
import { clickSomething, games, generator, goesOn, kept, nearlyOver, playedRecord, plyOf, settle, showsPly, sitDown, sitDownAt, sizes, store, typeMove } from "./tables.mjs";

async function playByClicking(page) {
  const random = generator(11);
  for (let idle = 0; idle < 120; ) {
    const what = await settle(page);
    if (what === "over") return;
    if (what === "cover") await page.locator("[data-ready]").click();
    const before = await plyOf(page);
    await clickSomething(page, random);
    await isDrawn(page);
    idle = (await plyOf(page)) === before ? idle + 1 : 0;
  }
  assert.fail(`stuck at ply ${await plyOf(page)}`);
}

for (const [game, counts] of Object.entries(sizes))
  for (const players of counts)
    test(`${game}, ${players} players: to the end by clicking`, { seconds: 240 }, async ({ page }) => {
      const options = game === "die-mauer" ? ["hands=1"] : [];
      if (game === "die-mauer" && players === counts[0]) await sitDown(page, game, players, { options }); // the shortest
      else await sitDownAt(page, nearlyOver(game, players, 7, options, 24));
      await playByClicking(page);
      await isAccessible(page);
      await doesNotScrollSideways(page);
      const { record, over } = await kept(page);
      assert.ok(over && record.includes("\nresult "));
      execFileSync(program, ["trace", "-"], { input: record }); // what the browser kept is a record
    });

for (const game of games)
  test(`${game}: a move by typing, a reload, and the game goes on`, { seconds: 90 }, async ({ page }) => {
    await sitDown(page, game, sizes[game][0] + 1);
    await settle(page);
    const before = await plyOf(page);
    const move = game === "chang-cheng" ? "wall" : game === "die-mauer" ? "6" : "draw";
    const slot = game === "chang-cheng" ? ` ${await page.evaluate(() => document.querySelector(".cc-slot.target").dataset.place)}` : "";
    await typeMove(page, move + slot);
    await goesOn(page, before);
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
  await goesOn(page, 0);
});

test("a refused move says why", async ({ page }) => {
  await sitDown(page, "chinesische-mauer", 2);
  await settle(page);
  await typeMove(page, "9:W");
  await page.waitForSelector("[role=alert]");
  assert.match(await page.locator("[role=alert]").textContent(), /no such site/);
});

test("who wants to be asked before a move is asked", async ({ page }) => {
  await sitDown(page, "chinesische-mauer", 2, { settings: { confirm: true } });
  await settle(page);
  await page.locator("[data-draw]").click();
  await page.waitForFunction(() => document.activeElement?.closest(".confirm")); // the answer has the focus
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".confirm").count(), 0);
  assert.equal(await plyOf(page), 0);
  await page.locator("[data-draw]").click();
  await page.waitForFunction(() => document.activeElement?.closest(".confirm"));
  await page.keyboard.press("Enter");
  await goesOn(page, 0);
});

test("hot seat: the screen is covered between two people, and no hand but the own is in the page", { seconds: 90 }, async ({ page }) => {
  await sitDown(page, "chinesische-mauer", 2, { people: [1, 2] });
  const decks = (await kept(page)).record.match(/setup deck\d \w+/g);
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
      await goesOn(page, before);
    }
  }
});

test("a record dropped on the home page leads to the result that the program tells", { seconds: 60 }, async ({ page }) => {
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
  await showsPly(page, 0);
  await page.keyboard.press("ArrowRight");
  await showsPly(page, 1);
});

await finish();
