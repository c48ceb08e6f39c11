// SPDX-License-Identifier: MIT
// The table: seats, board, what happened, what may be done now; and, when the game is over, its review.
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Chart } from "../app/chart";
import { botOf } from "../app/bots";
import { go } from "../app/route";
import { newId, save, type SavedGame } from "../app/saved";
import { SeatMark, seatClass, type Seat } from "../app/seats";
import { Session, type Shown } from "../app/session";
import { useSettings } from "../app/settings";
import { useHeading } from "../app/frame";
import { Icon } from "../art/icons";
import { pack } from "../app/share";
import { play } from "../app/sound";
import { t } from "../app/words";
import type { GameUi } from "../boards/board";
import type { Engine } from "../engine/client";
import type { Chapter, GameInfo } from "../engine/types";
import "./table.css";

interface TableProps {
  engine: Engine;
  thinker: Engine;
  ui: GameUi;
  info: GameInfo;
  game: SavedGame;
  readOnly: boolean;
}

function useSession(props: TableProps): [Session, Shown | null] {
  const [, redraw] = useState(0);
  const session = useMemo(
    () => new Session(props.engine, props.thinker, props.game, props.readOnly),
    [props.engine, props.thinker, props.game.id, props.readOnly],
  );
  useEffect(() => {
    session.changed = () => redraw((n) => n + 1);
    void session.open();
    return () => session.close();
  }, [session]);
  return [session, session.shown];
}

function seatName(player: Seat): string {
  return player.name || t("seat {n}", { n: player.seat });
}

// -- Seats --

function Seats(props: { shown: Shown; players: Seat[]; info: GameInfo }): JSX.Element {
  const { shown, players, info } = props;
  const { position } = shown;
  return (
    <ul class="seats" aria-label={t("Players")}>
      {players.map((player) => {
        const acts = position.to_act.includes(player.seat);
        const wins = position.over && position.winners.includes(player.seat);
        return (
          <li key={player.seat} class={`seat ${seatClass(player.seat)}`} data-acts={acts} data-wins={wins}>
            <SeatMark seat={player.seat} size={26} />
            <span class="seat-name">{seatName(player)}</span>
            {player.bot && <span class="seat-bot">{t(botOf(player.bot).label)}</span>}
            <span class="seat-score" aria-label={info.lowest_wins ? t("Penalty points") : t("Points")}>
              {position.scores[player.seat - 1]}
            </span>
            {acts && <span class="sr-only">{t("to move")}</span>}
            {wins && <span class="seat-wins">{t("winner")}</span>}
          </li>
        );
      })}
    </ul>
  );
}

// -- What happened --

function Log(props: { log: Chapter[]; past: number | null; visit: (ply: number) => void }): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight; // the list alone, never the page
  }, [props.log.length]);
  return (
    <ol class="log" ref={list} aria-label={t("What happened")}>
      {props.log.map((chapter) => (
        <li key={chapter.ply}>
          <button
            type="button"
            class="log-line"
            aria-current={props.past === chapter.ply ? "step" : undefined}
            onClick={() => props.visit(chapter.ply)}
          >
            {chapter.events.map((event) => event.say).join("; ")}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** What changed is spoken once, politely. */
function Announcer(props: { shown: Shown }): JSX.Element {
  const { shown } = props;
  const news = shown.showing ?? shown.recent[shown.recent.length - 1] ?? null;
  const text = shown.refusal || (news ? news.events.map((event) => event.say).join("; ") : "");
  return (
    <p class="sr-only" aria-live="polite" data-announcer>
      {text}
    </p>
  );
}

// -- Between two people at one screen --

function Cover(props: { player: Seat; ready: () => void }): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <section class={`cover ${seatClass(props.player.seat)}`} aria-labelledby="cover-title">
      <SeatMark seat={props.player.seat} size={72} />
      <h2 id="cover-title">{t("It is {name}'s turn.", { name: seatName(props.player) })}</h2>
      <p>{t("Hand over the screen; nobody else should look now.")}</p>
      <button ref={button} type="button" class="button primary" data-ready onClick={props.ready}>
        {t("I am {name}: show my cards", { name: seatName(props.player) })}
      </button>
    </section>
  );
}

// -- Looking back --

function Steps(props: { session: Session; shown: Shown }): JSX.Element {
  const { session, shown } = props;
  const plies = shown.position.plies;
  const at = shown.past ?? plies;
  return (
    <div class="steps" role="group" aria-label={t("Step through the game")}>
      <button type="button" class="button" disabled={at === 0} onClick={() => void session.visit(0)} aria-label={t("first position")}>
        <Icon name="first" />
      </button>
      <button type="button" class="button" disabled={at === 0} onClick={() => void session.visit(at - 1)} aria-label={t("one move back")}>
        <Icon name="back" />
      </button>
      <span class="steps-at">{t("move {n} of {m}", { n: at, m: plies })}</span>
      <button type="button" class="button" disabled={at >= plies} onClick={() => void session.visit(at + 1)} aria-label={t("one move on")}>
        <Icon name="next" />
      </button>
      <button type="button" class="button" disabled={shown.past === null} onClick={() => void session.visit(null)} aria-label={t("last position")}>
        <Icon name="last" />
      </button>
    </div>
  );
}

function download(record: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([record], { type: "text/x-muraille" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function Keepsakes(props: { session: Session; shown: Shown }): JSX.Element {
  const { session, shown } = props;
  const [shared, setShared] = useState("");
  const share = async () => {
    const link = `${location.origin}${location.pathname}#/r/${await pack(await session.record())}`;
    const at = shown.past === null ? "" : `/${shown.past}`;
    try {
      await navigator.clipboard.writeText(link + at);
      setShared(t("The link is in the clipboard. It holds the whole game; nothing is sent anywhere."));
    } catch {
      setShared(link + at);
    }
  };
  const branch = async () => {
    const ply = shown.past ?? shown.position.plies;
    const old = session.game;
    const id = newId();
    const record = await session.recordUpTo(ply);
    save({ ...old, id, record, over: false, plies: ply, changed: Date.now() });
    go("table", id);
  };
  return (
    <div class="keepsakes">
      <button type="button" class="button" onClick={() => void share()}>
        <Icon name="share" />
        {t("Share a link")}
      </button>
      <button
        type="button"
        class="button"
        data-download
        onClick={() => void session.record().then((record) => download(record, `${session.game.game}.mur`))}
      >
        <Icon name="download" />
        {t("Download the record")}
      </button>
      {shown.past !== null && (
        <button type="button" class="button" onClick={() => void branch()}>
          <Icon name="branch" />
          {t("Play on from here")}
        </button>
      )}
      <p class="keepsakes-note" aria-live="polite">
        {shared}
      </p>
    </div>
  );
}

function End(props: { session: Session; shown: Shown }): JSX.Element {
  const { session, shown } = props;
  const winners = shown.position.winners.map((seat) => seatName(session.seat(seat)));
  return (
    <section class="end" aria-labelledby="end-title" data-over>
      <h2 id="end-title">
        {winners.length === 1
          ? t("{name} wins.", { name: winners[0] as string })
          : t("{names} share the victory.", { names: winners.join(", ") })}
      </h2>
      <Chart log={shown.log} players={session.game.players} at={shown.past ?? shown.position.plies} visit={(ply) => void session.visit(ply)} />
    </section>
  );
}

// -- Typed moves, for experts and for tests --

function Typed(props: { session: Session; close: () => void }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <form
      class="typed"
      onSubmit={(event) => {
        event.preventDefault();
        void props.session.play(input.current?.value.trim() ?? "");
        props.close();
      }}
    >
      <label>
        {t("Type a move")} <input ref={input} autocomplete="off" spellcheck={false} onKeyDown={(event) => event.key === "Escape" && props.close()} />
      </label>
    </form>
  );
}

function useKeys(session: Session, type: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const shown = session.shown; // as it is now, not as it was last drawn
      if (!shown || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
      const at = shown.past ?? shown.position.plies;
      const looksBack = shown.past !== null || shown.position.over;
      if (event.key === "/") type();
      else if (event.key === "u") void session.takeBack();
      else if (event.key === "Escape" && shown.past !== null) void session.visit(null);
      else if (looksBack && event.key === "ArrowLeft") void session.visit(at - 1);
      else if (looksBack && event.key === "ArrowRight") void session.visit(at + 1);
      else if (looksBack && event.key === "Home") void session.visit(0);
      else if (looksBack && event.key === "End") void session.visit(null);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [session, type]);
}

/** A sound for what others do, for the own turn, and for the end. */
function useSounds(shown: Shown | null): void {
  const ply = shown?.position.ply ?? 0;
  const over = shown?.position.over ?? false;
  const mine = (shown?.me ?? 0) > 0;
  useEffect(() => {
    if (ply > 0) play(over ? "over" : mine ? "turn" : "move");
  }, [ply, over, mine]);
}

function WhatNow(props: { session: Session; shown: Shown }): JSX.Element {
  const { session, shown } = props;
  const text = shown.position.over
    ? t("The game is over.")
    : shown.past !== null
      ? t("You are looking back at move {n}.", { n: shown.past })
      : shown.me > 0
        ? session.isShared()
          ? t("Your move, {name}.", { name: seatName(session.seat(shown.me)) })
          : t("Your move.")
        : shown.thinking
          ? t("{name} is thinking.", { name: seatName(shown.thinking) })
          : "";
  return (
    <p class="whatnow" data-me={shown.me}>
      {text}
    </p>
  );
}

/** For players who want to be asked before each move. */
function Confirm(props: { say: string; yes: () => void; no: () => void }): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div class="refusal confirm" role="group" aria-label={t("Play this move?")} onKeyDown={(event) => event.key === "Escape" && props.no()}>
      <span>
        {t("Play this move?")} {props.say}
      </span>
      <button ref={button} type="button" class="button primary" onClick={props.yes}>
        {t("Play it")}
      </button>
      <button type="button" class="button" onClick={props.no}>
        {t("Cancel")}
      </button>
    </div>
  );
}

export function Table(props: TableProps): JSX.Element {
  const [session, shown] = useSession(props);
  const { speed, tracker, confirm } = useSettings();
  const [pending, setPending] = useState<string | null>(null);
  const [typing, setTyping] = useState(false);
  const [twin, setTwin] = useState(false);
  const type = useMemo(() => () => setTyping(true), []);
  const heading = useHeading(props.info.name);
  useKeys(session, type);
  useSounds(shown);
  if (!shown) return <p class="loading">{t("One moment ...")}</p>;
  if (shown.cover) return <Cover player={shown.cover} ready={() => void session.uncover()} />;
  const Board = props.ui.Board;
  return (
    <div class="table" data-game={props.info.id} data-ply={shown.position.ply} onClick={() => shown.showing && session.skip()}>
      <Announcer shown={shown} />
      <h1 class="sr-only" ref={heading} tabIndex={-1}>
        {props.info.name}
      </h1>
      <div class="table-main">
        <Seats shown={shown} players={session.game.players} info={props.info} />
        {shown.position.over && <End session={session} shown={shown} />}
        <WhatNow session={session} shown={shown} />
        {shown.refusal && (
          <p class="refusal" role="alert">
            {shown.refusal}{" "}
            <button type="button" class="button quiet" onClick={() => session.forgive()}>
              {t("All right")}
            </button>
          </p>
        )}
        {pending !== null && (
          <Confirm
            say={shown.position.legal.find((one) => one.move === pending)?.say ?? pending}
            yes={() => {
              setPending(null);
              void session.play(pending);
            }}
            no={() => setPending(null)}
          />
        )}
        {twin ? (
          <pre class="twin" tabIndex={0}>
            {shown.position.picture}
          </pre>
        ) : (
          <Board
            position={shown.position}
            players={session.game.players}
            me={shown.past === null ? shown.me : 0}
            legal={shown.past === null && shown.me > 0 ? shown.position.legal : []}
            recent={shown.recent}
            showing={shown.showing}
            speed={speed}
            play={(move) => (confirm ? setPending(move) : void session.play(move))}
            preview={(move) => session.preview(move)}
            refuse={(move) => void session.refuse(move)}
            tracker={tracker}
          />
        )}
        {typing && <Typed session={session} close={() => setTyping(false)} />}
      </div>
      <aside class="table-side">
        <div class="table-tools">
          <button type="button" class="button" data-take-back disabled={!shown.canTakeBack} onClick={() => void session.takeBack()}>
            <Icon name="undo" />
            {t("Take back")}
          </button>
          <button type="button" class="button" aria-pressed={twin} onClick={() => setTwin(!twin)}>
            <Icon name="eye" />
            {t("In words")}
          </button>
          <button type="button" class="button" onClick={type}>
            <Icon name="keys" />
            {t("Type a move")}
          </button>
        </div>
        <Steps session={session} shown={shown} />
        <Log log={shown.log} past={shown.past} visit={(ply) => void session.visit(ply)} />
        <Keepsakes session={session} shown={shown} />
      </aside>
    </div>
  );
}
