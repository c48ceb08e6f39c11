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
}

/** A table in a list. */
export interface TableBrief<S extends ListedSeat = ListedSeat> {
  table: string;
  game: string;
  state: TableState;
  public: boolean;
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

export interface TableInfo extends TableBrief<OnlineSeat> {
  host: string; // as `person` of a seat
  mine: boolean; // we are the host
  options: Record<string, string>;
  clock: ClockPlan | null;
  start: "full" | "host";
  fair: { commitment: string; salts: string[] };
  length: number;
  rematch?: string | null;
}

export type EntryKind = "sit" | "stand" | "free" | "keep" | "bot" | "back_again" | "start" | "move" | "back" | "over" | "closed" | "rematch";

export interface Entry {
  n: number;
  at: number;
  kind: EntryKind;
  seat: number;
  name?: string;
  bot?: string;
  why?: "host" | "left" | "time" | "here";
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
  | { news: "table"; table: string; length?: number; entries?: Entry[]; seats?: OnlineSeat[]; position?: Seen; clock?: Clock }
  | { news: "seats"; table: string; seats: OnlineSeat[] }
  | ({ news: "chat"; table: string } & Said)
  | { news: "point"; table: string; ply: number; by: string }
  | { news: "turn"; table: string; game: string }
  | { news: "bye"; why: string };

export interface Plan {
  game?: string;
  seats: string[];
  options?: Record<string, string>;
  public?: boolean;
  clock?: ClockPlan;
  start?: "full" | "host";
  quiet?: boolean;
  same_as?: string;
}

/** Requests and what is answered, apart from "ok". */
export interface Requests {
  hello: [{ v: number; token?: string; invite?: string; lang: string; device: string }, { v: number; engine: string; me: Me; token?: string; now: number }];
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
  create: [Plan & { salt: string }, { table: string }];
  lobby: [{ after?: string }, { tables: TableBrief[]; more?: string }];
  mine: [{ after?: string }, { tables: TableBrief[]; more?: string }];
  open: [{ table: string; form: "bytes"; from: number; seat?: 0 }, Opened];
  leave: [{ table: string }, object];
  sit: [{ table: string; seat: number; salt?: string }, object];
  stand: [{ table: string }, object];
  seat: [{ table: string; seat: number; to: string }, object];
  start: [{ table: string }, object];
  move: [{ table: string; ply: number; move: string }, { ply: number; length: number }];
  back: [{ table: string; ply: number; try?: true }, { may?: boolean }];
  say: [{ table: string; text: string }, object];
  look: [{ table: string; ply: number; form: "bytes" }, Seen | { position: Seen }];
  point: [{ table: string; ply: number }, object];
  record: [{ table: string }, { record: string }];
  rematch: [{ table: string }, { table: string }];
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
