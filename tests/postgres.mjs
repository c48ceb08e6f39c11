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

/** Makes and starts one: { address(database), say(database, sql), start(), stop(signal), hang(), resume(), remove() }. */
export async function postgres() {
  const folder = fs.mkdtempSync(path.join(fs.existsSync("/dev/shm") ? "/dev/shm" : os.tmpdir(), "muraille-postgres-"));
  const as = postgresUser();
  if (as.uid !== undefined) fs.chownSync(folder, as.uid, as.gid);
  let child;
  // All of its processes, which live on if only the first is killed while they are stopped.
  const signalAll = (signal) => {
    const pids = child ? [child.pid, ...fs.readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim().split(" ").map(Number)] : [];
    for (const pid of pids) if (pid) process.kill(pid, signal);
  };
  const hang = () => signalAll("SIGSTOP");
  const resume = () => signalAll("SIGCONT");
  const remove = () => {
    if (child?.exitCode === null && child.signalCode === null) resume();
    child?.kill("SIGKILL");
    child = undefined;
    fs.rmSync(folder, { recursive: true, force: true });
  };
  process.on("exit", remove);
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => process.exit(1)); // so that nothing outlives a test
  const options = ["-N", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "-D", "data"];
  execFileSync(program("initdb"), options, { cwd: folder, stdio: "ignore", ...as });

  const address = (database) => `postgresql:///${database}?host=${folder}&user=postgres`;
  const env = { ...process.env, PGOPTIONS: "-c search_path=muraille" };
  const ask = (database, sql) =>
    spawnSync(program("psql"), ["-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, address(database)], { encoding: "utf8", cwd: folder, env });
  function say(database, sql) {
    const { status, stdout, stderr } = ask(database, sql);
    if (status !== 0) throw new Error(stderr);
    return stdout.trim();
  }
  // A crash of the machine is not among the tests, so nothing waits for the disk.
  async function start() {
    const settings = ["listen_addresses=", "fsync=off", "full_page_writes=off", "shared_buffers=32MB", "deadlock_timeout=100ms"];
    child = spawn(program("postgres"), ["-D", "data", "-k", folder, ...settings.flatMap((one) => ["-c", one])], { cwd: folder, stdio: "ignore", ...as });
    for (let i = 0; ask("postgres", "select 1").status !== 0; i++) {
      if (i > 600) throw new Error("PostgreSQL did not start");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  async function stop(signal = "SIGINT") {
    const ended = new Promise((resolve) => child.on("close", resolve));
    child.kill(signal);
    await ended;
  }
  await start();
  return { address, say, start, stop, hang, resume, remove };
}
