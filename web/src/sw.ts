// SPDX-License-Identifier: MIT
// The service worker: Muraille without a network. When it is installed it fetches the files of its build, in English, and
// serves them from then on. A build has one cache, complete or not there at all, so a page never gets files of two builds.
// Other languages are added when a page uses them: postMessage("language fr"); a new build takes over those of the old one.
// A new build waits until nobody uses the old one. Reloading the only open page is enough for that: it lets the new one
// in. A page can also ask for it (postMessage("update") to the waiting worker) and reload.

declare const self: ServiceWorkerGlobalScope;

// Written by web/build.mjs.
declare const BUILD_VERSION: string;
declare const BUILD_FILES: string[]; // relative to the scope; "./" is the page
declare const BUILD_LANGUAGES: Record<string, string[]>; // additional files by language; English needs none

const prefix = "muraille-";
const cacheName = prefix + BUILD_VERSION;
const page = "./";

// A hashed name may come from the browser's cache, any other is asked for again.
const isHashed = (file: string): boolean => /-[A-Z2-7]{8}\.\w+$/.test(file);

async function fetchAll(files: string[]): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(files.map((file) => new Request(file, { cache: isHashed(file) ? "default" : "no-cache" })));
}

/** The languages that were used in this browser: some build has cached their texts. */
async function usedLanguages(): Promise<string[]> {
  const isCached = await Promise.all(Object.keys(BUILD_LANGUAGES).map((language) => caches.match(`words.${language}.json`)));
  return Object.keys(BUILD_LANGUAGES).filter((_, i) => isCached[i]);
}

async function fill(): Promise<void> {
  const languages = await usedLanguages();
  await fetchAll([...BUILD_FILES, ...languages.flatMap((language) => BUILD_LANGUAGES[language] ?? [])]);
}

/** Adds a language, all of it or nothing. Without a network it stays out until the page asks again, which it does at every start. */
async function addLanguage(language: string): Promise<void> {
  const files = BUILD_LANGUAGES[language];
  if (!files) return;
  const cache = await caches.open(cacheName);
  const isCached = await Promise.all(files.map((file) => cache.match(file)));
  if (!isCached.every(Boolean)) await fetchAll(files).catch(() => undefined);
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name)));
}

self.addEventListener("install", (event) => event.waitUntil(fill()));

self.addEventListener("activate", (event) => event.waitUntil(forgetOthers().then(() => self.clients.claim())));

self.addEventListener("message", (event) => {
  const [what, language] = String(event.data).split(" ");
  if (what === "update") event.waitUntil(self.skipWaiting());
  if (what === "language" && language) event.waitUntil(addLanguage(language));
});

/** Lets a waiting build in when this is the only page; the answer makes the page load once more. */
async function update(): Promise<Response | undefined> {
  const { waiting } = self.registration;
  if (!waiting || (await self.clients.matchAll({ type: "window" })).length > 1) return undefined;
  waiting.postMessage("update");
  return new Response('<link rel="icon" href="data:,">', { headers: { "Content-Type": "text/html", Refresh: "0" } });
}

async function stored(request: Request | string): Promise<Response | undefined> {
  return (await caches.open(cacheName)).match(request, { ignoreSearch: true });
}

async function answer(request: Request): Promise<Response> {
  if (request.mode === "navigate") {
    const path = new URL(request.url).pathname;
    const scope = new URL(self.registration.scope).pathname;
    if (path === scope || path === scope + "index.html")
      return (await update()) ?? (await stored(page)) ?? fetch(request);
  }
  return (await stored(request)) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(self.registration.scope)) event.respondWith(answer(request));
});

export {};

/** A click on a notification opens its table: in a page that is open, or in a new one. */
async function openTable(hash: string): Promise<void> {
  const [open] = await self.clients.matchAll({ type: "window" });
  const url = new URL(hash, self.registration.scope).href;
  if (!open) await self.clients.openWindow(url);
  else await (await open.focus()).navigate(url);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(String(event.notification.data ?? "")));
});
