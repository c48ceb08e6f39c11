// SPDX-License-Identifier: MIT
// An online table as it is shown: the engine is told what the server tells this seat, and moves go to the server. Nothing is
// lost with the connection: a move that was on its way is sent again if it did not arrive.
import type { Seat } from "../app/seats";
import { lastOwnOf, Showing } from "../app/showing";
import { t } from "../app/words";
import type { Engine } from "../engine/client";
import { isRefusal, type Answer, type Chapter, type Position } from "../engine/types";
import type { Connection } from "./connection";
import { Lost, Refused, type Entry, type OnlineSeat, type TableInfo } from "./protocol";
import { seatNames, type Room, type RoomNews } from "./room";

function seatsOf(seats: OnlineSeat[]): Seat[] {
  const names = seatNames(seats);
  return seats.map((seat, i) => ({ seat: i + 1, name: names[i] ?? "", bot: seat.bot || null }));
}

export class OnlineSession extends Showing {
  private stop: () => void = () => {};
  private feeding: Promise<unknown> = Promise.resolve(); // what the engine is told, one after the other
  private fed = 0; // so many of the room's entries
  private text: string | null = null; // the record, once the game is over
  private pending: { ply: number; move: string } | null = null; // on its way
  private busy = false;
  private again = false;

  constructor(
    engine: Engine,
    private readonly connection: Connection,
    private readonly room: Room,
    steps: (chapter: Chapter) => number,
  ) {
    const info = room.info as TableInfo;
    super(engine, { game: info.game, players: seatsOf(info.seats) }, steps);
  }

  override async open(): Promise<string | null> {
    this.stop = this.room.listen((news) => this.heard(news));
    return this.begin();
  }

  override close(): void {
    this.stop();
    super.close();
  }

  override isShared(): boolean {
    return false;
  }

  override givesHints(): boolean {
    return this.eyes > 0;
  }

  /** The server knows who plays here and what was agreed. */
  override whyNoHints(): string | null {
    return this.room.info?.may_hint ? null : t("Hints are off at this table.");
  }

  override hasRecord(): boolean {
    return this.text !== null;
  }

  override async record(): Promise<string> {
    return this.text ?? "";
  }

  protected override async lend(engine: Engine): Promise<Answer<object>> {
    if (this.text !== null) return engine.read(this.named(this.text));
    const { game, players } = this.game;
    await engine.online(game, players.length, this.eyes);
    if (engine === this.engine) this.fed = this.room.entries.length; // more may have come while we waited
    return engine.feed(this.everything());
  }

  // -- What the engine is told --

  private everything(): string[] {
    return [...this.room.nameLines(), ...this.room.linesOf(this.room.entries), ...this.viewLine()];
  }

  private viewLine(view = this.room.view): string[] {
    return view ? [`view ${view}`] : [];
  }

  /** From the first entry on. */
  private async begin(): Promise<string | null> {
    this.eyes = this.room.seat;
    this.text = null;
    this.forgetStory();
    this.takeSeats();
    await this.fetchRecord();
    const told = this.feeding.then(() => this.lend(this.engine));
    this.feeding = told;
    const answer = await told;
    if (isRefusal(answer)) return answer.error;
    this.seen = (answer as { plies?: number }).plies ?? 0;
    await this.refresh();
    void this.goOn();
    return null;
  }

  /** So many entries, and what was seen after them; of entries only those that it was not told yet. */
  private async feedUpTo(length: number, view: string | null): Promise<void> {
    if (this.closed || this.text !== null) return;
    const rest = this.room.entries.slice(this.fed, length);
    this.fed = Math.max(this.fed, length);
    const answer = await this.engine.feed([...this.room.nameLines(), ...this.room.linesOf(rest), ...this.viewLine(view)]);
    if (isRefusal(answer)) await this.lend(this.engine); // all of it, then
  }

  /** The engine is told at once, in order, and nothing twice; what is shown follows at its own pace. */
  private feed(entries: Entry[]): void {
    if (entries.some((entry) => entry.kind === "back")) {
      this.forgetStory();
      const plies = entries.filter((entry) => entry.kind === "back").map((entry) => entry.ply ?? 0);
      this.seen = Math.min(this.seen, ...plies);
    }
    const { length } = this.room.entries;
    const { view } = this.room;
    this.feeding = this.feeding.then(() => this.feedUpTo(length, view));
    void this.goOn();
  }

  private heard(news: RoomNews): void {
    this.takeSeats();
    if (news.kind === "anew") void this.begin();
    else if (news.kind === "entries") this.feed(news.entries);
    else if (news.kind === "point") void this.visit(news.ply);
  }

  private takeSeats(): void {
    const { players } = this.game;
    players.splice(0, players.length, ...seatsOf(this.room.info?.seats ?? []));
  }

  /** A finished game is open: its record takes the place of what was told. */
  private async fetchRecord(): Promise<void> {
    if (this.room.info?.state !== "over" || this.text !== null) return;
    try {
      this.text = (await this.connection.ask("record", { table: this.room.id })).record;
    } catch {
      return; // the same deal is still played elsewhere: what was seen is shown
    }
  }

  /** The record with everybody's names as they are shown here: bots and guests have them in our language. */
  private named(record: string): string {
    return record.replace(/^(tag player(\d) ).*$/gm, (line, tag: string, n: string) => (this.game.players[Number(n) - 1]?.name ? tag + this.seat(Number(n)).name : line));
  }

  private async openRecord(): Promise<void> {
    if (this.text !== null) return;
    await this.fetchRecord();
    if (this.text === null || this.closed) return;
    await this.engine.read(this.named(this.text));
    this.forgetStory();
    await this.refresh();
  }

  /** A position that was not shown yet is asked for. */
  protected override async see(ply: number): Promise<Answer<Position>> {
    const position = await super.see(ply);
    if (!isRefusal(position) || this.text !== null) return position;
    try {
      const answer = await this.connection.ask("look", { table: this.room.id, ply, form: "bytes" });
      await this.engine.feed([`view ${"view" in answer ? answer.view : answer.position.view}`]);
    } catch {
      return position;
    }
    return super.see(ply);
  }

  // -- Play --

  /** Shows what happened, then lets whoever is here play; once more if something came meanwhile. */
  protected override async goOn(): Promise<void> {
    this.again = true;
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.again && !this.closed) {
        this.again = false;
        await this.feeding;
        await this.follow();
        await this.settle();
      }
    } finally {
      this.busy = false;
    }
  }

  private async follow(): Promise<void> {
    const { seen } = this;
    await this.showNews();
    const last = this.shown?.log[this.shown.log.length - 1];
    if (last && last.seat === this.eyes && last.ply > seen && !this.again) await this.showOwn();
  }

  private isMine(): boolean {
    const { info } = this.room;
    return info?.state === "playing" && this.eyes > 0 && this.seat(this.eyes).bot === null && !!this.latest?.to_act.includes(this.eyes);
  }

  private async settle(): Promise<void> {
    if (this.again || !this.latest || this.shown?.past !== null) return;
    if (this.latest.over) {
      await this.openRecord();
      return;
    }
    const { pending, latest } = this;
    this.pending = null;
    if (pending && this.isMine() && latest.plies === pending.ply) {
      await this.send(pending.move);
      return;
    }
    this.tell({ me: this.isMine() ? this.eyes : 0 });
    const may = await this.mayTakeBack();
    if (latest === this.latest) this.tell({ canTakeBack: may });
  }

  /** Only the server knows who has learnt what; asked as long as it can be. */
  private async mayTakeBack(): Promise<boolean> {
    const { latest } = this;
    const own = lastOwnOf(this.shown?.log ?? [], this.eyes);
    if (!latest || this.eyes === 0 || own === 0 || latest.plies - own >= latest.seats || this.room.info?.state !== "playing") return false;
    try {
      return (await this.connection.ask("back", { table: this.room.id, ply: latest.plies, try: true })).may ?? false;
    } catch {
      return false;
    }
  }

  override async play(move: string): Promise<void> {
    if ((this.shown?.me ?? 0) === 0 || this.shown?.past !== null) return;
    await this.send(move);
  }

  private async send(move: string): Promise<void> {
    const ply = this.latest?.plies ?? 0;
    this.tell({ me: 0, refusal: "", hint: null });
    try {
      await this.connection.ask("move", { table: this.room.id, ply, move });
    } catch (reason) {
      if (reason instanceof Lost) {
        this.pending = { ply, move }; // whether it arrived is seen when the table is opened again
        return;
      }
      this.refuseWith(reason);
    }
  }

  private refuseWith(reason: unknown): void {
    const stale = reason instanceof Refused && reason.code === "stale";
    this.tell({ me: this.isMine() ? this.eyes : 0, refusal: stale ? t("Something has changed in the meantime. Look again.") : reason instanceof Error ? reason.message : "" });
    if (stale) void this.room.open();
  }

  override async takeBack(): Promise<void> {
    if (!this.shown?.canTakeBack || this.shown.past !== null || !this.latest) return;
    this.tell({ canTakeBack: false });
    try {
      await this.connection.ask("back", { table: this.room.id, ply: this.latest.plies });
    } catch (reason) {
      if (!(reason instanceof Lost)) this.refuseWith(reason);
    }
  }
}
