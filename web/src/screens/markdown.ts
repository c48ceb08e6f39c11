// SPDX-License-Identifier: MIT
// As much Markdown as the rules use: headings, paragraphs, lists, tables, code, emphasis. Text becomes a tree; whoever shows
// it decides how it looks. Nothing of it is ever taken for HTML.

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "emphasis" | "strong"; inlines: Inline[] };

export type Block =
  | { kind: "heading"; level: number; id: string; inlines: Inline[] }
  | { kind: "paragraph"; inlines: Inline[] }
  | { kind: "list"; ordered: boolean; items: Block[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "code"; text: string };

export function inlinesOf(text: string): Inline[] {
  const inlines: Inline[] = [];
  let rest = text;
  while (rest) {
    const found = /`([^`]+)`|\*\*(\S(?:[\s\S]*?\S)?)\*\*|\*(\S(?:[\s\S]*?\S)?)\*/.exec(rest);
    if (!found) break;
    if (found.index > 0) inlines.push({ kind: "text", text: rest.slice(0, found.index) });
    if (found[1] !== undefined) inlines.push({ kind: "code", text: found[1] });
    else if (found[2] !== undefined) inlines.push({ kind: "strong", inlines: inlinesOf(found[2]) });
    else inlines.push({ kind: "emphasis", inlines: inlinesOf(found[3] ?? "") });
    rest = rest.slice(found.index + found[0].length);
  }
  if (rest) inlines.push({ kind: "text", text: rest });
  return inlines;
}

export function plainOf(inlines: Inline[]): string {
  return inlines.map((one) => ("text" in one ? one.text : plainOf(one.inlines))).join("");
}

function idOf(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

const cellsOf = (line: string): Inline[][] =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => inlinesOf(cell.trim()));

const HEADING = /^(#{1,6}) +(.*)$/;
const ITEM = /^( *)([-*]|\d+\.) +(.*)$/;
const RULE = /^\|[-| :]+\|$/;
const FENCE = /^```/;

export function blocksOf(text: string): Block[] {
  return read(text.replace(/\r/g, "").split("\n"));
}

function read(lines: string[]): Block[] {
  const blocks: Block[] = [];
  let i = 0;
  const line = (): string | undefined => lines[i];
  const starts = (one: string): boolean =>
    one.trim() === "" || HEADING.test(one) || ITEM.test(one) || one.startsWith("|") || FENCE.test(one);

  while (i < lines.length) {
    const now = line() ?? "";
    const heading = HEADING.exec(now);
    if (now.trim() === "") i++;
    else if (heading) {
      const inlines = inlinesOf(heading[2] ?? "");
      blocks.push({ kind: "heading", level: (heading[1] ?? "").length, id: idOf(plainOf(inlines)), inlines });
      i++;
    } else if (FENCE.test(now)) {
      const code: string[] = [];
      for (i++; i < lines.length && !FENCE.test(line() ?? ""); i++) code.push(line() ?? "");
      i++;
      blocks.push({ kind: "code", text: code.join("\n") });
    } else if (now.startsWith("|")) {
      const rows: string[] = [];
      for (; line()?.startsWith("|"); i++) rows.push(line() ?? "");
      const ruled = RULE.test((rows[1] ?? "").trim());
      blocks.push({ kind: "table", head: ruled ? cellsOf(rows[0] ?? "") : [], rows: rows.slice(ruled ? 2 : 0).map(cellsOf) });
    } else if (ITEM.test(now)) blocks.push(list());
    else {
      const words: string[] = [];
      do words.push((line() ?? "").trim());
      while (++i < lines.length && !starts(line() ?? ""));
      blocks.push({ kind: "paragraph", inlines: inlinesOf(words.join(" ")) });
    }
  }
  return blocks;

  /** Items at one depth; what is indented below an item belongs to it. */
  function list(): Block {
    const depth = (ITEM.exec(line() ?? "")?.[1] ?? "").length;
    const ordered = /^ *\d/.test(line() ?? "");
    const items: Block[][] = [];
    for (let item = ITEM.exec(line() ?? ""); item && (item[1] ?? "").length === depth; item = ITEM.exec(line() ?? "")) {
      const own = [item[3] ?? ""];
      for (i++; i < lines.length; i++) {
        const more = line() ?? "";
        const indent = more.length - more.trimStart().length;
        const goesOn = more.trim() === "" ? /^ {2,}\S/.test(lines[i + 1] ?? "") : indent > depth;
        if (!goesOn) break;
        own.push(more.slice(Math.min(indent, depth + 2)));
      }
      items.push(read(own));
    }
    return { kind: "list", ordered, items };
  }
}
