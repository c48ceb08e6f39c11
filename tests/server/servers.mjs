// SPDX-License-Identifier: MIT
// tests/server/servers.mjs -- several processes of `muraille serve` on one store, with limits that allow a whole test from one
// address, and checks of a store afterwards.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { mustServe } from "../serve.mjs";

export const program = path.resolve(process.argv[2]);
export const place = fs.mkdtempSync(path.join(os.tmpdir(), "servers-"));
process.on("exit", () => fs.rmSync(place, { recursive: true, force: true }));
const web = path.join(place, "web");
fs.mkdirSync(web);
fs.writeFileSync(path.join(web, "index.html"), "<!doctype html><title>Muraille</title>");
const free = ["requests", "newcomers", "per-address", "tables-per-person", "tables-per-address"].flatMap((name) => ["--set", `${name}=100000`]);

/** Starts n servers on one store. */
export async function start(store, n = 1, ...args) {
  const servers = new Servers(store, n, args);
  for (let i = 0; i < n; i++) await servers.start(i);
  return servers;
}

class Servers {
  constructor(store, n, args) {
    this.store = store;
    this.args = args;
    this.all = Array(n).fill(null); // null: not running
  }
  async start(i = 0) {
    this.all[i] = await mustServe(program, ["--port", "0", "--web", web, "--store", this.store, "--set", "bot-threads=1", ...free, ...this.args]);
  }
  async kill(i = 0) {
    const server = this.all[i];
    this.all[i] = null;
    const { err } = await server.stop("SIGKILL");
    assert.doesNotMatch(err, /level=error|Sanitizer|runtime error/);
  }
  /** Stops all of them with SIGTERM; returns their logs. */
  async stop() {
    const ends = [];
    for (const server of this.all) ends.push(await server.stop());
    for (const { code, err } of ends) assert.equal(code, 0, err);
    return ends.map(({ err }) => err).join("");
  }
  /** The port of a random running server. */
  port() {
    const alive = this.all.filter(Boolean);
    if (alive.length === 0) throw new Error("no server is running");
    return alive[Math.floor(Math.random() * alive.length)].port;
  }
}

/** Asserts that logs have no gaps and the length that their tables have. `query` runs one statement. */
export function checkLogs(query) {
  const counts = "(select nr, count(*) as c, count(distinct n) as d, min(n) as a, max(n) as b from log group by nr)";
  assert.equal(query(`select count(*) from ${counts} l where a <> 0 or c <> b + 1 or d <> c`), "0", "a gap in a log");
  assert.equal(query(`select count(*) from pulse left join ${counts} l on l.nr = pulse.nr where length <> coalesce(c, 0)`), "0", "a log's length");
  assert.equal(query("select count(*) from log left join tab on tab.nr = log.nr where tab.nr is null"), "0", "a log without a table");
}

export function checkFile(file) {
  const query = (sql) => execFileSync("sqlite3", [file, sql], { encoding: "utf8" }).trim();
  assert.equal(query("pragma integrity_check"), "ok");
  assert.equal(query("pragma foreign_key_check"), "");
  checkLogs(query);
}
