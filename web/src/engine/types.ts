// SPDX-License-Identifier: MIT
// What the engine tells: the answers of web/session.h as types. Nothing here, and nothing in the client, knows a rule:
// legal moves, totals and reasons come with the position.

export interface Move {
  move: string; // as in records: "1:WW"
  say: string; // in words, in the player's language
}

/** What one seat sees of a position; `State` and `Aids` belong to the game. */
export interface Position<State = unknown, Aids = unknown> {
  game: string;
  seats: number;
  seat: number; // who is looking: 1..n, 0 a spectator
  ply: number;
  plies: number;
  to_act: number[];
  state: State;
  legal: Move[];
  scores: number[];
  over: boolean;
  winners: number[];
  aids: Aids;
  picture: string; // the position in plain text
}

export interface GameEvent {
  kind: string; // "WON", "LAID", ...: the ids in the games' sentence lists
  seat: number; // 0: nobody
  other: number;
  what: string; // English name of a thing, as a key
  n: number;
  m: number;
  at: string; // places as the engine writes them: "site 1", "column 3", "A7", "Ap2", "left"
  to: string;
  say: string;
}

export interface Chapter {
  ply: number;
  seat: number;
  move: string; // as the looking seat saw it: "?" for what is hidden
  events: GameEvent[];
  scores: number[];
  over: boolean;
  winners: number[];
}

export interface About {
  game: string;
  seats: number;
  plies: number;
  over: boolean;
  tags: Record<string, string>;
}

export interface GameOption {
  id: string;
  label: string;
  values: string; // "1-99", "on off", "none a b c"
  usual: string[]; // what it is unless set, by number of players from the least on
}

export interface GameInfo {
  id: string;
  name: string;
  credit: string;
  seats_min: number;
  seats_max: number;
  lowest_wins: boolean;
  options: GameOption[];
}

/** A level of bots (bots/levels.h); label and say are keys of the catalogues. */
export interface LevelInfo {
  id: string;
  label: string;
  say: string;
}

/** The answer to "games". */
export interface EngineInfo {
  version: string;
  games: GameInfo[];
  levels: LevelInfo[]; // weakest first
  default_level: string;
  substitute_level: string;
}

// -- What a bot thinks; values and scores are whole thousandths --

/** Shares of the victory, or points ahead of the others. */
export type Unit = "share" | "points";

export interface Hint {
  bot: string;
  unit: Unit;
  sims: number;
  moves: (Move & { value: number })[]; // the best few, the bot's choice first
  scores: number[]; // that it expects
  line: (Move & { seat: number })[]; // the choice, and what may follow
}

export interface Decision {
  ply: number; // moves made before it
  seat: number;
  played: Move;
  best: Move;
  value: number;
  best_value: number;
  loss: number; // what the played move gave away
  outlook: number; // had the best been played: a share, or points ahead at the end
  swing: number; // how much the outlook changed until the seat's next decision
}

export interface Review {
  unit: Unit;
  decisions: Decision[];
  seats: { seat: number; decisions: number; agreed: number; loss: number; result: number }[];
  turning: number[]; // plies of the decisions around which most changed, the greatest first
}

export interface Refusal {
  error: string;
  line?: number;
}

export type Answer<T> = T | Refusal;

export function isRefusal(answer: object): answer is Refusal {
  return "error" in answer;
}

// -- The three games: their states as notation calls them, their aids as web/player_aids.c counts them --

export interface CmState {
  phase: "score" | "act" | "over";
  turn: number | null;
  actions_left: number;
  last_round: number | null;
  placing_over: boolean;
  supply: number;
  sites: { tokens: number[]; columns: string[][]; mark: { column: number; value: number } | null }[];
  hands: (string | number)[];
  decks: number[];
  won: number[][];
  gone: string[];
  aside: number[];
}

export interface CmAids {
  totals: (number | null)[][]; // by site and seat; null: takes no part
  leaders: (number | null)[];
  worths: [number, number][][]; // by site and column: what the card counts, and what it would without a noble
  unshown: Record<string, number>[]; // by seat: how many of each card it has not shown yet
}

export interface DmState {
  phase: "choose" | "build" | "free" | "gift" | "over";
  hand: number;
  hands: number;
  round: number;
  master: number;
  first: number;
  idle: number;
  wall: string[];
  stock: (string | number)[];
  chosen: Record<string, string>;
  piece: string | null;
  builders: number[];
  scores: number[];
  last: {
    hand: number;
    round: number;
    master: number;
    chosen: Record<string, string>;
    stock: string[] | null;
  } | null;
}

export interface DmAids {
  free_ends: [boolean, boolean]; // whether a tower or gate may stand at the left and right end
  may_hold: string[]; // by seat: kinds it may still hold
  must_hold: string[]; // by seat: kinds it surely holds
}

export interface CcState {
  phase: "place" | "resolve" | "neutral" | "extend" | "over";
  turn: number | null;
  step: 0 | 1;
  boards: string[];
  waiting: string[];
  slots: Record<string, string>;
  reserved: Record<string, number[]>;
  reputation: Record<string, number>;
  peril: Record<string, number | null>;
  revealed: string[];
  known: string[][];
  cards: Record<string, string[]>;
  hands: (string[] | number)[];
  singles: number[];
  doubles: number[];
  towers: number[];
  neutral: number;
  shown: string[][];
  protected: string[];
  emperors: number;
  idle: number;
  scores: number[];
  resolving: { province: string; cards: string[]; actor: number; worth: number; sections: number[] } | null;
}

export interface CcPart {
  slots: string[];
  sections: number[];
  neutral: number;
}

export interface CcAids {
  provinces: Record<string, CcPart & { worth: number; filled: number; cards: number[] }>;
  regions: Record<string, CcPart>;
  borders: Record<string, [number[], number[]]>; // by a board's letter: where its second and third province begin, and region
}
