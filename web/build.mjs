// SPDX-License-Identifier: MIT
// web/build.mjs [--src web/src] [--wasm build/muraille.wasm] [--out build/web] -- makes the browser client: a folder of
// static files that any web server can serve, at any path. scripts/web calls it.
//     index.html sw.js 404.html ...    web/static, the page with the names of its script and style
//     main-HASH.js main-HASH.css       web/src/main.tsx and all it imports; parts imported later are files of their own
//     online-HASH.js online-HASH.css   web/src/online, imported later; the page names the style for it
//     worker-HASH.js                   web/src/worker.ts
//     muraille-HASH.wasm
//     words-HASH.json words.LANG.json  po/LANG.po: the keys, and { keys: "words-HASH.json", texts: [...] } in their order, less
//                                      what only the command line says; online-HASH.json and online.LANG.json likewise with what
//                                      only the online part says
//     rules/GAME.LANG.md               engine/*/rules.LANG.md
//     GAME.PLAYERS-HASH.lore           bots/lore: what bots have learnt, without solved tables; fetched when a game
//                                      needs it
//     X.br X.gz                        what gets smaller, compressed
// All lie in one folder, so a name is right relative to the page, a script or the worker. In the code the constant WORKER is
// the name of the worker, LORE tells the names of the lore: { "GAME.PLAYERS": "GAME.PLAYERS-HASH.lore" }, and "muraille.wasm" in quotation marks becomes the hashed name of the module.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import zlib from "node:zlib";
import { build } from "esbuild";
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
const out = target + ".new"; // so that a running server never sees half of it

// -- Names --

/** Eight digits to the base of 32, as esbuild writes its hashes. */
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

/** Writes hashed names into the code: { "muraille.wasm": "muraille-HASH.wasm" }. A name that nothing mentions is a mistake. */
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

/** Names of the files that an output of the bundler is made of: itself, and what it imports at once. */
function together(outputs, name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const { path: next, kind } of outputs[name].imports) if (kind === "import-statement") together(outputs, next, found);
  return found;
}

/** One entry and what it imports; returns the names of the files that belong to it: { name, css, now, later }. `now` is loaded
 * with it; `later` are the styles that the bundler makes for parts that are imported later. */
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
  return { name: base(name), css: base(about.cssBundle), now: [...together(outputs, name)].map(base), later: others.flatMap(({ cssBundle }) => base(cssBundle) ?? []) };
}

/** The page with all it loads at once. The style of the online part is a file of its own: what the bundler makes for it
 * repeats what the page has. */
async function bundlePage(define) {
  const main = await bundle("main.tsx", {}, { define });
  for (const name of main.later) fs.rmSync(path.join(out, name));
  const online = await bundle("online/online.css", {});
  return { ...main, onlineStyle: online.name };
}

// -- Texts --

/** All code of these rooms as one text, string literals that follow each other joined; the last may tell which files. */
function codeOf(...rooms) {
  const wanted = typeof rooms.at(-1) === "function" ? rooms.pop() : () => true;
  const files = rooms.flatMap((room) => filesOf(path.join(root, room)).filter(wanted).map((file) => path.join(root, room, file)));
  const code = files.filter((file) => /\.([ch]|tsx?)$/.test(file)).map((file) => fs.readFileSync(file, "utf8"));
  return code.join("\n").replace(/"\s*\n\s*"/g, "");
}

/** Who says a text: "words" is everybody, "online" the online part alone; null: only programs that are not here. */
function speakers() {
  const isOnline = (file) => file.startsWith("src/online/");
  const online = codeOf("web/src/online");
  const here = codeOf("engine", "record", "bots") + codeOf("web", (file) => !isOnline(file));
  const there = codeOf("arena", "client", "terminal", "cli", "server");
  return (key) => {
    const literal = JSON.stringify(key).slice(1, -1);
    if (here.includes(literal)) return "words";
    if (online.includes(literal)) return "online";
    return there.includes(literal) ? null : "words";
  };
}

function copyWords() {
  const catalogues = {};
  for (const file of fs.readdirSync(path.join(root, "po")))
    if (file.endsWith(".po")) catalogues[file.slice(0, -3)] = readPo(fs.readFileSync(path.join(root, "po", file), "utf8"));
  const speaker = speakers();
  const all = [...new Set(Object.values(catalogues).flatMap(Object.keys))];
  for (const part of ["words", "online"]) {
    const keys = all.filter((key) => speaker(key) === part);
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
      if (language) write(`rules/${game}.${language}.md`, fs.readFileSync(path.join(root, "engine", folder.name, file)));
    }
  }
}

/** A package's licence, or, if it has none in a file, the comment that its code begins with and our own text of the same
 * licence. */
function noticeOf(folder) {
  const licence = path.join(folder, "LICENSE");
  if (fs.existsSync(licence)) return fs.readFileSync(licence, "utf8");
  const { module, license } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  const [comment] = /^(\/\/.*\n)+/.exec(fs.readFileSync(path.join(folder, module), "utf8")) ?? [];
  if (license !== "MIT" || !comment) throw new Error(`${folder} does not tell its licence`);
  return `${comment}\n${fs.readFileSync(path.join(root, "LICENSE"), "utf8").replace(/^Copyright.*\n/m, "")}`;
}

/** The notices that come with what is bundled. */
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
    ...main.now.filter((name) => name !== main.name).map((name) => `<link rel="modulepreload" href="${name}" />`),
    `<meta name="online-style" content="${main.onlineStyle}" />`,
  ];
  const page = fs
    .readFileSync(file, "utf8")
    .replace("<!-- build: style -->", links.join("\n    "))
    .replace("<!-- build: script -->", `<script type="module" src="${main.name}"></script>`);
  if (!page.includes(main.name)) throw new Error("web/static/index.html has lost its line <!-- build: script -->");
  fs.writeFileSync(file, page);
}

// -- Lore --

const isLore = (file) => file.endsWith(".lore");

/** A table of solved positions is too large for a browser. It carries a net for those who have no room (bots/dm_table.h). */
function shorten(bytes) {
  const head = 12;
  return bytes.toString("latin1", 0, 4) === "DMT2" ? bytes.subarray(head, head + bytes.readUInt32LE(4)) : bytes;
}

/** Writes what bots have learnt; returns the names. */
function copyLore() {
  const folder = path.join(root, "bots/lore");
  const names = {};
  for (const file of fs.readdirSync(folder).filter(isLore).sort()) {
    const bytes = shorten(fs.readFileSync(path.join(folder, file)));
    const name = path.basename(file, ".lore");
    write((names[name] = `${name}-${hashOf(bytes)}.lore`), bytes);
  }
  return names;
}

// -- What the service worker keeps, and compression --

function filesOf(folder, prefix = "") {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.name !== "node_modules")
    .flatMap((entry) =>
      entry.isDirectory() ? filesOf(path.join(folder, entry.name), `${prefix}${entry.name}/`) : [prefix + entry.name],
    )
    .sort();
}

const unneeded = ["404.html", "licences.txt"]; // never asked for without a network
const isOnline = (file) => /^online[-.]/.test(file); // likewise

function keptFiles() {
  const hash = createHash("sha256");
  const files = filesOf(out).filter((file) => !unneeded.includes(file) && !isLore(file) && !isOnline(file));
  for (const file of files) hash.update(file).update("\0").update(fs.readFileSync(path.join(out, file))).update("\0");
  return { version: hash.digest("hex").slice(0, 16), files: files.map((file) => (file === "index.html" ? "./" : file)) };
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

// -- All of it --

async function make() {
  if (!fs.existsSync(options.wasm)) throw new Error(`${options.wasm} is missing: scripts/build release muraille.wasm`);
  fs.rmSync(out, { recursive: true, force: true });
  fs.cpSync(path.join(web, "static"), out, { recursive: true });

  const wasm = fs.readFileSync(options.wasm);
  const wasmName = `muraille-${hashOf(wasm)}.wasm`;
  write(wasmName, wasm);
  const worker = await bundle("worker.ts", { "muraille.wasm": wasmName }, { splitting: false });
  const define = { WORKER: JSON.stringify(worker.name), LORE: JSON.stringify(copyLore()) };
  writePage(await bundlePage(define));
  copyWords();
  copyRules();

  const { version, files } = keptFiles();
  const kept = { BUILD_VERSION: JSON.stringify(version), BUILD_FILES: JSON.stringify(files) };
  await bundle("sw.ts", {}, { entryNames: "sw", splitting: false, format: "iife", define: kept });
  copyLicences();
  await Promise.all(filesOf(out).map(compress));

  fs.rmSync(target, { recursive: true, force: true });
  fs.renameSync(out, target);
}

make().catch((error) => {
  // esbuild has told its own errors already
  if (!error.errors) console.error(`web/build.mjs: ${error.message}`);
  process.exit(1);
});
