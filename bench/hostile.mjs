// SPDX-License-Identifier: MIT
// bench/hostile.mjs [PROGRAM] [ATTACK...] [--store WHERE] [--seconds N] -- how long a player waits until a move is written and
// until the bots have replied, alone and while 30 guests from one other address repeat one kind of request as often as the limits allow:
//     bots     tables full of emperors
//     timed    tables with a clock of 14 days, closed and made again
//     lists    mine, lobby and export, by people with many tables
//     forget   guests with many tables who delete themselves and return as new guests
// Prints both side by side; the goal is twice the median alone. All guests connect from this machine and pass as other
// addresses with X-Forwarded-For. Takes under 50 s for each attack.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { mustServe, root } from "../tests/serve.mjs";
import { guest } from "../tests/ws.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { store: { type: "string" }, seconds: { type: "string", default: "20" } },
});
const attackNames = ["bots", "timed", "lists", "forget"];
const wanted = positionals.filter((word) => attackNames.includes(word));
const program = path.resolve(positionals.find((word) => !attackNames.includes(word)) ?? path.join(root, "build/muraille"));
const goal = 2; // times the median alone
const hostileGuests = 30;
const tablesEach = 10; // asked for at the start, one more every second
const secondsThinking = 0.06; // of the player: `requests` allows 30 moves a second
const secondsAlone = 12;
const secondsWarmUp = 5;
const secondsDisturbed = Number(values.seconds);
const levels = ["mason", "emperor"]; // of the player's opponents: one replies within a millisecond, one searches
const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "fairness-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
fs.writeFileSync(path.join(folder, "index.html"), "<!doctype html><title>Muraille</title>");
const stored = values.store ? ["--store", values.store] : ["--data", folder];
const server = await mustServe(program, ["--port", "0", "--web", folder, "--set", "proxy=local", ...stored]);

/** A player against two bots who measures how long their replies take. */
class Player {
  constructor(level, address) {
    Object.assign(this, { level, address, moves: [], replies: [], refused: 0, isOver: false, wake: () => {} });
  }

  async connect() {
    this.ws = await guest(server.port, {
      "x-forwarded-for": this.address,
      onMessage: (message) => {
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

  /** The times of moves and replies during the next seconds, sorted. */
  async measure(seconds) {
    [this.moves, this.replies] = [[], []];
    await pause(seconds);
    return Object.fromEntries(["moves", "replies"].map((what) => [what, [...this[what]].sort((a, b) => a - b)]));
  }
}

/** A guest of the hostile address, who pauses after each refusal. */
class Hostile {
  constructor(attack) {
    this.attack = attack;
  }
  async connect() {
    for (let i = 0; i < 100 && !this.attack.isOver; i++) {
      this.ws = await guest(server.port, { "x-forwarded-for": "198.51.100.7", onMessage: () => {} });
      if (this.ws.hello.ok) return;
      await this.ws.close(); // too many newcomers
      await pause(2);
    }
  }
  async ask(request) {
    const answer = await this.ws.ask(request);
    if (answer.ok) this.attack.done++;
    else this.attack.refused++;
    if (answer.error) await pause(0.5);
    return answer;
  }
  create(seats, clock) {
    return this.ask({ do: "create", game: "chinesische-mauer", seats, ...(clock ? { clock } : {}) });
  }
}

const attacks = {
  async bots(one) {
    for (let i = 0; i < tablesEach && !one.attack.isOver; i++) await one.create(Array(5).fill("emperor"));
    for (; !one.attack.isOver; await pause(1)) await one.create(Array(5).fill("emperor"));
  },
  async timed(one) {
    while (!one.attack.isOver) {
      const { table } = await one.create(["me", "mason"], { days: 14 });
      if (table && Math.random() < 0.5) await one.ask({ do: "close", table });
    }
  },
  async lists(one) {
    for (let i = 0; i < 40 && !one.attack.isOver; i++) {
      const { table } = await one.create(["me", "open"]);
      if (table && i % 8) await one.ask({ do: "close", table });
    }
    while (!one.attack.isOver) for (const what of ["mine", "lobby", "mine", "mine", "export"]) await one.ask({ do: what });
  },
  async forget(one) {
    while (!one.attack.isOver) {
      for (let i = 0; i < 20 && !one.attack.isOver; i++) {
        const { table } = await one.create(["me", "open"]);
        if (table) await one.ask({ do: "close", table });
      }
      await one.ask({ do: "forget", sure: true });
      await one.ws.close();
      await one.connect();
    }
  },
};

async function hostile(attack) {
  const one = new Hostile(attack);
  try {
    await one.connect();
    await attacks[attack.name](one);
    await one.ws.close();
  } catch (error) {
    if (!attack.isOver) attack.lost++; // the server closed the connection
  }
}

const at = (list, part) => list[Math.min(list.length - 1, Math.floor(list.length * part))] ?? NaN;
let missed = 0;

function report(what, alone, disturbed) {
  const row = [alone, disturbed].flatMap((list) => [String(list.length).padStart(9), at(list, 0.5).toFixed(1).padStart(8), at(list, 0.9).toFixed(1).padStart(8)]);
  const ratio = at(disturbed, 0.5) / at(alone, 0.5);
  const isMissed = !(ratio <= goal);
  missed += isMissed;
  console.log(`${what.padEnd(18)} ${row.join("")}   ${ratio.toFixed(2)}${isMissed ? "  MISSED" : ""}`);
}

const players = levels.map((level, i) => new Player(level, `203.0.113.${i + 1}`));
const games = players.map((player) => player.play());
await pause(1);
console.log("ms                     alone: n  median    90 %   disturbed: n  median    90 %   ratio");
for (const name of wanted.length ? wanted : attackNames) {
  const alone = await Promise.all(players.map((player) => player.measure(secondsAlone)));
  const attack = { name, done: 0, refused: 0, lost: 0, isOver: false };
  const guests = Array.from({ length: hostileGuests }, () => hostile(attack));
  await pause(secondsWarmUp);
  const before = process.cpuUsage();
  const disturbed = await Promise.all(players.map((player) => player.measure(secondsDisturbed)));
  const used = process.cpuUsage(before); // by this script, which runs on the same machine as the server
  console.log(`-- ${name}`);
  players.forEach(({ level, refused }, i) => {
    report(`${level}: move`, alone[i].moves, disturbed[i].moves);
    report(`${level}: reply`, alone[i].replies, disturbed[i].replies);
    if (refused) console.log(`refused to the player: ${refused}`);
    missed += refused > 0;
  });
  const part = (used.user + used.system) / 1e6 / secondsDisturbed;
  console.log(`hostile requests: ${attack.done} done, ${attack.refused} refused, ${attack.lost} guests cut off; this script used ${part.toFixed(2)} of a processor`);
  attack.isOver = true;
  await Promise.race([Promise.allSettled(guests), pause(5)]);
}
for (const player of players) ((player.isOver = true), player.wake());
setTimeout(() => process.exit(1), 10000).unref();
await Promise.allSettled(games);
await server.stop();
process.exit(missed ? 1 : 0);
