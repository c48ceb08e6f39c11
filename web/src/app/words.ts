// SPDX-License-Identifier: MIT
// The language of the page. Texts are keys of the catalogues in po/, the same that the command line and the engine use;
// t("Round {n} of {m}", { n: 1, m: 3 }) fills places in braces. Keys are written out where they are used: scripts/translations
// collects every t("...") and tYou("...").

/** Each under its own name, in the order of the form; po/languages.h is the list. */
export const languages = LANGUAGES;
export type Language = string;

let catalogue: Catalogue = {};

type Places = Record<string, string | number>;

const fill = (text: string, places: Places): string => text.replace(/\{(\w+)\}/g, (whole, name: string) => String(places[name] ?? whole));

export function t(key: string, places?: Places): string {
  const text = catalogue[key] ?? key;
  return places ? fill(text, places) : text;
}

/** A sentence about a player: "{name} wins.|You win." has one form for others and one for the person who reads it. */
export function tYou(key: string, isYou: boolean, places: Places): string {
  const [others = "", you = others] = (catalogue[key] ?? key).split("|");
  return fill(isYou ? you : others, places);
}

/** "Anna, Bruno and Clara", as the language lists them. */
export function listOf(names: string[]): string {
  return new Intl.ListFormat(current, { type: "conjunction" }).format(names);
}

/** For an engine that is to speak the language of the page. */
export function spoken(): Catalogue {
  return catalogue;
}

export function browserLanguage(): Language {
  for (const wanted of navigator.languages) {
    const language = wanted.slice(0, 2);
    if (language in languages) return language;
  }
  return "en";
}

async function fetchJson<T>(name: string): Promise<T> {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return (await response.json()) as T;
}

type Catalogue = Record<string, string>;

/** The texts of one part of the page: "words" are those of the page itself; "online" come with the online part. */
async function fetchPart(part: string, language: Language): Promise<Catalogue> {
  const { keys, texts } = await fetchJson<{ keys: string; texts: string[] }>(`${part}.${language}.json`);
  const list = await fetchJson<string[]>(keys);
  return Object.fromEntries(list.map((key, i) => [key, texts[i] ?? key]));
}

const parts = ["words"];
let current: Language = "en";

export function currentLanguage(): Language {
  return current;
}

export interface Fetched {
  language: Language;
  texts: Catalogue;
}

/** Fetches a language; fails if the page cannot have it now. The online part is not available offline and is not needed there. */
export async function fetchLanguage(language: Language): Promise<Fetched> {
  const isOptional = (part: string): boolean => part !== "words";
  const wanted = language === "en" ? [] : parts;
  const all = await Promise.all(wanted.map((part) => fetchPart(part, language).catch((error) => (isOptional(part) ? {} : Promise.reject(error)))));
  return { language, texts: Object.assign({}, ...all) as Catalogue };
}

/** Speaks a language from now on; returns its catalogue for the engine. */
export function speak(fetched: Fetched): Catalogue {
  catalogue = fetched.texts;
  current = fetched.language;
  document.documentElement.lang = current;
  return catalogue;
}

/** Asks the service worker to cache a language for offline use (web/src/sw.ts). */
export function cacheLanguage(language: Language): void {
  if ("serviceWorker" in navigator) void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(`language ${language}`));
}

/** Fetches the texts of a further part as well, in the language of the page. */
export async function learn(part: string): Promise<void> {
  if (parts.includes(part)) return;
  if (current !== "en") catalogue = { ...catalogue, ...(await fetchPart(part, current)) };
  parts.push(part);
}
