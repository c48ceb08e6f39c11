// SPDX-License-Identifier: MIT
// tests/web/review_test.mjs -- lessons, looking back at a game, continuing from an earlier position, links, files, taking back,
// and the list of games on the home page.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pollPage, program, root, test } from "./harness.mjs";
import { deal, games, movesOf, playedRecord, plyOf, savedGame, settle, sitDown, sitDownAt, sizes, store, storedGame, typeMove, upTo, waitForPly, waitForProgress } from "./tables.mjs";

const { buildSync } = createRequire(path.join(root, "web/package.json"))("esbuild");

const muraille = (args, input) => execFileSync(program, args, { input, encoding: "utf8" });

// -- Lessons --

async function lessonOf(game) {
  const entry = path.join(root, `web/src/boards/${game.replace("-", "_")}/lesson.ts`);
  const { outputFiles } = buildSync({ entryPoints: [entry], bundle: true, format: "esm", write: false });
  return (await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)).lesson;
}

/** The selectors to click, one after the other, for a move. */
const touches = {
  "chinesische-mauer": (move) => {
    const [, site, kinds, column] = /^(\d):([A-Z]+)(?:x(\d+))?$/.exec(move) ?? [];
    const [, where, value, carrier] = /^(\d)=(\d+)@(\d+)$/.exec(move) ?? [];
    if (move === "draw") return ["[data-draw]"];
    if (where) return [`[data-site="${where}"] [data-token="${value}"]`, `[data-site="${where}"] [data-column="${carrier}"]`];
    const count = kinds.length > 1 ? [`[data-count="${kinds.length}"]`] : [];
    return [`[data-kind=${kinds[0]}]`, ...count, column ? `[data-site="${site}"] [data-column="${column}"]` : `[data-slot="${site}"]`];
  },
  "die-mauer": (move) =>
    move.split(" ").filter((word) => word !== "give").map((word) => (/left|right/.test(word) ? `[data-end=${word}]` : `[data-choice="${word}"]`)),
  "chang-cheng": (move) => {
    const [verb, ...rest] = move.split(" ");
    if (verb === "extend") return [`[data-move="${move}"]`];
    if (verb === "card") return [`[data-tool="card ${rest[0]}"]`, `[data-place="${rest[1]}"]`];
    return [...(verb === "wall" ? [] : [`[data-tool="${verb}"]`]), ...rest.map((place) => `[data-place="${place}"]`)];
  },
};

async function touch(page, game, move) {
  const wall = page.locator('[data-tool="wall"][aria-pressed=false]'); // selected already in the second half of a turn
  if (/^wall/.test(move) && (await wall.count())) await wall.click();
  for (const selector of touches[game](move)) await page.locator(`.learn-board ${selector}`).click();
}

/** A legal first move that the lesson does not ask for. */
const wrong = { "chinesische-mauer": "draw", "die-mauer": "4", "chang-cheng": "wall A7" };

for (const game of games)
  test(`${game}: the lesson is played to its end, and a wrong move is refused with an explanation`, { path: `#/learn/${game}` }, async ({ page }) => {
    const { steps } = await lessonOf(game);
    let asked = 0;
    for (const [i, step] of steps.entries()) {
      await page.waitForFunction((n) => document.querySelector(".learn-progress")?.value === n, i);
      await page.waitForSelector(step.play ? ".learn-yours" : ".learn-tools .primary:not([aria-disabled=true])");
      assert.equal(await page.locator(".learn-count + p").textContent(), step.say);
      assert.ok((await page.locator(`.learn-board ${step.point ?? "*"}`).count()) > 0, `step ${i + 1} points at something`);
      if (!step.play) await page.locator(".learn-tools .primary").click();
      else {
        if (asked++ === 0) {
          await touch(page, game, wrong[game]);
          await page.waitForSelector(".learn-note");
          assert.match(await page.locator(".learn-note").textContent(), /\w{3}/);
          assert.equal(await page.locator(".learn-progress").evaluate((e) => e.value), i);
        }
        await touch(page, game, step.play[0]);
      }
    }
    await page.waitForFunction((n) => document.querySelector(".learn-progress").value === n, steps.length);
    await page.locator(`.learn-tools a[href="#/new/${game}"]`).click();
    await page.waitForSelector(".newgame");
  });

test("a lesson can be shown, stepped back and restarted", { path: "#/learn/die-mauer" }, async ({ page }) => {
  const at = (n) => page.waitForFunction((n) => document.querySelector(".learn-progress")?.value === n && document.querySelector(".learn-tools :is(a, button):not([aria-disabled=true])"), n);
  const [onward, back, restart] = [0, 1, 2].map((n) => page.locator(".learn-tools .button").nth(n));
  await at(0);
  for (let n = 1; n <= 4; n++) {
    await onward.click(); // next, or show me
    await at(n);
  }
  await back.click();
  await at(3);
  await restart.click();
  await at(0);
});

// -- Looking back at a finished game --

const seen = (page) => page.locator(".seat-score").allTextContents().then((all) => all.map(Number));

/** The scores after each ply as the program replays the game; null where it has none. */
function scoresOf(record) {
  const lines = muraille(["trace", "-"], record).trim().split("\n").map((line) => JSON.parse(line));
  return lines.map(({ state, result }) => result?.scores ?? state.scores ?? null);
}

for (const game of games)
  test(`${game}: the chart, keys and lines of the log lead to past positions`, async ({ page }) => {
    const record = playedRecord(game, sizes[game][0], 3, game === "die-mauer" ? ["hands=1"] : []);
    const plies = movesOf(record).length;
    const scores = scoresOf(record);
    await sitDownAt(page, record);
    await page.waitForSelector(".chart > svg");
    assert.equal(await page.locator(".chart-line").count(), sizes[game][0]);
    assert.deepEqual(await seen(page), scores[plies]);
    for (const [key, ply] of [["Home", 0], ["ArrowRight", 1], ["ArrowRight", 2], ["ArrowLeft", 1], ["End", plies], ["ArrowLeft", plies - 1]]) {
      await page.keyboard.press(key);
      await waitForPly(page, ply);
      assert.equal(await page.locator(".chart > svg").count(), 1, "the chart stays");
    }
    const lines = page.locator(".log-line");
    assert.equal(await lines.count(), plies);
    const some = Array.from({ length: plies }, (_, i) => i + 1).filter((ply) => ply % 7 === 1 || ply > plies - 3);
    for (const ply of some) {
      await lines.nth(ply - 1).click();
      await waitForPly(page, ply);
      if (ply < plies) assert.equal(await lines.nth(ply - 1).getAttribute("aria-current"), "step");
      if (scores[ply]) assert.deepEqual(await seen(page), scores[ply], `scores after move ${ply}`);
    }
    const chart = await page.locator(".chart > svg").boundingBox();
    await page.mouse.click(chart.x + chart.width / 2, chart.y + chart.height / 2);
    await page.waitForFunction((middle) => Math.abs(Number(document.querySelector(".table").dataset.ply) - middle) <= 1, plies / 2);
    assert.equal((await storedGame(page)).record, record, "looking back changes nothing");
  });

/** Continues a finished game from the position shown as a new game, and waits until a person has to move. */
async function playOn(page) {
  await page.locator("[data-play-on]").click();
  await page.waitForFunction(() => !document.querySelector("[data-over]"));
  assert.equal(await settle(page), "move");
}

for (const game of games)
  test(`${game}: continuing from an earlier position creates a new game`, async ({ page }) => {
    const record = playedRecord(game, sizes[game][0], 3);
    const ply = movesOf(record).findLastIndex((move, i) => i < 20 && move.startsWith("move 1 ")); // before a move of the person
    await sitDownAt(page, record);
    await page.locator(".log-line").nth(ply - 1).click();
    await waitForPly(page, ply);
    await playOn(page);
    const before = await plyOf(page);
    assert.ok(before >= ply);
    const move = movesOf(record)[ply].replace("move 1 ", "");
    await typeMove(page, move);
    await waitForProgress(page, before);
    await settle(page);
    const id = new URL(page.url()).hash.split("/").pop();
    assert.equal((await storedGame(page)).record, record);
    const branch = (await storedGame(page, id)).record;
    assert.ok(branch.startsWith(upTo(record, ply).trimEnd()));
    assert.ok(branch.includes(`\nmove 1 ${move}\n`) && !branch.includes("\nresult "));
  });

test("looking back in the middle of a game leaves the turn unchanged", async ({ page }) => {
  await sitDownAt(page, upTo(playedRecord("chinesische-mauer", 2, 3), 8));
  assert.equal(await settle(page), "move");
  const now = await plyOf(page);
  await page.locator(".log-line").nth(2).click();
  await waitForPly(page, 3);
  await page.keyboard.press("Escape");
  await waitForPly(page, now);
  await settle(page);
  await page.locator(".log-line").last().click(); // the current position
  assert.equal(await settle(page), "move");
});

// -- Links and files --

/** Waits until the clipboard has a link to a game, and returns it. */
const copiedLink = (page) => pollPage(page, async () => (await navigator.clipboard.readText()).match(/\S*#\/r\/\S*/)?.[0]);

test("a link shows the same game in another browser, without sending it to a server", async ({ page, context, open, url }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
  for (const [game, ply] of [["chang-cheng", null], ["die-mauer", 9]]) {
    const record = playedRecord(game, 3, 4, game === "die-mauer" ? ["hands=1"] : []);
    await sitDownAt(page, record);
    await page.waitForSelector("[data-over]");
    if (ply !== null) {
      await page.locator(".log-line").nth(ply - 1).click();
      await waitForPly(page, ply);
    }
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await page.locator("[data-share]").click();
    const link = await copiedLink(page);
    const other = await open({ path: null });
    const requests = [];
    other.context().on("request", (request) => requests.push(`${request.method()} ${request.url()} ${request.postData() ?? ""}`.trim()));
    await other.goto(link);
    await waitForPly(other, ply ?? movesOf(record).length);
    const letters = link.split("#/r/")[1].slice(0, 30);
    for (const request of requests) assert.ok(/^GET http:\/\/localhost:\d+\/[\w./-]*$/.test(request) && !request.includes(letters), request);
    assert.deepEqual(await seen(other), await seen(page));
    assert.deepEqual(await other.locator(".log-line").count(), movesOf(record).length);
    assert.equal(await other.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("muraille.game")).length), 0);
    if (ply === null) continue;
    await playOn(other); // the game can be continued against bots there
    await other.context().close();
  }
});

test("a link without a game is reported", { path: "#/r/nothing" }, async ({ page }) => {
  await page.waitForSelector("h1");
  assert.match(await page.locator("h1").textContent(), /contains no game/);
});

test("a downloaded record equals the one that the program writes", async ({ page }) => {
  for (const game of games) {
    const record = upTo(playedRecord(game, sizes[game][1], 6), 12);
    await sitDownAt(page, record, { people: [1, 2, 3, 4, 5, 6] });
    await page.locator("[data-ready]").click();
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator("[data-download]").click()]);
    assert.equal(file.suggestedFilename(), `${game}.mur`);
    const text = fs.readFileSync(await file.path(), "utf8");
    assert.equal(text, muraille(["format", "-"], record));
    muraille(["trace", "-"], text);
  }
});

async function choose(page, name, text) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.locator("#home-open ~ button").click()]);
  await chooser.setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
}

test("a record from a file opens a finished game for review, an unfinished one for play", async ({ page }) => {
  const record = playedRecord("chinesische-mauer", 3, 8);
  await choose(page, "finished.mur", record);
  await page.waitForSelector("[data-over]");
  assert.deepEqual(await seen(page), scoresOf(record).pop());
  await page.goto(page.url().replace(/#.*/, "#/"));
  await page.waitForSelector(".home");
  await choose(page, "begun.mur", upTo(record, 6));
  await page.waitForSelector(".table");
  assert.equal(await settle(page), "move");
});

test("a broken record is reported with its line and changes nothing", async ({ page }) => {
  const record = playedRecord("chang-cheng", 2, 8);
  const lines = record.split("\n");
  const at = lines.findIndex((line) => line.startsWith("move ")) + 4;
  const broken = {
    "illegal.mur": [[...lines.slice(0, at), "move 1 wall Z99", ...lines.slice(at)].join("\n"), at + 1],
    "no-record.mur": ["Dear diary,\n", 1],
    "other-game.mur": ["muraille 1\ngame chess\nplayers 2\n", 2],
  };
  await store(page, {}, [savedGame("mine", deal("die-mauer", 3, 2))]);
  await page.reload();
  await page.waitForSelector(".home-kept");
  const storage = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()));
  const before = await storage();
  for (const [name, [text, line]] of Object.entries(broken)) {
    await choose(page, name, text);
    await page.waitForFunction((name) => document.querySelector(".form-reason")?.textContent.includes(name), name);
    assert.match(await page.locator(".form-reason").textContent(), new RegExp(`Line ${line}: .{5}`));
    assert.equal(await storage(), before);
    assert.equal(await page.locator(".home-kept").count(), 1);
  }
});

test("a stored game that cannot be read is reported with a reason", async ({ page }) => {
  await store(page, {}, [{ ...savedGame("test", deal("die-mauer", 3, 2)), record: "muraille 1\ngame die-mauer\nplayers 9\n" }]);
  await page.evaluate(() => (location.hash = "#/table/test"));
  await page.reload();
  await page.waitForSelector("h1");
  assert.match(await page.locator("h1").textContent(), /Die Mauer cannot be opened: .*players/);
});

// -- Taking back --

const offersBack = (page) => page.locator("[data-take-back]:not([aria-disabled=true])").count();

test("taking a move back in Die Mauer also undoes what bots have chosen since, and nothing else", async ({ page }) => {
  const record = playedRecord("die-mauer", 3, 7);
  const moves = movesOf(record);
  const build = moves.findIndex((move, i) => move === "move 1 right" && !moves[i + 1].startsWith("move 1"));
  await sitDownAt(page, upTo(record, build));
  for (let round = 0; round < 3; round++) {
    await settle(page);
    await typeMove(page, "right");
    await waitForPly(page, build + 1 + 2); // both bots have chosen in the next round
    await page.locator("[data-take-back]:not([aria-disabled=true])").click();
    await waitForPly(page, build);
    assert.deepEqual(movesOf((await storedGame(page)).record), moves.slice(0, build));
  }
});

test("a move can be taken back as long as nobody has learnt anything", async ({ page }) => {
  await sitDown(page, "chinesische-mauer", 2);
  await settle(page);
  assert.equal(await offersBack(page), 0, "nothing to take back yet");
  const lay = (kind) => `1:${kind}`;
  const kind = await page.locator(".cm [data-playable=true]:not([data-kind=H])").first().getAttribute("data-kind");
  for (const takeBack of [() => page.locator("[data-take-back]").click(), () => page.keyboard.press("u")]) {
    await typeMove(page, lay(kind));
    await waitForPly(page, 1);
    await page.waitForSelector("[data-take-back]:not([aria-disabled=true])");
    await takeBack();
    await waitForPly(page, 0);
    assert.equal(await settle(page), "move");
    assert.equal(movesOf((await storedGame(page)).record).length, 0);
  }
  await typeMove(page, "draw"); // a card was seen
  await waitForPly(page, 1);
  await settle(page);
  assert.equal(await offersBack(page), 0);
  await page.keyboard.press("u");
  await typeMove(page, lay(kind)); // ends the turn: the other has answered
  await waitForProgress(page, 2);
  await settle(page);
  assert.equal(await offersBack(page), 0);
});

test("Chang Cheng: a card laid face down can be taken back, a wall that showed a token cannot", async ({ page }) => {
  await sitDown(page, "chang-cheng", 2, { options: ["neutral=off"] });
  await settle(page);
  await typeMove(page, `wall ${await page.locator(".cc-slot").first().getAttribute("data-place")}`);
  await waitForProgress(page, 1);
  await settle(page);
  const now = await plyOf(page);
  const places = await page.locator(".cc-province").evaluateAll((all) => all.map((e) => e.dataset.place));
  await typeMove(page, `card mason ${places[1]}`);
  await waitForPly(page, now + 1);
  await page.waitForSelector("[data-take-back]:not([aria-disabled=true])");
  await page.locator("[data-take-back]").click();
  await waitForPly(page, now);
  assert.equal(await settle(page), "move");
  const slots = await page.locator(".cc-slot:not(.taken)").evaluateAll((all) => all.map((e) => e.dataset.place));
  await typeMove(page, `wall ${slots.at(-1)}`); // in a region whose token the person has not seen
  await waitForPly(page, now + 1);
  assert.equal(await settle(page), "move");
  assert.equal(await offersBack(page), 0);
});

// -- The list of games --

test("games in progress are listed on the home page and can be deleted after a confirmation", async ({ page }) => {
  const going = games.map((game) => savedGame(game, upTo(playedRecord(game, sizes[game][1], 5), 7)));
  const over = savedGame("over", playedRecord("die-mauer", 3, 5, ["hands=1"]));
  await store(page, {}, [...going, over]);
  await page.reload();
  const shelf = page.locator(".home-part > .home-shelf > .home-kept");
  await shelf.first().waitFor();
  assert.equal(await shelf.count(), 3);
  for (const { players } of going) assert.ok((await page.locator(".home-shelf").first().textContent()).includes(players[1].name));
  assert.match(await page.locator(".home-over summary").textContent(), /1/);
  const doomed = page.locator(".home-kept", { has: page.locator('a[href="#/table/die-mauer"]') });
  await doomed.locator("button").click();
  await page.waitForFunction(() => document.activeElement.closest(".form-asking"));
  await page.keyboard.press("Escape");
  assert.equal(await shelf.count(), 3);
  await doomed.locator("button").click();
  await doomed.locator(".danger").click();
  await page.waitForFunction(() => document.querySelectorAll(".home-part > .home-shelf > .home-kept").length === 2);
  assert.equal(await storedGame(page, "die-mauer"), null);
  assert.ok((await storedGame(page, "chang-cheng")) && (await storedGame(page, "over")));
  await page.locator('a[href="#/table/chang-cheng"]').click();
  await page.waitForSelector(".table[data-game=chang-cheng]");
});
