// SPDX-License-Identifier: MIT
// What the server says, as types: docs/protocol.md, in the form `bytes`.

export interface Me {
  id: string;
  name: string; // "": a guest without one
  has_password: boolean;
  lang: string;
  hook: string;
}

export type TableState = "open" | "playing" | "over" | "closed";

export interface ListedSeat {
  name: string;
  bot: string; // a level; with a person: it keeps their seat
  here: boolean;
  open?: boolean;
}

export interface OnlineSeat extends ListedSeat {
  person: string; // the same for the same person at this table; "": nobody
  kept?: boolean; // for this person, who has not sat down yet
  awaited?: boolean; // the table waits for their part of the shuffle
}

/** A table in a list. */
export interface TableBrief<S extends ListedSeat = ListedSeat> {
  table: string;
  game: string;
  state: TableState;
  public: boolean;
  hints: boolean; // the table was made so that players may ask the engine for advice
  since: number;
  changed: number;
  seats: S[];
  to_act: number[];
  my_seat: number; // 0: none
}

/** Whoever asked is to move there. */
export function isMyTurn(table: TableBrief): boolean {
  return table.state === "playing" && table.to_act.includes(table.my_seat) && table.seats[table.my_seat - 1]?.bot === "";
}

export interface ClockPlan {
  minutes?: number;
  increment?: number;
  days?: number;
}

export interface Fair {
  commitment: string; // to the server's secret
  commits: string[]; // to the salts, by seat; "": none
  salts?: string[]; // once the game has started
}

export interface TableInfo extends TableBrief<OnlineSeat> {
  host: string; // as `person` of a seat
  mine: boolean; // we are the host
  options: Record<string, string>;
  clock: ClockPlan | null;
  start: "full" | "host";
  replay?: boolean; // the deal was played before, at another table
  may_hint: boolean; // the engine may say now what it thinks of the position
  fair: Fair;
  sealed?: boolean; // seats and commitments are fixed, the salts are revealed
  reveal?: boolean; // our salt is asked for
  commit?: boolean; // a commitment to a new salt is asked for
  length: number;
  rematch?: string | null;
}

export type EntryKind = "sit" | "stand" | "free" | "keep" | "bot" | "back_again" | "commit" | "seal" | "reveal" | "start" | "move" | "back" | "over" | "closed" | "rematch";

export interface Entry {
  n: number;
  at: number;
  kind: EntryKind;
  seat: number;
  name?: string;
  bot?: string;
  why?: "host" | "left" | "time" | "here" | "reveal";
  ply?: number;
  step?: string; // base64, of a move
  scores?: number[];
  winners?: number[];
  table?: string; // of a rematch
}

/** Base64 of a packed view. */
export interface Seen {
  view: string;
}

export interface Clock {
  left: number[];
  running: number[];
  at: number;
}

export interface Said {
  by: string;
  person: string;
  at: number;
  text: string;
}

export interface Opened {
  table: TableInfo;
  entries: Entry[];
  anew?: boolean;
  position?: Seen;
  chat: Said[];
  clock?: Clock;
}

export interface DeviceSession {
  key: string;
  device: string;
  since: number;
  seen: number;
  here: boolean; // connected
  mine: boolean; // this one
}

export type News =
  | {
      news: "table";
      table: string;
      length?: number;
      entries?: Entry[];
      seats?: OnlineSeat[];
      position?: Seen;
      clock?: Clock;
      may_hint?: boolean;
      fair?: Fair;
      sealed?: boolean;
      reveal?: boolean;
      commit?: boolean;
    }
  | { news: "seats"; table: string; seats: OnlineSeat[]; may_hint?: boolean }
  | ({ news: "chat"; table: string } & Said)
  | { news: "point"; table: string; ply: number; by: string }
  | { news: "turn"; table: string; game: string }
  | { news: "shuffle"; table: string; game: string }
  | { news: "bye"; why: string };

export interface Plan {
  game?: string;
  seats: string[];
  options?: Record<string, string>;
  public?: boolean;
  clock?: ClockPlan;
  start?: "full" | "host";
  quiet?: boolean;
  hints?: boolean;
  same_as?: string;
}

/** What one brings to the shuffle: one of them, or nothing. */
export type Share = { commit?: string; salt?: string };

/** Requests and what is answered, apart from "ok". */
export interface Requests {
  hello: [{ v: number; token?: string; invite?: string; lang: string; device: string }, { v: number; engine: string; me: Me; token?: string; now: number; grace?: number }];
  name: [{ name: string; old?: string }, object];
  password: [{ password: string; old?: string }, object];
  login: [{ name: string; password: string; bring?: boolean; device?: string }, { me: Me; token: string }];
  reset: [{ code: string; password: string; device?: string }, { me: Me; token: string }];
  logout: [object, object];
  sessions: [object, { sessions: DeviceSession[] }];
  revoke: [{ key: string } | { all: true }, object];
  hook: [{ url: string }, object];
  lang: [{ lang: string }, object];
  export: [{ after?: string }, { tables: object[]; more?: string }];
  forget: [{ sure: true; old?: string }, object];
  create: [Plan & Share, { table: string }];
  lobby: [{ after?: string }, { tables: TableBrief[]; more?: string }];
  mine: [{ after?: string }, { tables: TableBrief[]; more?: string }];
  open: [{ table: string; form: "bytes"; from: number; seat?: 0 }, Opened];
  leave: [{ table: string }, object];
  sit: [{ table: string; seat: number } & Share, object];
  commit: [{ table: string; commit: string }, object];
  reveal: [{ table: string; salt: string }, object];
  stand: [{ table: string }, object];
  seat: [{ table: string; seat: number; to: string }, object];
  start: [{ table: string }, object];
  move: [{ table: string; ply: number; move: string }, { ply: number; length: number }];
  back: [{ table: string; ply: number; try?: true }, { may?: boolean }];
  say: [{ table: string; text: string }, object];
  look: [{ table: string; ply: number; form: "bytes" }, Seen | { position: Seen }];
  point: [{ table: string; ply: number }, object];
  record: [{ table: string }, { record: string }];
  rematch: [{ table: string } & Share, { table: string }];
  deal: [{ table: string }, { tables: { table: string; seats: ListedSeat[]; scores: number[] }[] }];
  close: [{ table: string }, object];
}

export type RequestName = keyof Requests;

/** The server says no: its code, and its reason in words. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

/** The connection was lost before the answer came: whether it was done is not known. */
export class Lost extends Error {}
