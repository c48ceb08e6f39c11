// SPDX-License-Identifier: MIT
// tests/web/size_test.mjs -- everything that a browser fetches until the client works offline in one language is at most 215 KB
// compressed. The largest files are printed as diagnostics.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { translated } from "../../web/languages.mjs";
import { test } from "../time_limit.mjs";

const web = process.env.MURAILLE_WEB ?? fileURLToPath(new URL("../../build/web", import.meta.url));
const limit = 215 * 1000;

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

// The service worker names the files it caches; the page is "./". English needs no texts besides the code.
const worker = fs.readFileSync(path.join(web, "sw.js"), "utf8");
const cached = [...new Set([...files.filter((name) => worker.includes(`"${name}"`)), "index.html", "sw.js"])];
const languageOf = (name) => translated.find((language) => name.split(".").includes(language));
const isKeys = (name) => /^words-\w+\.json$/.test(name);
const largest = (names) => [...names].sort((a, b) => sizeOf(b) - sizeOf(a)).map((name) => `${kb(sizeOf(name)).padStart(9)}  ${name}`);

for (const language of ["en", ...translated]) {
  const needed = cached.filter((name) => (isKeys(name) ? language !== "en" : [undefined, language].includes(languageOf(name))));
  test(`until it works offline in ${language}, ${kb(sum(needed))} are fetched compressed, at most ${kb(limit)}`, (t) => {
    largest(needed).slice(0, 3).forEach((note) => t.diagnostic(note));
    if (sum(needed) > limit) throw new Error(largest(needed).join("\n"));
  });
}
test("the service worker caches every file of the build", () => {
  const isExcluded = (name) => ["404.html", "licences.txt"].includes(name) || name.endsWith(".model") || /^online[-.]/.test(name); // a model is cached when a game needs it; the online part needs a network anyway
  const missing = files.filter((name) => !cached.includes(name) && !isExcluded(name));
  if (missing.length) throw new Error(missing.join(", "));
});
test("the models are small enough to be fetched for a game", () => {
  const models = files.filter((name) => name.endsWith(".model"));
  const large = models.filter((name) => sizeOf(name) > 200_000);
  if (models.length < 11 || large.length) throw new Error(`${models.length} files; ${large.map((name) => `${kb(sizeOf(name))} ${name}`).join(", ")}`);
});
