// SPDX-License-Identifier: MIT
// tests/web/play_test.mjs -- whole games in the browser, by clicking whatever the board offers and by keyboard alone, and
// what must hold on the way: reload, hot seat, records.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { doesNotScrollSideways, dropFile, finish, isAccessible, program, test } from "./harness.mjs";

const quick = { speed: 0, language: "en" };

/** A game with nothing played yet, dealt by a seed. */
function deal(game, players, seed, options = []) {
  const args = ["random", game, "--players", String(players), "--seed", String(seed), ...options.flatMap((o) => ["--option", o])];
  const record = execFileSync(program, args, { encoding: "utf8" });
  return record.split("\n").filter((line) => !/^(move|result) /.test(line)).join("\n");
}

/** Puts a game into the browser's storage and goes to its table; people: the seats that are no bots. */
async function sitDown(page, game, players, { people = [1], seed = 7, options = [], settings = {} } = {}) {
  const seats = Array.from({ length: players }, (_, i) => ({
    seat: i + 1,
    name: people.includes(i + 1) ? `Person ${i + 1}` : `Bot ${i + 1}`,
    bot: people.includes(i + 1) ? null : "random",
  }));
  const saved = { id: "test", game, record: deal(game, players, seed, options), players: seats, over: false, plies: 0, changed: 1 };
  await page.evaluate(([game, settings]) => {
    localStorage.setItem("muraille.settings", JSON.stringify(settings));
    localStorage.setItem("muraille.game.test", JSON.stringify(game));
    location.hash = "#/table/test";
  }, [saved, { ...quick, ...settings }]);
  await page.reload();
  await page.waitForSelector(".table, .cover");
}

/** Waits until somebody here has to decide, or the game is over. */
async function settle(page) {
  const handle = await page.waitForFunction(() => {
    if (document.querySelector("[data-over]")) return "over";
    if (document.querySelector("[data-ready]")) return "cover";
    return Number(document.querySelector(".whatnow")?.dataset.me) > 0 ? "move" : null;
  }, null, { timeout: 30000 });
  return handle.jsonValue();
}

const plyOf = (page) => page.evaluate(() => Number(document.querySelector(".table")?.dataset.ply));

/** Clicks something that the board offers; what stands out as a target rather than the rest. */
async function clickSomething(page, random) {
  const label = await page.evaluate((roll) => {
    const board = document.querySelector(".table-main > :is(.cm, .dm, .cc)");
    document.querySelector("[data-monkey]")?.removeAttribute("data-monkey");
    const all = [...board.querySelectorAll("button, [role=button]")].filter(
      (e) => !e.disabled && e.getAttribute("aria-disabled") !== "true" && e.getClientRects().length > 0 && !e.closest("details") &&
        !/keys|mini/.test(e.className),
    );
    const isTarget = (e) => /target|\bon\b|free/.test(e.className) || e.dataset.move || e.dataset.lit === "true" || "slot" in e.dataset;
    const targets = all.filter(isTarget);
    const pieces = all.filter((e) => e.dataset.tool || e.dataset.kind || "draw" in e.dataset);
    const first = targets.length > 0 && roll % 10 < 7 ? targets : pieces;
    const from = first.length > 0 && roll % 20 > 0 ? first : all;
    const chosen = from[roll % from.length];
    chosen?.setAttribute("data-monkey", "");
    return chosen ? chosen.getAttribute("aria-label") ?? chosen.textContent : null;
  }, random());
  if (label === null) return;
  await page.locator("[data-monkey]").click({ timeout: 3000 }).catch(() => {});
}

/** "/" opens a line for a move in notation. */
async function typeMove(page, move) {
  await page.keyboard.press("/");
  await page.waitForSelector(".typed input:focus");
  await page.keyboard.type(move);
  await page.keyboard.press("Enter");
}

function generator(seed) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647);
}

async function playByClicking(page) {
  const random = generator(11);
  for (let idle = 0; idle < 120; ) {
    const what = await settle(page);
    if (what === "over") return;
    if (what === "cover") await page.locator("[data-ready]").click();
    const before = await plyOf(page);
    await clickSomething(page, random);
    await page.waitForTimeout(15);
    idle = (await plyOf(page)) === before ? idle + 1 : 0;
  }
  assert.fail(`stuck at ply ${await plyOf(page)}`);
}

const sizes = { "chinesische-mauer": [2, 5], "die-mauer": [3, 6], "chang-cheng": [2, 4] };

for (const [game, counts] of Object.entries(sizes))
  for (const players of counts)
    test(`${game}, ${players} players: to the end by clicking`, { seconds: 240 }, async ({ page }) => {
      await sitDown(page, game, players, { options: game === "die-mauer" ? ["hands=1"] : [] });
      await playByClicking(page);
      await isAccessible(page);
      await doesNotScrollSideways(page);
      const { record, over } = await page.evaluate(() => JSON.parse(localStorage.getItem("muraille.game.test")));
      assert.ok(over && record.includes("\nresult "));
      execFileSync(program, ["trace", "-"], { input: record }); // what the browser kept is a record
    });

for (const game of Object.keys(sizes))
  test(`${game}: a move by typing, a reload, and the game goes on`, { seconds: 90 }, async ({ page }) => {
    await sitDown(page, game, sizes[game][0] + 1);
    await settle(page);
    const before = await plyOf(page);
    const move = game === "chang-cheng" ? "wall" : game === "die-mauer" ? "6" : "draw";
    const slot = game === "chang-cheng" ? ` ${await page.evaluate(() => document.querySelector(".cc-slot.target").dataset.place)}` : "";
    await typeMove(page, move + slot);
    await page.waitForFunction((ply) => Number(document.querySelector(".table")?.dataset.ply) > ply, before);
    await settle(page);
    const after = await plyOf(page);
    await page.reload();
    await page.waitForSelector(".table");
    await settle(page);
    assert.ok((await plyOf(page)) >= after);
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
  await page.waitForSelector(".confirm");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".confirm").count(), 0);
  assert.equal(await plyOf(page), 0);
  await page.locator("[data-draw]").click();
  await page.waitForFunction(() => document.activeElement?.closest(".confirm")); // the answer has the focus
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => Number(document.querySelector(".table").dataset.ply) > 0);
});

test("hot seat: the screen is covered between two people, and no hand but the own is in the page", { seconds: 90 }, async ({ page }) => {
  await sitDown(page, "chinesische-mauer", 2, { people: [1, 2] });
  const decks = (await page.evaluate(() => JSON.parse(localStorage.getItem("muraille.game.test")).record)).match(/setup deck\d \w+/g);
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
      await page.waitForFunction((ply) => document.querySelector(".cover") || Number(document.querySelector(".table")?.dataset.ply) > ply, before);
    }
  }
});

test("a record dropped on the home page leads to the result that the program tells", { seconds: 60 }, async ({ page }) => {
  const record = execFileSync(program, ["random", "chang-cheng", "--players", "3", "--seed", "5"], { encoding: "utf8" });
  await page.evaluate((settings) => localStorage.setItem("muraille.settings", JSON.stringify(settings)), quick);
  await page.reload();
  await page.waitForSelector("h1");
  await dropFile(page, "body", "game.mur", record);
  await page.waitForSelector("[data-over]");
  const shown = await page.locator(".seat-score").allTextContents();
  const last = JSON.parse(execFileSync(program, ["trace", "-"], { input: record, encoding: "utf8" }).trim().split("\n").pop());
  assert.deepEqual(shown.map(Number), last.result.scores);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector(".table").dataset.ply === "0");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector(".table").dataset.ply === "1");
});

await finish();
