// SPDX-License-Identifier: MIT
// tests/postgres.mjs -- a PostgreSQL server for a test: in a temporary folder, on a unix socket, gone with the test.
// PostgreSQL does not run as root: then the user postgres, which its package makes, runs it (as in tests/store/places.c).
import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const versions = "/usr/lib/postgresql";
const newest = () => Math.max(...fs.readdirSync(versions).map(Number).filter(Number.isFinite));
const program = (name) => path.join(versions, String(newest()), "bin", name);

function postgresUser() {
  if (process.getuid() !== 0) return {};
  const of = (flag) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: of("-u"), gid: of("-g") };
}

/** A process and its children. */
const family = (pid) => [pid, ...fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number)];

/** Makes and starts one: { folder, address(database, folder), say(database, sql), start(), stop(signal), freeze(), thaw(), remove() }.
 * With fsync it is on a disk, if there is one, and waits for it. */
export async function postgres({ fsync = false } = {}) {
  const folder = fs.mkdtempSync(path.join(!fsync && fs.existsSync("/dev/shm") ? "/dev/shm" : os.tmpdir(), "muraille-postgres-"));
  const as = postgresUser();
  if (as.uid !== undefined) fs.chownSync(folder, as.uid, as.gid);
  let child;
  let frozen = [];
  const signal = (pid, name) => {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (error.code !== "ESRCH") throw error; // it has ended by itself
    }
  };
  // SIGSTOP: none of its processes does anything, and the kernel still takes what is sent to them.
  const freeze = () => (frozen = family(child.pid)).forEach((pid) => signal(pid, "SIGSTOP"));
  const thaw = () => frozen.splice(0).forEach((pid) => signal(pid, "SIGCONT"));
  const remove = () => {
    thaw();
    child?.kill("SIGKILL");
    child = undefined;
    fs.rmSync(folder, { recursive: true, force: true });
  };
  process.on("exit", remove);
  for (const name of ["SIGTERM", "SIGINT"]) process.on(name, () => process.exit(1)); // so that nothing outlives a test
  const options = ["-N", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "-D", "data"];
  execFileSync(program("initdb"), options, { cwd: folder, stdio: "ignore", ...as });

  const address = (database, host = folder) => `postgresql:///${database}?host=${host}&user=postgres`;
  const env = { ...process.env, PGOPTIONS: "-c search_path=muraille" };
  const ask = (database, sql) =>
    spawnSync(program("psql"), ["-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, address(database)], { encoding: "utf8", cwd: folder, env });
  function say(database, sql) {
    const { status, stdout, stderr } = ask(database, sql);
    if (status !== 0) throw new Error(stderr);
    return stdout.trim();
  }
  // Where a crash of the machine is not among the tests nothing waits for the disk.
  async function start() {
    const durable = fsync ? ["fsync=on", "full_page_writes=on"] : ["fsync=off", "full_page_writes=off"];
    const settings = ["listen_addresses=", ...durable, "shared_buffers=32MB", "deadlock_timeout=100ms"];
    child = spawn(program("postgres"), ["-D", "data", "-k", folder, ...settings.flatMap((one) => ["-c", one])], { cwd: folder, stdio: "ignore", ...as });
    for (let i = 0; ask("postgres", "select 1").status !== 0; i++) {
      if (i > 600) throw new Error("PostgreSQL did not start");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  async function stop(name = "SIGINT") {
    const ended = new Promise((resolve) => child.on("close", resolve));
    child.kill(name);
    await ended;
  }
  await start();
  return { folder, address, say, start, stop, freeze, thaw, remove };
}
