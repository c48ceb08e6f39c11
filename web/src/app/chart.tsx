// SPDX-License-Identifier: MIT
// Scores over time: one line a seat, each with its mark at the end; a ring where somebody takes the lead. A click or the
// arrow keys lead to a position.
import type { JSX } from "preact";
import { SeatMark, seatClass, type Seat } from "./seats";
import { t } from "./words";
import type { Chapter } from "../engine/types";

const H = 200;
const LEFT = 30;
const RIGHT = 28;
const PAD = 16;
const MARK = 18;

interface Turn {
  ply: number;
  seat: number;
  score: number;
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
    turns.push({ ply, seat: leader, score: best });
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

export function Chart(props: {
  log: Chapter[];
  players: Seat[];
  lowest: boolean;
  at: number;
  visit: (ply: number) => void;
}): JSX.Element | null {
  const { log, players, at, visit } = props;
  const last = log[log.length - 1];
  if (!last) return null;
  const W = Math.min(640, innerWidth - 40);
  const values = log.flatMap((chapter) => chapter.scores);
  const low = Math.min(0, ...values);
  const high = Math.max(1, ...values);
  const x = (ply: number) => LEFT + ((W - LEFT - RIGHT) * ply) / log.length;
  const y = (score: number) => H - PAD - ((H - 2 * PAD) * (score - low)) / (high - low);
  const line = (seat: number) =>
    `M${x(0)} ${y(0)}` + log.map((chapter) => `L${x(chapter.ply).toFixed(1)} ${y(chapter.scores[seat - 1] ?? 0).toFixed(1)}`).join("");
  const pick = (event: JSX.TargetedMouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const ply = Math.round((((event.clientX - box.left) / box.width) * W - LEFT) / ((W - LEFT - RIGHT) / log.length));
    visit(Math.max(0, Math.min(log.length, ply)));
  };
  const ends = apart(players.map((player) => y(last.scores[player.seat - 1] ?? 0) - MARK / 2));
  return (
    <figure class="chart">
      <figcaption>
        {t("Scores over time")}. {t("A ring: somebody takes the lead.")}
      </figcaption>
      <svg viewBox={`0 0 ${W} ${H}`} role="img" aria-label={t("Scores over time")} onClick={pick}>
        {[0, Math.round(high / 2), high].map((score) => (
          <g key={score}>
            <line class="chart-axis" x1={LEFT} x2={W - RIGHT} y1={y(score)} y2={y(score)} />
            <text class="chart-label" x={LEFT - 6} y={y(score) + 4} text-anchor="end">
              {score}
            </text>
          </g>
        ))}
        <line class="chart-now" x1={x(at)} x2={x(at)} y1={PAD / 2} y2={H - PAD / 2} />
        {players.map((player) => (
          <path key={player.seat} class={`chart-line ${seatClass(player.seat)}`} d={line(player.seat)} />
        ))}
        {turnsOf(log, props.lowest).map(({ ply, seat, score }) => (
          <circle key={ply} class={`chart-turn ${seatClass(seat)}`} cx={x(ply)} cy={y(score)} r="4.5" />
        ))}
        {players.map((player, i) => (
          <g key={player.seat} transform={`translate(${W - RIGHT + 6} ${ends[i] ?? 0})`}>
            <SeatMark seat={player.seat} size={MARK} />
          </g>
        ))}
      </svg>
    </figure>
  );
}
