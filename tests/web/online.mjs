// SPDX-License-Identifier: MIT
// tests/web/online.mjs -- how tests play online: people in browsers of their own, tables made and joined as people do it, and
// what is asked of the server beside the browsers, as a program asks it.
import { setTimeout as sleep } from "node:timers/promises";
import { clickSomething, generator, plyOf, stateOf, typeMove } from "./tables.mjs";
import { isDrawn } from "./harness.mjs";

const quick = { speed: 0, language: "en" };

/** Goes to another screen of the page. */
export const visit = (page, hash) => page.evaluate((hash) => (location.hash = hash), hash);

/** All that goes over the page's WebSockets from now on: { sent, heard }, texts. */
export function wire(page) {
  const texts = { sent: [], heard: [], sockets: 0 };
  page.on("websocket", (socket) => {
    texts.sockets++;
    socket.on("framesent", ({ payload }) => texts.sent.push(String(payload)));
    socket.on("framereceived", ({ payload }) => texts.heard.push(String(payload)));
  });
  return texts;
}

let people = 0;

/** A person at the lobby, in a browser of their own, as quick as can be. Names are unique on a server: page.name. */
export async function person(open, name, options = {}) {
  const page = await open({ ...options, path: "" });
  page.context().setDefaultTimeout(40000); // several browsers share the machine
  await page.evaluate((settings) => localStorage.setItem("muraille.settings", JSON.stringify(settings)), { ...quick, ...options.settings });
  const texts = wire(page);
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
  await page.waitForFunction(() => document.querySelector(".online-field button")?.dataset.saved === "true"); // not only while it is being saved
}

/** What the server answers to a request of the person in this page, asked past the page: POST /api/v1. Not by the page's own
 * fetch: a refusal, such as a move that comes too late, would be an error in its console. */
export async function ask(page, request) {
  const [token, url] = await page.evaluate(() => [localStorage.getItem("muraille.online"), new URL("api/v1", document.baseURI).href]);
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  return (await fetch(url, { method: "POST", headers, body: JSON.stringify(request) })).json();
}

/** Makes a table in the name of the page's person and goes there; returns its id. */
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

export const begins = (...pages) => Promise.all(pages.map((page) => page.waitForSelector(".table")));

export const isTurn = (page) => page.evaluate(() => Number(document.querySelector(".whatnow")?.dataset.me) > 0);
export const hasTurn = (page) => page.waitForFunction(() => Number(document.querySelector(".whatnow")?.dataset.me) > 0);

/** What a person may play, as the server tells it to a program. */
async function legalOf(page, table, ply) {
  const { legal = [] } = await ask(page, { do: "look", table, ply, form: "json" });
  return legal;
}

/** The page of somebody who has to decide; null when the game is over. */
async function whoWaits(pages) {
  for (let rounds = 0; rounds < 3000; rounds++) {
    for (const page of pages) {
      const state = await stateOf(page);
      if (state) return state === "over" ? null : page;
    }
    await sleep(20);
  }
  throw new Error("nobody has to decide, and the game is not over");
}

/** Everybody plays until the game is over, moves drawn from what is legal: each page's first by clicking, some typed, and the
 * rest sent past the pages, which show them all the same. */
export async function playToTheEnd(pages, table, { seed = 3, clicks = 1, typed = 2 } = {}) {
  const random = generator(seed);
  for (let moves = 0; ; ) {
    const waits = await whoWaits(pages);
    if (!waits) break;
    const before = await plyOf(waits);
    if (moves++ < clicks * pages.length) {
      await moveByClicking(waits, random);
      continue;
    }
    const legal = await legalOf(waits, table, before);
    if (legal.length === 0) continue; // somebody moved meanwhile
    const move = legal[random(legal.length)];
    if (moves <= (clicks + typed) * pages.length) {
      await waits.evaluate(() => document.activeElement.blur());
      await typeMove(waits, move);
    } else if (!(await ask(waits, { do: "move", table, ply: before, move })).ok) continue;
    await waits.waitForFunction((ply) => Number(document.querySelector(".table")?.dataset.ply) > ply, before);
  }
  for (const page of pages) await page.waitForSelector("[data-over]");
}

/** One move by clicking; returns when the page shows it. */
export async function moveByClicking(page, random = generator(5)) {
  await hasTurn(page);
  const before = await plyOf(page);
  for (let i = 0; i < 60 && (await plyOf(page)) === before; i++) {
    await clickSomething(page, random);
    await isDrawn(page);
  }
  await page.waitForFunction((ply) => Number(document.querySelector(".table")?.dataset.ply) !== ply, before);
}
