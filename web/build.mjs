// SPDX-License-Identifier: MIT
// web/build.mjs [--src web/src] [--wasm build/muraille.wasm] [--out build/web] -- builds the browser client: a folder of
// static files that any web server can serve, at any path. scripts/web calls it.
//     index.html sw.js 404.html ...    web/static, the page with the names of its script and style
//     main-HASH.js main-HASH.css       web/src/main.tsx and its imports; dynamic imports are separate files
//     online-HASH.js online-HASH.css   web/src/online, imported dynamically; the page names its style
//     worker-HASH.js                   web/src/worker.ts
//     muraille-HASH.wasm
//     words-HASH.json words.LANG.json  po/LANG.po: the keys, and { keys: "words-HASH.json", texts: [...] } in the same order,
//                                      without texts that only native programs use; online-HASH.json and online.LANG.json
//                                      contain the texts that only the online part uses
//     rules/GAME.LANG.md               engine/*/rules.LANG.md
//     GAME.PLAYERS-HASH.model          bots/models, without solved tables; fetched when a game needs it
//     X.br X.gz                        compressed variants of files that get smaller
// All files are in one folder, so the same relative name works in the page, a script and the worker. In the code the constant
// WORKER is the file name of the worker, MODELS maps models to file names: { "GAME.PLAYERS": "GAME.PLAYERS-HASH.model" },
// and the string literal "muraille.wasm" becomes the hashed name of the module. LANGUAGES is the list of po/languages.h. In
// the static pages <p data-translate> is a text that is repeated in all our languages.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import zlib from "node:zlib";
import { build } from "esbuild";
import { languages, translated } from "./languages.mjs";
import { readPo } from "./words.mjs";

const web = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(web);
const options = parseArgs({
  options: {
    src: { type: "string", default: path.join(web, "src") },
    wasm: { type: "string", default: path.join(root, "build/muraille.wasm") },
    out: { type: "string", default: path.join(root, "build/web") },
  },
}).values;
const source = path.resolve(options.src);
const target = path.resolve(options.out);
const out = target + ".new"; // renamed at the end, so that a running server never sees an incomplete build

// -- Names --

/** Eight base-32 digits, like esbuild's hashes. */
function hashOf(bytes) {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  return [...createHash("sha256").update(bytes).digest().subarray(0, 8)].map((byte) => digits[byte & 31]).join("");
}

function write(name, bytes) {
  const file = path.join(out, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, bytes);
}

// -- Code --

/** Replaces names in the code by hashed ones: { "muraille.wasm": "muraille-HASH.wasm" }. `missing` is left with the unused names. */
function naming(names) {
  const missing = new Set(Object.keys(names));
  return {
    missing,
    plugin: {
      name: "names",
      setup(bundler) {
        bundler.onLoad({ filter: /\.tsx?$/ }, (args) => {
          let contents = fs.readFileSync(args.path, "utf8");
          for (const [name, hashed] of Object.entries(names)) {
            const quoted = new RegExp(`(["'\`])${name.replace(/\./g, "\\.")}\\1`, "g");
            contents = contents.replace(quoted, () => (missing.delete(name), JSON.stringify(hashed)));
          }
          return { contents, loader: args.path.endsWith("x") ? "tsx" : "ts" };
        });
      },
    },
  };
}

/** Names of the files that are loaded together with an output of the bundler: itself and its static imports. */
function withStaticImports(outputs, name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const { path: next, kind } of outputs[name].imports) if (kind === "import-statement") withStaticImports(outputs, next, found);
  return found;
}

/** Bundles one entry and its imports; returns the names of its files: { name, css, loaded, dynamicStyles }. `loaded` are the
 * scripts that are loaded with it; `dynamicStyles` are the styles that the bundler makes for dynamic imports. */
async function bundle(entry, names, more = {}) {
  const file = path.join(source, entry);
  if (!fs.existsSync(file)) throw new Error(`${path.relative(root, file)} is missing: the client begins there`);
  const { missing, plugin } = naming(names);
  const result = await build({
    entryPoints: [file],
    outdir: out,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    bundle: true,
    minify: true,
    format: "esm",
    splitting: true,
    target: ["es2022", "chrome105", "firefox115", "safari16"],
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".svg": "text", ".png": "file", ".webp": "file", ".woff2": "file", ".mp3": "file", ".ogg": "file" },
    nodePaths: [path.join(web, "node_modules")],
    legalComments: "none", // see licences.txt
    metafile: true,
    logLevel: "warning",
    absWorkingDir: root,
    plugins: [plugin],
    ...more,
  });
  if (missing.size > 0) throw new Error(`${entry} and its imports never name ${[...missing].join(", ")} in quotation marks`);
  const { outputs } = result.metafile;
  const isMain = (output) => output.entryPoint && path.resolve(root, output.entryPoint) === file;
  const [[name, about]] = Object.entries(outputs).filter(([, output]) => isMain(output));
  const others = Object.values(outputs).filter((output) => output.entryPoint && !isMain(output));
  const base = (one) => one && path.basename(one);
  return { name: base(name), css: base(about.cssBundle), loaded: [...withStaticImports(outputs, name)].map(base), dynamicStyles: others.flatMap(({ cssBundle }) => base(cssBundle) ?? []) };
}

/** Bundles the page. The style of the online part is bundled separately, because the one the bundler makes for a dynamic
 * import repeats the page's style. */
async function bundlePage(define) {
  const main = await bundle("main.tsx", {}, { define });
  for (const name of main.dynamicStyles) fs.rmSync(path.join(out, name));
  const online = await bundle("online/online.css", {});
  return { ...main, onlineStyle: online.name };
}

// -- Texts --

/** All code of these folders as one text, with adjacent string literals joined; the last argument may be a filter of files. */
function codeOf(...folders) {
  const wanted = typeof folders.at(-1) === "function" ? folders.pop() : () => true;
  const files = folders.flatMap((folder) => filesOf(path.join(root, folder)).filter(wanted).map((file) => path.join(root, folder, file)));
  const code = files.filter((file) => /\.([ch]|tsx?)$/.test(file)).map((file) => fs.readFileSync(file, "utf8"));
  return code.join("\n").replace(/"\s*\\?\n\s*"/g, "");
}

/** The static pages, with quotation marks escaped as in string literals. */
const pages = () => filesOf(path.join(web, "static")).filter((file) => file.endsWith(".html")).map((file) => fs.readFileSync(path.join(web, "static", file), "utf8").replaceAll('"', '\\"')).join("\n");

/** Returns a function that tells which catalogue a text belongs to: "words" (used by the page), "online" (only by the online part),
 * null (only by native programs). A text belongs to the code in which it occurs as a string literal. */
function catalogueSorter() {
  const isOnline = (file) => file.startsWith("src/online/");
  const online = codeOf("web/src/online");
  const page = codeOf("engine", "record", "bots") + codeOf("web", (file) => !isOnline(file));
  const native = codeOf("arena", "client", "terminal", "cli", "server") + pages();
  return (key) => {
    const literal = JSON.stringify(key).slice(1, -1);
    if (page.includes(literal)) return "words";
    if (online.includes(literal)) return "online";
    return native.includes(literal) ? null : "words";
  };
}

/** The catalogues of all languages but English, by language. */
function readCatalogues() {
  return Object.fromEntries([...translated].sort().map((language) => [language, readPo(fs.readFileSync(path.join(root, `po/${language}.po`), "utf8"))]));
}

/** Repeats the texts <p data-translate> of the static pages in the other languages. */
function translatePages(catalogues) {
  for (const name of filesOf(out).filter((file) => file.endsWith(".html"))) {
    const page = fs.readFileSync(path.join(out, name), "utf8").replace(/^( *)<p data-translate>(.*)<\/p>\n/gm, (_, indent, text) => {
      const others = translated.filter((language) => catalogues[language][text]);
      return [`${indent}<p>${text}</p>\n`, ...others.map((language) => `${indent}<p lang="${language}">${catalogues[language][text]}</p>\n`)].join("");
    });
    fs.writeFileSync(path.join(out, name), page);
  }
}

function copyWords(catalogues) {
  const catalogueOf = catalogueSorter();
  const all = [...new Set(Object.values(catalogues).flatMap(Object.keys))];
  for (const part of ["words", "online"]) {
    const keys = all.filter((key) => catalogueOf(key) === part);
    const list = JSON.stringify(keys);
    const name = `${part}-${hashOf(list)}.json`;
    write(name, list);
    for (const [language, words] of Object.entries(catalogues))
      write(`${part}.${language}.json`, JSON.stringify({ keys: name, texts: keys.map((key) => words[key] ?? key) }));
  }
}

function copyRules() {
  for (const folder of fs.readdirSync(path.join(root, "engine"), { withFileTypes: true })) {
    if (!folder.isDirectory()) continue;
    const game = folder.name.replaceAll("_", "-");
    for (const file of fs.readdirSync(path.join(root, "engine", folder.name))) {
      const language = /^rules\.(\w+)\.md$/.exec(file)?.[1];
      if (language in languages) write(`rules/${game}.${language}.md`, fs.readFileSync(path.join(root, "engine", folder.name, file)));
    }
  }
}

/** The licence file of a package or, if it has none, the first comment of its code and our own text of the same licence. */
function noticeOf(folder) {
  const licence = path.join(folder, "LICENSE");
  if (fs.existsSync(licence)) return fs.readFileSync(licence, "utf8");
  const { module, license } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  const [comment] = /^(\/\/.*\n)+/.exec(fs.readFileSync(path.join(folder, module), "utf8")) ?? [];
  if (license !== "MIT" || !comment) throw new Error(`${folder} has no licence notice`);
  return `${comment}\n${fs.readFileSync(path.join(root, "LICENSE"), "utf8").replace(/^Copyright.*\n/m, "")}`;
}

/** Writes the licence notices of all bundled packages. */
function copyLicences() {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(web, "package.json"), "utf8"));
  const texts = Object.keys(dependencies).map(
    (name) => `${name}\n\n${noticeOf(path.join(web, "node_modules", name))}`,
  );
  write("licences.txt", [`Muraille\n\n${fs.readFileSync(path.join(root, "LICENSE"), "utf8")}`, ...texts].join("\n\n"));
}

function writePage(main) {
  const file = path.join(out, "index.html");
  const links = [
    `<link rel="stylesheet" href="${main.css}" />`,
    ...main.loaded.filter((name) => name !== main.name).map((name) => `<link rel="modulepreload" href="${name}" />`),
    `<meta name="online-style" content="${main.onlineStyle}" />`,
  ];
  const page = fs
    .readFileSync(file, "utf8")
    .replace("<!-- build: style -->", links.join("\n    "))
    .replace("<!-- build: script -->", `<script type="module" src="${main.name}"></script>`);
  if (!page.includes(main.name)) throw new Error("web/static/index.html has lost its line <!-- build: script -->");
  fs.writeFileSync(file, page);
}

// -- Models --

const isModel = (file) => file.endsWith(".model");

/** The solved table is too large for a browser: returns the net that the file also contains (bots/die_mauer/dm_table.h). */
function withoutTable(bytes) {
  const head = 12;
  return bytes.toString("latin1", 0, 4) === "DMT2" ? bytes.subarray(head, head + bytes.readUInt32LE(4)) : bytes;
}

/** Writes the bots' models; returns their file names. */
function copyModels() {
  const folder = path.join(root, "bots/models");
  const names = {};
  for (const file of fs.readdirSync(folder).filter(isModel).sort()) {
    const bytes = withoutTable(fs.readFileSync(path.join(folder, file)));
    const name = path.basename(file, ".model");
    write((names[name] = `${name}-${hashOf(bytes)}.model`), bytes);
  }
  return names;
}

// -- Files that the service worker caches, and compression --

function filesOf(folder, prefix = "") {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.name !== "node_modules")
    .flatMap((entry) =>
      entry.isDirectory() ? filesOf(path.join(folder, entry.name), `${prefix}${entry.name}/`) : [prefix + entry.name],
    )
    .sort();
}

// Never needed offline:
const unneeded = ["404.html", "licences.txt"];
const isOnline = (file) => /^online[-.]/.test(file);

/** The language that a file is written in, if there is one besides English; the keys of the texts belong to none. */
const languageOf = (file) => translated.find((language) => file === `words.${language}.json` || (file.startsWith("rules/") && file.endsWith(`.${language}.md`)));
const isKeys = (file) => /^words-\w+\.json$/.test(file);

/** What the service worker caches: files of every build, and additional ones for each language besides English; with a hash of them all. */
function cachedFiles() {
  const hash = createHash("sha256");
  const all = filesOf(out).filter((file) => !unneeded.includes(file) && !isModel(file) && !isOnline(file));
  for (const file of all) hash.update(file).update("\0").update(fs.readFileSync(path.join(out, file))).update("\0");
  const files = all.filter((file) => !languageOf(file) && !isKeys(file)).map((file) => (file === "index.html" ? "./" : file));
  const byLanguage = Object.fromEntries(translated.map((language) => [language, all.filter((file) => isKeys(file) || languageOf(file) === language)]));
  return { version: hash.digest("hex").slice(0, 16), files, byLanguage };
}

async function compress(file) {
  const bytes = fs.readFileSync(path.join(out, file));
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const made = {
    br: await promisify(zlib.brotliCompress)(bytes, { params }),
    gz: await promisify(zlib.gzip)(bytes, { level: 9 }),
  };
  for (const [ending, smaller] of Object.entries(made))
    if (smaller.length < bytes.length) fs.writeFileSync(path.join(out, `${file}.${ending}`), smaller);
}

// -- Main --

async function make() {
  if (!fs.existsSync(options.wasm)) throw new Error(`${options.wasm} is missing: scripts/build release muraille.wasm`);
  fs.rmSync(out, { recursive: true, force: true });
  fs.cpSync(path.join(web, "static"), out, { recursive: true });

  const wasm = fs.readFileSync(options.wasm);
  const wasmName = `muraille-${hashOf(wasm)}.wasm`;
  write(wasmName, wasm);
  const worker = await bundle("worker.ts", { "muraille.wasm": wasmName }, { splitting: false });
  const define = { WORKER: JSON.stringify(worker.name), MODELS: JSON.stringify(copyModels()), LANGUAGES: JSON.stringify(languages) };
  writePage(await bundlePage(define));
  const catalogues = readCatalogues();
  translatePages(catalogues);
  copyWords(catalogues);
  copyRules();

  const { version, files, byLanguage } = cachedFiles();
  const constants = { BUILD_VERSION: JSON.stringify(version), BUILD_FILES: JSON.stringify(files), BUILD_LANGUAGES: JSON.stringify(byLanguage) };
  await bundle("sw.ts", {}, { entryNames: "sw", splitting: false, format: "iife", define: constants });
  copyLicences();
  await Promise.all(filesOf(out).map(compress));

  fs.rmSync(target, { recursive: true, force: true });
  fs.renameSync(out, target);
}

make().catch((error) => {
  // esbuild has already printed its own errors
  if (!error.errors) console.error(`web/build.mjs: ${error.message}`);
  process.exit(1);
});
