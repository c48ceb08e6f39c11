// SPDX-License-Identifier: MIT
// What a game gives to the client: its board, its lessons, its way of drawing cards and pieces. A board is one function
// that draws a position; whatever the player does on it becomes the text of a move.
import type { ComponentType } from "preact";
import type { Chapter, Move, Position } from "../engine/types";
import type { Seat } from "../app/seats";

export interface BoardProps<State = unknown, Aids = unknown> {
  position: Position<State, Aids>;
  players: Seat[];
  /** The seat that plays here and now; 0 while looking on, replaying or waiting for others. */
  me: number;
  /** What `me` may play; empty while it is not its turn. */
  legal: Move[];
  /** What happened since `me` moved last, oldest first: outline it. */
  recent: Chapter[];
  /** All that happened up to here, oldest first; the chapter being shown may or may not be among it. */
  log: Chapter[];
  /** The chapter being shown right now, or null; animate it. `speed` is 0 for no animation, else milliseconds a step. */
  showing: Chapter | null;
  speed: number;
  /** Plays a move of `legal`. */
  play(move: string): void;
  /** The position after a move, as far as `me` can know; null if it is not possible. */
  preview(move: string): Promise<Position<State, Aids> | null>;
  /** Tells why something cannot be done, in a place everybody notices; a move's text is judged by the engine. */
  refuse(move: string): void;
  /** Whether the card tracker and deduction grid are wanted. */
  tracker: boolean;
}

export interface LessonStep {
  /** A gettext key: one idea, at most three sentences. */
  say: string;
  /** What the learner has to play: a move's text, or several of which one will do; absent: just read and go on. */
  play?: string[];
  /** A gettext key for a move that is legal but not what is asked. */
  hint?: string;
  /** Moves of the others that follow, as in records: "2 draw". */
  then?: string[];
  /** CSS selector of what to point at. */
  point?: string;
}

export interface Lesson {
  /** A record (text) with the set-up and the moves before the first step; the learner is `seat`. */
  record: string;
  seat: number;
  steps: LessonStep[];
}

export interface GameUi<State = unknown, Aids = unknown> {
  id: string;
  /** "2-5 players, 30 minutes" needs the numbers only. */
  minutes: number;
  Board: ComponentType<BoardProps<State, Aids>>;
  /** What a seat has left, in short, beside its name and score. */
  Stock: ComponentType<{ position: Position<State, Aids>; seat: number }>;
  /** How many steps it takes to show a chapter. */
  steps(chapter: Chapter): number;
  /** CSS selector of what a player touches on the board for this move. */
  touched(move: string): string;
  /** A picture for the home screen, about 3:2, decorative. */
  Picture: ComponentType;
  /** A piece or card drawn inline in rules and lessons by the name used in the rules text: `W`, `tower`, `mason`... */
  Piece: ComponentType<{ name: string; size?: number; seat?: number }>;
  lesson: Lesson;
}
