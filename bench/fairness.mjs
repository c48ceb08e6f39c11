// SPDX-License-Identifier: MIT
// bench/fairness.mjs [PROGRAM] -- how long a player waits until a move is written and until the bots have replied, alone and
// while 30 guests of one other address keep as many tables full of emperors as they are allowed. Prints both side by side;
// the goal is twice the median alone. All guests connect from this machine and pass as other addresses with
// X-Forwarded-For. Takes under 60 s.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { mustServe, root } from "../tests/serve.mjs";
import { guest } from "../tests/ws.mjs";

const program = path.resolve(process.argv[2] ?? path.join(root, "build/muraille"));
const goal = 2; // times the median alone
const hostileGuests = 30;
const tablesEach = 10; // asked for at the start, one more every second
const secondsThinking = 0.06; // of the player: `requests` allows 30 moves a second
const secondsAlone = 12;
const secondsWarmUp = 5;
const secondsDisturbed = 20;
const levels = ["mason", "emperor"]; // of the player's opponents: one replies within a millisecond, one searches
const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "fairness-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
fs.writeFileSync(path.join(folder, "index.html"), "<!doctype html><title>Muraille</title>");
const server = await mustServe(program, ["--port", "0", "--web", folder, "--set", "proxy=local"]);

/** One that plays against two bots and notes how long their replies take, if it was their turn. */
class Player {
  constructor(level, address) {
    Object.assign(this, { level, address, moves: [], replies: [], refused: 0, isOver: false, wake: () => {} });
  }

  async connect() {
    this.ws = await guest(server.port, {
      "x-forwarded-for": this.address,
      hear: (message) => {
        if (message.news === "table" && message.position) ((this.position = message.position), this.wake());
      },
    });
    if (!this.ws.hello.ok) throw new Error(JSON.stringify(this.ws.hello));
  }

  async ask(request) {
    const answer = await this.ws.ask(request);
    if (!answer.ok) this.refused++;
    return answer;
  }

  async turn() {
    while (!this.position?.over && !this.position?.legal.length && !this.isOver) await new Promise((resolve) => (this.wake = resolve));
    return !this.position?.over && !this.isOver;
  }

  async game() {
    this.position = null;
    const { table } = await this.ask({ do: "create", game: "chinesische-mauer", seats: ["me", this.level, this.level] });
    if (!table) return pause(0.2);
    this.position ??= (await this.ask({ do: "open", table })).position;
    while (await this.turn()) {
      await pause(secondsThinking);
      const asked = this.position;
      const move = asked.legal[Math.floor(Math.random() * asked.legal.length)];
      this.position = null;
      const begin = performance.now();
      const { ok } = await this.ask({ do: "move", table, ply: asked.ply, move });
      if (ok) this.moves.push(performance.now() - begin);
      else this.position ??= asked;
      if (ok && (await this.turn()) && this.position.ply > asked.ply + 1) this.replies.push(performance.now() - begin);
    }
    return this.ask({ do: "leave", table });
  }

  async play() {
    await this.connect();
    while (!this.isOver) await this.game();
    await this.ws.close();
  }

  /** The times of so many seconds from now on. */
  async measure(seconds) {
    [this.moves, this.replies] = [[], []];
    await pause(seconds);
    return Object.fromEntries(["moves", "replies"].map((what) => [what, [...this[what]].sort((a, b) => a - b)]));
  }
}

const attack = { made: 0, refused: 0, isOver: false };
async function hostile() {
  const ws = await guest(server.port, { "x-forwarded-for": "198.51.100.7", hear: () => {} });
  const create = async () => {
    const answer = await ws.ask({ do: "create", game: "chinesische-mauer", seats: Array(5).fill("emperor") });
    if (answer.ok) attack.made++;
    else attack.refused++;
  };
  for (let i = 0; i < tablesEach && !attack.isOver; i++) await create();
  for (; !attack.isOver; await pause(1)) await create();
  await ws.close();
}

const at = (list, part) => list[Math.min(list.length - 1, Math.floor(list.length * part))] ?? NaN;
const cpu = () => process.cpuUsage(); // of this script: it runs beside the server
const players = levels.map((level, i) => new Player(level, `203.0.113.${i + 1}`));
const games = players.map((player) => player.play());
await pause(1);
const alone = await Promise.all(players.map((player) => player.measure(secondsAlone)));
const guests = Array.from({ length: hostileGuests }, hostile);
await pause(secondsWarmUp);
const before = cpu();
const disturbed = await Promise.all(players.map((player) => player.measure(secondsDisturbed)));
const used = cpu();
let missed = 0;

function tell(what, alone, disturbed) {
  const row = [alone, disturbed].flatMap((list) => [String(list.length).padStart(9), at(list, 0.5).toFixed(1).padStart(8), at(list, 0.9).toFixed(1).padStart(8)]);
  const ratio = at(disturbed, 0.5) / at(alone, 0.5);
  const isMissed = !(ratio <= goal);
  missed += isMissed;
  console.log(`${what.padEnd(18)} ${row.join("")}   ${ratio.toFixed(2)}${isMissed ? "  MISSED" : ""}`);
}

console.log("ms                     alone: n  median    90 %   disturbed: n  median    90 %   ratio");
players.forEach(({ level, refused }, i) => {
  tell(`${level}: move`, alone[i].moves, disturbed[i].moves);
  tell(`${level}: reply`, alone[i].replies, disturbed[i].replies);
  if (refused) console.log(`refused: ${refused}`);
});
const seconds = (used.user + used.system - before.user - before.system) / 1e6;
console.log(`hostile tables: ${attack.made} made, ${attack.refused} refused; this script used ${(seconds / secondsDisturbed).toFixed(2)} of a processor`);
attack.isOver = true;
for (const player of players) ((player.isOver = true), player.wake());
setTimeout(() => process.exit(1), 10000).unref();
await Promise.allSettled([...games, ...guests]);
await server.stop();
process.exit(missed ? 1 : 0);
