// SPDX-License-Identifier: MIT
// web/words.mjs -- gettext catalogues as JSON: { key: translation }, without what is not translated.

const escapes = { n: "\n", t: "\t", r: "\r", '"': '"', "\\": "\\" };
const unquote = (line) =>
  line.slice(line.indexOf('"') + 1, line.lastIndexOf('"')).replace(/\\(.)/g, (_, c) => escapes[c] ?? c);

/** The entries of a .po file; those that are fuzzy or obsolete do not count, nor does the header. */
export function readPo(text) {
  const words = {};
  for (const block of text.split(/\n[ \t]*\n/)) {
    const lines = block.split("\n").filter((line) => line.trim() !== "");
    if (lines.some((line) => /^#,.*\bfuzzy\b/.test(line))) continue;
    const entry = {};
    let field;
    for (const line of lines) {
      const start = /^(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)\s+"/.exec(line);
      if (start) {
        field = start[1];
        if (field !== "msgid" && field !== "msgstr") throw new Error(`not known here: ${line}`);
        entry[field] = unquote(line);
      } else if (line.startsWith('"') && field) {
        entry[field] += unquote(line);
      } else if (!line.startsWith("#")) {
        throw new Error(`cannot be read: ${line}`);
      }
    }
    if (entry.msgid && entry.msgstr) words[entry.msgid] = entry.msgstr;
  }
  return words;
}
