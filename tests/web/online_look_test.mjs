// SPDX-License-Identifier: MIT
// tests/web/online_look_test.mjs -- the online screens in four languages, on a phone and on a desktop, with the same checks as in
// look_test.mjs.
import { languages } from "../../web/languages.mjs";
import { test } from "./harness.mjs";
import { lookAt } from "./looks.mjs";
import { ask, person, visit } from "./online.mjs";

const clock = { minutes: 30, increment: 30 };

/** Seats a guest without a name and without a page. */
const sitGuest = (page, table, seat) =>
  page.evaluate(async ([table, seat]) => {
    const post = async (request, token) => {
      const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
      return (await fetch("api/v1", { method: "POST", headers, body: JSON.stringify(request) })).json();
    };
    const { token } = await post({ do: "hello", v: 1 });
    await post({ do: "sit", table, seat }, token);
  }, [table, seat]);

/** Creates tables in every state for the person of this page; returns their ids. */
async function prepare(page) {
  const make = async (plan) => (await ask(page, { do: "create", salt: "salt", ...plan })).table;
  const waiting = await make({ game: "chang-cheng", seats: ["me", "open", "emperor", "open"], public: true, start: "host", clock });
  const playing = await make({ game: "chinesische-mauer", seats: ["me", "apprentice", "journeyman", "mason", "apprentice"], options: { first: "1" }, clock });
  const left = await make({ game: "die-mauer", seats: ["me", "open", "apprentice"], options: { hands: "2" }, clock: { days: 3 } });
  await sitGuest(page, left, 2); // this guest never moves
  const over = await make({ game: "die-mauer", seats: ["apprentice", "apprentice", "apprentice"], options: { hands: "1" } });
  for (const text of ["Hello, and good luck to all of you.", "A rather long message that needs more than one line wherever it is shown."]) await ask(page, { do: "say", table: playing, text });
  await ask(page, { do: "stand", table: left });
  return { waiting, playing, left, over };
}

const clickIfThere = (selector) => (page) => page.evaluate((selector) => document.querySelector(selector)?.click(), selector);

async function prove(page) {
  await page.locator(".proof summary").click();
  await page.waitForSelector(".proof-checks");
}

/** Selects the clock, so that the form shows all of its options. */
async function withClock(page) {
  await page.evaluate(() => document.querySelectorAll(".newgame input[type=radio]").forEach((radio) => /clock|\u00fcr alle|pendule|orologio/i.test(radio.parentElement.textContent) && radio.click()));
  await page.waitForFunction(() => document.querySelector("[aria-labelledby=newgame-options] input"));
}

function screensOf({ waiting, playing, left, over }) {
  return [
    { name: "lobby", hash: "#/online", ready: "[data-lobby=true]", then: (page) => page.waitForSelector("[data-mine=true] .online-row") },
    { name: "new table", hash: "#/online/new/die-mauer", ready: ".newgame", then: withClock },
    { name: "account", hash: "#/online/account", ready: "[data-sessions]", then: (page) => page.waitForSelector(".account-device") },
    { name: "fair deals", hash: "#/online/fair", ready: ".fair-steps" },
    { name: "waiting room", hash: `#/t/${waiting}`, ready: "[data-waiting]" },
    { name: "an unknown table", hash: "#/t/AAAAAAAAAAAAAAAAAAAAAA", ready: "h1" },
    { name: "table", hash: `#/t/${playing}`, ready: '.table:has(.whatnow:not([data-me="0"]))' },
    { name: "chat", hash: "#/online/fair", ready: ".fair-steps", then: async (page) => {
      await visit(page, `#/t/${playing}`);
      await page.waitForSelector(".table");
      await clickIfThere(".chat-handle:not([aria-expanded=true])")(page);
    } },
    { name: "a bot plays the seat", hash: `#/t/${left}`, ready: "[data-kept]" },
    { name: "finished", hash: `#/t/${over}`, ready: "[data-over]", then: prove },
    { name: "the same deal", hash: `#/online/again/${over}`, ready: ".online-places li" },
  ];
}

for (const phone of [false, true])
  for (const language of Object.keys(languages))
    test(`online screens on a ${phone ? "phone" : "desktop"} in ${language}`, { phone, language, path: null }, async ({ open }) => {
      const page = await person(open, "Maximiliane W.", { phone, language, settings: { language } });
      const tables = await prepare(page);
      await visit(page, "#/settings"); // so that the first screen, too, replaces another one
      await page.reload();
      await page.waitForSelector(".settings-name");
      await lookAt(page, screensOf(tables), language, phone, { pictures: language === "en" ? "online" : "" });
    });
