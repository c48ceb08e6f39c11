// SPDX-License-Identifier: MIT
// tests/web/online.mjs -- helpers for online tests: people in separate browsers, tables that are created and joined in the
// client, and requests that are sent to the server directly.
import { setTimeout as sleep } from "node:timers/promises";
import { clickSomething, generator, plyOf, stateOf, typeMove } from "./tables.mjs";
import { WAIT, waitForDrawing } from "./harness.mjs";

const quick = { speed: 0, language: "en" };

/** Goes to another screen of the page. */
export const visit = (page, hash) => page.evaluate((hash) => (location.hash = hash), hash);

/** Records all messages of the page's WebSockets from now on: { sent, received, sockets }. */
export function recordMessages(page) {
  const texts = { sent: [], received: [], sockets: 0 };
  page.on("websocket", (socket) => {
    texts.sockets++;
    socket.on("framesent", ({ payload }) => texts.sent.push(String(payload)));
    socket.on("framereceived", ({ payload }) => texts.received.push(String(payload)));
  });
  return texts;
}

let people = 0;

/** A person in the lobby, in a separate browser with animations off. Names are made unique: page.name. */
export async function person(open, name, options = {}) {
  const page = await open({ ...options, path: "" });
  await page.evaluate((settings) => localStorage.setItem("muraille.settings", JSON.stringify(settings)), { ...quick, ...options.settings });
  const texts = recordMessages(page);
  await page.reload();
  await visit(page, "#/online");
  await page.waitForSelector("[data-lobby=true]");
  const unique = name && `${name} ${++people}`;
  if (unique) await rename(page, unique);
  return Object.assign(page, { texts, name: unique });
}

export async function rename(page, name) {
  await page.locator(".online-field input").fill(name);
  await page.locator(".online-field button").click();
  await page.waitForFunction(() => document.querySelector(".online-field button")?.dataset.saved === "true"); // not merely disabled while saving
}

/** Sends a request of the page's person directly, by POST /api/v1; returns the answer. Not by the page's own fetch: a refusal, such as a move
 * that is too late, would be an error in its console. */
export async function ask(page, request) {
  const [token, url] = await page.evaluate(() => [localStorage.getItem("muraille.online"), new URL("api/v1", document.baseURI).href]);
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  return (await fetch(url, { method: "POST", headers, body: JSON.stringify(request) })).json();
}

/** Creates a table for the page's person and goes there; returns its id. */
export async function makeTable(page, plan) {
  const answer = await ask(page, { do: "create", salt: "salt of the test", ...plan });
  if (!answer.table) throw new Error(JSON.stringify(answer));
  await visit(page, `#/t/${answer.table}`);
  await page.waitForSelector("[data-waiting], .table");
  return answer.table;
}

/** Goes to a table and sits down. */
export async function join(page, table, seat) {
  await visit(page, `#/t/${table}`);
  await page.locator(`[data-sit="${seat}"]`).click();
  await page.waitForSelector("[data-stand], .table");
}

export async function watch(page, table) {
  await visit(page, `#/t/${table}`);
  await page.waitForSelector("[data-waiting], .table");
}

export const waitForStart = (...pages) => Promise.all(pages.map((page) => page.waitForSelector(".table")));

export const waitForTurn = (page) => page.waitForFunction(() => Number(document.querySelector(".whatnow")?.dataset.me) > 0);

/** The legal moves of a person, requested from the server. */
async function legalOf(page, table, ply) {
  const { legal = [] } = await ask(page, { do: "look", table, ply, form: "json" });
  return legal;
}

/** Waits for a page whose person has to move and returns it; null when the game is over. */
export async function pageToMove(pages) {
  for (const end = Date.now() + WAIT; Date.now() < end; await sleep(20))
    for (const page of pages) {
      const state = await stateOf(page);
      if (state) return state === "over" ? null : page;
    }
  throw new Error("nobody has to decide, and the game is not over");
}

/** Plays random legal moves until the game is over: the first of each page by clicking, some typed, and the rest sent directly to the
 * server, which the pages show as well. */
export async function playToTheEnd(pages, table, { seed = 3, clicks = 1, typed = 2 } = {}) {
  const random = generator(seed);
  for (let moves = 0; ; ) {
    const mover = await pageToMove(pages);
    if (!mover) break;
    const before = await plyOf(mover);
    if (moves++ < clicks * pages.length) {
      await moveByClicking(mover, random);
      continue;
    }
    const legal = await legalOf(mover, table, before);
    if (legal.length === 0) continue; // somebody moved meanwhile
    const move = legal[random(legal.length)];
    if (moves <= (clicks + typed) * pages.length) {
      await mover.evaluate(() => document.activeElement.blur());
      await typeMove(mover, move);
    } else if (!(await ask(mover, { do: "move", table, ply: before, move })).ok) continue;
    await mover.waitForFunction((ply) => Number(document.querySelector(".table")?.dataset.ply) > ply, before);
  }
  for (const page of pages) await page.waitForSelector("[data-over]");
}

/** Makes one move by clicking; returns when the page shows it. */
export async function moveByClicking(page, random = generator(5)) {
  await waitForTurn(page);
  const before = await plyOf(page);
  for (let i = 0; i < 60 && (await plyOf(page)) === before; i++) {
    await clickSomething(page, random);
    await waitForDrawing(page);
  }
  await page.waitForFunction((ply) => Number(document.querySelector(".table")?.dataset.ply) !== ply, before);
}
