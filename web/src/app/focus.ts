// SPDX-License-Identifier: MIT
// The focus is never lost: when what had it leaves the page, it goes back to the latest thing that had it before and is
// still there, or to the first thing on the board, or at least to the content. Whoever plays by keyboard stays where they are.

const REMEMBERED = 12;
const first = ":is(button, a, [tabindex='0']):not([tabindex='-1'])";

let past: HTMLElement[] = []; // what had the focus, the latest last

function isThere(element: HTMLElement): boolean {
  return element.isConnected && element.getClientRects().length > 0 && !element.matches(":disabled");
}

function goBack(content: HTMLElement): void {
  const before = [...past].reverse().find((element) => element !== content && content.contains(element) && isThere(element));
  const board = content.querySelector<HTMLElement>(`[data-board] ${first}`);
  (before ?? board ?? content).focus({ preventScroll: true });
}

/** Watches over the focus from now on; `content` names the part of the page that changes. */
export function keepFocus(content: string): void {
  addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement) past = [...past.filter((element) => element !== target), target].slice(-REMEMBERED);
  });
  const watch = new MutationObserver(() => {
    const latest = past[past.length - 1];
    if (!latest || latest.isConnected || document.activeElement !== document.body) return;
    const main = document.querySelector<HTMLElement>(content);
    if (main) goBack(main);
  });
  watch.observe(document.body, { childList: true, subtree: true });
}
