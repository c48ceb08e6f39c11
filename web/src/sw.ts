// SPDX-License-Identifier: MIT
// The service worker: Muraille without a network. It fetches all files of its build when it is installed and serves them
// from then on; a build is one cache, whole or not at all, so a page never meets the files of another build.
// A new build waits until nobody uses the old one. A reload of the only open page is enough for that: it lets the new one
// in. A page can also ask for it (postMessage("update") to the waiting worker) and reload.

declare const self: ServiceWorkerGlobalScope;

// Written by web/build.mjs.
declare const BUILD_VERSION: string;
declare const BUILD_FILES: string[]; // relative to the scope; "./" is the page

const prefix = "muraille-";
const cacheName = prefix + BUILD_VERSION;
const page = "./";

// A hashed name may come from the browser's cache, any other is asked for again.
const isHashed = (file: string): boolean => /-[A-Z2-7]{8}\.\w+$/.test(file);

async function fill(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(BUILD_FILES.map((file) => new Request(file, { cache: isHashed(file) ? "default" : "no-cache" })));
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name)));
}

self.addEventListener("install", (event) => event.waitUntil(fill()));

self.addEventListener("activate", (event) => event.waitUntil(forgetOthers().then(() => self.clients.claim())));

self.addEventListener("message", (event) => {
  if (event.data === "update") event.waitUntil(self.skipWaiting());
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

/** Whoever clicks on a notification is led to its table: by a page that is open, or by a new one. */
async function lead(hash: string): Promise<void> {
  const [open] = await self.clients.matchAll({ type: "window" });
  const url = new URL(hash, self.registration.scope).href;
  if (!open) await self.clients.openWindow(url);
  else await (await open.focus()).navigate(url);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(String(event.notification.data ?? "")));
});
