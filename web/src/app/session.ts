// SPDX-License-Identifier: MIT
// One table in this browser: people and bots, whose eyes we look through, what is shown when. It asks the engine for
// everything and decides nothing about the game. Whoever draws it subscribes to `changed`.
import { Adviser } from "./adviser";
import { botOf, levels } from "./bots";
import { loreOf } from "./lore";
import { save, type SavedGame } from "./saved";
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
  /** A person must take the screen before anything is shown; null otherwise. */
  cover: Seat | null;
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
  /** A bot here needs what it has learnt, and it cannot be had: the levels that can do without. Empty: all is well. */
  untaught: string[];
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** FNV-1a: so that bots do not choose alike in every game. */
function hashOf(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}

export class Session {
  shown: Shown | null = null;
  changed: () => void = () => {};
  private latest: Position | null = null; // the game itself, whatever is looked at
  private eyes: number;
  private seen: number; // plies already shown to these eyes
  private lastOwn = 0; // ply after the latest move of these eyes
  private closed = false;
  private busy = false;
  private hurry = false;
  private wake: () => void = () => {}; // ends the rest
  private teller = ""; // whose eyes and language the log is told for
  private meanwhile: Promise<void> | null = null; // bots choose while a person does
  private turn: Promise<unknown> = Promise.resolve(); // what changes the game, one after the other
  private taught: Promise<boolean> | null = null; // the bots here have what they need
  private readonly adviser: Adviser;
  hints = 0; // that were asked for since this table was opened

  constructor(
    private readonly engine: Engine,
    private readonly thinker: Engine,
    readonly game: SavedGame,
    private readonly steps: (chapter: Chapter) => number, // that it takes to show a chapter
    private readonly readOnly = false,
  ) {
    const people = this.people();
    this.eyes = readOnly ? 0 : people.length === 1 ? (people[0] as Seat).seat : 0;
    this.seen = game.plies;
    this.adviser = new Adviser(game.game, game.players.length);
  }

  private people(): Seat[] {
    return this.game.players.filter((player) => player.bot === null);
  }

  /** Several people share this screen. */
  isShared(): boolean {
    return this.people().length > 1;
  }

  seat(seat: number): Seat {
    return this.game.players[seat - 1] as Seat;
  }

  async open(): Promise<string | null> {
    const answer = await this.engine.read(this.game.record);
    if (isRefusal(answer)) return answer.error;
    this.seen = answer.plies;
    await this.refresh();
    void this.goOn();
    if (!this.readOnly && !answer.over) void this.teach(); // so that it is here when the network is not
    return null;
  }

  close(): void {
    this.closed = true;
    this.adviser.stop();
  }

  private tell(part: Partial<Shown>): void {
    if (!this.shown || this.closed) return;
    this.shown = { ...this.shown, ...part };
    this.changed();
  }

  /** Looks at the latest position again; whoever looks back goes on doing so. */
  private async refresh(): Promise<void> {
    const position = await this.engine.look(this.eyes);
    const log = await this.tellStory(position);
    this.latest = position;
    if (this.shown && this.shown.past !== null) {
      this.tell({ log, me: 0 });
      return;
    }
    const own = log.filter((chapter) => chapter.seat === this.eyes);
    this.lastOwn = own.length > 0 ? (own[own.length - 1] as Chapter).ply : 0;
    this.shown = {
      position,
      me: 0,
      recent: log.filter((chapter) => chapter.ply >= this.lastOwn),
      showing: null,
      log,
      cover: null,
      canTakeBack: false,
      thinking: null,
      past: null,
      refusal: "",
      hint: null,
      untaught: this.shown?.untaught ?? [],
    };
    this.changed();
  }

  /** All that happened. What was told stays told, unless another looks, in another language, or it happened otherwise. */
  private async tellStory(position: Position): Promise<Chapter[]> {
    const teller = `${this.eyes} ${settings().language} ${position.over}`;
    const told = teller === this.teller ? (this.shown?.log ?? []) : [];
    const known = told.length <= position.plies ? told : [];
    this.teller = teller;
    return [...known, ...(await this.engine.story(this.eyes, known.length, position.plies))];
  }

  private async store(): Promise<void> {
    if (this.readOnly) return;
    const record = await this.engine.record();
    if (this.closed) return; // the engine may be at another table already
    this.game.record = record;
    this.game.plies = this.latest?.plies ?? this.game.plies;
    this.game.over = this.latest?.over ?? false;
    this.game.changed = Date.now();
    save(this.game);
  }

  /** Shows what happened since these eyes last saw the table, step by step. */
  private async showNews(): Promise<void> {
    const latest = await this.engine.look(this.eyes);
    const news = await this.engine.story(this.eyes, this.seen, latest.plies);
    this.hurry = false;
    for (const chapter of news) {
      const speed = settings().speed;
      if (speed > 0 && !this.hurry && !this.closed && chapter.seat !== this.eyes && this.shown?.past === null) {
        const position = await this.engine.look(this.eyes, chapter.ply);
        this.tell({ position, showing: chapter, thinking: null, me: 0 });
        await this.rest(speed * this.steps(chapter));
      }
    }
    this.seen = latest.plies;
    await this.refresh();
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

  /** Bots move, screens change hands, until a person here has to decide or the game is over. */
  private async goOn(): Promise<void> {
    if (this.busy || this.readOnly) return;
    this.busy = true;
    try {
      while (!this.closed && this.latest && !this.latest.over) {
        const acting = this.latest.to_act.map((seat) => this.seat(seat));
        const bots = acting.filter((player) => player.bot !== null);
        const people = acting.filter((player) => player.bot === null);
        if (people.length === 0) {
          this.tell({ thinking: bots[0] as Seat });
          if (!(await this.teach())) {
            this.tell({ thinking: null });
            return;
          }
          await this.moveBot(bots[0] as Seat, bots.length > 1);
          continue;
        }
        if (bots.length > 0) this.meanwhile ??= this.moveMeanwhile(bots).finally(() => (this.meanwhile = null));
        await this.handOver(people);
        return;
      }
      if (this.latest?.over && this.seen < this.latest.plies) await this.showNews();
    } finally {
      this.busy = false;
    }
  }

  // -- What the bots have learnt --

  /** Whether all bots here can play, with what they have learnt where they need it; tells if they cannot. */
  private teach(): Promise<boolean> {
    this.taught ??= this.fetchLore().then((ok) => {
      if (!ok) this.taught = null; // asked for again
      return ok;
    });
    return this.taught;
  }

  private async fetchLore(): Promise<boolean> {
    await this.thinker.read(await this.engine.record());
    if (await this.canAllPlay()) return true;
    const lore = await loreOf(this.game.game, this.game.players.length);
    if (this.closed) return false; // the thinker may be at another table already
    if (lore) await this.thinker.lore(lore);
    const ok = await this.canAllPlay();
    const able = ok ? [] : await this.thinker.bots();
    this.tell({ untaught: levels.map((level) => level.id).filter((id) => able.includes(id)) });
    return ok;
  }

  private async canAllPlay(): Promise<boolean> {
    const able = await this.thinker.bots();
    return this.game.players.every((player) => player.bot === null || able.includes(botOf(player.bot).id));
  }

  /** Tries again to fetch what is missing. */
  async teachAgain(): Promise<void> {
    if (await this.teach()) void this.goOn();
  }

  /** Whoever cannot play without lore is replaced by this level, which can. */
  async playAgainst(level: string): Promise<void> {
    const able = await this.thinker.bots();
    for (const player of this.game.players) if (player.bot !== null && !able.includes(botOf(player.bot).id)) player.bot = level;
    this.tell({ untaught: [] });
    await this.store();
    void this.goOn();
  }

  // -- Bots --

  /** What a bot would do in the position that the thinker has read. */
  private think(player: Seat, plies: number): Promise<Answer<{ move: string }>> {
    const bot = botOf(player.bot ?? "");
    const seed = hashOf(`${this.game.id} ${plies} ${player.seat}`);
    return this.thinker.bot(player.seat, bot.id, bot.budget, seed, this.game.style ?? 0);
  }

  private async moveBot(player: Seat, together: boolean): Promise<void> {
    this.tell({ thinking: player });
    await this.thinker.read(await this.engine.record());
    const [answer] = await Promise.all([
      this.think(player, this.latest?.plies ?? 0),
      pause(together ? 0 : settings().speed / 2), // a human pause; those who choose at once need none
    ]);
    if (this.closed) return;
    if (isRefusal(answer)) this.taught = null; // it was taught something else meanwhile
    else await this.engine.play(player.seat, answer.move);
    await this.showNews();
    await this.store();
  }

  /** Bots that choose unseen at the same time as a person, who need not wait for them. */
  private async moveMeanwhile(bots: Seat[]): Promise<void> {
    const plies = this.latest?.plies ?? 0;
    if (!(await this.teach())) return;
    await this.thinker.read(await this.engine.record());
    for (const player of bots) {
      const answer = await this.think(player, plies);
      await this.inTurn(async () => {
        if (this.closed || isRefusal(answer)) return;
        await this.engine.play(player.seat, answer.move);
        this.latest = await this.engine.look(this.eyes);
        if (this.shown?.past === null && this.shown.me > 0) this.tell({ position: this.latest });
      });
    }
  }

  private inTurn<T>(change: () => Promise<T>): Promise<T> {
    const done = this.turn.then(change);
    this.turn = done.catch(() => {});
    return done;
  }

  /** The next person to decide gets the screen; between two people it is covered first. */
  private async handOver(people: Seat[]): Promise<void> {
    const next = people.find((player) => player.seat === this.eyes) ?? (people[0] as Seat);
    if (next.seat !== this.eyes) {
      this.tell({ cover: next, me: 0 });
      return;
    }
    await this.letPlay();
  }

  /** The covered person is here. */
  async uncover(): Promise<void> {
    const player = this.shown?.cover;
    if (!player) return;
    this.eyes = player.seat;
    const log = await this.engine.story(this.eyes, 0, this.latest?.plies ?? 0);
    const own = log.filter((chapter) => chapter.seat === this.eyes);
    this.seen = own.length > 0 ? (own[own.length - 1] as Chapter).ply : 0;
    await this.showNews();
    await this.letPlay();
  }

  private async letPlay(): Promise<void> {
    const plies = this.latest?.plies ?? 0;
    const last = this.shown?.log[plies - 1];
    const own = last !== undefined && last.seat === this.eyes;
    this.tell({ me: this.eyes, thinking: null, canTakeBack: own && (await this.engine.quiet(plies - 1)) });
  }

  async play(move: string): Promise<void> {
    const me = this.shown?.me ?? 0;
    if (me === 0 || this.shown?.past !== null || this.busy) return;
    const answer = await this.inTurn(async () => {
      if (this.shown?.me !== me) return null; // a second click came too late
      const played = await this.engine.play(me, move);
      if (isRefusal(played)) return played;
      this.seen = played.ply;
      await this.refresh();
      await this.store();
      return played;
    });
    if (answer === null) return;
    if (isRefusal(answer)) {
      this.tell({ refusal: answer.error });
      return;
    }
    await this.showOwn();
    await this.meanwhile;
    if (this.latest && this.latest.plies > this.seen) {
      await this.showNews();
      await this.store();
    }
    void this.goOn();
  }

  /** What an own move has caused, if it is more than the move itself. */
  private async showOwn(): Promise<void> {
    const own = this.shown?.log[this.shown.log.length - 1];
    if (!own || settings().speed === 0 || own.events.length < 3) return;
    this.tell({ showing: own });
    await this.rest(settings().speed * this.steps(own));
    this.tell({ showing: null });
  }

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

  // -- A hint --

  /** Asks for advice on the own move; once more, and it is gone. */
  async askHint(): Promise<void> {
    const { shown } = this;
    if (!shown || shown.me === 0 || shown.past !== null || shown.hint === "thinking") return;
    if (shown.hint) {
      this.tell({ hint: null });
      return;
    }
    this.tell({ hint: "thinking" });
    this.hints++;
    const asked = this.hints;
    const hint = await this.adviser.hint(await this.engine.record(), shown.me);
    if (this.hints === asked && this.shown?.hint === "thinking") this.tell({ hint });
  }

  dismissHint(): void {
    if (this.shown?.hint === "thinking") this.adviser.stop();
    this.tell({ hint: null });
  }

  // -- The review --

  /** Tells what is found, and after how many moves, until all is found or it is stopped. */
  async review(tell: (review: Review, done: number) => void): Promise<void> {
    if (this.latest) await this.adviser.review(await this.engine.record(), this.latest.plies, tell);
  }

  stopReview(): void {
    this.adviser.stop();
  }

  async takeBack(): Promise<void> {
    if (!this.shown?.canTakeBack || this.shown.past !== null || this.busy || !this.latest) return;
    const plies = this.latest.plies - 1;
    await this.engine.read(await this.recordUpTo(plies));
    this.seen = plies;
    await this.refresh();
    await this.store();
    void this.goOn();
  }

  /** The record with only its first moves. */
  async recordUpTo(ply: number): Promise<string> {
    const lines = (await this.engine.record()).split("\n");
    let moves = 0;
    return lines.filter((line) => !line.startsWith("result ") && (!line.startsWith("move ") || moves++ < ply)).join("\n");
  }

  record(): Promise<string> {
    return this.engine.record();
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
    const position = await this.engine.look(this.eyes, at);
    this.tell({ position, past: at, me: 0, showing: this.shown.log[at - 1] ?? null, recent: [], hint: null });
  }
}
