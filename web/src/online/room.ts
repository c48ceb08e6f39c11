// SPDX-License-Identifier: MIT
// A table that this page listens to: who sits there, what was said, and the log of what happened as we may know it. After the
// connection was lost it asks for what came since.
import { botOf } from "../app/bots";
import { seatLetter } from "../app/seats";
import { t } from "../app/words";
import type { Connection } from "./connection";
import { Lost, Refused, type Clock, type Entry, type EntryKind, type News, type OnlineSeat, type Said, type TableInfo } from "./protocol";
import { bringShare } from "./share";

/** What a listener is told: the table changed in some way; entries came; all is to be read anew; somebody points at a move. */
export type RoomNews = { kind: "changed" } | { kind: "entries"; entries: Entry[] } | { kind: "anew" } | { kind: "point"; ply: number; by: string };

/** Everybody's name, by seat: guests without one and bots are called something, too, and no two alike. */
export function seatNames(seats: OnlineSeat[]): string[] {
  const plain = seats.map((seat) => (seat.person ? seat.name.replace(/\p{C}/gu, "") || t("Guest") : seat.bot ? t(botOf(seat.bot).label) : ""));
  return plain.map((name, i) => (name && plain.indexOf(name) !== plain.lastIndexOf(name) ? `${name} ${seatLetter(i + 1)}` : name));
}

/** Entries after which we may be somebody else at this table. */
const reseating: EntryKind[] = ["sit", "stand", "free", "keep", "start"];

export class Room {
  info: TableInfo | null = null;
  entries: Entry[] = [];
  private length = 0; // of the log on the server, as far as it is known here: the end of a game is told with its last move
  view: string | null = null; // of the latest position
  chat: Said[] = [];
  clock: Clock | null = null;
  /** Why it cannot be opened. */
  refusal: string | null = null;
  private readonly listeners = new Set<(news: RoomNews) => void>();
  private readonly stops: (() => void)[];
  private opening = false;
  private wasAway = true;

  constructor(
    private readonly connection: Connection,
    readonly id: string,
    private readonly watches = false, // as a spectator, whoever we are
  ) {
    this.stops = [connection.hear((news) => this.hear(news)), connection.listen(() => this.follow())];
    this.follow();
  }

  listen(heard: (news: RoomNews) => void): () => void {
    this.listeners.add(heard);
    return () => void this.listeners.delete(heard);
  }

  close(): void {
    for (const stop of this.stops) stop();
    if (this.connection.contact === "connected") void this.connection.ask("leave", { table: this.id }).catch(() => {});
  }

  private tell(news: RoomNews): void {
    for (const listener of [...this.listeners]) listener(news);
  }

  /** The seat of whoever looks; 0: a spectator. */
  get seat(): number {
    return this.watches ? 0 : (this.info?.my_seat ?? 0);
  }

  isHost(): boolean {
    return this.info?.mine ?? false;
  }

  // -- Opening --

  private follow(): void {
    if (this.connection.contact !== "connected") this.wasAway = true;
    else if (this.wasAway) {
      this.wasAway = false;
      void this.open();
    }
    this.tell({ kind: "changed" });
  }

  /** Asks for the table and what happened there since we last heard of it. */
  async open(): Promise<void> {
    if (this.opening) return;
    this.opening = true;
    try {
      const seat = this.seat;
      const as = this.watches ? { seat: 0 as const } : {};
      const answer = await this.connection.ask("open", { table: this.id, form: "bytes", from: this.length, ...as });
      const isAnew = this.info === null || answer.anew === true || answer.table.my_seat !== this.info.my_seat;
      this.refusal = null;
      this.info = answer.table;
      this.chat = answer.chat;
      this.clock = answer.clock ?? null;
      this.view = answer.position?.view ?? this.view;
      this.entries = answer.anew ? answer.entries : [...this.entries, ...answer.entries.filter(({ n }) => n >= this.length)];
      this.length = answer.table.length;
      this.opening = false;
      void bringShare(this.connection, this.info);
      if (isAnew || seat !== this.seat) this.tell({ kind: "anew" });
      else this.tell({ kind: "entries", entries: answer.entries });
    } catch (reason) {
      this.opening = false;
      if (reason instanceof Lost) return; // asked again when it is back
      this.refusal = reason instanceof Refused ? reason.message : String(reason);
      this.tell({ kind: "changed" });
    }
  }

  // -- News --

  private hear(news: News): void {
    if (!("table" in news) || news.table !== this.id || !this.info) return;
    switch (news.news) {
      case "table":
        this.hearTable(news);
        break;
      case "seats":
        this.setMayHint(news.may_hint);
        this.setSeats(news.seats);
        break;
      case "chat":
        this.chat = [...this.chat, { by: news.by, person: news.person, at: news.at, text: news.text }];
        this.tell({ kind: "changed" });
        break;
      case "point":
        this.tell({ kind: "point", ply: news.ply, by: news.by });
        break;
      case "turn":
      case "shuffle":
        break;
    }
  }

  private hearTable(news: Extract<News, { news: "table" }>): void {
    if (this.opening) return; // the answer holds it, too
    const entries = (news.entries ?? []).filter((entry) => entry.n >= this.length);
    const isMissing = entries.length > 0 && entries[0]?.n !== this.length;
    if (isMissing || entries.some(({ kind }) => reseating.includes(kind))) {
      void this.open(); // it may be us who sat down, here or elsewhere, and then we see something else
      return;
    }
    this.entries.push(...entries);
    this.length = (entries[entries.length - 1]?.n ?? this.length - 1) + 1;
    if (news.clock) this.clock = news.clock;
    if (news.position) this.view = news.position.view;
    this.setMayHint(news.may_hint);
    for (const entry of entries) this.take(entry);
    if (news.seats && this.info) this.info = { ...this.info, seats: news.seats };
    this.takeShuffle(news);
    this.tell({ kind: "entries", entries });
  }

  /** Told only when it may have changed. */
  private setMayHint(may: boolean | undefined): void {
    if (this.info && may !== undefined) this.info = { ...this.info, may_hint: may };
  }

  /** What is not told of the shuffle is not so, but for the commitments. */
  private takeShuffle(news: Extract<News, { news: "table" }>): void {
    if (!this.info || this.info.state !== "open") return;
    const { sealed = false, reveal = false, commit = false, fair = this.info.fair } = news;
    this.info = { ...this.info, sealed, reveal, commit, fair };
    void bringShare(this.connection, this.info);
  }

  private setSeats(seats: OnlineSeat[]): void {
    if (this.info) this.info = { ...this.info, seats };
    this.tell({ kind: "changed" });
  }

  /** What an entry says about the table itself. */
  private take(entry: Entry): void {
    const info = this.info as TableInfo;
    const set = (part: Partial<TableInfo>) => (this.info = { ...info, ...part });
    const change = (part: Partial<OnlineSeat>) => set({ seats: info.seats.map((seat, i) => (i + 1 === entry.seat ? { ...seat, ...part } : seat)) });
    switch (entry.kind) {
      case "bot":
        change(info.state === "open" ? { name: "", person: "", bot: entry.bot ?? "" } : { bot: entry.bot ?? "" });
        break;
      case "back_again":
        change({ bot: "" });
        break;
      case "over":
        set({ state: "over", to_act: [] });
        break;
      case "closed":
        set({ state: "closed" });
        break;
      case "rematch":
        set({ rematch: entry.table ?? null });
        break;
      default:
        break; // moves are the engine's business; for the others the table is opened again
    }
  }

  // -- For the engine --

  /** What the engine is to be told of these entries (record/seat_feed.h). */
  linesOf(entries: Entry[]): string[] {
    return entries.flatMap((entry) => (entry.kind === "move" ? [`step ${entry.step ?? ""}`] : entry.kind === "back" ? [`back ${entry.seat}`] : []));
  }

  nameLines(): string[] {
    return seatNames(this.info?.seats ?? []).map((name, i) => `name ${i + 1} ${name}`);
  }
}
