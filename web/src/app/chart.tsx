// SPDX-License-Identifier: MIT
// Scores over time: one line a seat, each with its mark at the end; a click or the arrow keys lead to a position.
import type { JSX } from "preact";
import { SeatMark, seatClass, type Seat } from "./seats";
import { t } from "./words";
import type { Chapter } from "../engine/types";

const W = 640;
const H = 200;
const PAD = 28;

export function Chart(props: {
  log: Chapter[];
  players: Seat[];
  at: number;
  visit: (ply: number) => void;
}): JSX.Element | null {
  const { log, players, at, visit } = props;
  if (log.length === 0) return null;
  const values = log.flatMap((chapter) => chapter.scores);
  const low = Math.min(0, ...values);
  const high = Math.max(1, ...values);
  const x = (ply: number) => PAD + ((W - 2 * PAD) * ply) / log.length;
  const y = (score: number) => H - PAD - ((H - 2 * PAD) * (score - low)) / (high - low);
  const line = (seat: number) =>
    `M${x(0)} ${y(0)}` + log.map((chapter) => `L${x(chapter.ply).toFixed(1)} ${y(chapter.scores[seat - 1] ?? 0).toFixed(1)}`).join("");
  const pick = (event: JSX.TargetedMouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const ply = Math.round((((event.clientX - box.left) / box.width) * W - PAD) / ((W - 2 * PAD) / log.length));
    visit(Math.max(0, Math.min(log.length, ply)));
  };
  const last = log[log.length - 1] as Chapter;
  return (
    <figure class="chart">
      <figcaption>{t("Scores over time")}</figcaption>
      <svg viewBox={`0 0 ${W} ${H}`} role="img" aria-label={t("Scores over time")} onClick={pick}>
        <line class="chart-axis" x1={PAD} x2={W - PAD} y1={y(0)} y2={y(0)} />
        <text class="chart-label" x={PAD - 6} y={y(high) + 4} text-anchor="end">
          {high}
        </text>
        <line class="chart-now" x1={x(at)} x2={x(at)} y1={PAD / 2} y2={H - PAD / 2} />
        {players.map((player) => (
          <path key={player.seat} class={`chart-line ${seatClass(player.seat)}`} d={line(player.seat)} />
        ))}
        {players.map((player) => (
          <g key={player.seat} transform={`translate(${W - PAD + 2} ${y(last.scores[player.seat - 1] ?? 0) - 9})`}>
            <SeatMark seat={player.seat} size={18} />
          </g>
        ))}
      </svg>
    </figure>
  );
}
