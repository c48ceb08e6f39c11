// SPDX-License-Identifier: MIT
// tests/postgres.mjs -- a PostgreSQL server for a test: in a temporary folder, on a unix socket, removed after the test.
// PostgreSQL refuses to run as root; then it runs as the user postgres, which its package creates (as in tests/store/backends.c).
import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const versions = "/usr/lib/postgresql";
const newest = () => Math.max(...fs.readdirSync(versions).map(Number).filter(Number.isFinite));
const program = (name) => path.join(versions, String(newest()), "bin", name);

function postgresUser() {
  if (process.getuid() !== 0) return {};
  const of = (flag) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: of("-u"), gid: of("-g") };
}

/** Memory for the data, if there is room (a server needs about 60 MB; /dev/shm of a container often has less), else a disk. The path
 * is short, whatever TMPDIR is: that of a unix socket may have at most 107 characters. */
function dataParent(fsync) {
  if (fsync) return "/tmp";
  try {
    const { bavail, bsize } = fs.statfsSync("/dev/shm");
    fs.accessSync("/dev/shm", fs.constants.W_OK);
    return bavail * bsize > 512 << 20 ? "/dev/shm" : "/tmp";
  } catch {
    return "/tmp";
  }
}

/** A process and its children. */
const processTree = (pid) => [pid, ...fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number)];

/** Creates and starts a server: { folder, address(database, folder), query(database, sql), start(), stop(signal), freeze(), thaw(), remove() }.
 * With fsync its data is on a disk, if there is one, and synchronized. */
export async function postgres({ fsync = false } = {}) {
  const folder = fs.mkdtempSync(path.join(dataParent(fsync), "muraille-postgres-"));
  const as = postgresUser();
  if (as.uid !== undefined) fs.chownSync(folder, as.uid, as.gid);
  let child;
  let frozen = [];
  const signal = (pid, name) => {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (error.code !== "ESRCH") throw error; // it has ended already
    }
  };
  // SIGSTOP stops all of its processes; the kernel still accepts what is sent to them.
  const freeze = () => (frozen = processTree(child.pid)).forEach((pid) => signal(pid, "SIGSTOP"));
  const thaw = () => frozen.splice(0).forEach((pid) => signal(pid, "SIGCONT"));
  const remove = () => {
    thaw();
    child?.kill("SIGKILL");
    child = undefined;
    fs.rmSync(folder, { recursive: true, force: true });
  };
  process.on("exit", remove);
  const options = ["-N", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "-D", "data"];
  execFileSync(program("initdb"), options, { cwd: folder, stdio: "ignore", ...as });

  const address = (database, host = folder) => `postgresql:///${database}?host=${host}&user=postgres`;
  const env = { ...process.env, PGOPTIONS: "-c search_path=muraille" };
  const psql = (database, sql) =>
    spawnSync(program("psql"), ["-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, address(database)], { encoding: "utf8", cwd: folder, env });
  function query(database, sql) {
    const { status, stdout, stderr } = psql(database, sql);
    if (status !== 0) throw new Error(stderr);
    return stdout.trim();
  }
  // Without fsync nothing waits for the disk: most tests do not crash the machine.
  async function start() {
    const durable = fsync ? ["fsync=on", "full_page_writes=on"] : ["fsync=off", "full_page_writes=off"];
    const settings = ["listen_addresses=", ...durable, "shared_buffers=32MB", "deadlock_timeout=100ms"];
    child = spawn(program("postgres"), ["-D", "data", "-k", folder, ...settings.flatMap((one) => ["-c", one])], { cwd: folder, stdio: "ignore", ...as });
    for (let i = 0; psql("postgres", "select 1").status !== 0; i++) {
      if (i > 3600) throw new Error("PostgreSQL did not start");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  async function stop(name = "SIGINT") {
    const ended = new Promise((resolve) => child.on("close", resolve));
    child.kill(name);
    await ended;
  }
  await start();
  return { folder, address, query, start, stop, freeze, thaw, remove };
}
