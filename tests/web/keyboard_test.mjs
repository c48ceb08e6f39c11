// SPDX-License-Identifier: MIT
// tests/web/keyboard_test.mjs -- each game from the home page to its first moves, and from the middle to its end, by keyboard
// alone, with the keys that the boards offer: Tab, arrows, Enter, Space, letters. The focus is always visible and
// never lost.
import assert from "node:assert/strict";
import { isAll } from "../tier.mjs";
import { waitForDrawing, test } from "./harness.mjs";
import { generator, waitForProgress, nearlyOver, plyOf, settle, sitDown, sitDownAt, sizes } from "./tables.mjs";

/** In every page: makes random numbers deterministic, and notes each frame in which nothing has the focus. */
function prepare() {
  let state = 20061999;
  const next = () => (state = (state * 48271) % 2147483647);
  crypto.getRandomValues = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    bytes.forEach((_, i) => (bytes[i] = next() >> 8));
    return array;
  };
  globalThis.lostFocus = [];
  let had = null;
  addEventListener("keydown", ({ key }) => key === "Tab" && (had = null), true); // Tab may leave the page after its last element
  const look = () => {
    const now = document.activeElement;
    if (now && now !== document.body) had = now.outerHTML.slice(0, 160);
    else if (had) {
      globalThis.lostFocus.push(had);
      had = null;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** The focused element, or the box it stands for, has a focus ring, is inside the window and not covered. */
async function focusIsSeen(page) {
  await waitForDrawing(page);
  const problem = await page.evaluate(() => {
    if (globalThis.lostFocus.length > 0) return `the focus was lost from ${globalThis.lostFocus}`;
    const element = document.activeElement;
    const hasRing = (e) => e && getComputedStyle(e).outlineStyle !== "none" && parseFloat(getComputedStyle(e).outlineWidth) >= 2;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const seen = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && right - left > 2;
    const ring = [element, element.nextElementSibling, element.parentElement].some(hasRing);
    return ring && seen ? null : `${ring ? "out of sight" : "no ring"}: ${element.outerHTML.slice(0, 200)}`;
  });
  assert.equal(problem, null);
}

async function press(page, key) {
  await page.keyboard.press(key);
  if (key.endsWith("Tab") && (await isAt(page, "body"))) await page.keyboard.press(key); // past the end of the page
  await focusIsSeen(page);
}

const isAt = (page, selector) => page.evaluate((selector) => document.activeElement.matches(selector), selector);

/** Presses Tab (or Shift+Tab) until something that matches has the focus. */
async function tabTo(page, selector, key = "Tab") {
  for (let i = 0; i < 160; i++) {
    if (await isAt(page, selector)) return;
    await press(page, key);
  }
  assert.fail(`${key} does not lead to ${selector}`);
}

const pick = (random, list) => list[random(list.length)];
const pressKey = (random) => pick(random, ["Enter", "Space"]);

// -- One move on each board, chosen from what the board offers --

const chinesischeMauer = {
  async move(page, random) {
    const offer = await page.evaluate(() => ({
      site: document.querySelector(".cm [data-token][data-legal=true]")?.closest("[data-site]").dataset.site,
      kinds: [...document.querySelectorAll(".cm [data-playable=true]")].map((e) => e.dataset.kind),
      draws: document.querySelector("[data-draw]").dataset.legal === "true",
    }));
    if (offer.site) return this.score(page, random, offer.site);
    if (offer.kinds.length === 0 || (offer.draws && random(4) === 0)) return this.draw(page, random);
    const kind = pick(random, offer.kinds);
    if (random(3) === 0) await this.takeByArrows(page, random, kind);
    else await press(page, kind.toLowerCase());
    await page.waitForSelector("[data-slot]:focus");
    if (random(3) === 0) await press(page, "+");
    for (let down = random(3); down > 0; down--) await press(page, "ArrowDown");
    if (await isAt(page, "[data-slot]")) await press(page, pressKey(random));
    else await press(page, "Escape"); // back to the hand
  },
  async takeByArrows(page, random, kind) {
    await tabTo(page, ".cm-hand [data-nav]", pick(random, ["Tab", "Shift+Tab"]));
    await press(page, "Home");
    for (let i = 0; i < 8 && !(await isAt(page, `[data-kind=${kind}]`)); i++) await press(page, "ArrowRight");
    await press(page, pressKey(random));
  },
  async draw(page, random) {
    if (random(2)) return press(page, "x");
    await tabTo(page, ".cm-hand [data-nav]");
    await press(page, "End");
    assert.ok(await isAt(page, "[data-draw]"));
    await press(page, pressKey(random));
  },
  async score(page, random, site) {
    await press(page, site);
    assert.ok(await isAt(page, "[data-token][data-legal=true]"), "the number of a site leads to what can be done there");
    if (random(2) && (await isAt(page, "li:not(:last-child) > [data-token]"))) await press(page, "ArrowRight");
    const before = await plyOf(page);
    await press(page, pressKey(random));
    const what = await page.waitForFunction(
      (ply) => (Number(document.querySelector(".table").dataset.ply) > ply ? "done" : document.activeElement.matches("[data-column][data-legal=true]") && "card"),
      before,
    );
    if ((await what.jsonValue()) === "card") await press(page, pressKey(random));
  },
};

const dieMauer = {
  async move(page, random) {
    const offer = await page.evaluate(() => ({
      choices: [...document.querySelectorAll(".dm-slot.on:not([aria-disabled=true])")].map((e) => e.dataset.choice),
      ends: [...document.querySelectorAll("[data-end].open")].map((e) => e.dataset.end),
      pass: document.querySelector(".dm-pass") !== null,
    }));
    if (offer.ends.length > 0) return this.build(page, random, pick(random, offer.ends));
    if (offer.pass && random(3) === 0) return this.pass(page, random);
    const choice = pick(random, offer.choices);
    if (random(3)) return press(page, choice.toLowerCase());
    await tabTo(page, `[data-choice="${choice}"]`);
    await press(page, pressKey(random));
  },
  async build(page, random, end) {
    if (random(2)) return press(page, end === "left" ? "ArrowLeft" : "ArrowRight");
    await tabTo(page, `[data-end=${end}]`, pick(random, ["Tab", "Shift+Tab"]));
    await press(page, pressKey(random));
  },
  async pass(page, random) {
    if (random(2)) return press(page, "p");
    await tabTo(page, ".dm-pass");
    await press(page, pressKey(random));
  },
};

const changCheng = {
  async move(page, random) {
    const offer = await page.evaluate(() => ({
      tools: [...document.querySelectorAll(".cc-item.usable")].map((e) => e.getAttribute("aria-keyshortcuts")),
      moves: [...document.querySelectorAll(".cc button[data-move]")].map((e) => e.dataset.move),
      targets: [...document.querySelectorAll(".cc-map .target")].map((e) => e.dataset.place),
    }));
    const cancels = await page.locator(".cc-cancel").count();
    if (offer.moves.length > 0 && (offer.targets.length === 0 || random(2))) {
      await tabTo(page, `[data-move="${pick(random, offer.moves)}"]`, pick(random, ["Tab", "Shift+Tab"]));
      return press(page, pressKey(random));
    }
    if (offer.tools.length > 0 && !cancels && random(4)) return this.take(page, random, pick(random, offer.tools));
    if (offer.targets.length === 0) return press(page, "Escape");
    await this.walkTo(page, pick(random, offer.targets));
    await press(page, pressKey(random));
  },
  /** Chooses a tool by its letter, which moves the focus to the nearest place, or in the tray. */
  async take(page, random, key) {
    if (random(3)) return press(page, key);
    await tabTo(page, ".cc-item");
    const isFirst = () => page.evaluate(() => document.querySelector(".cc-item") === document.activeElement);
    for (let i = 0; i < 9 && !(await isFirst()); i++) await press(page, "ArrowLeft");
    for (let i = 0; i < 9 && !(await isAt(page, `[aria-keyshortcuts="${key}"]`)); i++) await press(page, "ArrowRight");
    if (await isAt(page, "[aria-pressed=false]")) await press(page, pressKey(random));
  },
  /** Moves the focus by arrow keys: up and down between regions, slots and provinces, left and right along them. */
  async walkTo(page, place) {
    await tabTo(page, ".cc-map [data-place]", "Shift+Tab");
    for (let steps = 0; steps < 80; steps++) {
      const key = await page.evaluate((place) => {
        const from = document.activeElement;
        const to = document.querySelector(`[data-place="${place}"]`);
        const row = (e) => ["cc-region", "cc-slot", "cc-province"].findIndex((name) => e.classList.contains(name));
        if (row(from) !== row(to)) return row(from) < row(to) ? "ArrowDown" : "ArrowUp";
        return from === to ? null : from.offsetLeft < to.offsetLeft ? "ArrowRight" : "ArrowLeft";
      }, place);
      if (key === null) return;
      await press(page, key);
    }
    assert.fail(`the arrow keys do not lead to ${place}`);
  },
};

// -- A whole game --

/** Plays until the game is over or has reached this ply; every move leaves the focus on the board. */
async function playOn(page, board, random, until = Infinity) {
  for (let idle = 0; idle < 60; ) {
    if ((await settle(page)) === "over" || (await plyOf(page)) >= until) return;
    const before = await plyOf(page);
    await board.move(page, random);
    await settle(page);
    await focusIsSeen(page);
    idle = (await plyOf(page)) === before ? idle + 1 : 0;
  }
  assert.fail(`stuck at ply ${await plyOf(page)}`);
}

const boards = { "Chinesische Mauer": chinesischeMauer, "Die Mauer": dieMauer, "Chang Cheng": changCheng };

for (const [n, [name, board]] of Object.entries(boards).entries())
  test(`${name}: from the home page, and to the end, by keyboard alone`, { path: null }, async ({ page, url }) => {
    await page.addInitScript(prepare);
    await page.goto(url);
    await page.waitForSelector(".home-play");
    await page.keyboard.press("Tab");
    await focusIsSeen(page);
    for (let game = 0; game <= n; game++) {
      if (game > 0) await press(page, "Tab");
      await tabTo(page, ".home-play");
    }
    await page.keyboard.press("Enter");
    const id = name.toLowerCase().replace(" ", "-");
    const random = generator(5 + n);
    const goToBoard = async () => {
      await settle(page);
      await page.keyboard.press("Tab");
      await focusIsSeen(page);
      await tabTo(page, "[data-board] *");
    };
    await page.waitForSelector(`.table[data-game=${id}]`);
    await goToBoard();
    await playOn(page, board, random, 8);
    const options = id === "die-mauer" ? ["hands=1"] : [];
    if (isAll) await sitDown(page, id, sizes[id][0], { seed: 5 + n, options });
    else await sitDownAt(page, nearlyOver(id, sizes[id][0], 5 + n, options, 24));
    await goToBoard();
    await playOn(page, board, random);
    await page.waitForSelector("#end-title:focus");
    await focusIsSeen(page);
    await press(page, "ArrowLeft"); // steps back from the end, in the review
    await page.waitForFunction(() => document.querySelector(".steps-at").textContent.match(/\d+/g).reduce((a, b) => b - a) === 1);
  });

// -- The focus returns to the board --

const focused = (page) => page.evaluate(() => document.activeElement.closest("[data-board]") !== null);

test("after a refusal, a question or a typed move the focus is back on the board", { path: null }, async ({ page, url }) => {
  await page.addInitScript(prepare);
  await page.goto(url);
  await sitDown(page, "chinesische-mauer", 2, { settings: { confirm: true } });
  await settle(page);
  await tabTo(page, ".cm-hand [data-nav]");
  await press(page, "/");
  await page.waitForSelector(".typed input:focus");
  await page.keyboard.press("Escape");
  assert.ok(await focused(page));
  await press(page, "/");
  await page.waitForSelector(".typed input:focus");
  await page.keyboard.type("9:W");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[role=alert]");
  await focusIsSeen(page);
  await tabTo(page, "[role=alert] button", "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector("[role=alert]"));
  assert.ok(await focused(page));
  await page.keyboard.press("x");
  await page.waitForSelector(".confirm button:focus");
  await page.keyboard.press("Enter");
  await waitForProgress(page, 0);
  await settle(page);
  assert.ok(await focused(page));
  await focusIsSeen(page);
});

test("hot seat: after taking the screen by keyboard the focus is on the board", { path: null }, async ({ page, url }) => {
  await page.addInitScript(prepare);
  await page.goto(url);
  await sitDown(page, "die-mauer", 3, { people: [1, 2, 3] });
  for (let seat = 1; seat <= 3; seat++) {
    await page.waitForSelector("[data-ready]:focus");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[data-board]");
    await settle(page);
    assert.ok(await focused(page));
    await press(page, "1");
    await page.waitForSelector(".cover");
  }
});
