// SPDX-License-Identifier: MIT
// A table as it is shown, wherever its moves come from: through whose eyes, what happened since, what is looked at instead.
// It asks the engine for everything and decides nothing about the game. Whoever draws it subscribes to `changed`.
import { Adviser } from "./adviser";
import { settings } from "./settings";
import type { Seat } from "./seats";
import type { Engine } from "../engine/client";
import { isRefusal, type Answer, type Chapter, type Hint, type Position, type Review } from "../engine/types";

export interface Shown {
  position: Position;
  /** The seat that may play here and now; 0: nobody at this screen. */
  me: number;
  recent: Chapter[];
  showing: Chapter | null;
  log: Chapter[];
  /** The last move can be taken back. */
  canTakeBack: boolean;
  /** A bot is thinking. */
  thinking: Seat | null;
  /** The ply that is looked at instead of the latest one; null: the game itself. */
  past: number | null;
  /** Why the last input was refused; "" if it was not. */
  refusal: string;
  /** What the adviser thinks of this position, or that it is still thinking; null: it was not asked. */
  hint: Hint | "thinking" | null;
}

/** What is played, and by whom. */
export interface Played {
  game: string;
  players: Seat[];
  style?: number; // drawn once a game: by it, bots play it their way
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The ply after the latest move of this seat. */
export function lastOwnOf(log: Chapter[], seat: number): number {
  return log.filter((chapter) => chapter.seat === seat).pop()?.ply ?? 0;
}

export abstract class Showing {
  shown: Shown | null = null;
  changed: () => void = () => {};
  hints = 0; // that were asked for since this table was opened
  protected latest: Position | null = null; // the game itself, whatever is looked at
  protected eyes = 0;
  protected seen = 0; // plies already shown to these eyes
  protected closed = false;
  private hurry = false;
  private wake: () => void = () => {}; // ends the rest
  private teller = ""; // whose eyes and language the log is told for
  private readonly adviser: Adviser;

  protected constructor(
    protected readonly engine: Engine,
    readonly game: Played,
    private readonly steps: (chapter: Chapter) => number, // that it takes to show a chapter
  ) {
    this.adviser = new Adviser(game.game, game.players.length);
  }

  /** Begins; returns the reason if it cannot. */
  abstract open(): Promise<string | null>;
  abstract play(move: string): Promise<void>;
  abstract takeBack(): Promise<void>;
  /** The record of the whole game, if it is known here. */
  abstract record(): Promise<string>;
  hasRecord(): boolean {
    return true;
  }
  /** Several people share this screen. */
  abstract isShared(): boolean;
  /** Brings another engine to this position, to think about it. */
  protected abstract lend(engine: Engine): Promise<Answer<object>>;
  /** Whatever comes next after somebody has looked. */
  protected abstract goOn(): Promise<void>;

  close(): void {
    this.closed = true;
    this.adviser.stop();
  }

  seat(seat: number): Seat {
    return this.game.players[seat - 1] as Seat;
  }

  protected tell(part: Partial<Shown>): void {
    if (!this.shown || this.closed) return;
    this.shown = { ...this.shown, ...part };
    this.changed();
  }

  // -- What is there, and what happened --

  /** The position after so many moves, by which whoever looks back is shown it. */
  protected see(ply: number): Promise<Answer<Position>> {
    return this.engine.look(this.eyes, ply);
  }

  /** Looks at the latest position again; whoever looks back goes on doing so. */
  protected async refresh(): Promise<void> {
    const position = await this.engine.look(this.eyes);
    if (isRefusal(position)) return; // the engine is at another table by now
    const log = await this.tellStory(position);
    this.latest = position;
    if (this.shown && this.shown.past !== null) {
      this.tell({ log, me: 0 });
      return;
    }
    const lastOwn = lastOwnOf(log, this.eyes);
    this.ready();
    this.shown = {
      position,
      me: 0,
      recent: log.filter((chapter) => chapter.ply >= lastOwn),
      showing: null,
      log,
      canTakeBack: false,
      thinking: null,
      past: null,
      refusal: "",
      hint: null,
    };
    this.changed();
  }

  /** The latest position is about to be shown. */
  protected ready(): void {}

  /** All that happened. What was told stays told, unless another looks, in another language, or it happened otherwise. */
  private async tellStory(position: Position): Promise<Chapter[]> {
    const teller = `${this.eyes} ${settings().language} ${position.over}`;
    const told = teller === this.teller ? (this.shown?.log ?? []) : [];
    const known = told.length <= position.plies ? told : [];
    this.teller = teller;
    return [...known, ...(await this.engine.story(this.eyes, known.length, position.plies))];
  }

  /** What was told is not what happened: tell it all again. */
  protected forgetStory(): void {
    this.teller = "";
  }

  /** Shows what happened since these eyes last saw the table, step by step, as far as they saw the steps. */
  protected async showNews(): Promise<void> {
    const latest = await this.engine.look(this.eyes);
    if (isRefusal(latest)) return;
    const news = await this.engine.story(this.eyes, this.seen, latest.plies);
    this.hurry = false;
    for (const chapter of news) {
      const speed = settings().speed;
      if (speed > 0 && !this.hurry && !this.closed && chapter.seat !== this.eyes && this.shown?.past === null) {
        const position = await this.engine.look(this.eyes, chapter.ply);
        if (isRefusal(position)) continue;
        this.tell({ position, showing: chapter, thinking: null, me: 0 });
        await this.rest(speed * this.steps(chapter));
      }
    }
    this.seen = latest.plies;
    await this.refresh();
  }

  /** What an own move has caused, if it is more than the move itself. */
  protected async showOwn(): Promise<void> {
    const own = this.shown?.log[this.shown.log.length - 1];
    if (!own || settings().speed === 0 || own.events.length < 3) return;
    this.tell({ showing: own });
    await this.rest(settings().speed * this.steps(own));
    this.tell({ showing: null });
  }

  /** Waits, unless somebody is in a hurry. */
  private async rest(ms: number): Promise<void> {
    await Promise.race([pause(ms), new Promise<void>((resolve) => (this.wake = resolve))]);
  }

  /** Shows the rest of what happened at once. */
  skip(): void {
    this.hurry = true;
    this.wake();
  }

  /** Looks back at a position, or at the game itself again with null. */
  async visit(ply: number | null): Promise<void> {
    if (!this.shown || !this.latest) return;
    const { plies, over } = this.latest;
    if (ply === null || (ply >= plies && !over)) {
      if (this.shown.past === null) return;
      this.tell({ past: null });
      await this.refresh();
      void this.goOn();
      return;
    }
    const at = Math.max(0, Math.min(ply, plies));
    const position = await this.see(at);
    if (isRefusal(position)) return;
    this.tell({ position, past: at, me: 0, showing: this.shown.log[at - 1] ?? null, recent: [], hint: null });
  }

  // -- What a move would do --

  /** Tells why a move is not possible. */
  async refuse(move: string): Promise<void> {
    const me = this.shown?.me ?? 0;
    if (me === 0) return;
    this.tell({ refusal: await this.engine.why(me, move) });
  }

  forgive(): void {
    this.tell({ refusal: "" });
  }

  async preview(move: string): Promise<Position | null> {
    const me = this.shown?.me ?? 0;
    if (me === 0) return null;
    const answer = await this.engine.preview(me, move);
    return isRefusal(answer) ? null : answer;
  }

  // -- Advice --

  /** Whether somebody at this screen could ask for advice. */
  givesHints(): boolean {
    return true;
  }

  /** Why the engine may not say what it thinks of the position, in words; null: it may. */
  whyNoHints(): string | null {
    return null;
  }

  /** Asks for advice on the own move; once more, and it is gone. */
  async askHint(): Promise<void> {
    const { shown } = this;
    if (!this.givesHints() || !shown || shown.me === 0 || shown.past !== null || shown.hint === "thinking") return;
    const why = this.whyNoHints();
    if (why !== null) {
      this.tell({ refusal: why });
      return;
    }
    if (shown.hint) {
      this.tell({ hint: null });
      return;
    }
    this.tell({ hint: "thinking" });
    this.hints++;
    const asked = this.hints;
    const hint = await this.adviser.hint((engine) => this.lend(engine), shown.me);
    if (this.hints === asked && this.shown?.hint === "thinking") this.tell({ hint });
  }

  dismissHint(): void {
    if (this.shown?.hint === "thinking") this.adviser.stop();
    this.tell({ hint: null });
  }

  /** Tells what is found, and after how many moves, until all is found or it is stopped. */
  async review(tell: (review: Review, done: number) => void): Promise<void> {
    if (this.latest && this.whyNoHints() === null) await this.adviser.review((engine) => this.lend(engine), this.latest.plies, tell);
  }

  stopReview(): void {
    this.adviser.stop();
  }

  /** The record with only its first moves. */
  async recordUpTo(ply: number): Promise<string> {
    const lines = (await this.record()).split("\n");
    let moves = 0;
    return lines.filter((line) => !line.startsWith("result ") && (!line.startsWith("move ") || moves++ < ply)).join("\n");
  }
}
