// SPDX-License-Identifier: MIT
// The language of the page. Texts are keys of the catalogues in po/, the same that the command line and the engine use;
// t("Round {n} of {m}", { n: 1, m: 3 }) fills places in braces. Keys are written out where they are used: scripts/words
// collects every t("...").

export const languages = { en: "English", fr: "Français", it: "Italiano", de: "Deutsch" } as const;
export type Language = keyof typeof languages;

let catalogue: Record<string, string> = {};

export function t(key: string, places?: Record<string, string | number>): string {
  const text = catalogue[key] ?? key;
  return places ? text.replace(/\{(\w+)\}/g, (whole, name: string) => String(places[name] ?? whole)) : text;
}

/** For an engine that is to speak the language of the page. */
export function spoken(): Record<string, string> {
  return catalogue;
}

export function browserLanguage(): Language {
  for (const wanted of navigator.languages) {
    const language = wanted.slice(0, 2);
    if (language in languages) return language as Language;
  }
  return "en";
}

/** A part of the page has words of its own, fetched when it is: "words" are those of all others. */
async function fetchWords(part: string, language: Language): Promise<Record<string, string>> {
  const { keys, texts } = (await (await fetch(`${part}.${language}.json`)).json()) as { keys: string; texts: string[] };
  const list = (await (await fetch(keys)).json()) as string[];
  return Object.fromEntries(list.map((key, i) => [key, texts[i] ?? key]));
}

const parts = ["words"];
let current: Language = "en";

/** Fetches a language and speaks it from now on; returns its catalogue for the engine. */
export async function speak(language: Language): Promise<Record<string, string>> {
  const learnt = language === "en" ? [] : await Promise.all(parts.map((part) => fetchWords(part, language)));
  catalogue = Object.assign({}, ...learnt) as Record<string, string>;
  current = language;
  document.documentElement.lang = language;
  return catalogue;
}

/** Learns the words of a part, in the language that is spoken, too. */
export async function learn(part: string): Promise<void> {
  if (parts.includes(part)) return;
  if (current !== "en") catalogue = { ...catalogue, ...(await fetchWords(part, current)) };
  parts.push(part);
}
