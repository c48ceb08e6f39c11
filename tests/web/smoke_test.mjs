// SPDX-License-Identifier: MIT
// tests/web/smoke_test.mjs -- the browser client loads at every size and in every language, and works without its server.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { translated } from "../../web/languages.mjs";
import { doesNotScrollSideways, isAccessible, isReadyForOffline, pollPage, screenshot, test } from "./harness.mjs";

/** Waits until a heading is drawn. */
async function waitForHeading(page) {
  await page.waitForFunction(() => document.querySelector("#app h1, #app h2")?.textContent.trim());
}

// -- The home screen --

for (const [name, options] of Object.entries({
  "home": {},
  "home-dark": { dark: true },
  "home-phone": { phone: true },
  "home-phone-dark": { phone: true, dark: true },
})) {
  test(`${name}: drawn, accessible, no wider than the window`, options, async ({ page }) => {
    await waitForHeading(page);
    assert.match(await page.title(), /Muraille/);
    await isAccessible(page);
    await doesNotScrollSideways(page);
    await screenshot(page, name);
  });
}

for (const language of translated) {
  test(`home is shown in the browser's language: ${language}`, { language }, async ({ page }) => {
    await waitForHeading(page);
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
  });
}

test("an unknown page has an accessible error page", { path: "nothing/here", allow: [/404/] }, async ({ page }) => {
  assert.equal(await page.locator("h1").textContent(), "404");
  await isAccessible(page);
});

test("the client can be installed", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const manifest = JSON.parse(data);
  for (const { src } of manifest.icons) assert.equal((await page.request.get(new URL(src, page.url()).href)).status(), 200);
});

// -- Without a server --

test("works without its server after the first load", { offline: true, ownServer: true }, async ({ page, server }) => {
  await waitForHeading(page);
  await isReadyForOffline(page);
  await server.stop();
  await page.reload();
  await waitForHeading(page);
  // everything that a game may request later
  const missing = await page.evaluate(async () => {
    const name = (await caches.keys())[0];
    const cached = (await (await caches.open(name)).keys()).map((request) => request.url);
    const bad = [];
    for (const url of cached) if (!(await fetch(url)).ok) bad.push(url);
    if (!(await fetch("rules/die-mauer.en.md").catch(() => null))?.ok) bad.push("rules");
    return cached.length > 10 ? bad : ["nearly everything"];
  });
  assert.deepEqual(missing, []);
});

test("a reload of the only page activates a new build with the languages in use, and the old one is deleted", { offline: true, ownServer: true }, async ({ page, server }) => {
  await waitForHeading(page);
  await isReadyForOffline(page);
  await page.locator(".frame-language select").selectOption("fr");
  await pollPage(page, async () => Boolean(await caches.match("words.fr.json")));
  const [old] = await page.evaluate(() => caches.keys());
  // the next build: another page and another service worker
  for (const [name, from, to] of [
    ["index.html", "<body>", '<body data-build="2">'],
    ["sw.js", old.replace("muraille-", ""), "0123456789abcdef"],
  ]) {
    const file = path.join(server.site, name);
    const text = fs.readFileSync(file, "utf8");
    assert.ok(text.includes(from), `${name} holds ${from}`);
    for (const ending of ["", ".br", ".gz"]) fs.rmSync(file + ending, { force: true });
    fs.writeFileSync(file, text.replace(from, to));
  }
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 20));
  });
  assert.equal(await page.locator("body[data-build]").count(), 0);
  await page.reload();
  await page.locator("body[data-build='2']").waitFor({ state: "attached" });
  await waitForHeading(page);
  await pollPage(page, async () => (await caches.keys()).join() === "muraille-0123456789abcdef");
  assert.deepEqual(await page.evaluate(async () => Promise.all(["words.fr.json", "words.de.json"].map(async (name) => Boolean(await caches.match(name))))), [true, false]);
});

test("works as static files below any path", { ownServer: true, below: "games/muraille" }, async ({ page }) => {
  await waitForHeading(page);
});
