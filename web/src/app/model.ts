// SPDX-License-Identifier: MIT
// What bots have learnt: a file for a game and a number of players, fetched when a table needs it and kept in this browser,
// so that a game once begun goes on without a network. It is kept apart from the files of a build and outlives it: if what
// a new build has learnt cannot be had, the old knowledge is better than none.

const STORE = "lore"; // the first name of this cache; with another one every browser would fetch its models again

async function store(): Promise<Cache | null> {
  try {
    return await caches.open(STORE); // none where the page is not secure, or nothing may be kept
  } catch {
    return null;
  }
}

/** The latest of this game and number of players that is kept, whatever build it came with. */
async function keptOf(cache: Cache | null, name: string): Promise<Request[]> {
  const all = (await cache?.keys()) ?? [];
  return all.filter((request) => new URL(request.url).pathname.includes(`/${name}-`));
}

async function fetchModel(cache: Cache | null, name: string, file: string): Promise<Response | null> {
  const response = await fetch(file).catch(() => null);
  if (!response?.ok) return null;
  const old = await keptOf(cache, name);
  await cache?.put(file, response.clone()).catch(() => {}); // full: this table has it all the same
  for (const request of old) await cache?.delete(request);
  return response;
}

/** null: nobody has learnt this game, or it cannot be had now. */
export async function modelOf(game: string, seats: number): Promise<Uint8Array | null> {
  const name = `${game}.${seats}`;
  const file = MODELS[name];
  if (!file) return null;
  const cache = await store();
  const [old] = await keptOf(cache, name);
  const found = (await cache?.match(file)) ?? (await fetchModel(cache, name, file)) ?? (old && (await cache?.match(old)));
  return found ? new Uint8Array(await found.arrayBuffer()) : null;
}
