// SPDX-License-Identifier: MIT
// tests/web/harness.mjs -- tests of the browser client in a real Chromium, with node:test. A test file is
//     import { test } from "./harness.mjs";
//     test("a sentence", { phone: true }, async ({ page }) => { ... });
// All tests of a file share one browser and one server. Each test gets its own page, at the home screen, in a new browser context.
// Besides its own checks it fails on an error in the console, an uncaught error, and a request to another host. Screenshots of failed
// tests are in build/screenshots.
//
// Options of a test, and of open() for further pages:
//     phone: true        360 x 640, touch; else 1280 x 800, or viewport: { width, height }
//     dark: true         asks for the dark theme
//     language: "fr"     what the browser prefers; "en" unless given
//     motion: true       animations; otherwise the browser asks for reduced motion
//     path: "#/rules"    the first address of the page; null: the test opens it itself
//     offline: true      with the service worker, which is blocked otherwise
//     ownServer: true    a server that this test may stop or restart(), with a copy of the client that it may change
//                        (server.site)
//     args: ["--set", ..] of that server
//     below: "a/b"       the path of the client on the server; with ownServer
//     allow: [/.../]     expected errors in the console
//     full: true         only in `make test-all`
//
// MURAILLE_PROGRAM and MURAILLE_WEB replace build/muraille and build/web, CHROMIUM the browser.
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { makeFolder, mustServe, root } from "../serve.mjs";
import { onlyInAll } from "../tier.mjs";
import * as timeLimit from "../time_limit.mjs";

const require = createRequire(path.join(root, "web/package.json"));
const { chromium } = require("playwright-core");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

export const program = path.resolve(process.env.MURAILLE_PROGRAM ?? path.join(root, "build/muraille"));
export const web = path.resolve(process.env.MURAILLE_WEB ?? path.join(root, "build/web"));
export const pictures = path.join(root, "build/screenshots");
export { root };

export const WAIT = 120_000; // ms until a wait in a page fails; the machine may be busy

// -- Server and browser --

/** A server with its own data folder, which is removed with it. restart(signal) ends it at once and starts another one at the same
 * address, with the same data. */
export async function startServer(...args) {
  const data = makeFolder("data-");
  const start = (port) => mustServe(program, ["--port", String(port), "--web", web, "--data", data, ...args]);
  let running = await start(0);
  const { url, port } = running;
  const stop = async () => {
    await running.stop();
    fs.rmSync(data, { recursive: true, force: true });
  };
  const restart = async (signal) => {
    await running.stop(signal);
    running = await start(port);
  };
  return { url, port, data, stop, restart };
}

/** A server with its own copy of the client in server.site; end() removes both. */
async function startOwnServer(below = "", args = []) {
  const top = makeFolder("web-");
  const site = path.join(top, below);
  if (below) fs.writeFileSync(path.join(top, "index.html"), "elsewhere");
  fs.cpSync(web, site, { recursive: true });
  const server = await startServer("--web", top, ...args);
  const end = async () => {
    await server.stop();
    fs.rmSync(top, { recursive: true, force: true });
  };
  return { ...server, site, end };
}

/** A Chromium that connects only to this machine. */
export function startBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    timeout: WAIT,
    chromiumSandbox: process.getuid() !== 0, // it does not work as root
    args: [
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-quic",
      "--no-first-run",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
    ],
  });
}

/** Collects what must not happen in any page of a context, as sentences in `problems`. */
function watch(context, origin, allow, problems) {
  const note = (text) => {
    if (!allow.some((pattern) => pattern.test(text)) && !problems.includes(text)) problems.push(text);
  };
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !["data:", "blob:", "about:"].includes(url.protocol)) note(`request to another host: ${url}`);
  });
  context.on("console", (message) => {
    if (message.type() === "error") note(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => note(`not caught: ${error.error().stack ?? error.error()}`));
  context.on("page", (page) => page.on("crash", () => note("the page crashed")));
}

export async function newContext(browser, origin, options, problems) {
  const context = await browser.newContext({
    viewport: options.viewport ?? (options.phone ? { width: 360, height: 640 } : { width: 1280, height: 800 }),
    deviceScaleFactor: options.phone ? 2 : 1,
    isMobile: !!options.phone,
    hasTouch: !!options.phone,
    colorScheme: options.dark ? "dark" : "light",
    reducedMotion: options.motion ? "no-preference" : "reduce",
    locale: options.language ?? "en",
    serviceWorkers: options.offline ? "allow" : "block",
    acceptDownloads: true,
  });
  context.setDefaultTimeout(WAIT);
  context.on("page", (page) => {
    const wait = page.waitForFunction.bind(page); // by default it polls every frame, which makes the browser draw them all
    page.waitForFunction = (body, arg, more) => wait(body, arg, { polling: 25, ...more });
  });
  watch(context, origin, options.allow ?? [], problems);
  return context;
}

// -- Tests --

let browser, shared;

timeLimit.before(async () => {
  shared = await startServer();
  browser = await startBrowser();
});
timeLimit.after(async () => {
  await browser?.close();
  await shared?.stop();
});

/** A test with its own page; the options are explained at the top. */
export function test(name, ...rest) {
  const run = rest.pop();
  const options = rest[0] ?? {};
  timeLimit.test(name, { skip: options.full && onlyInAll }, () => scene({ name, options }, run));
}

async function scene(one, run) {
  const problems = [];
  const contexts = [];
  const server = one.options.ownServer ? await startOwnServer(one.options.below, one.options.args) : shared;
  /** A new browser context: nothing is shared with the first one. */
  const open = async (options = one.options) => {
    const context = await newContext(browser, server.url, { allow: one.options.allow, ...options }, problems);
    contexts.push(context);
    const page = await context.newPage();
    if (options.path !== null) await page.goto(`${server.url}/${one.options.below ? `${one.options.below}/index.html` : ""}${options.path ?? ""}`);
    return page;
  };
  try {
    const page = await open();
    await run({ page, context: page.context(), open, server, url: server.url, problems, browser });
    if (problems.length > 0) throw new Error("something went wrong in the browser");
  } catch (error) {
    const name = `failed-${one.name.replace(/[^A-Za-z0-9]+/g, "-").slice(0, 80)}`;
    for (const [i, context] of contexts.entries())
      for (const page of context.pages()) await screenshot(page, i ? `${name}-${i}` : name).catch(() => {});
    error.stack = [error.stack, ...problems.slice(0, 20), `see build/screenshots/${name}.png`].join("\n");
    throw error;
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
    if (one.options.ownServer) await server.end();
  }
}

// -- Checks of a page --

/** axe-core finds no violation, except in the selectors `without`; by all its rules, or `only` by some. */
export async function isAccessible(page, { without = [], only } = {}) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  const { violations } = await page.evaluate(
    ([exclude, wanted]) => globalThis.axe.run({ include: ["html"], exclude }, { resultTypes: ["violations"], ...(wanted && { runOnly: wanted }) }),
    [without, only],
  );
  const texts = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes
        .slice(0, 5)
        .map((node) => `    ${node.target.join(" ")}\n        ${node.html.slice(0, 160)}\n        ${node.failureSummary.replace(/\n\s*/g, " ")}`)
        .join("\n")}${nodes.length > 5 ? `\n    and ${nodes.length - 5} more` : ""}`,
  );
  assert.ok(texts.length === 0, `axe-core: ${texts.join("\n")}`);
}

/** Waits until changes of the page are drawn. */
export const waitForDrawing = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Calls an asynchronous function in the page until it returns something truthy, and returns that. page.waitForFunction() does not
 * wait for promises: it takes the promise itself as the result. */
export async function pollPage(page, body, argument) {
  for (const end = Date.now() + WAIT; Date.now() < end; await waitForDrawing(page)) {
    const value = await page.evaluate(body, argument);
    if (value) return value;
  }
  throw new Error(`the page never fulfils ${body}`);
}

/** The page is not wider than its window; otherwise names the elements that stick out. */
export async function doesNotScrollSideways(page) {
  const out = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return null;
    const wide = [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .map((element) => `${element.tagName.toLowerCase()}${element.id && `#${element.id}`}${[...element.classList].map((name) => `.${name}`).join("")}`);
    return { scrollWidth, clientWidth, wide: wide.slice(-8) };
  });
  assert.ok(!out, out && `the page is ${out.scrollWidth} px wide in a window of ${out.clientWidth}; it sticks out: ${out.wide.join(", ")}`);
}

/** No text is cut off by its box or flows out of a button. Text that ends in an ellipsis and is complete in its title, such as names of
 * players, is shortened on purpose. */
export async function hasNoCutText(page) {
  const cut = await page.evaluate(() => {
    const found = [];
    for (const element of document.querySelectorAll("body *")) {
      const style = getComputedStyle(element);
      const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
      if (!hasText || style.display === "inline" || style.visibility === "hidden" || element.closest(".sr-only, [aria-hidden=true]")) continue;
      if (style.textOverflow === "ellipsis" && element.closest("[title]")?.title === element.textContent.trim()) continue;
      const scrolls = style.overflowX === "auto" || style.overflowX === "scroll";
      if (element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1 && !scrolls)
        found.push(`${element.tagName.toLowerCase()}.${[...element.classList].join(".")} "${element.textContent.trim().slice(0, 60)}"`);
    }
    return found;
  });
  assert.deepEqual(cut, [], "no text is cut");
}

/** Saves a screenshot as build/screenshots/NAME.png; of the whole page if `whole`. */
export async function screenshot(page, name, { whole = false } = {}) {
  fs.mkdirSync(pictures, { recursive: true });
  const file = path.join(pictures, `${name}.png`);
  await page.screenshot({ path: file, fullPage: whole, animations: "disabled" });
  return file;
}

/** Drops a file onto an element, as with the mouse. */
export async function dropFile(page, selector, name, text) {
  const data = await page.evaluateHandle(
    ([file, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], file, { type: "text/plain" }));
      return transfer;
    },
    [name, text],
  );
  for (const event of ["dragenter", "dragover", "drop"]) await page.dispatchEvent(selector, event, { dataTransfer: data });
}

/** Waits until the service worker has fetched everything: then no network is needed. */
export async function isReadyForOffline(page) {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const worker = registration.active;
    if (worker.state !== "activated")
      await new Promise((resolve) => worker.addEventListener("statechange", () => worker.state === "activated" && resolve()));
  });
}
