// SPDX-License-Identifier: MIT
// tests/server/party.mjs -- people who play at many tables over WebSockets and record everything they were sent. Servers may be
// killed and restarted at any moment: a player who loses the connection reconnects, opens the table and compares. Each time all
// of this must hold:
//     a move that was answered with ok is there exactly once, under the number in the answer;
//     a move that was not answered is there at most once;
//     an entry that was sent to anybody is there and unchanged;
//     entries and moves are numbered without a gap.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { guest } from "../ws.mjs";

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const below = (n) => Math.floor(Math.random() * n);

/** Tables of every game, some with a bot. */
export const plans = [
  { game: "chinesische-mauer", seats: ["me", "open"] },
  { game: "die-mauer", seats: ["me", "open", "open"], options: { hands: "1" } },
  { game: "chang-cheng", seats: ["me", "open"] },
  { game: "chinesische-mauer", seats: ["me", "open", "apprentice"] },
  { game: "die-mauer", seats: ["me", "apprentice", "open"], options: { hands: "1" } },
  { game: "chang-cheng", seats: ["me", "open", "open", "apprentice"] },
];

// Errors that are allowed at any time; the player opens the table again and continues.
const retryable = ["stale", "busy", "away", "unsure"];

let tables = 0;

/** A table, and the largest number of entries that anybody was sent. At every second table all players commit to their salts. */
class Table {
  constructor(plan) {
    this.plan = plan;
    this.salts = tables++ % 2 ? plan.seats.map(() => randomBytes(32).toString("base64url")) : null;
    this.id = null;
    this.length = 0;
  }

  /** The fields for the shuffle in the requests of this seat. */
  shuffleFields(seat) {
    return this.salts ? { commit: createHash("sha256").update(this.salts[seat - 1]).digest("hex") } : {};
  }
}

/** What a player in one seat knows of a table. */
class Memory {
  constructor(table, seat) {
    this.table = table;
    this.seat = seat;
    this.hasSat = false;
    this.isAwaited = false; // the server waits for our salt
    this.position = null;
    this.length = 0; // number of entries when this was the position
    this.made = []; // own moves that were acknowledged, or found afterwards: { n, move }
    this.unconfirmed = []; // moves sent since then without an answer
    this.entries = new Map(); // as they were received
  }

  update({ length, entries = [], position, reveal = false }) {
    this.isAwaited = reveal;
    this.table.length = Math.max(this.table.length, length);
    for (const entry of entries) this.entries.set(`${entry.kind} ${entry.n}`, JSON.stringify(entry));
    if (position) [this.position, this.length] = [position, length];
  }

  /** Compares all entries with what is known; `sent`: the number of entries that had been sent to anybody before. Returns the number of
   * unconfirmed moves that were found. */
  compare({ table, entries, position }, sent) {
    const where = `table ${table.table}, seat ${this.seat}`;
    const lines = entries.filter(({ kind }) => kind !== "over");
    const moves = entries.filter(({ kind }) => kind === "move");
    assert.ok(table.length >= sent, `${where}: ${sent} entries were sent, ${table.length} are there`);
    assert.deepEqual(lines.map(({ n }) => n), lines.map((_, i) => i), `${where}: a gap`);
    assert.equal(lines.length, table.length, where);
    assert.deepEqual(moves.map(({ ply }) => ply), moves.map((_, i) => i + 1), `${where}: moves`);
    for (const entry of entries) {
      const known = this.entries.get(`${entry.kind} ${entry.n}`);
      if (known) assert.equal(JSON.stringify(entry), known, where);
    }
    if (this.hasSat) assert.equal(table.my_seat, this.seat, `${where}: the seat is lost`);
    const own = moves.filter(({ seat }) => seat === this.seat);
    assert.ok(own.length >= this.made.length, `${where}: ${this.made.length - own.length} acknowledged moves are lost`);
    this.made.forEach((made, i) => assert.deepEqual({ n: own[i].n, move: own[i].move }, made, `${where}: an acknowledged move`));
    const found = own.slice(this.made.length);
    assert.ok(found.length <= 1, `${where}: a move is doubled`);
    for (const { n, move } of found) {
      assert.ok(this.unconfirmed.includes(move), `${where}: ${move} was never sent`);
      this.acknowledge(n, move);
    }
    this.isAwaited = table.reveal === true;
    if (table.length >= this.length) [this.position, this.length] = [position ?? null, table.length]; // unless newer news has arrived
    return found.length;
  }

  acknowledge(n, move) {
    this.made.push({ n, move });
    this.unconfirmed = [];
  }
}

/** A person with one connection at a time. */
class Player {
  constructor(party) {
    this.party = party;
    party.people.push(this);
    this.token = null;
    this.ws = null;
    this.memory = null;
    this.wake = () => {};
  }

  onMessage(message) {
    if (message.news !== "table" || message.table !== this.memory?.table.id) return;
    this.memory.update(message);
    this.wake();
  }

  async connect() {
    const ws = await guest(this.party.port(), { token: this.token, onMessage: (message) => this.onMessage(message) });
    ws.ended.then(() => this.wake());
    assert.notEqual(ws.hello.error, "token", "a guest is lost");
    this.ws = ws;
    if (!ws.hello.ok) throw this.party.refusal(ws.hello);
    this.token ??= ws.hello.token;
  }

  /** Repeats an action on a new connection until it succeeds. Only failed assertions are errors. */
  async retry(act) {
    for (;;) {
      try {
        if (!this.ws || this.ws.isEnded) await this.connect();
        return await act(this.ws);
      } catch (error) {
        if (error instanceof assert.AssertionError || this.party.isBroken) throw error;
        this.ws?.socket.destroy();
        this.ws = null;
        await pause(5 + below(20));
      }
    }
  }

  async create(table) {
    const { game, seats, options = {} } = table.plan;
    await this.retry(async (ws) => {
      const answer = await ws.ask({ do: "create", game, seats, options, ...table.shuffleFields(seats.indexOf("me") + 1) });
      if (!answer.ok) throw this.party.refusal(answer);
      table.id = answer.table;
    });
  }

  async look(ws) {
    const { id, length } = this.memory.table;
    const answer = await ws.ask({ do: "open", table: id, from: 0 });
    if (retryable.includes(answer.error)) throw this.party.refusal(answer);
    assert.ok(answer.ok, `an acknowledged table is lost: ${JSON.stringify(answer)}`);
    this.party.counts.found += this.memory.compare(answer, length);
    return answer.table;
  }

  async sit(ws) {
    const { table, seat } = this.memory;
    const answer = await ws.ask({ do: "sit", table: table.id, seat, ...table.shuffleFields(seat) });
    if (!answer.ok) throw this.party.refusal(answer); // we may have the seat already: open the table again
    this.memory.hasSat = true;
  }

  async reveal(ws) {
    const { table, seat } = this.memory;
    this.memory.isAwaited = false;
    const answer = await ws.ask({ do: "reveal", table: table.id, salt: table.salts[seat - 1] });
    if (!answer.ok) throw this.party.refusal(answer); // it may have arrived before: open the table again
  }

  async news(ws) {
    if (!ws.isEnded) await new Promise((resolve) => (this.wake = resolve));
    if (ws.isEnded || this.party.isBroken) throw new Error("disconnected");
  }

  async move(ws) {
    const { memory, party } = this;
    const { ply, legal } = memory.position;
    const move = legal[below(legal.length)];
    memory.position = null;
    memory.unconfirmed.push(move);
    party.counts.sent++;
    const answer = await ws.ask({ do: "move", table: memory.table.id, ply, move });
    if (answer.ok) {
      memory.acknowledge(answer.length - 1, move);
      memory.table.length = Math.max(memory.table.length, answer.length);
      party.count();
    } else {
      assert.ok(retryable.includes(answer.error), `${memory.table.plan.game}: ${move} at ${ply}: ${JSON.stringify(answer)}`);
      party.refusal(answer);
      if (answer.error !== "stale") await pause(100);
      await this.look(ws);
    }
  }

  /** Plays to the end of the game. */
  async play(table, seat) {
    this.memory = new Memory(table, seat);
    await this.retry(async (ws) => {
      const { my_seat } = await this.look(ws);
      if (my_seat !== seat) await this.sit(ws);
      this.memory.hasSat = true;
      while (!this.memory.position?.over)
        if (this.memory.isAwaited) await this.reveal(ws);
        else if (this.memory.position?.legal.length) await this.move(ws);
        else await this.news(ws);
    });
    return this.memory;
  }

  /** Opens a finished table again: nothing has changed. */
  async recheck(memory) {
    this.memory = memory;
    await this.retry(async (ws) => {
      await this.look(ws);
      await ws.ask({ do: "leave", table: memory.table.id });
    });
    assert.ok(memory.position.over);
  }
}

/** Many tables; `port()` returns the port of a server to connect to. */
export class Party {
  constructor(port, nTables) {
    this.port = port;
    this.isClosing = this.isBroken = false;
    this.counts = { acknowledged: 0, sent: 0, found: 0, games: 0, refused: {} };
    this.waiting = [];
    this.people = [];
    this.over = []; // { player, memory }
    this.tables = Promise.all(Array.from({ length: nTables }, (_, i) => this.playAtTable(plans[i % plans.length])));
    this.tables.catch(() => this.end());
  }

  count() {
    this.counts.acknowledged++;
    this.waiting = this.waiting.filter(({ goal, resolve }) => goal > this.counts.acknowledged || resolve());
  }

  refusal({ error }) {
    this.counts.refused[error] = (this.counts.refused[error] ?? 0) + 1;
    return new Error(error);
  }

  /** Waits for n more moves; rejects if a player has failed. */
  moves(n) {
    const enough = new Promise((resolve) => this.waiting.push({ goal: this.counts.acknowledged + n, resolve }));
    return Promise.race([enough, this.tables]);
  }

  /** Plays one game after another with the same people. */
  async playAtTable(plan) {
    const people = plan.seats.flatMap((who, i) => (who === "me" || who === "open" ? [{ player: new Player(this), seat: i + 1 }] : []));
    while (!this.isClosing) {
      const table = new Table(plan);
      await people[0].player.create(table);
      const memories = await Promise.all(people.map(({ player, seat }) => player.play(table, seat)));
      memories.forEach((memory, i) => this.over.push({ player: people[i].player, memory }));
      this.counts.games++;
    }
  }

  /** Plays all running games to their end; then opens all tables once more and verifies their records. */
  async close(program) {
    this.isClosing = true;
    await this.tables;
    for (const { player, memory } of this.over) await player.recheck(memory);
    for (const { player, memory } of this.over.filter(({ memory }) => memory.seat === 1)) {
      const { record } = await player.retry((ws) => ws.ask({ do: "record", table: memory.table.id }));
      execFileSync(program, ["verify", "-"], { input: record, stdio: ["pipe", "ignore", "inherit"] });
    }
    this.end();
  }

  end() {
    this.isClosing = this.isBroken = true;
    for (const player of this.people) (player.ws?.socket.destroy(), player.wake());
  }
}
