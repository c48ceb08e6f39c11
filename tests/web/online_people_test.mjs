// SPDX-License-Identifier: MIT
// tests/web/online_people_test.mjs -- people around tables: the lobby, invitations, another device, somebody who is away and
// comes back, chat, clocks, and being told that it is one's turn.
import assert from "node:assert/strict";
import { finish, isAccessible, isReadyForOffline, screenshot, test } from "./harness.mjs";
import { begins, hasTurn, join, makeTable, moveByClicking, person, rename, visit, wire } from "./online.mjs";
import { plyOf, showsPly, typeMove } from "./tables.mjs";

const chang = { game: "chang-cheng", seats: ["me", "open"], options: { first: "1" } };

/** By keyboard: what sticks to the bottom of the window may lie above it. */
async function choose(page, option) {
  await page.getByRole("radio", option).focus();
  await page.keyboard.press("Space");
}

test("whoever plays alone speaks to no server", async ({ page }) => {
  const texts = wire(page);
  await page.reload();
  await page.waitForSelector(".home-play");
  await visit(page, "#/settings");
  await page.waitForSelector(".settings-name");
  assert.equal(texts.sockets, 0);
  await visit(page, "#/online");
  await page.waitForSelector("[data-lobby=true]");
  assert.equal(texts.sockets, 1);
});

test("a table is made by its form, found in the lobby, and joined", { seconds: 120, path: null }, async ({ open }) => {
  const anna = await person(open, "Anna");
  await anna.locator('a[href="#/online/new/die-mauer"]').first().click();
  await anna.waitForSelector(".newgame");
  await choose(anna, { name: "3", exact: true });
  await anna.locator(".online-places select").nth(2).selectOption("journeyman");
  await choose(anna, { name: /list of public tables/ });
  await choose(anna, { name: "when I say so" });
  await choose(anna, { name: "A clock for each player" });
  await anna.getByRole("spinbutton").fill("2");
  await anna.locator("button[type=submit].primary").click();
  await anna.waitForSelector("[data-waiting]");
  const link = await anna.inputValue("[data-link]");
  assert.match(link, /#\/t\/[\w-]{22}$/);
  assert.match(await anna.locator("[data-waiting]").textContent(), /number of hands: 2/i);
  await isAccessible(anna);

  const bo = await person(open, "Bo", { phone: true });
  const row = bo.locator(`[data-table="${link.slice(-22)}"]`);
  await row.locator(".button", { hasText: "Join" }).click();
  await bo.locator('[data-sit="2"]').click();
  await bo.waitForSelector("[data-stand]");
  await bo.locator("[data-stand]").click();
  await bo.locator('[data-sit="2"]').click();
  await anna.waitForSelector('[data-seat="2"][data-open="false"]');
  await anna.locator("[data-start][aria-disabled=false]").click();
  await begins(anna, bo);
  // clocks run for those who are to choose
  await anna.waitForSelector('.clock[data-runs="true"]');
  const first = await anna.locator(".clock").first().textContent();
  await anna.waitForFunction((first) => document.querySelector(".clock").textContent !== first, first);
  await screenshot(anna, "online-clocks");
  // whose turn it is stands first in one's games, and in the title
  await visit(bo, "#/online");
  await bo.waitForSelector('[data-mine=true] .online-row[data-turn="true"]');
  await bo.waitForFunction(() => document.title.startsWith("(1) "));
});

// -- Hints --

const OFF = "Hints are off at this table.";

/** Engines that a page has started beside the one of its table; the adviser is one. */
const engines = (page) => page.workers().length;

test("among people nobody gets a hint, and everybody reads why", { seconds: 120, path: null }, async ({ open }) => {
  const anna = await person(open, "Anna");
  const table = await makeTable(anna, chang);
  assert.equal(await anna.locator("[data-hints-allowed]").count(), 0);
  const bo = await person(open, "Bo", { phone: true });
  await join(bo, table, 2);
  await begins(anna, bo);
  await hasTurn(anna);
  for (const page of [anna, bo]) {
    assert.equal(await page.locator("[data-hint]").count(), 0);
    assert.equal(await page.locator("[data-no-hints]").textContent(), OFF);
    assert.equal(await page.locator("[data-hints-allowed]").count(), 0);
  }
  await screenshot(bo, "online-hints-off-phone", { whole: true });
  const before = engines(anna);
  await anna.keyboard.press("Shift+H");
  await anna.waitForSelector(".refusal");
  assert.match(await anna.locator(".refusal").textContent(), /Hints are off at this table/);
  assert.equal(await anna.locator(".hint").count(), 0);
  assert.equal(engines(anna), before, "no engine thinks about the position");
  // a bot that keeps Bo's seat does not make it a table of bots
  await bo.getByRole("button", { name: "Leave the game" }).click();
  await bo.getByRole("button", { name: "Leave", exact: true }).click();
  await bo.waitForSelector("[data-kept]");
  await hasTurn(anna);
  assert.equal(await anna.locator("[data-no-hints]").count(), 1);
  assert.equal(await anna.locator("[data-hint]").count(), 0);
});

test("where hints are allowed everybody is told before sitting down, and they work", { seconds: 150, path: null }, async ({ open }) => {
  const anna = await person(open, "Anna");
  await anna.locator('a[href="#/online/new/chang-cheng"]').first().click();
  await anna.waitForSelector(".newgame");
  await choose(anna, { name: "2", exact: true });
  const allow = anna.getByRole("switch", { name: "Allow hints from the engine" });
  assert.equal(await allow.isChecked(), false);
  await anna.locator(".online-places select").nth(1).selectOption("apprentice");
  assert.equal(await allow.count(), 0, "against bots there is nothing to agree upon");
  await anna.locator(".online-places select").nth(1).selectOption("open");
  await allow.focus();
  await anna.keyboard.press("Space");
  await choose(anna, { name: /list of public tables/ });
  await anna.locator("button[type=submit].primary").click();
  await anna.waitForSelector("[data-waiting] [data-hints-allowed]");
  const table = (await anna.inputValue("[data-link]")).slice(-22);
  await isAccessible(anna);

  const bo = await person(open, "Bo", { phone: true });
  const row = bo.locator(`[data-lobby] [data-table="${table}"]`);
  assert.match(await row.locator("[data-hints-allowed]").textContent(), /Hints allowed/);
  await row.locator(".button", { hasText: "Join" }).click();
  await bo.waitForSelector("[data-waiting] [data-hints-allowed]");
  await bo.locator('[data-sit="2"]').click();
  await begins(anna, bo);
  for (const page of [anna, bo]) assert.match(await page.locator(".table [data-hints-allowed]").textContent(), /Hints allowed/);
  const next = await Promise.any([anna, bo].map((page) => hasTurn(page).then(() => page)));
  const before = engines(next);
  await next.locator("[data-hint]").click();
  await next.waitForSelector("[data-hinted]");
  assert.equal(engines(next), before + 1);
  await isAccessible(next);
  for (const page of [anna, bo]) await screenshot(page, `online-hints-${page === bo ? "phone" : "allowed"}`, { whole: true });
});

test("against bots alone hints work without being agreed upon", { seconds: 90, path: null }, async ({ open }) => {
  const anna = await person(open, "Anna");
  await makeTable(anna, { ...chang, seats: ["me", "apprentice"] });
  await hasTurn(anna);
  assert.equal(await anna.locator("[data-no-hints], [data-hints-allowed]").count(), 0);
  await anna.locator("[data-hint]").click();
  await anna.waitForSelector("[data-hinted]");
});

test("a guest moves to another device with a name and a password", { seconds: 120, path: null }, async ({ open }) => {
  const anna = await person(open, "Anna");
  const table = await makeTable(anna, chang);
  const bo = await person(open, "Bo");
  await join(bo, table, 2);
  await begins(anna, bo);
  await moveByClicking(anna);
  await visit(anna, "#/online/account");
  await anna.locator('[aria-labelledby="account-password"] input[type=password]').fill("a long password");
  await anna.locator('[aria-labelledby="account-password"] button').click();
  await anna.waitForFunction(() => /Saved\. With your name/.test(document.body.textContent));
  await isAccessible(anna);

  const phone = await person(open, "", { phone: true });
  await visit(phone, "#/online/account");
  const login = phone.locator("[data-login]");
  await login.locator("input[autocomplete=username]").fill(anna.name);
  await login.locator("input[type=password]").fill("not the password");
  await login.locator("button").click();
  await phone.waitForSelector("[data-login] .form-reason");
  await login.locator("input[type=password]").fill("a long password");
  await login.locator("button").click();
  await phone.waitForSelector(`[data-mine=true] [data-table="${table}"]`);
  await phone.locator(`[data-table="${table}"] a`).first().click();
  await phone.waitForSelector(".table");
  assert.equal(await phone.locator('.seat[data-me="true"] .seat-name').textContent(), anna.name);
  assert.equal(await plyOf(phone), await plyOf(bo));
  // the old device is logged out from the new one
  await visit(phone, "#/online/account");
  await phone.waitForSelector('[data-sessions="2"]');
  await phone.locator(".account-device button").click();
  await phone.waitForSelector('[data-sessions="1"]');
  await anna.reload();
  await visit(anna, "#/online/account");
  await anna.waitForFunction(() => /You are a guest/.test(document.body.textContent));
});

test("the host replaces somebody who is away; they come back and take the seat back", { seconds: 150, path: null, ownServer: true, args: ["--set", "grace=2"] }, async ({ open }) => {
  const anna = await person(open, "Anna");
  const table = await makeTable(anna, chang);
  const bo = await person(open, "Bo");
  await join(bo, table, 2);
  await begins(anna, bo);
  await moveByClicking(anna);
  await hasTurn(bo);
  const back = bo.url();
  await bo.goto("about:blank"); // gone
  await anna.waitForSelector('[data-absent="2"]');
  await isAccessible(anna);
  await anna.locator('[data-absent="2"] button').click();
  await hasTurn(anna); // the bot has moved
  assert.ok((await plyOf(anna)) > 1);
  await anna.waitForSelector('.seat[data-seat="2"] .seat-bot');
  await bo.goto(back);
  await bo.waitForSelector("[data-kept]");
  await bo.locator("[data-kept] button").click();
  await bo.waitForFunction(() => !document.querySelector("[data-kept]"));
  await anna.waitForFunction(() => !document.querySelector('.seat[data-seat="2"] .seat-bot'));
  await moveByClicking(anna);
  while (!(await bo.evaluate(() => Number(document.querySelector(".whatnow").dataset.me)))) await moveByClicking(anna);
  await moveByClicking(bo);
});

test("whoever leaves is replaced by a bot and may come back", { seconds: 120, path: null }, async ({ open }) => {
  const anna = await person(open, "Anna");
  const table = await makeTable(anna, chang);
  const bo = await person(open, "Bo", { phone: true });
  await join(bo, table, 2);
  await begins(anna, bo);
  await bo.getByRole("button", { name: "Leave the game" }).click();
  await bo.getByRole("button", { name: "Leave", exact: true }).click();
  await bo.waitForSelector("[data-kept]");
  await anna.waitForSelector('.seat[data-seat="2"] .seat-bot');
  await moveByClicking(anna);
  await anna.waitForFunction(() => Number(document.querySelector(".table").dataset.ply) > 1); // the bot plays on
});

test("chat: plain text, counted while it is not seen, and muted for oneself", { seconds: 120, path: null }, async ({ open }) => {
  const anna = await person(open, "Anna");
  const table = await makeTable(anna, chang);
  const bo = await person(open, "Bo", { phone: true });
  await join(bo, table, 2);
  await begins(anna, bo);
  const say = async (page, text) => {
    await page.locator(".chat-write input").fill(text);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".chat-write input").value === "");
  };
  await say(anna, "<b>Hello</b> & welcome");
  await bo.waitForSelector(".chat-handle .unread");
  assert.match(await bo.locator(".chat-handle .unread").textContent(), /^1/);
  await bo.locator(".chat-handle").click();
  await bo.waitForFunction(() => document.querySelector(".chat-text")?.textContent === "<b>Hello</b> & welcome");
  assert.equal(await bo.locator(".unread").count(), 0);
  await isAccessible(bo);
  await screenshot(bo, "online-chat-phone");
  await bo.locator(".chat-line .chat-mute").click();
  assert.equal(await bo.locator(".chat-line").count(), 0);
  await say(anna, "Can you hear me?");
  await say(bo, "No.");
  await bo.waitForFunction(() => document.querySelectorAll(".chat-line").length === 1);
  await anna.waitForFunction(() => document.querySelectorAll(".chat-line").length === 3);
  await bo.locator(".chat-muted button").click();
  await bo.waitForFunction(() => document.querySelectorAll(".chat-line").length === 3);
});

test("the system tells whose turn it is, once somebody has asked for it, while the page is not looked at", { seconds: 120, path: null }, async ({ open }) => {
  const hearNotifications = () => {
    globalThis.told = [];
    globalThis.asked = 0;
    class Told extends EventTarget {
      static permission = "default";
      static requestPermission = async () => (globalThis.asked++, (Told.permission = "granted"));
      constructor(title, options) {
        super();
        globalThis.told.push(`${title}: ${options.body}`);
      }
    }
    globalThis.Notification = Told;
    document.hasFocus = () => false;
  };
  const anna = await person(open, "Anna");
  const bo = await person(open, "Bo");
  await bo.addInitScript(hearNotifications);
  await bo.reload();
  await bo.waitForSelector("[data-notify]");
  const table = await makeTable(anna, chang);
  await join(bo, table, 2);
  await begins(anna, bo);
  assert.equal(await bo.evaluate(() => globalThis.asked), 0, "nobody is asked unasked");
  await visit(bo, "#/online");
  await bo.locator("[data-notify]").click();
  await bo.waitForSelector('[data-notify][aria-pressed="true"]');
  await moveByClicking(anna);
  await bo.waitForFunction(() => globalThis.told.length === 1);
  assert.deepEqual(await bo.evaluate(() => globalThis.told), ["Chang Cheng: It is your turn."]);
  await bo.waitForFunction(() => document.title.startsWith("(1) "));
});

test("all that is kept of oneself can be taken along and deleted", { seconds: 90, path: null }, async ({ open }) => {
  const anna = await person(open, "Anna");
  await visit(anna, "#/online/account");
  const download = anna.waitForEvent("download");
  await anna.getByRole("button", { name: "Download all of it" }).click();
  assert.equal((await download).suggestedFilename(), "muraille.json");
  await anna.locator("[aria-labelledby=account-tell] input").fill("https://ntfy.example/topic");
  await anna.locator("[aria-labelledby=account-tell] button[type=submit]").click();
  await anna.waitForSelector("[aria-labelledby=account-tell] button[type=submit][aria-disabled=true]");
  await anna.reload();
  await anna.waitForFunction(() => document.querySelector("[aria-labelledby=account-tell] input")?.value === "https://ntfy.example/topic");
  await anna.getByRole("button", { name: "Delete me" }).click();
  do await anna.getByRole("button", { name: "Delete", exact: true }).click(); // asked too much too quickly, it says so
  while (await (await anna.waitForSelector("[data-lobby=true], .form-reason")).evaluate((e) => e.matches(".form-reason")));
  await anna.waitForFunction(() => document.querySelector(".online-field input")?.value === "");
  await rename(anna, anna.name); // the name is free again
});

test("without a server the online part says so, and all else goes on", { offline: true, ownServer: true, seconds: 90, allow: [/Failed to load resource/, /Failed to fetch dynamically/, /online-/] }, async ({ page, server }) => {
  await isReadyForOffline(page);
  await server.stop();
  await page.reload();
  await visit(page, "#/online");
  await page.waitForSelector("[role=alert] h1");
  assert.match(await page.locator("[role=alert] h1").textContent(), /cannot be reached/);
  await visit(page, "#/");
  await page.locator(".home-play").nth(1).click();
  await page.waitForSelector(".table");
});

await finish();
