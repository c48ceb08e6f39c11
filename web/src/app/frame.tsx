// SPDX-License-Identifier: MIT
// What surrounds every screen: the name, the ways to the rules and the settings, the language; at the foot whose games
// these are. A screen calls useHeading() for its title: it names the page and takes the focus when the screen changes.
import type { ComponentChildren, JSX, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon, Seal, Wordmark } from "../art/icons";
import type { GameInfo } from "../engine/types";
import { change, useSettings } from "./settings";
import { languages, t, type Language } from "./words";
import "./frame.css";

let opened = false; // the first screen leaves the focus where the browser has it
let title = "Muraille";
let waiting = 0; // tables that wait for this player

function nameDocument(): void {
  document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${title === "Muraille" ? title : `${title} · Muraille`}`;
}

/** So many tables wait for this player: the title of the page tells it. */
export function setWaiting(tables: number): void {
  waiting = tables;
  nameDocument();
}

/** Names the page; put the ref on the screen's <h1 tabIndex={-1}>, which may come later: tell when it is `drawn`. */
export function useHeading(name: string, drawn = true): RefObject<HTMLHeadingElement> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title = name;
    nameDocument();
  }, [name]);
  useEffect(() => {
    if (!drawn) return;
    if (opened) {
      scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
    opened = true;
  }, [drawn]);
  return heading;
}

// -- The head --

/** The rules of each game, unfolded on demand; closes like any menu. */
function RulesMenu(props: { games: GameInfo[] }): JSX.Element {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const details = menu.current;
      if (!details?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        details.querySelector("summary")?.focus();
      } else if (event.type === "pointerdown" && details.contains(event.target as Node)) return;
      details.open = false;
    };
    const events = ["pointerdown", "keydown", "hashchange"] as const;
    for (const name of events) addEventListener(name, close);
    return () => {
      for (const name of events) removeEventListener(name, close);
    };
  }, []);
  const leave = (event: FocusEvent) => {
    if (menu.current && event.relatedTarget && !menu.current.contains(event.relatedTarget as Node)) menu.current.open = false;
  };
  return (
    <details class="frame-menu" ref={menu} onFocusOut={leave}>
      <summary class="frame-link">
        <Icon name="rules" />
        <span class="frame-word">{t("Rules")}</span>
      </summary>
      <ul>
        {props.games.map((game) => (
          <li key={game.id}>
            <a href={`#/rules/${game.id}`}>{game.name}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The browser's own list, laid over a small label: it opens as lists do on every device. */
function LanguageChoice(): JSX.Element {
  const { language } = useSettings();
  return (
    <span class="frame-link frame-language">
      <Icon name="language" />
      <span aria-hidden="true">{language.toUpperCase()}</span>
      <select
        aria-label={t("Language")}
        value={language}
        onChange={(event) => change({ language: event.currentTarget.value as Language })}
      >
        {Object.entries(languages).map(([id, name]) => (
          <option key={id} value={id} lang={id}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}

function Head(props: { games: GameInfo[] }): JSX.Element {
  return (
    <header class="frame-head">
      <a class="frame-home" href="#/" aria-label={t("Muraille, home page")}>
        <Seal size={34} />
        <Wordmark />
      </a>
      <nav class="frame-nav" aria-label={t("Pages")}>
        <a class="frame-link" href="#/online">
          <Icon name="friends" />
          <span class="frame-word">{t("With friends")}</span>
        </a>
        <RulesMenu games={props.games} />
        <a class="frame-link" href="#/settings">
          <Icon name="settings" />
          <span class="frame-word">{t("Settings")}</span>
        </a>
        <LanguageChoice />
      </nav>
    </header>
  );
}

// -- The foot --

function Foot(props: { games: GameInfo[]; isOnline: boolean }): JSX.Element {
  return (
    <footer class="frame-foot">
      <ul class="frame-credits" aria-label={t("Credits")}>
        {props.games.map((game) => (
          <li key={game.id}>
            <cite>{game.name}</cite> {game.credit}
          </li>
        ))}
      </ul>
      <p>
        {t("Muraille is not affiliated with these designers and publishers. All drawings and texts are our own.")}{" "}
        {t("It is free software under the MIT licence.")} {!props.isOnline && t("Nothing you do here leaves this browser.")}
      </p>
    </footer>
  );
}

/** `foot` is left out where every line of the window counts, as at a table; what is online leaves the browser. `notice` is
 * shown over the page, which keeps its place. */
export function Frame(props: { games: GameInfo[]; foot: boolean; isOnline: boolean; notice: string; children: ComponentChildren }): JSX.Element {
  const main = useRef<HTMLElement>(null);
  const skip = (event: Event) => {
    event.preventDefault(); // the address belongs to the router
    main.current?.focus();
    main.current?.scrollIntoView();
  };
  return (
    <div class="frame">
      <a class="frame-skip" href="#main" onClick={skip}>
        {t("Skip to the content")}
      </a>
      <Head games={props.games} />
      <p class="frame-notice" role="status">
        {props.notice}
      </p>
      <main id="main" class="frame-main" ref={main} tabIndex={-1}>
        {props.children}
      </main>
      {props.foot && <Foot games={props.games} isOnline={props.isOnline} />}
    </div>
  );
}
