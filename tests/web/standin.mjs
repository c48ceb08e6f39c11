// SPDX-License-Identifier: MIT
// node tests/web/standin.mjs [PORT] -- a server that speaks docs/protocol.md to browsers while the real one is being
// written: all in memory, form `bytes` only, no limits, bots that hardly think. It serves the client from build/web.
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { randomBytes } from "node:crypto";
import { loadModule } from "../wasm/ask.mjs";
import { accept } from "./standin_socket.mjs";
import { newId, Refusal, Table } from "./standin_table.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const types = { html: "text/html", js: "text/javascript", css: "text/css", json: "application/json", svg: "image/svg+xml", wasm: "application/wasm", webmanifest: "application/manifest+json" };
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const must = (fact, code, text) => {
  if (!fact) throw new Refusal(code, text);
};

class Hall {
  people = new Map(); // by id
  tokens = new Map(); // token -> { person, key, device, since }
  tables = new Map();
  lines = new Set();

  constructor(module) {
    this.module = module;
  }

  newSession(person, device) {
    const token = randomBytes(32).toString("base64url");
    this.tokens.set(token, { person, key: newId(), device: device ?? "", since: Date.now(), seen: Date.now() });
    return token;
  }

  meOf({ id, name, password, lang, hook }) {
    return { id, name, has_password: !!password, lang, hook };
  }

  isHere(person) {
    return [...this.lines].some((line) => line.person?.id === person);
  }

  // -- Telling --

  seatsOf(table) {
    return table.seats.map(({ person, name, bot }) => ({ name: name || (person ? this.people.get(person)?.name ?? "" : ""), bot, here: person ? this.isHere(person) : false, person: person ? person.slice(0, 8) : "" }));
  }

  brief(table, person) {
    return {
      table: table.id, game: table.plan.game, state: table.state, public: !!table.plan.public, since: table.since, changed: table.changed,
      seats: this.seatsOf(table), to_act: table.toAct(), my_seat: person ? table.seatOf(person.id) : 0,
    };
  }

  whole(table, person) {
    const { options = {}, clock = null, start = "full" } = table.plan;
    return { ...this.brief(table, person), host: table.host.slice(0, 8), options, clock, start, fair: table.fair(), length: table.entries.length, rematch: table.rematch };
  }

  listeners(table) {
    return [...this.lines].filter((line) => line.tables.has(table.id));
  }

  /** Everybody hears the entries from here on, and the position. */
  tell(table, from) {
    for (const line of this.listeners(table)) {
      const { seat } = line.tables.get(table.id);
      line.say({ news: "table", table: table.id, length: table.entries.length, entries: table.entriesFor(seat, from), position: table.positionFor(seat), clock: table.clock() });
    }
    if (table.entries.slice(from).some(({ kind }) => ["sit", "stand", "bot", "back_again"].includes(kind))) this.tellSeats(table);
    for (const seat of table.toAct()) {
      const { person, bot } = table.seats[seat - 1];
      if (bot) setTimeout(() => this.moveBot(table, seat), 60);
      else
        for (const line of this.lines)
          if (line.person?.id === person && !line.tables.has(table.id)) line.say({ news: "turn", table: table.id, game: table.plan.game });
    }
  }

  tellSeats(table) {
    for (const line of this.listeners(table)) line.say({ news: "seats", table: table.id, seats: this.seatsOf(table) });
  }

  moveBot(table, seat) {
    if (!table.toAct().includes(seat) || !table.seats[seat - 1].bot) return;
    const from = table.entries.length;
    const { move } = table.engine(`bot ${seat} apprentice 0 ${Date.now()}`);
    table.play(seat, move);
    this.tell(table, from);
  }

  async change(table, change) {
    const from = table.entries.length;
    change();
    if (table.state === "open" && (table.plan.start ?? "full") === "full" && table.seats.every((seat) => seat.person || seat.bot)) await table.start();
    for (const line of this.listeners(table)) if (!line.tables.get(table.id).watches) line.tables.get(table.id).seat = table.seatOf(line.person?.id);
    this.tell(table, from);
  }

  tick() {
    for (const table of this.tables.values()) {
      table.tick();
      for (const seat of table.toAct())
        if (table.plan.clock && !table.seats[seat - 1].bot && table.left[seat - 1] <= 0) void this.change(table, () => table.putBot(seat, "master", "time"));
    }
  }

  // -- Requests --

  async answer(line, asked) {
    must(line.person || asked.do === "hello", "hello");
    const run = this[`do_${asked.do}`];
    must(run, "message", "no such request");
    return run.call(this, line, asked);
  }

  do_hello(line, { token, lang, device }) {
    if (token) {
      const session = this.tokens.get(token);
      must(session, "token");
      Object.assign(line, { person: session.person, token });
      return { v: 1, engine: this.version, me: this.meOf(line.person), now: Date.now() };
    }
    const person = { id: newId(), name: "", password: "", lang: lang ?? "en", hook: "" };
    this.people.set(person.id, person);
    line.person = person;
    line.token = this.newSession(person, device);
    return { v: 1, engine: this.version, me: this.meOf(person), token: line.token, now: Date.now() };
  }

  do_name({ person }, { name }) {
    must(typeof name === "string" && name.length <= 24, "message", "a name has 1 to 24 characters");
    must(!name || ![...this.people.values()].some((one) => one !== person && one.name === name), "taken", "somebody has this name");
    person.name = name;
    for (const table of this.tables.values()) for (const seat of table.seats) if (seat.person === person.id) seat.name = name;
    return { me: this.meOf(person) };
  }

  do_password({ person }, { password, old }) {
    must(!person.password || person.password === old, "password", "this is not the old password");
    must(person.name && (password === "" || password.length >= 8), "message", "a password has at least 8 characters");
    person.password = password;
    return { me: this.meOf(person) };
  }

  do_login(line, { name, password, bring, device }) {
    const person = [...this.people.values()].find((one) => one.name === name && one.password && one.password === password);
    must(person, "password", "the name or the password is wrong");
    if (bring && !line.person.name) for (const table of this.tables.values()) for (const seat of table.seats) if (seat.person === line.person.id) seat.person = person.id;
    line.person = person;
    line.tables.clear();
    line.token = this.newSession(person, device);
    return { me: this.meOf(person), token: line.token };
  }

  do_logout(line) {
    this.tokens.delete(line.token);
    setTimeout(() => line.end(1000), 20);
    return {};
  }

  do_sessions(line) {
    const own = [...this.tokens].filter(([, session]) => session.person === line.person);
    return { sessions: own.map(([token, { key, device, since, seen }]) => ({ key, device, since, seen, here: token === line.token })) };
  }

  do_revoke(line, { key, all }) {
    for (const [token, session] of this.tokens) if (session.person === line.person && token !== line.token && (all || session.key === key)) this.tokens.delete(token);
    return {};
  }

  do_hook({ person }, { url }) {
    must(url === "" || /^https?:\/\//.test(url), "message", "this is not an address");
    person.hook = url;
    return { me: this.meOf(person) };
  }

  do_lang({ person }, { lang }) {
    person.lang = lang;
    return {};
  }

  do_export(line) {
    const own = [...this.tables.values()].filter((table) => table.seatOf(line.person.id));
    return { me: this.meOf(line.person), sessions: this.do_sessions(line).sessions, tables: own.map((table) => ({ about: this.brief(table, line.person) })), chat: [] };
  }

  do_forget(line, { sure }) {
    must(sure === true, "message");
    this.people.delete(line.person.id);
    this.do_revoke(line, { all: true });
    this.tokens.delete(line.token);
    setTimeout(() => line.end(1000), 20);
    return {};
  }

  async do_create(line, { do: _, id: __, salt, same_as, ...plan }) {
    const first = same_as && this.table(same_as);
    if (first) Object.assign(plan, { game: first.plan.game, options: first.plan.options, salts: first.salts });
    const table = new Table(this.module, plan, line.person.id);
    if (first) Object.assign(table, { secret: first.secret, first: first.first ?? first.id });
    this.tables.set(table.id, table);
    await this.change(table, () => plan.seats.includes("me") && table.sit(line.person, plan.seats.indexOf("me") + 1, salt));
    return { table: table.id };
  }

  list(tables, line) {
    return { tables: tables.sort((a, b) => b.changed - a.changed).map((table) => this.brief(table, line.person)) };
  }

  do_lobby(line) {
    const open = [...this.tables.values()].filter((table) => table.plan.public && ["open", "playing"].includes(table.state));
    return { tables: [...this.list(open.filter((t) => t.state === "open"), line).tables, ...this.list(open.filter((t) => t.state === "playing"), line).tables] };
  }

  do_mine(line) {
    return this.list([...this.tables.values()].filter((table) => table.seatOf(line.person.id) || table.host === line.person.id), line);
  }

  table(id) {
    const table = this.tables.get(id);
    must(table, "none", "there is no such table");
    return table;
  }

  do_open(line, { table: id, from = 0, seat }) {
    const table = this.table(id);
    const viewer = seat === 0 ? 0 : table.seatOf(line.person.id);
    line.tables.set(id, { seat: viewer, watches: seat === 0 });
    const anew = from > 0 && table.back > from;
    this.tellSeats(table);
    return { table: this.whole(table, line.person), entries: table.entriesFor(viewer, anew ? 0 : from), anew: anew || undefined, position: table.positionFor(viewer), chat: table.chat, clock: table.clock() };
  }

  do_leave(line, { table }) {
    line.tables.delete(table);
    return {};
  }

  async do_sit(line, { table, seat, salt }) {
    await this.change(this.table(table), () => this.table(table).sit(line.person, seat, salt));
    return {};
  }

  async do_stand(line, { table }) {
    await this.change(this.table(table), () => this.table(table).stand(line.person));
    return {};
  }

  async do_seat(line, { table: id, seat, to }) {
    const table = this.table(id);
    must(table.host === line.person.id, "not_yours");
    await this.change(table, () => table.setSeat(seat, to, this.isHere(table.seats[seat - 1]?.person)));
    return {};
  }

  async do_start(line, { table: id }) {
    const table = this.table(id);
    must(table.host === line.person.id, "not_yours");
    const from = table.entries.length;
    await table.start();
    this.tell(table, from);
    return {};
  }

  do_move(line, { table: id, ply, move }) {
    const table = this.table(id);
    const seat = table.seatOf(line.person.id);
    must(seat && !table.seats[seat - 1].bot, "not_yours");
    const from = table.entries.length;
    table.move(seat, ply, move);
    this.tell(table, from);
    return { ply: table.moves.length, length: table.entries.length };
  }

  do_back(line, { table: id, try: tries }) {
    const table = this.table(id);
    const seat = table.seatOf(line.person.id);
    must(seat, "not_yours");
    if (tries) return { may: !table.why(seat) };
    const from = table.entries.length;
    table.takeBack(seat);
    this.tell(table, from);
    return { length: table.entries.length };
  }

  do_say(line, { table: id, text }) {
    const table = this.table(id);
    const said = { by: line.person.name, person: line.person.id.slice(0, 8), at: Date.now(), text };
    table.chat.push(said);
    for (const other of this.listeners(table)) other.say({ news: "chat", table: id, ...said });
    return {};
  }

  do_look(line, { table, ply }) {
    return this.table(table).past(line.tables.get(table)?.seat ?? 0, ply);
  }

  do_point(line, { table: id, ply }) {
    for (const other of this.listeners(this.table(id))) if (other !== line) other.say({ news: "point", table: id, ply, by: line.person.name });
    return {};
  }

  do_record(line, { table }) {
    return { record: this.table(table).record() };
  }

  async do_rematch(line, { table: id }) {
    const table = this.table(id);
    must(table.state === "over", "state");
    if (table.rematch) return { table: table.rematch };
    const seats = table.seats.map((seat) => (seat.person ? "open" : seat.bot));
    seats.unshift(seats.pop());
    const next = new Table(this.module, { ...table.plan, seats, salts: undefined }, table.host);
    this.tables.set(next.id, next);
    table.rematch = next.id;
    table.seats.forEach((seat, i) => {
      const moved = next.seats[(i + 1) % table.seats.length];
      if (seat.person) Object.assign(moved, { person: seat.person, name: seat.name });
    });
    const from = table.entries.length;
    table.log("rematch", 0, { table: next.id });
    this.tell(table, from);
    await this.change(next, () => {});
    return { table: next.id };
  }

  do_deal(line, { table: id }) {
    const table = this.table(id);
    const first = table.first ?? table.id;
    const same = [...this.tables.values()].filter((one) => (one.first ?? one.id) === first && one.state === "over");
    return { tables: same.map((one) => ({ table: one.id, seats: this.seatsOf(one), scores: one.engine("look 0").scores })) };
  }

  async do_close(line, { table: id }) {
    const table = this.table(id);
    must(table.host === line.person.id, "not_yours");
    const from = table.entries.length;
    table.state = "closed";
    table.log("closed", 0);
    this.tell(table, from);
    return {};
  }
}

// -- The network --

function serveFile(site, request, response) {
  const name = decodeURIComponent(new URL(request.url, "http://x").pathname).replace(/\/$/, "/index.html").slice(1);
  const file = path.join(site, name);
  const found = file.startsWith(site) && fs.existsSync(file) && fs.statSync(file).isFile();
  response.writeHead(found ? 200 : 404, { "Content-Type": types[name.split(".").pop()] ?? "text/plain; charset=utf-8", "Content-Security-Policy": policy });
  response.end(found ? fs.readFileSync(file) : "404");
}

function enter(hall, request, socket) {
  const line = { person: null, tables: new Map() };
  const heard = async (text) => {
    const asked = JSON.parse(text);
    let answer;
    try {
      answer = { ok: true, ...(await hall.answer(line, asked)) };
    } catch (error) {
      if (!(error instanceof Refusal)) console.error(error);
      answer = { error: error.code ?? "message", text: error.message };
    }
    line.say({ re: asked.id, ...answer });
  };
  const gone = () => {
    hall.lines.delete(line);
    for (const table of hall.tables.values()) if (line.person && table.seatOf(line.person.id)) hall.tellSeats(table);
  };
  const { send, end } = accept(request, socket, "muraille.1", (text) => void heard(text), gone);
  Object.assign(line, { say: (message) => send(JSON.stringify(message)), end });
  hall.lines.add(line);
}

/** { url, port, hall, stop } */
export async function standIn({ port = 0, site = path.join(root, "build/web"), wasm = path.join(root, "build/muraille.wasm"), hall } = {}) {
  hall ??= new Hall(await loadModule(wasm));
  hall.version ??= /MUR_VERSION "(.*)"/.exec(fs.readFileSync(path.join(root, "engine/muraille.h"), "utf8"))[1];
  const server = http.createServer((request, response) => serveFile(site, request, response));
  const sockets = new Set();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("upgrade", (request, socket) => enter(hall, request, socket));
  const timer = setInterval(() => hall.tick(), 250);
  await new Promise((resolve) => server.listen(port, "localhost", resolve));
  const told = server.address().port;
  const stop = async () => {
    clearInterval(timer);
    for (const line of hall.lines) line.say({ news: "bye", why: "restart" });
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://localhost:${told}`, port: told, hall, stop };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log((await standIn({ port: Number(process.argv[2] ?? 8080) })).url);
