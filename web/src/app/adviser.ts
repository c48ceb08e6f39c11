// SPDX-License-Identifier: MIT
// The strong bot as an adviser, in an engine of its own: neither the table nor its bots wait for it, and it can be sent away
// in the middle of a thought. It sees what the seat sees, or saw, and nothing else.
import { modelOf } from "./model";
import { spoken } from "./words";
import { Engine } from "../engine/client";
import { isRefusal, type Hint, type Review } from "../engine/types";

// A hint begins with so many simulations and takes four times as many as long as the next try fits into a second.
const HINT = { first: 250, times: 4, most: 64000, enough: 250 };
const JUDGED = 300; // simulations for one decision of a review
const SEED = 1n;

/** Tells an engine what there is to think about. */
export type Lend = (engine: Engine) => Promise<unknown>;

export class Adviser {
  private engine: Promise<Engine> | null = null;

  constructor(
    private readonly game: string,
    private readonly seats: number,
  ) {}

  private async come(): Promise<Engine> {
    const engine = new Engine(WORKER);
    const model = await modelOf(this.game, this.seats);
    await engine.words(spoken());
    if (model) await engine.model(model);
    return engine;
  }

  private async sit(lend: Lend): Promise<Engine> {
    this.engine ??= this.come();
    const engine = await this.engine;
    await lend(engine);
    return engine;
  }

  /** null: it is not this seat's turn. */
  async hint(lend: Lend, seat: number): Promise<Hint | null> {
    const engine = await this.sit(lend);
    for (let budget = HINT.first; ; budget *= HINT.times) {
      const begin = performance.now();
      const hint = await engine.hint(seat, budget, SEED);
      if (isRefusal(hint)) return null;
      const isCounted = hint.sims >= budget; // some bots think as long as they think
      if (!isCounted || performance.now() - begin > HINT.enough || budget * HINT.times > HINT.most) return hint;
    }
  }

  /** Judges the decisions of a game one by one and tells what it has found so far, and after how many moves. */
  async review(lend: Lend, plies: number, tell: (review: Review, done: number) => void): Promise<void> {
    const engine = await this.sit(lend);
    let told = performance.now();
    for (let ply = 0; ply < plies; ply++) {
      await engine.evaluate(ply, JUDGED, SEED + BigInt(ply));
      const isLast = ply + 1 === plies;
      if (!isLast && performance.now() - told < 250) continue;
      tell(await engine.review(), ply + 1);
      told = performance.now();
    }
  }

  /** Whatever it is thinking about is not asked for any more. */
  stop(): void {
    void this.engine?.then((engine) => engine.close());
    this.engine = null;
  }
}
