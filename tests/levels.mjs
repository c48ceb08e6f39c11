// SPDX-License-Identifier: MIT
// tests/levels.mjs -- the levels of bots, weakest first, as bots/levels.h lists them.
import fs from "node:fs";

const list = fs.readFileSync(new URL("../bots/levels.h", import.meta.url), "utf8");
export const levels = [...list.matchAll(/^ *X\((\w+), N_/gm)].map(([, id]) => id);
