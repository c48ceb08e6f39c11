// SPDX-License-Identifier: MIT
// tests/web/arrival_test.mjs -- invitations, and links from the operator to set a new password.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { doesNotScrollSideways, isAccessible, program, screenshot, test } from "./harness.mjs";
import { ask, person, visit } from "./online.mjs";

const closed = { ownServer: true, args: ["--set", "invite=required"], path: null };

/** The output of `muraille admin` for this server. */
const admin = (server, ...args) => execFileSync(program, ["admin", ...args, "--data", server.data, "--public-url", server.url], { encoding: "utf8" }).trim();

const waitForLobby = (page) => page.waitForSelector("[data-lobby=true]");

test("a server by invitation asks for a code and accepts it", { ...closed, phone: true }, async ({ open, server }) => {
  const page = await open({ path: "#/online", phone: true });
  await page.waitForSelector("[data-doorstep]");
  assert.match(await page.textContent("h1"), /By invitation/);
  await isAccessible(page);
  await doesNotScrollSideways(page);
  await screenshot(page, "arrival-doorstep");
  await page.locator("[data-invite] input").fill("nonsense");
  await page.locator("[data-invite] button").click();
  await page.waitForSelector("[data-invite] .form-reason");
  await page.locator("[data-invite] input").fill(admin(server, "invite")); // the whole link is accepted as well
  await page.locator("[data-invite] button").click();
  await waitForLobby(page);
  await page.reload();
  await waitForLobby(page); // the token needs no invitation
});

test("the link of an invitation works the number of times it was made for", closed, async ({ open, server }) => {
  const link = admin(server, "invite", "--uses", "1");
  const hash = link.slice(link.indexOf("#"));
  const first = await open({ path: hash });
  await waitForLobby(first);
  const second = await open({ path: hash });
  await second.waitForSelector("[data-invite] .form-reason");
  assert.match(await second.textContent("[data-invite] .form-reason"), /used up/);
});

test("a person with a password needs no invitation", closed, async ({ open, server }) => {
  const link = admin(server, "invite");
  const anna = await open({ path: link.slice(link.indexOf("#")) });
  await waitForLobby(anna);
  assert.equal((await ask(anna, { do: "name", name: "Anna" })).ok, true);
  assert.equal((await ask(anna, { do: "password", password: "a long password" })).ok, true);
  const phone = await open({ path: "#/online", phone: true });
  const login = phone.locator("[data-doorstep] [data-login]");
  await login.locator("input[autocomplete=username]").fill("Anna");
  await login.locator("input[type=password]").fill("not the password");
  await login.locator("button").click();
  await phone.waitForSelector("[data-login] .form-reason");
  await login.locator("input[type=password]").fill("a long password");
  await login.locator("button").click();
  await waitForLobby(phone);
  assert.equal(await phone.inputValue(".online-field input"), "Anna");
});

test("a new password can be set by a link from the operator", { ownServer: true, path: null }, async ({ open, server }) => {
  const anna = await person(open, "Anna");
  assert.equal((await ask(anna, { do: "password", password: "a long password" })).ok, true);
  const link = admin(server, "reset", anna.name);
  const page = await open({ path: link.slice(link.indexOf("#")), language: "de" });
  await page.waitForSelector("[data-reset]");
  await isAccessible(page);
  await screenshot(page, "arrival-reset");
  const [one, two] = [page.locator("[data-reset] input").nth(0), page.locator("[data-reset] input").nth(1)];
  await one.fill("another password");
  await two.fill("something else");
  await page.locator("[data-reset] button").click();
  assert.match(await page.textContent("[data-reset] .form-reason"), /stimmen nicht überein/);
  await two.fill("another password");
  await page.locator("[data-reset] button").click();
  await waitForLobby(page);
  assert.equal(await page.inputValue(".online-field input"), anna.name);
  const late = await open({ path: link.slice(link.indexOf("#")) });
  await late.locator("[data-reset] input").nth(0).fill("a third password");
  await late.locator("[data-reset] input").nth(1).fill("a third password");
  await late.locator("[data-reset] button").click();
  await late.waitForSelector("[data-reset] .form-reason");
});

test("changing a name with a password requires the password", { path: null }, async ({ open }) => {
  const anna = await person(open, "Berta");
  assert.equal((await ask(anna, { do: "password", password: "a long password" })).ok, true);
  await anna.reload();
  await waitForLobby(anna);
  await anna.locator(".online-field input").fill("Thief of names");
  await anna.locator(".online-field button").click();
  await anna.waitForSelector("form:has(.online-field) .form-reason");
  await anna.locator("form:has(.online-field) input[type=password]").fill("a long password");
  await anna.locator(".online-field button").click();
  await anna.waitForFunction(() => document.querySelector(".online-field button")?.ariaDisabled === "true");
  await visit(anna, "#/online/account");
  await anna.waitForFunction(() => /You are Thief of names/.test(document.body.textContent));
});
