// SPDX-License-Identifier: MIT
// The first game, guided: a real game on the real engine, one idea at a time. The learner makes the moves; what the others
// do was written down beforehand. Nothing here knows the game: a lesson names the moves it waits for.
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { usualLevel } from "../app/bots";
import { useHeading } from "../app/frame";
import { Halo } from "../app/halo";
import type { Seat } from "../app/seats";
import { settings, useSettings } from "../app/settings";
import { t } from "../app/words";
import { Icon } from "../art/icons";
import type { GameUi, Lesson, LessonStep } from "../boards/board";
import type { Engine } from "../engine/client";
import { isRefusal, type Chapter, type GameInfo, type Position } from "../engine/types";
import { tidyName } from "./forms";
import { botNames } from "./names";
import { Strip } from "./strip";
import "./learn.css";

// -- The course of a lesson --

interface Shown {
  position: Position;
  log: Chapter[];
  recent: Chapter[];
  showing: Chapter | null;
  players: Seat[];
}

interface Played {
  seat: number;
  move: string;
}

/** Reads "2 draw" as in records. */
function playedOf(line: string): Played {
  const [seat = "", ...words] = line.split(" ");
  return { seat: Number(seat), move: words.join(" ") };
}

/** One run through a lesson. It tells `changed` whenever there is something new to draw. */
class Course {
  step = 0;
  shown: Shown | null = null;
  busy = true;
  note = ""; // what to say about the last attempt
  changed: () => void = () => {};
  private closed = false;
  private before: Played[][] = []; // by step: all moves of the lesson before it
  private played: Played[] = [];
  private since = 0; // the ply after the learner's last move
  private players: Seat[] = [];

  constructor(
    private readonly engine: Engine,
    private readonly lesson: Lesson,
    private readonly steps: (chapter: Chapter) => number,
  ) {}

  get now(): LessonStep | undefined {
    return this.lesson.steps[this.step];
  }

  get over(): boolean {
    return this.shown !== null && this.step >= this.lesson.steps.length;
  }

  close(): void {
    this.closed = true;
  }

  /** Sets up the position before a step that has been reached already. */
  async visit(step: number): Promise<void> {
    this.busy = true;
    this.note = "";
    const played = this.before[step] ?? [];
    const about = await this.engine.read(this.lesson.record);
    if (isRefusal(about)) return this.fail(about.error);
    if (this.players.length === 0) {
      const names = botNames(about.seats);
      this.players = names.map((name, i): Seat => {
        const seat = i + 1;
        const mine = seat === this.lesson.seat;
        const named = about.tags[`player${seat}`];
        return { seat, name: mine ? tidyName(settings().name) || t("You") : (named ?? name), bot: mine ? null : usualLevel };
      });
    }
    this.since = about.plies;
    for (const { seat, move } of played) {
      const answer = await this.engine.play(seat, move);
      if (this.closed) return;
      if (isRefusal(answer)) return this.fail(answer.error);
      if (seat === this.lesson.seat) this.since = answer.ply;
    }
    this.played = [...played];
    this.before[step] = [...played];
    this.step = step;
    await this.look(null);
    this.rest();
  }

  /** The learner tries a move. */
  async attempt(move: string): Promise<void> {
    const step = this.now;
    if (this.busy || !step) return;
    if (!step.play) {
      this.note = t("Nothing to play yet: press Next.");
    } else if (!step.play.includes(move)) {
      const why = await this.engine.why(this.lesson.seat, move);
      this.note = why || (step.hint ? t(step.hint) : t("That is possible too. For now, try what the lesson asks."));
    } else {
      this.busy = true;
      this.note = "";
      if (await this.perform({ seat: this.lesson.seat, move })) await this.finish();
      return;
    }
    this.changed();
  }

  /** Says why a move is not possible. */
  async explain(move: string): Promise<void> {
    this.note = await this.engine.why(this.lesson.seat, move);
    this.changed();
  }

  /** Goes on from a step that only wants to be read. */
  async next(): Promise<void> {
    if (this.busy || !this.now || this.now.play) return;
    this.busy = true;
    this.note = "";
    await this.finish();
  }

  /** The others answer, and the next step begins. */
  private async finish(): Promise<void> {
    for (const line of this.now?.then ?? []) if (!(await this.perform(playedOf(line)))) return;
    this.step++;
    this.before[this.step] = [...this.played];
    await this.look(null);
    this.rest();
  }

  private async perform(played: Played): Promise<boolean> {
    const mine = played.seat === this.lesson.seat;
    const { speed } = settings();
    if (!mine && speed > 0) await new Promise((resolve) => setTimeout(resolve, speed));
    if (this.closed) return false;
    const answer = await this.engine.play(played.seat, played.move);
    if (isRefusal(answer)) {
      this.fail(answer.error);
      return false;
    }
    this.played.push(played);
    if (mine) this.since = answer.ply;
    const [chapter = null] = await this.engine.story(this.lesson.seat, answer.ply - 1, answer.ply);
    await this.look(chapter);
    const steps = chapter ? this.steps(chapter) : 1;
    if (speed > 0) await new Promise((resolve) => setTimeout(resolve, mine && steps === 1 ? speed / 2 : speed * steps));
    return !this.closed;
  }

  private async look(showing: Chapter | null): Promise<void> {
    if (this.closed) return;
    const position = await this.engine.look(this.lesson.seat);
    if (isRefusal(position)) return; // the engine is at another table by now
    const log = await this.engine.story(this.lesson.seat, 0, position.ply);
    const recent = log.filter((chapter) => chapter.ply > this.since);
    if (this.closed) return;
    this.shown = { position, log, recent, showing, players: this.players };
    this.changed();
  }

  private rest(): void {
    this.busy = false;
    if (!this.closed) this.changed();
  }

  private fail(reason: string): void {
    this.note = t("The lesson cannot continue: {reason}", { reason });
    this.rest();
  }
}

function useCourse(engine: Engine, ui: GameUi): Course {
  const [, redraw] = useState(0);
  const course = useMemo(() => new Course(engine, ui.lesson, ui.steps), [engine, ui]);
  useEffect(() => {
    course.changed = () => redraw((n) => n + 1);
    void course.visit(0);
    return () => course.close();
  }, [course]);
  return course;
}

// -- The screen --

function Teacher(props: { course: Course; steps: number; game: GameInfo }): JSX.Element {
  const { course, steps, game } = props;
  const step = course.now;
  const asked = Boolean(step?.play);
  const start = course.busy || course.step === 0; // nowhere to go back to
  const onward = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (course.over && document.activeElement === document.body) onward.current?.focus();
  }, [course.over]);
  const show = () => {
    const move = step?.play?.[0];
    if (move) void course.attempt(move);
  };
  return (
    <section class="learn-teacher" aria-label={t("The lesson")}>
      <progress class="learn-progress" max={steps} value={course.step} aria-label={t("Lesson progress")} />
      <div class="learn-say" aria-live="polite">
        {course.over ? (
          <>
            <h2>{t("You know enough to play")}</h2>
            <p>{t("The rest comes with playing; the rules are one click away.")}</p>
          </>
        ) : (
          <>
            <p class="learn-count">{t("Step {n} of {m}", { n: course.step + 1, m: steps })}</p>
            <p>{step ? t(step.say) : ""}</p>
          </>
        )}
        {course.note && <p class="learn-note">{course.note}</p>}
        {asked && !course.note && !course.busy && <p class="learn-yours">{t("Your move.")}</p>}
      </div>
      <div class="learn-tools">
        {course.over ? (
          <a ref={onward} class="button primary" href={`#/new/${game.id}`}>
            <Icon name="play" />
            {t("Play a real game")}
          </a>
        ) : asked ? (
          <button type="button" class="button" aria-disabled={course.busy} onClick={show}>
            <Icon name="hint" />
            {t("Show me")}
          </button>
        ) : (
          <button type="button" class="button primary" aria-disabled={course.busy} onClick={() => void course.next()}>
            {t("Next")}
            <Icon name="next" />
          </button>
        )}
        <button
          type="button"
          class="button"
          aria-disabled={start}
          onClick={() => start || void course.visit(course.step - 1)}
        >
          <Icon name="back" />
          <span class="learn-word">{t("Back")}</span>
        </button>
        <button type="button" class="button quiet" aria-disabled={start} onClick={() => start || void course.visit(0)}>
          <Icon name="restart" />
          <span class="learn-word">{t("From the beginning")}</span>
        </button>
      </div>
    </section>
  );
}

export function Learn(props: { engine: Engine; ui: GameUi; game: GameInfo }): JSX.Element {
  const { engine, ui, game } = props;
  const { lesson } = ui;
  const { speed, tracker } = useSettings();
  const course = useCourse(engine, ui);
  const board = useRef<HTMLDivElement>(null);
  const heading = useHeading(t("Learn: {game}", { game: game.name }));
  const { shown } = course;
  const asked = !course.busy && Boolean(course.now?.play);
  const point = course.busy ? undefined : course.now?.point;
  return (
    <div class="learn">
      <header class="learn-head">
        <h1 ref={heading} tabIndex={-1}>
          {t("Learn: {game}", { game: game.name })}
        </h1>
        <a href={`#/rules/${game.id}`}>{t("Read the rules")}</a>
      </header>
      <div class="learn-board" ref={board}>
        {shown && <Strip position={shown.position} players={shown.players} info={game} ui={ui} />}
        {shown && (
          <ui.Board
            position={shown.position}
            players={shown.players}
            me={asked ? lesson.seat : 0}
            legal={asked ? shown.position.legal : []}
            recent={shown.recent}
            log={shown.log}
            showing={shown.showing}
            speed={speed}
            play={(move) => void course.attempt(move)}
            preview={async (move) => {
              const answer = await engine.preview(lesson.seat, move);
              return isRefusal(answer) ? null : answer;
            }}
            refuse={(move) => void course.explain(move)}
            tracker={tracker}
          />
        )}
        {point && <Halo key={course.step} board={board} point={point} under=".learn-teacher" still={speed === 0} />}
      </div>
      <Teacher course={course} steps={lesson.steps.length} game={game} />
    </div>
  );
}
