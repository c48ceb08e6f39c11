// SPDX-License-Identifier: MIT
// tests/serve.mjs -- `muraille serve` for a test, on a free port.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

const running = new Set();
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/** Runs it until it ends or tells an address: { code, out, err } or { url, port, child, ended, stop }. */
export function serve(program, args = []) {
  const child = spawn(program, ["serve", ...args], { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, MURAILLE_LANG: "en" } });
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
      const port = /http:\/\/\S+:(\d+)/.exec(out)?.[1];
      if (port) resolve({ url: `http://localhost:${port}`, port: Number(port), child, ended, stop });
    });
  });
  return Promise.race([told, ended]);
}

/** As serve(), but a server that does not start is an error. */
export async function mustServe(program, args) {
  const server = await serve(program, args);
  if (!server.url) throw new Error(`the server did not start: ${server.err || `exit code ${server.code}`}`);
  return server;
}
