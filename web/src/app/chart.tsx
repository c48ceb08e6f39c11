// SPDX-License-Identifier: MIT
// Something over the moves of a game, scores or expectations: one line a seat, each with its mark at the end, and rings where
// something turned. A click or the arrow keys lead to a position.
import type { JSX } from "preact";
import { SeatMark, seatClass, type Seat } from "./seats";
import { t } from "./words";
import type { Chapter } from "../engine/types";

const H = 200;
const RIGHT = 28;
const PAD = 16;
const MARK = 18;

interface Turn {
  ply: number;
  seat: number;
  value: number;
}

/** Where one seat alone comes to lead instead of another. */
function turnsOf(log: Chapter[], lowest: boolean): Turn[] {
  const turns: Turn[] = [];
  let leader = 0;
  for (const { ply, scores } of log) {
    const best = lowest ? Math.min(...scores) : Math.max(...scores);
    const first = scores.indexOf(best);
    if (first !== scores.lastIndexOf(best) || first + 1 === leader) continue;
    leader = first + 1;
    turns.push({ ply, seat: leader, value: best });
  }
  return turns;
}

/** Marks at these heights, moved apart where they would hide each other. */
function apart(heights: number[]): number[] {
  const order = heights.map((_, i) => i).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  const result = [...heights];
  let free = -Infinity;
  for (const i of order) free = (result[i] = Math.max(result[i] ?? 0, free)) + MARK;
  const over = Math.max(0, free - H);
  return result.map((y) => y - over);
}

export interface Line {
  seat: number;
  points: { ply: number; value: number }[];
}

/** One line a seat over the moves of a game. `ticks` are the values at the left, with their words. */
export function LineChart(props: {
  name: string;
  note: string;
  lines: Line[];
  rings: Turn[];
  ticks: { value: number; label: string }[];
  plies: number;
  at: number;
  visit: (ply: number) => void;
}): JSX.Element {
  const { name, lines, ticks, plies, at, visit } = props;
  const W = Math.min(640, innerWidth - 40);
  const left = 14 + 8 * Math.max(...ticks.map((tick) => tick.label.length));
  const low = Math.min(...ticks.map((tick) => tick.value));
  const high = Math.max(...ticks.map((tick) => tick.value));
  const x = (ply: number) => left + ((W - left - RIGHT) * ply) / Math.max(1, plies);
  const y = (value: number) => H - PAD - ((H - 2 * PAD) * (value - low)) / (high - low);
  const path = (line: Line) => line.points.map(({ ply, value }, i) => `${i ? "L" : "M"}${x(ply).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const pick = (event: JSX.TargetedMouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const ply = Math.round((((event.clientX - box.left) / box.width) * W - left) / ((W - left - RIGHT) / plies));
    visit(Math.max(0, Math.min(plies, ply)));
  };
  const ends = apart(lines.map((line) => y(line.points[line.points.length - 1]?.value ?? 0) - MARK / 2));
  return (
    <figure class="chart">
      <figcaption>
        {name}. {props.note}
      </figcaption>
      <svg viewBox={`0 0 ${W} ${H}`} role="img" aria-label={name} onClick={pick}>
        {ticks.map(({ value, label }) => (
          <g key={value}>
            <line class="chart-axis" x1={left} x2={W - RIGHT} y1={y(value)} y2={y(value)} />
            <text class="chart-label" x={left - 6} y={y(value) + 4} text-anchor="end">
              {label}
            </text>
          </g>
        ))}
        <line class="chart-now" x1={x(at)} x2={x(at)} y1={PAD / 2} y2={H - PAD / 2} />
        {lines.map((line) => (
          <path key={line.seat} class={`chart-line ${seatClass(line.seat)}`} d={path(line)} />
        ))}
        {props.rings.map(({ ply, seat, value }) => (
          <circle key={ply} class={`chart-turn ${seatClass(seat)}`} cx={x(ply)} cy={y(value)} r="4.5" />
        ))}
        {lines.map((line, i) => (
          <g key={line.seat} transform={`translate(${W - RIGHT + 6} ${ends[i] ?? 0})`}>
            <SeatMark seat={line.seat} size={MARK} />
          </g>
        ))}
      </svg>
    </figure>
  );
}

export function Chart(props: {
  log: Chapter[];
  players: Seat[];
  lowest: boolean;
  at: number;
  visit: (ply: number) => void;
}): JSX.Element {
  const { players } = props;
  const log = props.log.filter(({ scores }) => scores.length > 0); // what was not seen online is known when the game is over
  const values = log.flatMap((chapter) => chapter.scores);
  const low = Math.min(0, ...values);
  const high = Math.max(1, ...values);
  const start = { ply: 0, value: 0 };
  const lines = players.map(({ seat }) => ({ seat, points: [start, ...log.map(({ ply, scores }) => ({ ply, value: scores[seat - 1] ?? 0 }))] }));
  const ticks = [...new Set([low, 0, Math.round(high / 2), high])].map((value) => ({ value, label: String(value) }));
  return (
    <LineChart
      name={t("Scores over time")}
      note={t("A ring marks a change of the lead.")}
      lines={lines}
      rings={turnsOf(log, props.lowest)}
      ticks={ticks}
      plies={props.log.length}
      at={props.at}
      visit={props.visit}
    />
  );
}
