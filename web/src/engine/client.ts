// SPDX-License-Identifier: MIT
// The engine as the page sees it: questions to a worker, answered as promises. One Engine is one table; bots think in
// an Engine of their own, so that the table answers at once while they do.
import type { About, Answer, Chapter, EngineInfo, Hint, Position, Review } from "./types";
import type { Question, Reply } from "../worker";

export class Engine {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, (json: string) => void>();
  private next = 1;

  constructor(workerUrl: string) {
    this.worker = new Worker(workerUrl, { type: "module" });
    this.worker.addEventListener("message", (event: MessageEvent<Reply>) => {
      const resolve = this.waiting.get(event.data.id);
      this.waiting.delete(event.data.id);
      resolve?.(event.data.json);
    });
  }

  private ask<T>(text: string, bytes?: Uint8Array): Promise<T> {
    const question: Question = { id: this.next++, text, ...(bytes && { bytes }) };
    return new Promise((resolve) => {
      this.waiting.set(question.id, (json) => resolve(JSON.parse(json) as T));
      this.worker.postMessage(question);
    });
  }

  /** The language of all sentences from now on; an empty catalogue is English. */
  words(catalogue: Record<string, string>): Promise<unknown> {
    const pairs = Object.entries(catalogue).map(([key, text]) => `${key}\0${text}\0`);
    return this.ask("words\n" + pairs.join(""));
  }

  games(): Promise<EngineInfo> {
    return this.ask("games");
  }

  /** A new game, dealt by the seed, or by the 64 digits of a fair deal; lines are options and tags as in a record. */
  open(game: string, seats: number, seed: bigint | string, lines: string[]): Promise<Answer<About>> {
    return this.ask([`new ${game} ${seats} ${seed}`, ...lines].join("\n"));
  }

  /** A game of which this seat (0: a spectator) is shown, by lines as record/seat_feed.h has them; nothing yet. */
  online(game: string, seats: number, seat: number): Promise<Answer<About>> {
    return this.ask(`online ${game} ${seats} ${seat}`);
  }

  feed(lines: string[]): Promise<Answer<About>> {
    return this.ask(["feed", ...lines].join("\n"));
  }

  read(record: string): Promise<Answer<About>> {
    return this.ask("read\n" + record);
  }

  async record(): Promise<string> {
    return (await this.ask<{ record: string }>("record")).record;
  }

  look<S, A>(seat: number, ply?: number): Promise<Answer<Position<S, A>>> {
    return this.ask(`look ${seat}${ply === undefined ? "" : ` ${ply}`}`);
  }

  play(seat: number, move: string): Promise<Answer<{ ply: number }>> {
    return this.ask(`play ${seat} ${move}`);
  }

  /** Why a move is not possible, in words; "" if it is. */
  async why(seat: number, move: string): Promise<string> {
    const answer = await this.ask<{ why?: string; error?: string }>(`why ${seat} ${move}`);
    return answer.why ?? answer.error ?? "";
  }

  /** What the seat would see after this move, hidden things guessed; a refusal if it is not possible. */
  preview<S, A>(seat: number, move: string): Promise<Answer<Position<S, A>>> {
    return this.ask(`preview ${seat} ${move}`);
  }

  async story(seat: number, from: number, to: number): Promise<Chapter[]> {
    return (await this.ask<{ story?: Chapter[] }>(`story ${seat} ${from} ${to}`)).story ?? []; // none at another table
  }

  /** Whether the mover learnt nothing from the move after this ply, so that it may be taken back. */
  async canTakeBack(ply: number): Promise<boolean> {
    return (await this.ask<{ can_take_back: boolean }>(`takeback ${ply}`)).can_take_back;
  }

  /** What bots have learnt of the game, until other bytes come. */
  model(bytes: Uint8Array): Promise<unknown> {
    return this.ask("model\n", bytes);
  }

  /** Those that can play this game with what they have learnt. */
  async bots(): Promise<string[]> {
    return (await this.ask<{ bots: string[] }>("bots")).bots;
  }

  bot(seat: number, bot: string, budget: number, seed: bigint, style: number): Promise<Answer<{ move: string }>> {
    return this.ask(`bot ${seat} ${bot} ${budget} ${seed} ${style}`);
  }

  hint(seat: number, budget: number, seed: bigint): Promise<Answer<Hint>> {
    return this.ask(`hint ${seat} ${budget} ${seed}`);
  }

  /** Judges the decision made after so many moves; the first to the last. */
  evaluate(ply: number, budget: number, seed: bigint): Promise<Answer<{ evaluated: boolean }>> {
    return this.ask(`evaluate ${ply} ${budget} ${seed}`);
  }

  /** What all decisions evaluated so far come to. */
  review(): Promise<Review> {
    return this.ask("review");
  }

  close(): void {
    this.worker.terminate();
  }
}
