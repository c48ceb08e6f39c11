// SPDX-License-Identifier: MIT
// One table in this browser: people who share the screen, and bots. Every move is kept; the screen changes hands covered.
import { botOf, levels } from "./bots";
import { modelOf } from "./model";
import { save, type SavedGame } from "./saved";
import { settings } from "./settings";
import type { Seat } from "./seats";
import { lastOwnOf, pause, Showing } from "./showing";
import type { Engine } from "../engine/client";
import { isRefusal, type About, type Answer, type Chapter } from "../engine/types";

/** FNV-1a: so that bots do not choose alike in every game. */
function hashOf(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}

export class Session extends Showing {
  /** A person must take the screen before anything is shown; null otherwise. */
  cover: Seat | null = null;
  /** A bot here needs what it has learnt, and it cannot be had: the levels that can do without. Empty: all is well. */
  untaught: string[] = [];
  private busy = false;
  private meanwhile: Promise<void> | null = null; // bots choose while a person does
  private turn: Promise<unknown> = Promise.resolve(); // what changes the game, one after the other
  private undoable = 0; // plies before the own move that can be taken back
  private takenBack = 0; // how often; bots that still think about a position that is gone are ignored
  private taught: Promise<boolean> | null = null; // the bots here have what they need

  constructor(
    engine: Engine,
    private readonly thinker: Engine,
    private readonly saved: SavedGame,
    steps: (chapter: Chapter) => number,
    private readonly readOnly = false,
  ) {
    super(engine, saved, steps);
    const people = this.people();
    this.eyes = readOnly ? 0 : people.length === 1 ? (people[0] as Seat).seat : 0;
    this.seen = saved.plies;
  }

  private people(): Seat[] {
    return this.saved.players.filter((player) => player.bot === null);
  }

  override isShared(): boolean {
    return this.people().length > 1;
  }

  override async open(): Promise<string | null> {
    const answer = await this.engine.read(this.saved.record);
    if (isRefusal(answer)) return answer.error;
    this.seen = answer.plies;
    await this.refresh();
    void this.goOn();
    if (!this.readOnly && !answer.over) void this.teach(); // so that it is here when the network is not
    return null;
  }

  override record(): Promise<string> {
    return this.engine.record();
  }

  protected override async lend(engine: Engine): Promise<Answer<About>> {
    return engine.read(await this.engine.record());
  }

  private async store(): Promise<void> {
    if (this.readOnly) return;
    const record = await this.engine.record();
    if (this.closed) return; // the engine may be at another table already
    this.saved.record = record;
    this.saved.plies = this.latest?.plies ?? this.saved.plies;
    this.saved.over = this.latest?.over ?? false;
    this.saved.changed = Date.now();
    save(this.saved);
  }

  /** The cover goes when what these eyes see is there, and not before. */
  protected override ready(): void {
    this.cover = null;
  }

  private setCover(player: Seat | null): void {
    this.cover = player;
    this.tell({ me: 0 });
  }

  private setUntaught(able: string[]): void {
    this.untaught = able;
    this.tell({});
  }

  /** Bots move, screens change hands, until a person here has to decide or the game is over. */
  protected override async goOn(): Promise<void> {
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
    this.taught ??= this.fetchModel().then((ok) => {
      if (!ok) this.taught = null; // asked for again
      return ok;
    });
    return this.taught;
  }

  private async fetchModel(): Promise<boolean> {
    await this.lend(this.thinker);
    if (await this.canAllPlay()) return true;
    const model = await modelOf(this.game.game, this.game.players.length);
    if (this.closed) return false; // the thinker may be at another table already
    if (model) await this.thinker.model(model);
    const ok = await this.canAllPlay();
    const able = ok ? [] : await this.thinker.bots();
    this.setUntaught(levels.map((level) => level.id).filter((id) => able.includes(id)));
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

  /** Replaces every bot that cannot play without its model by this level, which can. */
  async playAgainst(level: string): Promise<void> {
    const able = await this.thinker.bots();
    for (const player of this.game.players) if (player.bot !== null && !able.includes(botOf(player.bot).id)) player.bot = level;
    this.setUntaught([]);
    await this.store();
    void this.goOn();
  }

  // -- Bots --

  /** What a bot would do in the position that the thinker has read. */
  private think(player: Seat, plies: number): Promise<Answer<{ move: string }>> {
    const bot = botOf(player.bot ?? "");
    const seed = hashOf(`${this.saved.id} ${plies} ${player.seat}`);
    return this.thinker.bot(player.seat, bot.id, bot.budget, seed, this.saved.style ?? 0);
  }

  private async moveBot(player: Seat, together: boolean): Promise<void> {
    this.tell({ thinking: player });
    await this.lend(this.thinker);
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
    const { takenBack } = this;
    if (!(await this.teach())) return;
    await this.lend(this.thinker);
    for (const player of bots) {
      const answer = await this.think(player, plies);
      await this.inTurn(async () => {
        if (this.closed || isRefusal(answer) || takenBack !== this.takenBack) return;
        await this.engine.play(player.seat, answer.move);
        const latest = await this.engine.look(this.eyes);
        if (isRefusal(latest)) return;
        this.latest = latest;
        if (this.shown?.past === null && this.shown.me > 0) this.tell({ position: latest });
      });
    }
  }

  private inTurn<T>(change: () => Promise<T>): Promise<T> {
    const done = this.turn.then(change);
    this.turn = done.catch(() => {});
    return done;
  }

  // -- People --

  /** The next person to decide gets the screen; between two people it is covered first. */
  private async handOver(people: Seat[]): Promise<void> {
    const next = people.find((player) => player.seat === this.eyes) ?? (people[0] as Seat);
    if (next.seat !== this.eyes) {
      this.setCover(next);
      return;
    }
    await this.letPlay();
  }

  /** The covered person is here. */
  async uncover(): Promise<void> {
    const player = this.cover;
    if (!player) return;
    this.eyes = player.seat;
    const log = await this.engine.story(this.eyes, 0, this.latest?.plies ?? 0);
    this.seen = lastOwnOf(log, this.eyes);
    await this.showNews();
    await this.letPlay();
  }

  private async letPlay(): Promise<void> {
    const plies = this.latest?.plies ?? 0;
    const last = this.shown?.log[plies - 1];
    const own = last !== undefined && last.seat === this.eyes;
    this.undoable = plies - 1;
    this.tell({ me: this.eyes, thinking: null, canTakeBack: own && (await this.engine.canTakeBack(plies - 1)) });
  }

  override async play(move: string): Promise<void> {
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

  /** Takes the own move back, and with it what bots have chosen unseen since: it belongs to a position that is gone. */
  override async takeBack(): Promise<void> {
    if (!this.shown?.canTakeBack || this.shown.past !== null || this.busy) return;
    const plies = this.undoable;
    await this.inTurn(async () => {
      if (!this.shown?.canTakeBack) return; // a second click came too late
      this.takenBack++;
      await this.engine.read(await this.recordUpTo(plies));
      this.seen = plies;
      await this.refresh();
      await this.store();
    });
    void this.goOn();
  }
}
