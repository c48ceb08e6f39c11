// SPDX-License-Identifier: MIT
// tests/time_limit.mjs -- node:test with a time limit for each test. Without one, the name of a test that hangs is not reported before
// Meson ends the whole program (Node's --test-timeout has no effect on a script that is run directly). The limit is
// large, because a busy machine is slow. A test must not block: only code that awaits can be ended.
import * as node from "node:test";

export const LIMIT_MS = 15 * 60 * 1000;
export const { after, before } = node;

/** As in node:test: test(name, run) or test(name, options, run). */
export function test(name, ...rest) {
  const run = rest.pop();
  return node.test(name, { timeout: LIMIT_MS, ...rest[0] }, run);
}
