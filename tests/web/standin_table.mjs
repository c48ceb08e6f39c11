// SPDX-License-Identifier: MIT
// tests/web/standin_table.mjs -- a table of the stand-in server: its log, its seats, and what each listener may be told.
import { createHash, randomBytes } from "node:crypto";
import { openTable } from "../wasm/ask.mjs";

export const newId = () => randomBytes(16).toString("base64url");
const sha256 = (text) => createHash("sha256").update(text).digest("hex");

export class Refusal extends Error {
  constructor(code, text = code) {
    super(text);
    this.code = code;
  }
}

const must = (fact, code, text) => {
  if (!fact) throw new Refusal(code, text);
};

export class Table {
  id = newId();
  since = Date.now();
  changed = Date.now();
  state = "open";
  entries = [];
  chat = [];
  moves = [];
  rematch = null;
  secret = randomBytes(32).toString("hex");
  back = 0; // the log below this entry was told otherwise once

  constructor(module, plan, host) {
    Object.assign(this, { module, plan, host });
    this.seats = plan.seats.map((who) => ({ person: null, name: "", bot: who === "open" || who === "me" ? "" : who, salt: "" }));
    this.left = this.seats.map(() => (plan.clock?.days ? plan.clock.days * 86400000 : (plan.clock?.minutes ?? 0) * 60000));
    this.seats.forEach((seat, i) => seat.bot && this.log("bot", i + 1, { bot: seat.bot, why: "here" }));
  }

  log(kind, seat, more = {}) {
    this.changed = Date.now();
    this.entries.push({ n: this.entries.length, at: Date.now(), kind, seat, ...more });
  }

  seatOf(person) {
    return this.seats.findIndex((seat) => seat.person === person) + 1;
  }

  toAct() {
    return this.state === "playing" ? this.engine("look 0").to_act : [];
  }

  // -- Seats --

  sit(person, n, salt) {
    const seat = this.seats[n - 1];
    must(seat, "none");
    if (seat.person === person.id && seat.bot) {
      this.tick();
      seat.bot = "";
      this.log("back_again", n, { name: person.name });
      return;
    }
    must(this.state === "open", "state", "the table has begun");
    must(!seat.person && !seat.bot && !this.seatOf(person.id), "taken");
    Object.assign(seat, { person: person.id, name: person.name, salt: salt ?? "" });
    this.log("sit", n, { name: person.name });
  }

  stand(person) {
    const n = this.seatOf(person.id);
    must(n, "not_yours");
    must(this.state === "open" || this.state === "playing", "state");
    if (this.state === "playing") return this.putBot(n, "master", "left");
    Object.assign(this.seats[n - 1], { person: null, name: "", salt: "" });
    this.log("stand", n, { name: person.name });
  }

  putBot(n, bot, why) {
    this.tick();
    this.seats[n - 1].bot = bot;
    this.log("bot", n, { bot, why });
  }

  setSeat(n, to, isHere) {
    const seat = this.seats[n - 1];
    must(seat, "none");
    must(this.state === "open" || this.state === "playing", "state");
    must(!seat.person || !isHere, "present", "they are here");
    if (to !== "open") return this.putBot(n, to, "host");
    must(this.state === "open", "state");
    Object.assign(seat, { person: null, name: "", bot: "", salt: "" });
    this.log("stand", n, { name: "" });
  }

  // -- Play --

  async start() {
    must(this.state === "open", "state");
    must(this.seats.every((seat) => seat.person || seat.bot), "state", "a seat is open");
    const salts = this.plan.salts ?? this.seats.map((seat) => seat.salt);
    this.salts = salts;
    this.engine = await openTable(this.module);
    const lines = Object.entries(this.plan.options ?? {}).map(([id, value]) => `option ${id} ${value}`);
    this.opening = [`new ${this.plan.game} ${this.seats.length} ${sha256([this.secret, ...salts].join("\n"))}`, ...lines].join("\n");
    const answer = this.engine(this.opening);
    must(!answer.error, "illegal", answer.error);
    this.state = "playing";
    this.ticked = Date.now();
    this.log("start", 0);
  }

  move(n, ply, text) {
    must(this.state === "playing", "state");
    const own = this.moves.filter((move) => move.seat === n).length;
    if (!this.toAct().includes(n) && this.canChange(n)) {
      const old = this.moves.findLast((move) => move.seat === n);
      this.takeBack(n);
      try {
        this.move(n, this.moves.length, text);
      } catch (error) {
        this.play(n, old.move); // as it was, but for its place
        throw error;
      }
      return;
    }
    const several = this.toAct().length > 1 || this.moves.length > ply;
    must(several ? own <= ply : ply === this.moves.length, "stale");
    this.play(n, text);
  }

  play(n, text) {
    this.tick();
    const answer = this.engine(`play ${n} ${text}`);
    must(!answer.error, "illegal", answer.error);
    this.moves.push({ seat: n, move: text });
    const ply = this.moves.length;
    const told = this.seats.map((_, i) => i + 1).concat(0).map((seat) => [seat, this.engine(`tell ${seat} ${ply - 1}`).steps[0]]);
    this.log("move", n, { ply, steps: Object.fromEntries(told) });
    if (this.plan.clock?.increment) this.left[n - 1] += this.plan.clock.increment * 1000;
    if (this.plan.clock?.days) this.left[n - 1] = this.plan.clock.days * 86400000;
    const { over, scores, winners } = this.engine("look 0");
    if (!over) return;
    this.state = "over";
    this.log("over", 0, { scores, winners });
  }

  /** It chose together with others, and not all of them have. */
  canChange(n) {
    const at = this.moves.findLastIndex((move) => move.seat === n);
    if (this.state !== "playing" || at < 0 || this.plan.game !== "die-mauer") return false;
    const since = this.moves.slice(at).map((move) => move.seat);
    this.replay(this.moves.slice(0, at));
    const then = this.engine("look 0").to_act;
    this.replay(this.moves);
    return then.length > 1 && since.every((seat) => then.includes(seat)) && this.toAct().every((seat) => then.includes(seat));
  }

  replay(moves) {
    this.engine(this.opening);
    for (const { seat, move } of moves) this.engine(`play ${seat} ${move}`);
  }

  why(n) {
    if (this.canChange(n)) return null;
    const last = this.moves[this.moves.length - 1];
    if (this.state !== "playing" || !last || last.seat !== n) return "late";
    return this.engine(`quiet ${this.moves.length - 1}`).quiet ? null : "learnt";
  }

  takeBack(n) {
    const why = this.why(n);
    must(!why, why, why);
    this.tick();
    this.moves.splice(this.moves.findLastIndex((move) => move.seat === n), 1);
    this.replay(this.moves);
    this.log("back", n, { ply: this.moves.length });
    this.back = this.entries.length;
  }

  // -- The clock --

  /** Takes the time off those who had to act until now. */
  tick() {
    if (!this.plan.clock || this.state !== "playing") return;
    const now = Date.now();
    for (const seat of this.toAct()) this.left[seat - 1] -= now - this.ticked;
    this.ticked = now;
  }

  clock() {
    if (!this.plan.clock || !this.ticked) return undefined;
    this.tick();
    return { left: this.left, running: this.toAct(), at: Date.now() };
  }

  // -- What is told --

  entryFor(entry, seat) {
    const { steps, ...rest } = entry;
    return steps ? { ...rest, step: steps[seat] } : rest;
  }

  entriesFor(seat, from) {
    return this.entries.slice(from).map((entry) => this.entryFor(entry, seat));
  }

  positionFor(seat) {
    return this.engine ? { view: this.engine(`tell ${seat} 99999`).view } : undefined;
  }

  past(seat, ply) {
    must(this.engine && ply <= this.moves.length, "none");
    this.replay(this.moves.slice(0, ply));
    const { view } = this.engine(`tell ${seat} 99999`);
    this.replay(this.moves);
    return { ply, view };
  }

  record() {
    must(this.state === "over", "state");
    const names = this.seats.map((seat, i) => `tag player${i + 1} ${seat.name || seat.bot}`);
    const fair = [`tag commitment ${sha256(this.secret)}`, `tag secret ${this.secret}`];
    this.salts.forEach((salt, i) => salt && fair.push(`tag salt${i + 1} ${salt}`));
    const lines = this.engine("record").record.split("\n");
    return [...lines.slice(0, 3), ...names, ...fair, ...lines.slice(3)].join("\n");
  }

  fair() {
    return { commitment: sha256(this.secret), salts: this.salts ?? this.seats.map((seat) => seat.salt) };
  }
}
