// SPDX-License-Identifier: MIT
// tests/web/hotseat_test.mjs -- several people at one screen: it is covered between their turns, and nothing in the page shows
// another player's hand, choice or face-down cards.
import assert from "node:assert/strict";
import { test } from "./harness.mjs";
import { waitForProgress, storedGame, plyOf, settle, sitDown, typeMove } from "./tables.mjs";

/** The whole document, visible or not, once it has not changed for 12 polls: sizes, announcements and previews appear a little later. */
const pageOf = (page) =>
  page.evaluate(async () => {
    const read = () => document.documentElement.outerHTML;
    for (let last = read(), same = 0, polls = 0; polls < 2400; polls++) {
      await new Promise((done) => setTimeout(() => requestAnimationFrame(done), 50));
      const now = read();
      same = now === last ? same + 1 : 0;
      if (same === 12) return now;
      last = now;
    }
    throw new Error("the page does not stop changing");
  });

/** The cover shows nothing of the game and names the next player; a click removes it. */
async function takeScreen(page, name) {
  assert.equal(await settle(page), "cover");
  assert.equal(await page.locator("[data-board]").count(), 0);
  assert.match(await page.locator(".cover").textContent(), new RegExp(name));
  await page.locator("[data-ready]").click();
  await page.waitForSelector("[data-board]");
  assert.equal(await settle(page), "move");
}

async function play(page, move) {
  const before = await plyOf(page);
  await typeMove(page, move);
  await waitForProgress(page, before);
}

test("Die Mauer: the page does not contain the choice of another player", async ({ page }) => {
  await sitDown(page, "die-mauer", 3, { people: [1, 2, 3], settings: { tracker: true } });
  const choices = ["6", "T", "-"];
  const seen = [];
  for (const [i, choice] of choices.entries()) {
    await takeScreen(page, `Person ${i + 1}`);
    seen.push(await pageOf(page));
    await play(page, choice);
  }
  assert.equal(await settle(page), "cover");
  const moves = (await storedGame(page)).record.match(/^move .*$/gm);
  assert.deepEqual(moves.slice(0, 3), ["move 1 6", "move 2 T", "move 3 -"]);

  // the same with other choices: the pages do not differ before the reveal
  await page.evaluate(() => localStorage.clear());
  await sitDown(page, "die-mauer", 3, { people: [1, 2, 3], settings: { tracker: true } });
  for (const [i, choice] of ["2", "G", "4"].entries()) {
    await takeScreen(page, `Person ${i + 1}`);
    assert.equal(await pageOf(page), seen[i], `what person ${i + 1} can find out`);
    await play(page, choice);
  }
});

test("Die Mauer: the screen is handed on until all have chosen, without showing choices", async ({ page }) => {
  await sitDown(page, "die-mauer", 4, { people: [1, 3] });
  await takeScreen(page, "Person 1");
  await play(page, "3");
  await takeScreen(page, "Person 3");
  assert.equal(await page.locator("[data-board] .in-fist").count(), 0);
  assert.doesNotMatch(await page.locator(".table").textContent(), /seat 1 has chosen: wall/);
});

test("Chang Cheng: a face-down card is known only to its owner", async ({ page }) => {
  const lay = async (card) => {
    await page.evaluate(() => localStorage.clear());
    await sitDown(page, "chang-cheng", 2, { people: [1, 2], options: ["neutral=off"] });
    await takeScreen(page, "Person 1");
    const slots = await page.locator(".cc-slot.target").evaluateAll((all) => all.map((e) => e.dataset.place));
    await play(page, `wall ${slots[0]}`); // the very first turn is a single wall
    await takeScreen(page, "Person 2");
    const province = await page.locator(".cc-province").first().getAttribute("data-place");
    const other = await page.locator(".cc-province").nth(2).getAttribute("data-place");
    await play(page, `card ${card} ${province}`);
    assert.equal(await settle(page), "move");
    const owner = await pageOf(page);
    await play(page, `card ${card === "mason" ? "flood" : "mason"} ${other}`);
    await takeScreen(page, "Person 1");
    return { owner, rival: await pageOf(page) };
  };
  const first = await lay("mason");
  const second = await lay("flood");
  assert.notEqual(first.owner, second.owner, "the owner sees the face");
  assert.equal(first.rival, second.rival, "the other player cannot distinguish them");
});
