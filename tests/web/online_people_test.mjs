// SPDX-License-Identifier: MIT
// tests/web/online_people_test.mjs -- people around tables: the lobby, hints, another device, absent players who come back, chat,
// clocks, and notifications.
import assert from "node:assert/strict";
import { isAccessible, isReadyForOffline, screenshot, test } from "./harness.mjs";
import { waitForStart, waitForTurn, join, makeTable, moveByClicking, pageToMove, person, rename, visit, recordMessages } from "./online.mjs";
import { plyOf, waitForPly } from "./tables.mjs";

const chang = { game: "chang-cheng", seats: ["me", "open"], options: { first: "1" } };

/** Chooses an option by keyboard: the bar at the bottom of the window may cover it. */
async function choose(page, option) {
  await page.getByRole("radio", option).focus();
  await page.keyboard.press("Space");
}

test("a person who plays alone opens no connection to the server", async ({ page }) => {
  const texts = recordMessages(page);
  await page.reload();
  await page.waitForSelector(".home-play");
  await visit(page, "#/settings");
  await page.waitForSelector(".settings-name");
  assert.equal(texts.sockets, 0);
  await visit(page, "#/online");
  await page.waitForSelector("[data-lobby=true]");
  assert.equal(texts.sockets, 1);
});

test("a table is created with the form, found in the lobby, and joined", { path: null }, async ({ open }) => {
  const anna = await person(open, "Anna");
  await anna.locator('a[href="#/online/new/die-mauer"]').first().click();
  await anna.waitForSelector(".newgame");
  await choose(anna, { name: "3", exact: true });
  await anna.locator(".online-places select").nth(2).selectOption("journeyman");
  await choose(anna, { name: /listed publicly/ });
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
  await waitForStart(anna, bo);
  // clocks run for the people who have to choose
  await anna.waitForSelector('.clock[data-runs="true"]');
  const first = await anna.locator(".clock").first().textContent();
  await anna.waitForFunction((first) => document.querySelector(".clock").textContent !== first, first);
  await screenshot(anna, "online-clocks");
  // games that wait for a person are listed first, and counted in the title
  await visit(bo, "#/online");
  await bo.waitForSelector('[data-mine=true] .online-row[data-turn="true"]');
  await bo.waitForFunction(() => document.title.startsWith("(1) "));
});

// -- Hints --

const OFF = "Hints are off at this table.";

/** The number of engines (workers) of a page; a hint starts another one. */
const engines = (page) => page.workers().length;

test("among people there are no hints, and the page explains why", { path: null }, async ({ open }) => {
  const anna = await person(open, "Anna");
  const table = await makeTable(anna, chang);
  assert.equal(await anna.locator("[data-hints-allowed]").count(), 0);
  const bo = await person(open, "Bo", { phone: true });
  await join(bo, table, 2);
  await waitForStart(anna, bo);
  await waitForTurn(anna);
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
  assert.equal(engines(anna), before, "no engine was started");
  // a bot that plays for Bo does not make it a table of bots
  await bo.getByRole("button", { name: "Leave the game" }).click();
  await bo.getByRole("button", { name: "Leave", exact: true }).click();
  await bo.waitForSelector("[data-kept]");
  await waitForTurn(anna);
  assert.equal(await anna.locator("[data-no-hints]").count(), 1);
  assert.equal(await anna.locator("[data-hint]").count(), 0);
});

test("a table that allows hints says so before people sit down, and hints work", { path: null }, async ({ open }) => {
  const anna = await person(open, "Anna");
  await anna.locator('a[href="#/online/new/chang-cheng"]').first().click();
  await anna.waitForSelector(".newgame");
  await choose(anna, { name: "2", exact: true });
  const allow = anna.getByRole("switch", { name: "Allow hints from the engine" });
  assert.equal(await allow.isChecked(), false);
  await anna.locator(".online-places select").nth(1).selectOption("apprentice");
  assert.equal(await allow.count(), 0, "against bots hints are always allowed");
  await anna.locator(".online-places select").nth(1).selectOption("open");
  await allow.focus();
  await anna.keyboard.press("Space");
  await choose(anna, { name: /listed publicly/ });
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
  await waitForStart(anna, bo);
  for (const page of [anna, bo]) assert.match(await page.locator(".table [data-hints-allowed]").textContent(), /Hints allowed/);
  const next = await Promise.any([anna, bo].map((page) => waitForTurn(page).then(() => page)));
  const before = engines(next);
  await next.locator("[data-hint]").click();
  await next.waitForSelector("[data-hinted]");
  assert.equal(engines(next), before + 1);
  await isAccessible(next);
  for (const page of [anna, bo]) await screenshot(page, `online-hints-${page === bo ? "phone" : "allowed"}`, { whole: true });
});

test("against bots alone hints work without the option", { path: null }, async ({ open }) => {
  const anna = await person(open, "Anna");
  await makeTable(anna, { ...chang, seats: ["me", "apprentice"] });
  await waitForTurn(anna);
  assert.equal(await anna.locator("[data-no-hints], [data-hints-allowed]").count(), 0);
  await anna.locator("[data-hint]").click();
  await anna.waitForSelector("[data-hinted]");
});

test("a guest moves to another device with a name and a password", { path: null }, async ({ open }) => {
  const anna = await person(open, "Anna");
  const table = await makeTable(anna, chang);
  const bo = await person(open, "Bo");
  await join(bo, table, 2);
  await waitForStart(anna, bo);
  await moveByClicking(anna);
  const ply = await plyOf(anna);
  await visit(anna, "#/online/account");
  await anna.locator('[aria-labelledby="account-password"] input[type=password]').fill("a long password");
  await anna.locator('[aria-labelledby="account-password"] button').click();
  await anna.waitForFunction(() => /Saved\. You can now log in/.test(document.body.textContent));
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
  for (const page of [phone, bo]) await waitForPly(page, ply);
  // the old device is logged out from the new one
  await visit(phone, "#/online/account");
  await phone.waitForSelector('[data-sessions="2"]');
  await phone.locator(".account-device button").click();
  await phone.waitForSelector('[data-sessions="1"]');
  await anna.reload();
  await visit(anna, "#/online/account");
  await anna.waitForFunction(() => /You are a guest/.test(document.body.textContent));
});

test("the host replaces an absent player, who comes back and takes the seat again", { path: null, ownServer: true, args: ["--set", "grace=2"] }, async ({ open }) => {
  const anna = await person(open, "Anna");
  const table = await makeTable(anna, chang);
  const bo = await person(open, "Bo");
  await join(bo, table, 2);
  await waitForStart(anna, bo);
  await moveByClicking(anna);
  await waitForTurn(bo);
  const back = bo.url();
  await bo.goto("about:blank"); // disconnects
  await anna.waitForSelector('[data-absent="2"]');
  await isAccessible(anna);
  await anna.locator('[data-absent="2"] button').click();
  await waitForTurn(anna); // the bot has moved
  assert.ok((await plyOf(anna)) > 1);
  await anna.waitForSelector('.seat[data-seat="2"] .seat-bot');
  await bo.goto(back);
  await bo.waitForSelector("[data-kept]");
  await bo.locator("[data-kept] button").click();
  await bo.waitForFunction(() => !document.querySelector("[data-kept]"));
  await anna.waitForFunction(() => !document.querySelector('.seat[data-seat="2"] .seat-bot'));
  do await moveByClicking(anna); // one move or two
  while ((await pageToMove([anna, bo])) === anna);
  await moveByClicking(bo);
});

test("a player who leaves is replaced by a bot and may come back", { path: null }, async ({ open }) => {
  const anna = await person(open, "Anna");
  const table = await makeTable(anna, chang);
  const bo = await person(open, "Bo", { phone: true });
  await join(bo, table, 2);
  await waitForStart(anna, bo);
  await bo.getByRole("button", { name: "Leave the game" }).click();
  await bo.getByRole("button", { name: "Leave", exact: true }).click();
  await bo.waitForSelector("[data-kept]");
  await anna.waitForSelector('.seat[data-seat="2"] .seat-bot');
  await moveByClicking(anna);
  await anna.waitForFunction(() => Number(document.querySelector(".table").dataset.ply) > 1); // the bot continues
});

test("chat is plain text, counts unseen messages, and can be muted", { path: null }, async ({ open }) => {
  const anna = await person(open, "Anna");
  const table = await makeTable(anna, chang);
  const bo = await person(open, "Bo", { phone: true });
  await join(bo, table, 2);
  await waitForStart(anna, bo);
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

test("a notification reports a person's turn while the page has no focus, once they have allowed it", { path: null }, async ({ open }) => {
  const fakeNotifications = () => {
    globalThis.notifications = [];
    globalThis.permissionRequests = 0;
    class FakeNotification extends EventTarget {
      static permission = "default";
      static requestPermission = async () => (globalThis.permissionRequests++, (FakeNotification.permission = "granted"));
      constructor(title, options) {
        super();
        globalThis.notifications.push(`${title}: ${options.body}`);
      }
    }
    globalThis.Notification = FakeNotification;
    document.hasFocus = () => false;
  };
  const anna = await person(open, "Anna");
  const bo = await person(open, "Bo");
  await bo.addInitScript(fakeNotifications);
  await bo.reload();
  await bo.waitForSelector("[data-notify]");
  const table = await makeTable(anna, chang);
  await join(bo, table, 2);
  await waitForStart(anna, bo);
  assert.equal(await bo.evaluate(() => globalThis.permissionRequests), 0, "permission is requested only on demand");
  await visit(bo, "#/online");
  await bo.locator("[data-notify]").click();
  await bo.waitForSelector('[data-notify][aria-pressed="true"]');
  await moveByClicking(anna);
  await bo.waitForFunction(() => globalThis.notifications.length === 1);
  assert.deepEqual(await bo.evaluate(() => globalThis.notifications), ["Chang Cheng: It is your turn."]);
  await bo.waitForFunction(() => document.title.startsWith("(1) "));
});

test("a person can export and delete all their data", { path: null }, async ({ open }) => {
  const anna = await person(open, "Anna");
  await visit(anna, "#/online/account");
  const download = anna.waitForEvent("download");
  await anna.getByRole("button", { name: "Download my data" }).click();
  assert.equal((await download).suggestedFilename(), "muraille.json");
  await anna.locator("[aria-labelledby=account-tell] input").fill("https://ntfy.example/topic");
  await anna.locator("[aria-labelledby=account-tell] button[type=submit]").click();
  await anna.waitForSelector("[aria-labelledby=account-tell] button[type=submit][aria-disabled=true]");
  await anna.reload();
  await anna.waitForFunction(() => document.querySelector("[aria-labelledby=account-tell] input")?.value === "https://ntfy.example/topic");
  await anna.getByRole("button", { name: "Delete my account" }).click();
  do await anna.getByRole("button", { name: "Delete", exact: true }).click(); // refused with a reason while over the rate limit
  while (await (await anna.waitForSelector("[data-lobby=true], .form-reason")).evaluate((e) => e.matches(".form-reason")));
  await anna.waitForFunction(() => document.querySelector(".online-field input")?.value === "");
  await rename(anna, anna.name); // the name is free again
});

test("without a server the online part reports it, and everything else works", { offline: true, ownServer: true, allow: [/Failed to load resource/, /Failed to fetch dynamically/, /online-/] }, async ({ page, server }) => {
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
