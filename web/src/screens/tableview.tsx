// SPDX-License-Identifier: MIT
// The table as it is drawn, here or online: seats, board, what happened, what may be done now; and, when the game is over,
// its review.
import type { ComponentChildren, JSX, RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { go } from "../app/route";
import { newId, save } from "../app/saved";
import type { Showing, Shown } from "../app/showing";
import { useSettings } from "../app/settings";
import { Halo } from "../app/halo";
import { Icon, type IconName } from "../art/icons";
import { pack } from "../app/share";
import { againstBots } from "../app/start";
import { namedFor } from "../app/seats";
import { play } from "../app/sound";
import { t } from "../app/words";
import type { GameUi } from "../boards/board";
import type { GameInfo } from "../engine/types";
import { End } from "./end";
import { HintSlip } from "./hint";
import { ReviewPanel } from "./review";
import { Log, sayChapter, Steps, type Visit } from "./story";
import { seatName, Strip } from "./strip";
import "./tableview.css";

/** What a kind of table adds to all others. */
export interface Additions {
  /** Beside a seat's score. */
  seat?: (seat: number) => ComponentChildren;
  /** Beside what is to be done now. */
  now?: ComponentChildren;
  /** Above the board. */
  notices?: ComponentChildren;
  /** Below the list of what happened. */
  side?: ComponentChildren;
  tools?: ComponentChildren;
  /** At the end, above its review. */
  end?: ComponentChildren;
  /** What to say while others are to move. */
  waiting?: string;
}

interface TableViewProps extends Additions {
  session: Showing;
  shown: Shown;
  ui: GameUi;
  info: GameInfo;
  readOnly: boolean; // nobody here has ever played
  wasOver: boolean; // the end is no news
  heading: RefObject<HTMLHeadingElement>; // of useHeading(): only who comes to the table is led there
  visit?: Visit; // instead of the session's own
}

/** The session, begun; what it shows, and why it cannot begin, if it cannot. */
export function useShown<S extends Showing>(session: S, ply: number | null): [Shown | null, string | null] {
  const [, redraw] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    session.changed = () => redraw((n) => n + 1);
    void session.open().then((reason) => {
      setRefusal(reason);
      if (reason === null && ply !== null) void session.visit(ply);
    });
    return () => session.close();
  }, [session]);
  return [session.shown, session.shown ? null : refusal];
}

/** What changed is spoken once, politely. */
function Announcer(props: { shown: Shown }): JSX.Element {
  const { shown } = props;
  const news = shown.showing ?? shown.recent[shown.recent.length - 1] ?? null;
  const text = shown.refusal || (news ? sayChapter(news) : "");
  return (
    <p class="sr-only" aria-live="polite" data-announcer>
      {text}
    </p>
  );
}

// -- Tools --

function Tool(props: { icon: IconName; name: string; pressed?: boolean; act: () => void }): JSX.Element {
  return (
    <button type="button" class="button table-tool" {...{ [`data-${props.icon}`]: "" }} aria-pressed={props.pressed} aria-label={props.name} title={props.name} onClick={props.act}>
      <Icon name={props.icon} />
    </button>
  );
}

function download(record: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([record], { type: "text/x-muraille" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function Keepsakes(props: { session: Showing; shown: Shown; readOnly: boolean }): JSX.Element {
  const { session, shown } = props;
  const { past } = shown;
  const [shared, setShared] = useState("");
  const share = async () => {
    const link = `${location.origin}${location.pathname}#/r/${await pack(await session.record())}`;
    const at = shown.past === null ? "" : `/${shown.past}`;
    try {
      await navigator.clipboard.writeText(link + at);
      setShared(t("Link copied. It contains the whole game."));
    } catch {
      setShared(link + at);
    }
  };
  const branch = async (ply: number) => {
    const old = session.game;
    const isSeated = !props.readOnly && old.players.some((player) => player.bot === null);
    const names = old.players.map((player) => player.name);
    const players = isSeated ? old.players : againstBots(names, shown.position.to_act[0] ?? 1);
    const id = newId();
    const record = await session.recordUpTo(ply);
    save({ game: old.game, style: old.style, id, record, players, over: false, plies: ply, changed: Date.now() });
    go("table", id);
  };
  return (
    <>
      <Tool icon="share" name={t("Share a link")} act={() => void share()} />
      <Tool
        icon="download"
        name={t("Download the record")}
        act={() => void session.record().then((record) => download(record, `${session.game.game}.mur`))}
      />
      {past !== null && !shown.position.over && (
        <button type="button" class="button" data-play-on onClick={() => void branch(past)}>
          <Icon name="branch" />
          {t("Play from here")}
        </button>
      )}
      <p class="table-note" aria-live="polite">
        {shared}
      </p>
    </>
  );
}

/** Whether the game is over, whatever position is looked at. */
function isOver(shown: Shown): boolean {
  return shown.log[shown.log.length - 1]?.over ?? false;
}

// -- Typed moves, for experts and for tests --

function Typed(props: { session: Showing; close: () => void }): JSX.Element {
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

function useKeys(session: Showing, visit: Visit, type: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const shown = session.shown; // as it is now, not as it was last drawn
      if (!shown || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
      const at = shown.past ?? shown.position.plies;
      const looksBack = shown.past !== null || shown.position.over;
      if (event.key === "/") type();
      else if (event.key === "u") void session.takeBack();
      else if (event.key.toLowerCase() === "h") void session.askHint();
      else if (event.key === "Escape" && shown.hint) session.dismissHint();
      else if (event.key === "Escape" && shown.past !== null) visit(null);
      else if (looksBack && event.key === "ArrowLeft") visit(at - 1);
      else if (looksBack && event.key === "ArrowRight") visit(at + 1);
      else if (looksBack && event.key === "Home") visit(0);
      else if (looksBack && event.key === "End") visit(null);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [session, visit, type]);
}

/** A sound for what is laid or won, for the own turn, and for the end. */
function useSounds(shown: Shown | null): void {
  const ply = shown?.position.ply ?? 0;
  const over = shown?.position.over ?? false;
  const best = Math.max(0, ...(shown?.position.scores ?? []));
  const mine = (shown?.me ?? 0) > 0;
  const before = useRef({ ply: 0, best: 0 });
  useEffect(() => {
    if (before.current.ply > 0 && ply > before.current.ply) play(over ? "over" : best > before.current.best ? "win" : "place");
    before.current = { ply, best };
  }, [ply]);
  useEffect(() => {
    if (mine && ply > 0) play("turn");
  }, [mine]);
}

function WhatNow(props: { session: Showing; shown: Shown; waiting: string | undefined }): JSX.Element {
  const { session, shown } = props;
  const text = shown.position.over
    ? t("The game is over.")
    : shown.past !== null
      ? t("You are viewing move {n}.", { n: shown.past })
      : shown.me > 0
        ? session.isShared()
          ? t("Your move, {name}.", { name: seatName(session.seat(shown.me)) })
          : t("Your move.")
        : shown.thinking
          ? t("{name} is thinking.", { name: seatName(shown.thinking) })
          : (props.waiting ?? "");
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

export function TableView(props: TableViewProps): JSX.Element {
  const { session, shown } = props;
  const { speed, tracker, confirm } = useSettings();
  const [pending, setPending] = useState<string | null>(null);
  const [typing, setTyping] = useState(false);
  const [twin, setTwin] = useState(false);
  const [story, setStory] = useState(false); // whether it is unfolded, where it is folded
  const type = useMemo(() => () => setTyping(true), []);
  const board = useRef<HTMLDivElement>(null);
  const look = useMemo<Visit>(() => props.visit ?? ((ply) => void session.visit(ply)), [session, props.visit]);
  useKeys(session, look, type);
  useSounds(shown);
  const Board = props.ui.Board;
  const players = namedFor(shown.position.seat, session.game.players); // each time: online, a seat changes in place
  const news = shown.showing ?? shown.log[shown.log.length - 1];
  const at = shown.past ?? shown.position.plies;
  const ask = (move: string) => (confirm ? setPending(move) : void session.play(move));
  const noHints = session.whyNoHints();
  const hinted = shown.hint !== "thinking" ? shown.hint?.moves[0]?.move : undefined;
  const visit: Visit = (ply) => {
    setStory(false);
    look(ply);
  };
  return (
    <div class="table" data-game={props.info.id} data-ply={shown.position.ply} data-story={story} onClick={() => shown.showing && session.skip()}>
      <Announcer shown={shown} />
      <h1 class="sr-only" ref={props.heading} tabIndex={-1}>
        {props.info.name}
      </h1>
      <Strip position={shown.position} players={players} info={props.info} ui={props.ui} more={props.seat} />
      <div class="table-now">
        <WhatNow session={session} shown={shown} waiting={props.waiting} />
        <button type="button" class="table-news" title={news ? sayChapter(news) : ""} aria-expanded={story} onClick={() => setStory(!story)}>
          <span class="sr-only">{t("What happened")}: </span>
          <span>{news ? sayChapter(news) : ""}</span>
          <Icon name={story ? "down" : "log"} />
        </button>
        {props.now}
      </div>
      <div class="table-main">
        {props.notices}
        {isOver(shown) && (
          <End log={shown.log} own={shown.position.seat} players={players} info={props.info} at={at} news={!props.wasOver} visit={visit}>
            {props.end}
            <ReviewPanel session={session} plies={shown.log.length} own={shown.position.seat} at={at} visit={visit} />
          </End>
        )}
        {shown.refusal && (
          <p class="refusal" role="alert">
            {shown.refusal}{" "}
            <button type="button" class="button quiet" onClick={() => session.forgive()}>
              {t("Got it")}
            </button>
          </p>
        )}
        <HintSlip hint={shown.hint} players={players} play={ask} dismiss={() => session.dismissHint()} />
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
          <div class="table-board" data-board ref={board}>
            {hinted && <Halo key={hinted} board={board} point={props.ui.touched(hinted)} still={speed === 0} />}
            <Board
              position={shown.position}
              players={players}
              me={shown.past === null ? shown.me : 0}
              legal={shown.past === null && shown.me > 0 ? shown.position.legal : []}
              recent={shown.position.seat > 0 ? shown.recent : shown.recent.slice(-shown.position.seats)}
              log={shown.past === null ? shown.log : shown.log.slice(0, shown.past)}
              showing={shown.showing}
              speed={speed}
              play={ask}
              preview={(move) => session.preview(move)}
              refuse={(move) => void session.refuse(move)}
              tracker={tracker}
            />
          </div>
        )}
        {typing && <Typed session={session} close={() => setTyping(false)} />}
      </div>
      <aside class="table-side">
        <Log log={shown.log} reader={shown.position.seat} past={shown.past} isOpen={story} visit={visit} />
        {props.side}
        <Steps at={at} plies={shown.position.plies} past={shown.past} visit={visit} />
        <div class="table-tools">
          <button type="button" class="button" data-take-back aria-disabled={!shown.canTakeBack} onClick={() => void session.takeBack()}>
            <Icon name="undo" />
            {t("Take back")}
          </button>
          {session.givesHints() && noHints && (
            <p class="table-note" data-no-hints>
              {noHints}
            </p>
          )}
          {session.givesHints() && !noHints && (
            <button type="button" class="button" data-hint aria-disabled={shown.me === 0} aria-expanded={shown.hint !== null} aria-keyshortcuts="Shift+H" onClick={() => void session.askHint()}>
              <Icon name="hint" />
              {t("Hint")}
            </button>
          )}
          <Tool icon="eye" name={t("In words")} pressed={twin} act={() => setTwin(!twin)} />
          <Tool icon="keys" name={t("Type a move")} act={type} />
          {session.hasRecord() && <Keepsakes session={session} shown={shown} readOnly={props.readOnly} />}
          {props.tools}
        </div>
      </aside>
    </div>
  );
}
