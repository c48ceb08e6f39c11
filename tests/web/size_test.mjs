// SPDX-License-Identifier: MIT
// tests/web/size_test.mjs -- a complete first load, with all that is needed to go on offline, is at most 250 KB compressed.
// Prints TAP, and as notes what takes the most.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { finish, test } from "../tap.mjs";

const web = process.env.MURAILLE_WEB ?? fileURLToPath(new URL("../../build/web", import.meta.url));
const limit = 250 * 1000;

const files = fs
  .readdirSync(web, { recursive: true })
  .map(String)
  .filter((name) => fs.statSync(path.join(web, name)).isFile() && !/\.(br|gz)$|^\./.test(name));
const sizeOf = (name) => {
  const file = path.join(web, name);
  return fs.statSync(fs.existsSync(file + ".br") ? file + ".br" : file).size;
};
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
const sum = (names) => names.reduce((total, name) => total + sizeOf(name), 0);

// What the service worker keeps is listed in it; the page is "./".
const worker = fs.readFileSync(path.join(web, "sw.js"), "utf8");
const kept = [...files.filter((name) => worker.includes(`"${name}"`)), "index.html", "sw.js"];
const first = kept.filter((name) => !/^(words|rules)/.test(name));

const all = sum(kept);
console.log(`note: first load ${kb(sum(first))} in English, ${kb(all)} with everything to go on offline; at most ${kb(limit)}`);
for (const name of [...kept].sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 3)) console.log(`note: ${kb(sizeOf(name)).padStart(9)}  ${name}`);

test(`all that is loaded is ${kb(all)} compressed, at most ${kb(limit)}`, () => {
  if (all > limit) throw new Error([...kept].sort((a, b) => sizeOf(b) - sizeOf(a)).map((name) => `${kb(sizeOf(name))} ${name}`).join("\n"));
});
test("no file of the build is forgotten by the service worker", () => {
  const apart = (name) => ["404.html", "licences.txt"].includes(name) || name.endsWith(".lore") || /^online[-.]/.test(name); // lore is kept by the table that needs it; who is online has a network
  const forgotten = files.filter((name) => !kept.includes(name) && !apart(name));
  if (forgotten.length) throw new Error(forgotten.join(", "));
});
test("what bots have learnt of a game is small enough to be fetched for it", () => {
  const lore = files.filter((name) => name.endsWith(".lore"));
  const large = lore.filter((name) => sizeOf(name) > 200_000);
  if (lore.length < 11 || large.length) throw new Error(`${lore.length} files; ${large.map((name) => `${kb(sizeOf(name))} ${name}`).join(", ")}`);
});
await finish();
