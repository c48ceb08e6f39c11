// SPDX-License-Identifier: MIT
// tests/serve.mjs -- `muraille serve` for a test, on a free port.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

const running = new Set();
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));
for (const name of ["SIGTERM", "SIGINT"]) process.on(name, () => process.exit(1)); // runs the exit handlers, so that no process outlives the test

// Data folders of all servers, removed at exit, also after a signal. A test with --data has its own.
const dataRoot = fs.mkdtempSync(path.join(os.tmpdir(), "serve-"));
process.on("exit", () => fs.rmSync(dataRoot, { recursive: true, force: true }));
let stores = 0;

/** A new folder, whose name begins like this; removed at exit. */
export const makeFolder = (prefix) => fs.mkdtempSync(path.join(dataRoot, prefix));

/** Runs the server until it prints its address or ends: { url, port, child, log(), ended, stop } or { code, signal, out, err }. */
export function serve(program, args = [], { env = {} } = {}) {
  const own = { MURAILLE_LANG: "en", MURAILLE_DATA: path.join(dataRoot, String(stores++)) };
  const child = spawn(program, ["serve", ...args], { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...own, ...env } });
  running.add(child);
  let out = "";
  let err = "";
  child.stderr.on("data", (data) => (err += data));
  const log = () => err;
  const ended = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      running.delete(child);
      resolve({ code, signal, out, err });
    });
  });
  const stop = (signal = "SIGTERM") => {
    child.kill(signal);
    return ended;
  };
  const started = new Promise((resolve) => {
    child.stdout.on("data", (data) => {
      out += data;
      const port = /https?:\/\/\S+:(\d+)/.exec(out)?.[1];
      if (port) resolve({ url: `http://localhost:${port}`, port: Number(port), child, log, ended, stop });
    });
  });
  return Promise.race([started, ended]);
}

/** As serve(), but a server that does not start is an error. */
export async function mustServe(program, args, how) {
  const server = await serve(program, args, how);
  if (!server.url) throw new Error(`the server did not start: ${server.err || `exit code ${server.code}`}`);
  return server;
}
