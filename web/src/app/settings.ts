// SPDX-License-Identifier: MIT
// What a player has set, kept in this browser. Whoever shows a setting subscribes to it with useSettings().
import { useEffect, useState } from "preact/hooks";
import { browserLanguage, type Language } from "./words";

export interface Settings {
  language: Language;
  theme: "auto" | "light" | "dark";
  /** Milliseconds for one step of what others do; 0: no animation, no pause. */
  speed: 0 | 250 | 600 | 1200;
  sounds: boolean;
  /** Ask before every move. */
  confirm: boolean;
  /** Card tracker and deduction grid. */
  tracker: boolean;
  /** Show the keys on the board. */
  keys: boolean;
  /** The player's own name. */
  name: string;
}

const KEY = "muraille.settings";

function defaults(): Settings {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return {
    language: browserLanguage(),
    theme: "auto",
    speed: still ? 0 : 600,
    sounds: false,
    confirm: false,
    tracker: true,
    keys: false,
    name: "",
  };
}

function load(): Settings {
  try {
    return { ...defaults(), ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return defaults();
  }
}

let current = load();
const listeners = new Set<(settings: Settings) => void>();

export function settings(): Settings {
  return current;
}

export function change(part: Partial<Settings>): void {
  current = { ...current, ...part };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // a browser that keeps nothing still plays
  }
  applyTheme();
  for (const listener of listeners) listener(current);
}

export function useSettings(): Settings {
  const [seen, see] = useState(current);
  useEffect(() => {
    listeners.add(see);
    return () => void listeners.delete(see);
  }, []);
  return seen;
}

const dark = matchMedia("(prefers-color-scheme: dark)");

export function applyTheme(): void {
  const theme = current.theme === "auto" ? (dark.matches ? "dark" : "light") : current.theme;
  document.documentElement.dataset.theme = theme;
}

dark.addEventListener("change", applyTheme);
