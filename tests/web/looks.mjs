// SPDX-License-Identifier: MIT
// tests/web/looks.mjs -- what is checked on every screen in every language and size: nothing sticks out or is cut off, everything is
// translated, large enough to touch and to read, and accessible (axe-core).
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { translated } from "../../web/languages.mjs";
import { readPo } from "../../web/words.mjs";
import { isAll } from "../tier.mjs";
import { doesNotScrollSideways, hasNoCutText, isAccessible, waitForDrawing, root, screenshot } from "./harness.mjs";

/** Goes to a screen and waits until it has replaced the one before, is complete, and in the right language. */
async function visit(page, screen) {
  await page.evaluate((hash) => {
    document.querySelector("#main > *")?.setAttribute("data-old", "");
    location.hash = hash;
  }, screen.hash);
  await page.waitForFunction(
    (ready) => document.querySelector(`#main > :not([data-old])`) && document.querySelector(`#main :is(${ready}), #main > ${ready}`) && !document.querySelector(".loading"),
    screen.ready,
  );
  await screen.then?.(page);
  await waitForDrawing(page);
}

// -- The checks --

const catalogues = Object.fromEntries(translated.map((language) => [language, readPo(fs.readFileSync(path.join(root, `po/${language}.po`), "utf8"))]));

const plain = (text) => text.trim().toLowerCase();

/** A pattern for these texts with any values for their placeholders in braces; texts without a word are left out. */
function anyOf(texts) {
  const wordy = texts.filter((text) => /[a-z]{3}/i.test(text.replace(/\{\w+\}/g, "")));
  const patterns = wordy.map((text) => plain(text).replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, ".+"));
  return new RegExp(`^(?:${patterns.join("|")})$`);
}

/** A predicate for texts that are still English: keys of the catalogue whose translation differs, and which are no translation themselves. */
function englishFinder(catalogue) {
  const english = anyOf(Object.keys(catalogue).filter((key) => plain(key) !== plain(catalogue[key])));
  const translated = anyOf(Object.values(catalogue));
  const known = new Map();
  return (text) => {
    const key = plain(text);
    if (!known.has(key)) known.set(key, english.test(key) && !translated.test(key));
    return known.get(key);
  };
}

const englishFinders = Object.fromEntries(Object.entries(catalogues).map(([language, catalogue]) => [language, englishFinder(catalogue)]));

/** All visible or spoken texts, except notation and elements with their own `lang`. */
const textsOf = (page) =>
  page.evaluate(() => {
    const texts = new Set();
    const language = document.documentElement.lang;
    for (const element of document.querySelectorAll("body *")) {
      if ((element.closest("[lang]")?.lang ?? language) !== language || element.closest("code, pre, kbd")) continue;
      for (const name of ["aria-label", "title", "alt", "placeholder"]) texts.add(element.getAttribute(name) ?? "");
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.add(node.textContent);
    }
    return [...texts].filter((text) => /\p{L}{2}/u.test(text));
  });

/** Controls that are too small for a finger, by their box or by the area that reacts around their centre. */
const tooSmallToTouch = (page) =>
  page.evaluate(() => {
    const least = 40;
    const isRunning = (link) => getComputedStyle(link).display === "inline" && /\p{L}/u.test(link.parentElement.textContent.replace(link.textContent, ""));
    const isSeen = (e) => e.checkVisibility({ opacityProperty: false, visibilityProperty: true }) && e.getClientRects().length > 0 && !e.closest(".sr-only, [aria-hidden=true], .frame-skip");
    const answers = (e, x, y) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (e.contains(hit) || hit.closest("label")?.control === e);
    };
    const found = [];
    const alike = new Map(); // checks only a few of those that look the same
    for (const element of document.querySelectorAll("a[href], button, select, summary, input, textarea, [role=button]")) {
      if (element.matches("[type=file], [type=hidden]") || !isSeen(element) || (element.matches("a") && isRunning(element))) continue;
      const box = (element.closest("label") ?? element).getBoundingClientRect();
      if (box.width >= least - 0.5 && box.height >= least - 0.5) continue;
      const looks = `${element.getAttribute("class")} ${Math.round(box.width)} ${Math.round(box.height)}`;
      alike.set(looks, (alike.get(looks) ?? 0) + 1);
      if (alike.get(looks) > 3) continue;
      element.scrollIntoView({ block: "center", inline: "center" });
      const { left, top, width, height } = element.getBoundingClientRect();
      const reach = (dx, dy) => {
        let far = 0;
        while (far < least && answers(element, left + width / 2 + dx * (far + 1), top + height / 2 + dy * (far + 1))) far++;
        return far;
      };
      const wide = reach(-1, 0) + reach(1, 0) + 1;
      const high = reach(0, -1) + reach(0, 1) + 1;
      if (wide < least || high < least) found.push(`${Math.round(wide)} x ${Math.round(high)}: ${element.outerHTML.replace(/<svg.*?<\/svg>/gs, "").slice(0, 160)}`);
    }
    scrollTo(0, 0);
    return found.length > 6 ? [...found.slice(0, 6), `and ${found.length - 6} more`] : found;
  });

/** Text smaller than 11 pixels, also in scaled drawings. Marks of seats are excluded: their shape is enough. */
const tooSmallToRead = (page) =>
  page.evaluate(() => {
    const found = new Set();
    for (const element of document.querySelectorAll("body *")) {
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent.trim()).join("");
      if (!/[\p{L}\d]/u.test(own) || !element.checkVisibility({ visibilityProperty: true }) || element.closest(".sr-only, .seat-mark")) continue;
      const scale = element instanceof SVGElement ? (element.getScreenCTM?.()?.a ?? 1) : 1;
      const size = parseFloat(getComputedStyle(element).fontSize) * scale;
      const least = element instanceof SVGElement ? 7.5 : 11;
      if (size > 1 && size < least) found.add(`${size.toFixed(1)} px: ${own.slice(0, 30)} (${element.tagName} ${element.getAttribute("class") ?? ""}, ${element.parentElement.getAttribute("class") ?? ""})`);
    }
    return [...found].slice(0, 6);
  });

/** Runs one check and notes what it finds. */
async function note(problems, where, check) {
  try {
    const found = await check();
    for (const one of found ?? []) problems.push(`${where}: ${one}`);
  } catch (error) {
    problems.push(`${where}: ${error.message.slice(0, 2000)}`);
  }
}

/** Excluded: a long log repeats the same kind of line. */
const few = { without: [".log > :nth-child(n + 6)"] };

async function checkDark(page, where, problems) {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForSelector("[data-theme=dark]");
  await waitForDrawing(page);
  await note(problems, `${where}, dark`, () => isAccessible(page, { ...few, only: darkRules }));
  await page.emulateMedia({ colorScheme: "light" });
  await page.waitForSelector("[data-theme=light]");
}

/** All rules of axe-core in the dark theme as well. */
const darkRules = isAll ? undefined : ["color-contrast"];

export async function check(page, language, phone, where, { axe, dark }, problems) {
  const isEnglish = englishFinders[language];
  await note(problems, where, () => doesNotScrollSideways(page));
  await note(problems, where, () => hasNoCutText(page));
  await note(problems, where, () => tooSmallToRead(page));
  if (phone) await note(problems, where, () => tooSmallToTouch(page));
  if (isEnglish) await note(problems, where, async () => (await textsOf(page)).filter(isEnglish).map((text) => `not translated: ${text}`));
  if (axe) await note(problems, where, () => isAccessible(page, few));
  if (dark) await checkDark(page, where, problems);
}

/** Which checks the i-th screen gets. axe-core is slow: only `make test-all` runs all of its rules at both sizes and in both themes; otherwise
 * it checks each screen in the light theme at one size, and its contrast in the dark theme at the other. Its results do not depend on the language. */
export function depth(i, language, phone) {
  if (isAll) return { axe: language === "en", dark: language === "en" };
  const isTurn = i % 2 === Number(phone);
  return { axe: language === "en" && !isTurn, dark: language === "en" && isTurn };
}

/** `make test-all` checks each screen in every language at both sizes; otherwise French and Italian are checked at one size, half of the screens at each. */
function isSeen(share, language, phone) {
  if (isAll) return true;
  const isFirst = phone === (language === "it");
  return !["fr", "it"].includes(language) || (isFirst ? share < 0.5 : share >= 0.5);
}

/** Visits these screens, { name, hash, ready, then }, and notes their problems; takes screenshots if `pictures` is a prefix for their
 * names. */
export async function lookAt(page, screens, language, phone, { problems = [], pictures = "" } = {}) {
  for (const [i, screen] of screens.entries()) {
    if (!isSeen(i / screens.length, language, phone)) continue;
    await visit(page, screen);
    if (pictures) await screenshot(page, `${pictures}-${language}-${phone ? "phone" : "desktop"}-${screen.name.replaceAll(" ", "-")}`, { whole: true });
    await check(page, language, phone, screen.name, depth(i + 1, language, phone), problems);
  }
  assert.ok(problems.length === 0, `${problems.length} problems\n${problems.join("\n")}`);
}
