// SPDX-License-Identifier: MIT
// tests/server/move_test.mjs PROGRAM -- a server's store is migrated to the other kind and back, and restored from a backup, in the middle
// of games; and the errors of `muraille admin` for missing stores.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after, test } from "../time_limit.mjs";
import { postgres } from "../postgres.mjs";
import { Party } from "./party.mjs";
import { checkFile, checkLogs, place, program, start } from "./servers.mjs";

const nTables = 6;
const database = await postgres();
after(() => database.remove());
const admin = (...args) => spawnSync(program, ["admin", ...args], { encoding: "utf8", env: { ...process.env, MURAILLE_LANG: "en" } });

function mustAdmin(...args) {
  const { status, stdout, stderr } = admin(...args);
  assert.equal(status, 0, stderr);
  return Object.fromEntries(stdout.trim().split("\n").filter(Boolean).map((line) => line.split(" ")));
}

test("games continue after a store was migrated to PostgreSQL and back and restored from a backup", async () => {
  for (const name of ["moved", "restored"]) database.query("postgres", `create database ${name}`);
  const files = ["first.db", "second.db", "copy.db"].map((name) => path.join(place, name));
  const stores = [files[0], database.address("moved"), files[1], database.address("restored")];
  const servers = await start(stores[0]);
  const party = new Party(() => servers.port(), nTables);
  for (let i = 0; i < stores.length; i++) {
    await party.moves(10 * nTables);
    await servers.stop();
    const next = stores[i + 1];
    if (!next) break;
    if (i < 2) {
      const n = mustAdmin("migrate", "--from", stores[i], "--to", next);
      assert.ok(n.people > 0 && n.sessions > 0 && n.tables >= nTables && n.entries > 10 * nTables, JSON.stringify(n));
      assert.equal(admin("migrate", "--from", stores[i], "--to", next).status, 2, "only an empty store is filled");
    } else {
      mustAdmin("backup", files[2], "--store", stores[i]);
      mustAdmin("restore", files[2], "--store", next);
      const again = admin("restore", files[2], "--store", next);
      assert.equal(again.status, 2);
      assert.match(again.stderr, /empty/);
    }
    servers.store = next;
    await servers.start();
  }
  await servers.start();
  await party.close(program);
  await servers.stop();
  files.slice(0, 2).forEach(checkFile);
  for (const name of ["moved", "restored"]) checkLogs((sql) => database.query(name, sql));
});

test("a backup is restored into a new file or into PostgreSQL", () => {
  database.query("postgres", "create database target");
  const data = path.join(place, "new-data");
  const copy = path.join(place, "copy.db");
  const tables = (...where) => admin("list", ...where).stdout;
  mustAdmin("restore", copy, "--data", data);
  assert.ok(tables("--data", data).length > 0);
  assert.equal(tables("--data", data), tables("--store", copy));
  mustAdmin("restore", copy, "--store", database.address("target"));
  assert.equal(tables("--store", database.address("target")), tables("--store", copy));
});

test("a missing store is named in the error, and not created", () => {
  const nowhere = path.join(place, "mistyped");
  const words = { list: [], backup: [path.join(place, "empty.db")], export: ["Anna", path.join(place, "games")], delete: ["Anna"], close: ["w3VbZ0kq0uQmB6cXn1Yh2A"] };
  for (const [command, args] of Object.entries(words)) {
    const { status, stderr } = admin(command, ...args, "--data", nowhere);
    assert.equal(status, 2, `${command}: ${stderr}`);
    assert.ok(stderr.includes(nowhere), stderr);
    assert.equal(admin(command, ...args, "--store", path.join(nowhere, "store.db")).status, 2, command);
  }
  assert.equal(fs.existsSync(nowhere), false);
  assert.equal(fs.existsSync(path.join(place, "empty.db")), false);

  database.query("postgres", "create database bare");
  const bare = admin("list", "--store", database.address("bare"));
  assert.equal(bare.status, 2);
  assert.match(bare.stderr, /this database is not a Muraille database/);
  assert.equal(database.query("bare", "select count(*) from pg_namespace where nspname = 'muraille'"), "0");

  for (const args of [["restore", nowhere, "--data", nowhere], ["migrate", "--from", nowhere, "--to", `${nowhere}.db`], ["migrate", "--from", nowhere], ["migrate"], ["restore"]])
    assert.equal(admin(...args).status, 2, args.join(" "));
  assert.equal(fs.existsSync(nowhere), false);
  assert.equal(fs.existsSync(`${nowhere}.db`), false);
});

test("a file that is not a database is reported", () => {
  const textFile = path.join(place, "diary.txt");
  fs.writeFileSync(textFile, "this is a diary\n".repeat(1000));
  const { status, stderr } = admin("list", "--store", textFile);
  assert.equal(status, 1);
  assert.match(stderr, /file is not a database/);
});
