// SPDX-License-Identifier: MIT
// scripts/pictures.mjs [--write] [WORD...] -- pictures of the games in the terminal: the program runs in tmux, and Chromium draws
// its screen with DejaVu Sans Mono. Every game at a position of its own (tests/terminal/positions), in a small and a large
// window, with all kinds of colour, goes to build/screenshots, to be looked at; with words, only those that have them in their
// names. With --write the pictures of the README go to docs/pictures instead: these three, the same positions in a browser, and
// its first page.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { waitForDrawing, pictures, program, root, startBrowser, startServer } from "../tests/web/harness.mjs";
import { settle, sitDownAt } from "../tests/web/tables.mjs";

// The keys, in a terminal and in a browser, lead to an interesting choice.
const games = [
  { id: "chinesische-mauer", keys: ["Right"], press: "g" },
  { id: "die-mauer", keys: ["Tab", "Tab"] },
  { id: "chang-cheng", keys: ["Enter"], press: "w" },
];

const positionOf = (game) => path.join(root, `tests/terminal/positions/${game.id}.mur`);

const sizes = [
  { cols: 80, rows: 24 },
  { cols: 132, rows: 50 },
];

const dark = { ground: "#16181d", text: "#d7d9de", sixteen: "#16181d #cc4b42 #52a35e #b8902f #5585cf #a867bd #3d9aa3 #c5c8cf #6b7078 #e8685e #72c47e #dcb457 #79a5ea #c98add #62bcc5 #ffffff".split(" ") };
const light = { ground: "#fbfaf6", text: "#24262b", sixteen: "#24262b #b3261e #2c7a3c #8a6500 #2757b0 #86379e #1a747d #8b8f97 #5c6068 #cf4238 #3f9650 #a87e10 #4273cf #a455bb #2f929b #fbfaf6".split(" ") };

const ways = [
  { id: "true", theme: dark, term: "muraille-direct" },
  { id: "light", theme: light, term: "muraille-direct" },
  { id: "256", theme: dark, term: "tmux-256color" },
  { id: "16", theme: dark, term: "screen" },
  { id: "16-light", theme: light, term: "screen" },
  { id: "none", theme: dark, term: "screen", env: "NO_COLOR=1" },
  { id: "ascii", theme: dark, term: "screen", args: ["--ascii"] },
];

// -- A terminal --

const work = fs.mkdtempSync(path.join(os.tmpdir(), "muraille-pictures-"));
const tmux = (...args) => execFileSync("tmux", ["-S", path.join(work, "socket"), "-f", "/dev/null", ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

/** tmux supports all colours, but Debian's terminfo has no entry for that without another package. */
function describeDirect() {
  const colour = (base) => `\\E[${base};2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm`;
  const source = path.join(work, "direct.ti");
  fs.writeFileSync(source, `muraille-direct,\n\tRGB, colors#0x1000000, pairs#0x7fff,\n\tsetab=${colour(48)}, setaf=${colour(38)}, use=tmux-256color,\n`);
  execFileSync("tic", ["-x", "-o", path.join(work, "terminfo"), source]);
}

/** The screen with its colours, once it differs from `old`, asks for a choice and no longer changes. */
async function settled(old) {
  let before;
  for (let tries = 0; tries < 100; tries++) {
    const now = tmux("capture-pane", "-e", "-p", "-t", "picture");
    if (now === before && now !== old && now.includes("You choose:")) return now;
    before = now;
    await sleep(300);
  }
  throw new Error(`the program does not ask for a choice:\n${before}`);
}

/** The screen of the program at the game's position, after the keys. */
async function capture(game, size, way) {
  const data = path.join(work, `${game.id}-${size.cols}-${way.id}`);
  fs.mkdirSync(path.join(data, "muraille/games"), { recursive: true });
  fs.copyFileSync(positionOf(game), path.join(data, `muraille/games/${game.id}.mur`));
  const environment = `TERMINFO_DIRS=${work}/terminfo: TERM=${way.term} LC_ALL=C.UTF-8 XDG_DATA_HOME=${data} ${way.env ?? ""}`;
  const command = [`env ${environment} ${program} play --resume`, ...(way.args ?? [])].join(" ");
  tmux("new-session", "-d", "-s", "picture", "-x", String(size.cols), "-y", String(size.rows), command);
  const first = await settled();
  tmux("send-keys", "-t", "picture", ...game.keys);
  const screen = await settled(first);
  tmux("kill-session", "-t", "picture");
  return screen;
}

// -- Pictures of terminals --

const level = (n) => (n === 0 ? 0 : 55 + 40 * n);

function colourOf(theme, codes) {
  if (codes[0] === 2) return `rgb(${codes.slice(1, 4).join(",")})`;
  const n = codes[1];
  if (n < 16) return theme.sixteen[n];
  if (n >= 232) return `rgb(${Array(3).fill(8 + 10 * (n - 232)).join(",")})`;
  return `rgb(${[36, 6, 1].map((by) => level(Math.floor((n - 16) / by) % 6)).join(",")})`;
}

/** Applies one sequence of SGR codes, as tmux writes them, to the pen. */
function applySgr(pen, codes, theme) {
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i];
    if (code === 0) pen = {};
    else if (code < 10) pen = { ...pen, [code]: true };
    else if (code === 39) pen = { ...pen, colour: undefined };
    else if (code >= 30 && code < 38) pen = { ...pen, colour: theme.sixteen[code - 30] };
    else if (code >= 90 && code < 98) pen = { ...pen, colour: theme.sixteen[code - 82] };
    else if (code === 38) {
      const rest = codes.slice(i + 1);
      pen = { ...pen, colour: colourOf(theme, rest) };
      i += rest[0] === 2 ? 4 : 2;
    }
  }
  return pen;
}

function styleOf(pen, theme) {
  const [front, back] = pen[7] ? [theme.ground, pen.colour ?? theme.text] : [pen.colour ?? theme.text, "none"];
  return [
    `color:${front};background:${back}`,
    pen[1] && "font-weight:bold",
    pen[2] && "opacity:.6",
    pen[3] && "font-style:italic",
    pen[4] && "text-decoration:underline",
    pen[9] && "text-decoration:line-through",
  ].filter(Boolean).join(";");
}

const escape = (text) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);

/** Puts each character into a box of its columns, as a terminal does, independent of the font's width. */
function htmlOf(screen, theme, { cols, rows }) {
  let pen = {};
  const lines = screen.split("\n").slice(0, rows).map((line) => {
    let html = "";
    for (const [, codes, character] of line.matchAll(/\x1b\[([\d;]*)m|([^\x1b])/gu))
      if (character) html += `<b style="${styleOf(pen, theme)}">${escape(character)}</b>`;
      else pen = applySgr(pen, codes.split(";").map(Number), theme);
    return `<div>${html}</div>`;
  });
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; width: max-content; padding: 10px; background: ${theme.ground}; font: 15px/17px "DejaVu Sans Mono"; }
    div { height: 17px; width: ${cols * 9}px; white-space: pre; display: flex; }
    b { width: 9px; font-weight: normal; overflow: visible; flex: none; }
  </style>${lines.join("")}`;
}

async function draw(browser, html, file) {
  const page = await browser.newPage({ viewport: { width: 100, height: 100 } });
  await page.setContent(html);
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
  console.log(path.relative(root, file));
}

// -- Pictures of the browser client --

async function takePicture(page, name) {
  const file = path.join(root, `docs/pictures/${name}.png`);
  await waitForDrawing(page);
  await page.screenshot({ path: file });
  console.log(path.relative(root, file));
}

async function drawPages(browser) {
  const server = await startServer();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en", reducedMotion: "reduce", serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.waitForSelector(".home-play");
  await takePicture(page, "home");
  for (const game of games) {
    const record = fs.readFileSync(positionOf(game), "utf8");
    const names = [...record.matchAll(/^tag player\d (.*)$/gm)].map(([, name]) => name);
    await sitDownAt(page, record, { names, bot: "mason" });
    await settle(page);
    if (game.press) await page.keyboard.press(game.press);
    await takePicture(page, game.id);
  }
  await context.close();
  await server.stop();
}

// -- The program --

function* shots(words) {
  for (const game of games)
    for (const size of sizes)
      for (const way of ways) {
        const name = `terminal-${game.id}-${size.cols}-${way.id}`;
        if (words.every((word) => name.includes(word))) yield { game, size, way, file: path.join(pictures, `${name}.png`) };
      }
}

function* shotsOfReadme() {
  for (const game of games) yield { game, size: sizes[0], way: ways[0], file: path.join(root, `docs/pictures/terminal-${game.id}.png`) };
}

const words = process.argv.slice(2);
const browser = await startBrowser();
try {
  describeDirect();
  fs.mkdirSync(pictures, { recursive: true });
  for (const { game, size, way, file } of words[0] === "--write" ? shotsOfReadme() : shots(words))
    await draw(browser, htmlOf(await capture(game, size, way), way.theme, size), file);
  if (words[0] === "--write") await drawPages(browser);
} finally {
  await browser.close();
  try {
    tmux("kill-server");
  } catch {
    // it ended with its last session
  }
  fs.rmSync(work, { recursive: true, force: true });
}
