// SPDX-License-Identifier: MIT
// tests/web/hotseat_test.mjs -- several people at one screen: between them it is covered, and nothing in the page tells what
// another has in hand, in the fist or face down.
import assert from "node:assert/strict";
import { finish, test } from "./harness.mjs";
import { goesOn, kept, plyOf, settle, sitDown, typeMove } from "./tables.mjs";

/** Everything that the page holds, seen or not, the cover included. */
const pageOf = (page) => page.evaluate(() => document.documentElement.outerHTML);

/** The covered screen shows nothing of the game, and says whose turn it is. */
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
  await goesOn(page, before);
}

test("Die Mauer: each chooses unseen; nobody finds the choice of another in the page", async ({ page }) => {
  await sitDown(page, "die-mauer", 3, { people: [1, 2, 3], settings: { tracker: true } });
  const choices = ["6", "T", "-"];
  const seen = [];
  for (const [i, choice] of choices.entries()) {
    await takeScreen(page, `Person ${i + 1}`);
    seen.push(await pageOf(page));
    await play(page, choice);
  }
  assert.equal(await settle(page), "cover");
  const moves = (await kept(page)).record.match(/^move .*$/gm);
  assert.deepEqual(moves.slice(0, 3), ["move 1 6", "move 2 T", "move 3 -"]);

  // the same again with other choices: up to the reveal nobody's page differs
  await page.evaluate(() => localStorage.clear());
  await sitDown(page, "die-mauer", 3, { people: [1, 2, 3], settings: { tracker: true } });
  for (const [i, choice] of ["2", "G", "4"].entries()) {
    await takeScreen(page, `Person ${i + 1}`);
    assert.equal(await pageOf(page), seen[i], `what person ${i + 1} can find out`);
    await play(page, choice);
  }
});

test("Die Mauer: the own choice is seen by nobody else, and the screen changes hands until all have chosen", async ({ page }) => {
  await sitDown(page, "die-mauer", 4, { people: [1, 3] });
  await takeScreen(page, "Person 1");
  await play(page, "3");
  await takeScreen(page, "Person 3");
  assert.equal(await page.locator("[data-board] .in-fist").count(), 0);
  assert.doesNotMatch(await page.locator(".table").textContent(), /seat 1 has chosen: wall/);
});

test("Chang Cheng: a card face down is known to its owner alone", async ({ page }) => {
  const lay = async (card) => {
    await page.evaluate(() => localStorage.clear());
    await sitDown(page, "chang-cheng", 2, { people: [1, 2], options: ["neutral=off"] });
    await takeScreen(page, "Person 1");
    const slots = await page.locator(".cc-slot.target").evaluateAll((all) => all.map((e) => e.dataset.place));
    await play(page, `wall ${slots[0]}`); // the first turn of all is a single wall
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
  assert.equal(first.rival, second.rival, "the other cannot tell them apart");
});

await finish();
