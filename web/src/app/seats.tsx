// SPDX-License-Identifier: MIT
// Seats: each has a colour, a shape and a letter, so that colour never stands alone.
import type { JSX } from "preact";
import { t } from "./words";

export interface Seat {
  seat: number; // 1..n
  name: string;
  bot: string | null; // the bot that plays it, or null for a person
}

/** For the screen of this seat: a player without a name is "You" there. The name stays out of records and links. */
export function namedFor(own: number, players: Seat[]): Seat[] {
  const isNameless = (player: Seat): boolean => player.seat === own && !player.name;
  return players.some(isNameless) ? players.map((player) => (isNameless(player) ? { ...player, name: t("You") } : player)) : players;
}

/** CSS class with --seat, --seat-ink and --seat-soft set; see style.css. */
export function seatClass(seat: number): string {
  return `seat-${seat}`;
}

export function seatLetter(seat: number): string {
  return "ABCDEF"[seat - 1] ?? "";
}

const shapes: Record<number, string> = {
  1: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z", // circle
  2: "M4 4h16v16H4z", // square
  3: "M12 2l10 18H2z", // triangle
  4: "M12 1l11 11-11 11L1 12z", // diamond
  5: "M12 1l3.2 7.2 7.8.8-5.8 5.2 1.7 7.6L12 17.9l-6.9 3.9 1.7-7.6L1 9l7.8-.8z", // star
  6: "M7 2h10l5 10-5 10H7L2 12z", // hexagon
};

/** The shape of a seat with its letter; decorative unless titled. */
export function SeatMark(props: { seat: number; size?: number; title?: string }): JSX.Element {
  const { seat, size = 20, title } = props;
  return (
    <svg
      class={`seat-mark ${seatClass(seat)}`}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role={title ? "img" : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
    >
      <path d={shapes[seat] ?? ""} />
      <text x="12" y={seat === 3 ? 17.5 : 16} text-anchor="middle">
        {seatLetter(seat)}
      </text>
    </svg>
  );
}
