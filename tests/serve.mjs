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

// What it keeps is thrown away, unless --data says where.
const kept = fs.mkdtempSync(path.join(os.tmpdir(), "kept-"));
process.on("exit", () => fs.rmSync(kept, { recursive: true, force: true }));
let stores = 0;

/** Runs it until it ends or tells an address: { code, out, err } or { url, port, child, ended, stop }. */
export function serve(program, args = [], { env = {} } = {}) {
  const own = { MURAILLE_LANG: "en", MURAILLE_DATA: path.join(kept, String(stores++)) };
  const child = spawn(program, ["serve", ...args], { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...own, ...env } });
  running.add(child);
  let out = "";
  let err = "";
  child.stderr.on("data", (data) => (err += data));
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
  const told = new Promise((resolve) => {
    child.stdout.on("data", (data) => {
      out += data;
      const port = /https?:\/\/\S+:(\d+)/.exec(out)?.[1];
      if (port) resolve({ url: `http://localhost:${port}`, port: Number(port), child, ended, stop });
    });
  });
  return Promise.race([told, ended]);
}

/** As serve(), but a server that does not start is an error. */
export async function mustServe(program, args, how) {
  const server = await serve(program, args, how);
  if (!server.url) throw new Error(`the server did not start: ${server.err || `exit code ${server.code}`}`);
  return server;
}
