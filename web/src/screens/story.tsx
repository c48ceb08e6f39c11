// SPDX-License-Identifier: MIT
// What happened, in words: every line leads to its position. What is new to the reader has a heading of its own. On small
// screens the list is a sheet that slides up, and one line of it stays in sight.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { SeatMark } from "../app/seats";
import { t } from "../app/words";
import { Icon, type IconName } from "../art/icons";
import type { Chapter } from "../engine/types";
import "./story.css";

/** Looks at a position of the game; null is the latest. */
export type Visit = (ply: number | null) => void;

/** A chapter in one sentence. */
export function sayChapter(chapter: Chapter): string {
  return chapter.events.map((event) => event.say).join("; ");
}

/** The ply after the reader's latest move, if something happened since; else 0. */
function sinceOf(log: Chapter[], reader: number): number {
  const own = log.filter((chapter) => chapter.seat === reader).pop()?.ply ?? 0;
  return own < log.length ? own : 0;
}

/** The arrow keys walk along the lines; only one of them is in the tab order. */
function walk(event: KeyboardEvent): void {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!by) return;
  const lines = [...(event.currentTarget as HTMLElement).querySelectorAll("button")];
  const next = lines[lines.indexOf(document.activeElement as HTMLButtonElement) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function Line(props: { chapter: Chapter; past: number | null; inTabs: boolean; visit: Visit }): JSX.Element {
  const { chapter } = props;
  return (
    <button
      type="button"
      class="log-line"
      tabIndex={props.inTabs ? 0 : -1}
      aria-current={props.past === chapter.ply ? "step" : undefined}
      onClick={() => props.visit(chapter.ply)}
    >
      {chapter.seat > 0 ? <SeatMark seat={chapter.seat} size={18} /> : <span />}
      <span>
        {chapter.events.map((event, i) => (
          <span key={i} class="log-event">
            {event.say}
          </span>
        ))}
      </span>
    </button>
  );
}

export function Log(props: { log: Chapter[]; reader: number; past: number | null; isOpen: boolean; visit: Visit }): JSX.Element {
  const { log, past, visit } = props;
  const list = useRef<HTMLOListElement>(null);
  const current = past || log.length;
  const since = sinceOf(log, props.reader);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight; // the list alone, never the page
  }, [log.length, props.isOpen]);
  return (
    <ol class="log" ref={list} aria-label={t("What happened")} onKeyDown={walk}>
      {log.map((chapter) => (
        <li key={chapter.ply} class={since > 0 && chapter.ply > since ? "log-new" : undefined}>
          {since > 0 && chapter.ply === since + 1 && <h2 class="log-since">{t("Since your last turn")}</h2>}
          <Line chapter={chapter} past={past} inTabs={chapter.ply === current} visit={visit} />
        </li>
      ))}
    </ol>
  );
}

function Step(props: { icon: IconName; name: string; to: number | null; possible: boolean; visit: Visit }): JSX.Element {
  const { possible, to } = props;
  return (
    <button type="button" class="button" aria-disabled={!possible} onClick={() => possible && props.visit(to)} aria-label={props.name} title={props.name}>
      <Icon name={props.icon} />
    </button>
  );
}

export function Steps(props: { at: number; plies: number; past: number | null; visit: Visit }): JSX.Element {
  const { at, plies, visit } = props;
  return (
    <div class="steps" role="group" aria-label={t("Step through the game")} data-past={props.past !== null}>
      <Step icon="first" name={t("first position")} to={0} possible={at > 0} visit={visit} />
      <Step icon="back" name={t("one move back")} to={at - 1} possible={at > 0} visit={visit} />
      <span class="steps-at">{t("move {n} of {m}", { n: at, m: plies })}</span>
      <Step icon="next" name={t("one move forward")} to={at + 1} possible={at < plies} visit={visit} />
      <Step icon="last" name={t("last position")} to={null} possible={props.past !== null} visit={visit} />
    </div>
  );
}
