// SPDX-License-Identifier: MIT
// tests/web/online_test.mjs -- people at one table, each in a separate browser: whole games of each kind, what a spectator is sent,
// lost connections, server restarts, take-backs, changed choices, a rematch.
import assert from "node:assert/strict";
import path from "node:path";
import { execFileSync } from "node:child_process";
import { loadModule, openSession } from "../wasm/ask.mjs";
import { isAccessible, program, root, screenshot, test } from "./harness.mjs";
import { waitForStart, waitForTurn, join, makeTable, moveByClicking, pageToMove, person, playToTheEnd, visit, watch, ask } from "./online.mjs";
import { movesOf, plyOf, waitForPly, typeMove, upTo } from "./tables.mjs";

const engine = await openSession(await loadModule(path.join(root, "build/muraille.wasm")));

// -- Whole games --

/** Splits the messages that a page received before the end into packed steps, packed views and the remaining text. */
function splitMessages(texts) {
  const steps = [];
  const views = [];
  const rest = [];
  for (const text of texts.received) {
    const { entries = [], position } = JSON.parse(text);
    for (const { kind, step, ply } of entries) if (kind === "move") steps[ply - 1] = step;
    if (position) views.push(position.view);
    if (entries.some(({ kind }) => kind === "over")) break; // from here on nothing is hidden
    rest.push(text.replace(/"(step|view)":"[^"]*"/g, ""));
  }
  return { steps, views, rest: rest.join("\n") };
}

/** A spectator was sent exactly the steps and views that the engine computes for spectators, and nothing else that is hidden. */
function checkNothingSecret(texts, record, tokens) {
  const { steps, views, rest } = splitMessages(texts);
  const shown = new Set();
  for (let ply = 0; ply <= movesOf(record).length; ply++) {
    engine(`read\n${upTo(record, ply)}`);
    shown.add(engine("steps 0 99999").view);
  }
  engine(`read\n${record}`);
  assert.deepEqual(steps, engine("steps 0 0").steps);
  assert.ok(views.length > 10 && views.every((view) => shown.has(view)), "every view is a spectator's");
  assert.deepEqual(rest.match(/"(hands":\[|legal|setup|secret|events|record)/g), null);
  for (const secret of [...tokens, /^tag secret (.*)$/m.exec(record)[1]]) assert.ok(!rest.includes(secret));
}

const plans = {
  "chinesische-mauer": { seats: ["me", "open"] },
  "die-mauer": { seats: ["me", "open", "apprentice"], options: { hands: "1" } },
  "chang-cheng": { seats: ["me", "open", "apprentice"] },
};

for (const [game, plan] of Object.entries(plans))
  test(`${game}: people in separate browsers play to the end, and a spectator is sent nothing hidden`, { path: null }, async ({ open }) => {
    const anna = await person(open, "Anna");
    const table = await makeTable(anna, { game, ...plan });
    const others = [];
    for (const [i, who] of plan.seats.entries())
      if (who === "open") {
        const other = await person(open, i === 1 ? "Bo" : "", { phone: i === 1 });
        others.push(other);
      }
    const spectator = await person(open, "");
    await watch(spectator, table);
    for (const [i, other] of others.entries()) await join(other, table, i + 2);
    const players = [anna, ...others];
    await waitForStart(...players, spectator);
    await playToTheEnd(players, table);
    await spectator.waitForSelector("[data-over]");
    const { record } = await ask(anna, { do: "record", table });
    execFileSync(program, ["verify", "-"], { input: record });
    const tokens = await Promise.all(players.map((page) => page.evaluate(() => localStorage.getItem("muraille.online"))));
    checkNothingSecret(spectator.texts, record, tokens);
    const scores = /^result (.*)$/m.exec(record)[1];
    for (const page of [...players, spectator]) {
      const shown = await page.locator(".end-list b").allTextContents();
      for (const score of shown) assert.ok(scores.includes(score), `${score} in ${scores}`);
    }
    // the proof, in the browser
    await anna.locator(".proof summary").click();
    await anna.waitForSelector(".proof-checks");
    assert.deepEqual(await anna.locator(".proof-checks li").evaluateAll((all) => all.map((e) => e.dataset.ok)), ["true", "true"]);
    await others[0].locator(".proof summary").click();
    await others[0].waitForSelector(".proof-checks");
    assert.equal(await others[0].locator('.proof-checks [data-ok="true"]').count(), 4, "with the person's own salt, committed before the others were revealed");
    await isAccessible(anna);
    await screenshot(anna, `online-over-${game}`, { whole: true });
    await screenshot(others[0], `online-over-${game}-phone`, { whole: true });
    // the shared review
    await anna.keyboard.press("Home");
    for (const page of [...others, spectator]) await waitForPly(page, 0);
    await others[0].locator(".steps button").nth(2).click();
    for (const page of [anna, spectator]) await waitForPly(page, 1);
    // the engine may evaluate the game after its end, also for spectators
    assert.equal(await anna.locator("[data-no-hints]").count(), 0);
    for (const page of [anna, spectator]) {
      await page.locator("[data-review]").click();
      await page.waitForSelector(".review .chart-line");
    }
  });

// -- The shuffle --

const shuffleState = (page) => page.evaluate(() => document.querySelector("[data-waiting] [role=status]")?.textContent ?? "");

test("salts are revealed automatically, also by a page that shows another screen or was reloaded", { path: null }, async ({ open }) => {
  const [anna, bo] = [await person(open, "Anna"), await person(open, "Bo")];
  const plan = { game: "chang-cheng", seats: ["open", "open", "apprentice"] };
  // Anna's page shows the lobby when the table is sealed.
  const first = await makeTable(bo, plan);
  await join(anna, first, 1);
  await visit(anna, "#/online");
  await anna.waitForSelector("[data-lobby=true]");
  await join(bo, first, 2);
  await waitForStart(bo);
  // Anna has left the online part; when she returns, the page finds its stored salt.
  const second = await makeTable(bo, plan);
  await join(anna, second, 1);
  await visit(anna, "#/");
  await anna.reload();
  await join(bo, second, 2);
  await bo.waitForFunction(() => document.querySelector("[data-waiting] [role=status]")?.textContent.includes("part of the shuffle"));
  assert.ok((await shuffleState(bo)).includes(anna.name), await shuffleState(bo));
  const { table } = JSON.parse(bo.texts.received.filter((text) => text.includes('"sealed":true')).pop());
  assert.equal(table, second);
  const secrets = await anna.evaluate(() => JSON.parse(localStorage.getItem("muraille.salts")).map(([, salt]) => salt));
  assert.ok(secrets.length >= 2 && secrets.every((salt) => /^[\w-]{43}$/.test(salt)));
  const sent = anna.texts.sent.join("\n");
  assert.ok(sent.includes(secrets[0]) && !sent.includes(secrets[secrets.length - 1]), "the second is not revealed yet");
  await visit(anna, `#/t/${second}`);
  await waitForStart(anna, bo);
});

// -- Lost connections --

/** Two people at a table, of Chang Cheng by default; the first seat begins. */
async function two(open, plan = { game: "chang-cheng", seats: ["me", "open"], options: { first: "1" } }) {
  const anna = await person(open, "Anna");
  const table = await makeTable(anna, plan);
  const bo = await person(open, "Bo");
  await join(bo, table, 2);
  await waitForStart(anna, bo);
  return { anna, bo, table };
}

const allowLost = [/WebSocket connection to .* failed/, /ERR_INTERNET_DISCONNECTED/, /ERR_CONNECTION_REFUSED/];

test("after a lost connection a page shows what happened meanwhile, and the game continues", { path: null, allow: allowLost }, async ({ open }) => {
  const { anna, bo } = await two(open);
  await moveByClicking(anna);
  await waitForTurn(bo);
  await anna.context().setOffline(true);
  await anna.waitForSelector("[data-contact=reconnecting] p");
  await bo.waitForSelector('.seat[data-seat="1"] .presence[data-here=false]');
  const before = await plyOf(anna);
  await moveByClicking(bo);
  assert.equal(await plyOf(anna), before);
  await anna.context().setOffline(false);
  await anna.waitForSelector("[data-contact=connected]:empty", { state: "attached" });
  await anna.waitForFunction((ply) => Number(document.querySelector(".table").dataset.ply) > ply, before);
  await bo.waitForSelector('.seat[data-seat="1"] .presence[data-here=true]');
  const [mine, theirs] = await Promise.all([plyOf(anna), plyOf(bo)]);
  assert.equal(mine, theirs);
});

for (const signal of ["SIGTERM", "SIGKILL"])
  test(`no move is lost when the server is restarted during a game (${signal})`, { path: null, ownServer: true, allow: allowLost }, async ({ open, server }) => {
    const { anna, bo, table } = await two(open);
    await moveByClicking(anna);
    await moveByClicking(bo);
    const before = await plyOf(bo);
    await waitForPly(anna, before);
    await server.restart(signal);
    for (const page of [anna, bo]) await page.waitForSelector("[data-contact=connected]:empty", { state: "attached" });
    assert.equal(await plyOf(anna), before);
    const next = await pageToMove([anna, bo]);
    await moveByClicking(next);
    await (next === anna ? bo : anna).waitForFunction((ply) => Number(document.querySelector(".table").dataset.ply) > ply, before);
    // a page that opens the table again shows it as well
    await visit(anna, "#/online");
    await anna.waitForSelector(`[data-table="${table}"]`);
    await anna.reload();
    await visit(anna, `#/t/${table}`);
    await anna.waitForSelector(".table");
    assert.equal(await plyOf(anna), await plyOf(bo));
  });

test("a move that was not answered before the server stopped is sent again after its restart", { path: null, ownServer: true, allow: allowLost }, async ({ open, server }) => {
  const { anna, bo } = await two(open);
  await waitForTurn(anna);
  await anna.evaluate(() => {
    const send = WebSocket.prototype.send; // the connection breaks while the move is sent
    WebSocket.prototype.send = function (text) {
      if (!text.includes('"do":"move"')) return send.call(this, text);
      WebSocket.prototype.send = send;
      this.close();
    };
  });
  await moveByClicking(anna);
  await bo.waitForFunction(() => Number(document.querySelector(".table").dataset.ply) === 1);
  assert.equal(await plyOf(anna), 1);
  assert.ok(server.url);
});

// -- Taking back --

test("a move can be taken back as long as nobody has learnt anything from it", { path: null }, async ({ open }) => {
  const { anna, bo } = await two(open);
  await moveByClicking(anna); // reveals a token to her
  await waitForPly(bo, 1);
  await waitForTurn(bo);
  assert.equal(await anna.locator("[data-take-back]").getAttribute("aria-disabled"), "true");
  const province = await bo.locator(".cc-province").first().getAttribute("data-place");
  await typeMove(bo, `card mason ${province}`); // face down: nobody learns anything
  for (const page of [anna, bo]) await waitForPly(page, 2);
  await bo.waitForSelector('[data-take-back][aria-disabled="false"]');
  await bo.locator("[data-take-back]").click();
  for (const page of [anna, bo]) await waitForPly(page, 1);
  await waitForTurn(bo);
  assert.equal(await anna.locator(".log-line").count(), 1);
  await typeMove(bo, `card flood ${province}`);
  for (const page of [anna, bo]) await waitForPly(page, 2);
  assert.doesNotMatch(await anna.locator(".table").textContent(), /lays face down: (mason|flood)/);
});

test("a simultaneous choice can be changed until the last one is made", { path: null }, async ({ open }) => {
  const anna = await person(open, "Anna");
  const table = await makeTable(anna, { game: "die-mauer", seats: ["me", "open", "open"], options: { hands: "1" } });
  const others = [await person(open, "Bo"), await person(open, "")];
  for (const [i, other] of others.entries()) await join(other, table, i + 2);
  await waitForStart(anna, ...others);
  await waitForTurn(anna);
  await typeMove(anna, "6");
  await waitForPly(others[0], 1);
  await waitForTurn(others[0]);
  await typeMove(others[0], "T");
  await waitForPly(anna, 2);
  await anna.waitForSelector('[data-take-back][aria-disabled="false"]');
  await anna.locator("[data-take-back]").click();
  await waitForTurn(anna);
  for (const page of others) await waitForPly(page, 1);
  await typeMove(anna, "2");
  await waitForPly(others[1], 2);
  await typeMove(others[1], "-");
  for (const page of [anna, ...others]) await page.waitForFunction(() => Number(document.querySelector(".table").dataset.ply) >= 3);
  const log = await others[0].locator(".log").textContent();
  assert.match(log, /Anna \d+ shows: wall of 2/);
  assert.doesNotMatch(log, /wall of 6/);
});

test("a page that opens a table while bots play shows every move once", { path: null }, async ({ open }) => {
  const anna = await person(open, "Anna");
  for (let i = 0; i < 3; i++) { // more at once would exceed the rate limit
    const table = await makeTable(anna, { game: "die-mauer", seats: ["apprentice", "apprentice", "apprentice"], options: { hands: "1" } });
    await anna.waitForSelector("[data-over]");
    const { record } = await ask(anna, { do: "record", table });
    assert.equal(await plyOf(anna), movesOf(record).length);
  }
});

// -- Rematch --

test("a rematch has the same people, shifted by one seat; results of the same deal can be compared", { path: null }, async ({ open }) => {
  const { anna, bo, table } = await two(open, { game: "die-mauer", seats: ["me", "open", "apprentice"], options: { hands: "1" } });
  await playToTheEnd([anna, bo], table, { clicks: 0, typed: 0 });
  await anna.locator("[data-rematch]").click();
  await anna.waitForFunction((old) => !location.hash.includes(old), table);
  await bo.waitForFunction(() => /Go to the rematch/.test(document.querySelector("[data-rematch]")?.textContent));
  await bo.locator("[data-rematch]").click();
  await bo.waitForFunction((old) => !location.hash.includes(old), table);
  assert.equal(await bo.evaluate(() => location.hash), await anna.evaluate(() => location.hash));
  for (const page of [anna, bo]) {
    await page.waitForSelector("[data-waiting], .table");
  }
  await waitForStart(anna, bo);
  assert.deepEqual(await anna.locator(".seat-name").allTextContents(), ["Apprentice", anna.name, bo.name]);

  // the same deal against bots, played by somebody who has not seen it
  const carl = await person(open, "Carl");
  const again = await makeTable(carl, { same_as: table, seats: ["apprentice", "apprentice", "apprentice"] });
  await carl.waitForSelector("[data-over]", { timeout: 600_000 }); // the moves are shown one by one
  await carl.waitForSelector(".compare li");
  assert.equal(await carl.locator(".compare li").count(), 1);
  assert.notEqual(again, table);
});
