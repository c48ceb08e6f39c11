// SPDX-License-Identifier: MIT
// web/languages.mjs -- reads po/languages.h, the list of our languages, for the build and for tests.
import fs from "node:fs";

/** { en: "English", fr: "Français", ... } in the order of the list. */
export const languages = Object.fromEntries(
  [...fs.readFileSync(new URL("../po/languages.h", import.meta.url), "utf8").matchAll(/^\s*X\((\w+), "([^"]+)"\)/gm)].map(([, id, name]) => [id, name]),
);

/** Those with a catalogue of their own: all but English. */
export const translated = Object.keys(languages).filter((id) => id !== "en");
