// SPDX-License-Identifier: MIT
// The first page: three pictures, a click on one of them and you play. Below it what you left unfinished, and the way in
// for records from elsewhere.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { usualLevel } from "../app/bots";
import { useHeading } from "../app/frame";
import { forget, savedGames, type SavedGame } from "../app/saved";
import { SeatMark, type Seat } from "../app/seats";
import { settings, useSettings } from "../app/settings";
import { openRecord, startGame } from "../app/start";
import { t } from "../app/words";
import { Icon } from "../art/icons";
import { Mountains } from "../art/mountains";
import type { GameUi } from "../boards/board";
import type { Engine } from "../engine/client";
import type { GameInfo } from "../engine/types";
import { Asking, Reason, tidyName } from "./forms";
import { botNames } from "./names";
import "./home.css";

// -- The games --

/** How many sit down when somebody just wants to play. */
const companies: Record<string, number> = { "chinesische-mauer": 3, "die-mauer": 4, "chang-cheng": 3 };

export function companyOf(game: GameInfo): number {
  return companies[game.id] ?? game.seats_min;
}

function pitch(id: string): string {
  switch (id) {
    case "chinesische-mauer":
      return t("Lay cards, lead a site when your turn begins, and take its fame.");
    case "die-mauer":
      return t("Everyone hides a piece in a fist. Guess the master's piece, and build it yourself.");
    case "chang-cheng":
      return t("Build one wall together, rule the provinces, leave the Mongols to others.");
    default:
      return "";
  }
}

function playNow(engine: Engine, game: GameInfo): Promise<string | null> {
  const names = botNames(companyOf(game));
  const players = names.map((name, i): Seat => {
    const mine = i === 0;
    return { seat: i + 1, name: mine ? tidyName(settings().name) : name, bot: mine ? null : usualLevel };
  });
  return startGame(engine, { game: game.id, players, options: {} });
}

function Game(props: { game: GameInfo; ui: GameUi; busy: boolean; play: () => void }): JSX.Element {
  const { game, ui } = props;
  return (
    <article class="home-game" aria-labelledby={`name-${game.id}`}>
      <div class="home-picture">
        <ui.Picture />
      </div>
      <div class="home-words">
        <h2 id={`name-${game.id}`}>{game.name}</h2>
        <p class="home-facts">
          {t("{least}-{most} players, {minutes} minutes", {
            least: game.seats_min,
            most: game.seats_max,
            minutes: ui.minutes,
          })}
        </p>
        <p class="home-pitch">{pitch(game.id)}</p>
      </div>
      <div class="home-ways">
        <button type="button" class="button primary home-play" aria-disabled={props.busy} onClick={props.play}>
          <Icon name="play" />
          {t("Play now")}
          <span class="sr-only">: {game.name}</span>
        </button>
        <ul class="home-more">
          <li>
            <a href={`#/online/new/${game.id}`}>
              {t("With friends")}
              <span class="sr-only">: {game.name}</span>
            </a>
          </li>
          <li>
            <a href={`#/new/${game.id}`}>
              {t("On this screen")}
              <span class="sr-only">: {game.name}</span>
            </a>
          </li>
          <li>
            <a href={`#/learn/${game.id}`}>
              {t("Learn")}
              <span class="sr-only">: {game.name}</span>
            </a>
          </li>
          <li>
            <a href={`#/rules/${game.id}`}>
              {t("Rules")}
              <span class="sr-only">: {game.name}</span>
            </a>
          </li>
        </ul>
      </div>
    </article>
  );
}

// -- Games in this browser --

function Kept(props: { saved: SavedGame; game: GameInfo; remove: () => void }): JSX.Element {
  const { saved, game } = props;
  const { language } = useSettings();
  const date = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(saved.changed);
  const names = saved.players.map((player) => player.name || t("seat {n}", { n: player.seat }));
  return (
    <li class="home-kept">
      <a href={`#/table/${saved.id}`}>
        <span class="home-kept-game">{game.name}</span>
        <span class="home-kept-players">
          {saved.players.map((player, i) => (
            <span key={player.seat}>
              <SeatMark seat={player.seat} size={16} />
              {names[i]}
            </span>
          ))}
        </span>
        <span class="home-kept-facts">
          {saved.over ? t("finished") : t("moves made: {n}", { n: saved.plies })}
          {" · "}
          <time dateTime={new Date(saved.changed).toISOString()}>{date}</time>
        </span>
      </a>
      <Asking
        label={<Icon name="remove" />}
        name={t("Delete {game}, {date}", { game: game.name, date })}
        quiet
        question={t("Delete this game permanently?")}
        yes={t("Delete")}
        act={props.remove}
      />
    </li>
  );
}

function Shelf(props: { games: GameInfo[] }): JSX.Element | null {
  const [kept, setKept] = useState(savedGames);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const changed = () => setKept(savedGames()); // by another window of ours
    addEventListener("storage", changed);
    return () => removeEventListener("storage", changed);
  }, []);
  const list = (games: SavedGame[]) => (
    <ul class="home-shelf">
      {games.map((saved) => {
        const game = props.games.find((one) => one.id === saved.game);
        const remove = () => {
          forget(saved.id);
          setKept(savedGames());
          title.current?.focus();
        };
        return game && <Kept key={saved.id} saved={saved} game={game} remove={remove} />;
      })}
    </ul>
  );
  const going = kept.filter((saved) => !saved.over);
  const over = kept.filter((saved) => saved.over);
  return (
    <section class="home-part" aria-labelledby="home-continue">
      <h2 id="home-continue" ref={title} tabIndex={-1}>
        {t("Continue")}
      </h2>
      {going.length > 0 ? list(going) : <p class="home-none">{t("Unfinished games are saved in this browser after every move.")}</p>}
      {over.length > 0 && (
        <details class="home-over">
          <summary>{t("Finished games: {n}", { n: over.length })}</summary>
          {list(over)}
        </details>
      )}
    </section>
  );
}

// -- Records from elsewhere --

/** Calls back with a file that is dropped anywhere on the page; tells whether one hovers above it. */
function useDrop(dropped: (file: File) => void): boolean {
  const [above, setAbove] = useState(false);
  const latest = useRef(dropped);
  latest.current = dropped;
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      setAbove(true);
    };
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) setAbove(false);
    };
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      setAbove(false);
      if (!file) return;
      event.preventDefault();
      latest.current(file);
    };
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, []);
  return above;
}

/** The reason as openRecord gives it, "12: reason", in a sentence. */
function refusalOf(file: string, answer: string): string {
  const found = /^(\d+): (.*)$/s.exec(answer);
  return found
    ? t("{file} cannot be opened. Line {n}: {reason}", { file, n: found[1] ?? "", reason: found[2] ?? "" })
    : t("{file} cannot be opened: {reason}", { file, reason: answer });
}

export function Home(props: { engine: Engine; uis: GameUi[]; games: GameInfo[] }): JSX.Element {
  const { engine, uis, games } = props;
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const heading = useHeading("Muraille");
  const file = useRef<HTMLInputElement>(null);

  const play = async (game: GameInfo) => {
    if (busy) return;
    setBusy(true);
    setReason(await playNow(engine, game));
    setBusy(false);
  };
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    setRefused(null);
    const answer = await openRecord(engine, await chosen.text());
    if (answer) setRefused(refusalOf(chosen.name, answer));
    if (file.current) file.current.value = "";
  };
  const above = useDrop((dropped) => void read(dropped));

  return (
    <div class="home">
      <div class="home-hero">
        <Mountains />
        <div class="home-title">
          <h1 ref={heading} tabIndex={-1}>
            {t("Three games about a wall")}
          </h1>
          <p>{t("Choose one and play. No account, nothing to install.")}</p>
        </div>
      </div>
      <div class="home-body">
        <Reason text={reason} />
        <div class="home-games">
          {games.map((game) => {
            const ui = uis.find((one) => one.id === game.id);
            return ui && <Game key={game.id} game={game} ui={ui} busy={busy} play={() => void play(game)} />;
          })}
        </div>
        <div class="home-below">
          <Shelf games={games} />
          <section class="home-part" aria-labelledby="home-open">
            <h2 id="home-open">{t("Open a record")}</h2>
            <p class="home-none">{t("Choose a .mur file here, or drop it anywhere on this page.")}</p>
            <button type="button" class="button" onClick={() => file.current?.click()}>
              <Icon name="open" />
              {t("Choose a file")}
            </button>
            <input
              ref={file}
              type="file"
              accept=".mur,text/x-muraille,text/plain"
              hidden
              aria-label={t("Open a record")}
              onChange={(event) => void read(event.currentTarget.files?.[0])}
            />
            <Reason text={refused} />
          </section>
        </div>
      </div>
      {above && <div class="home-drop">{t("Drop to open this record")}</div>}
    </div>
  );
}
