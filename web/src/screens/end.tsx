// SPDX-License-Identifier: MIT
// The end, which is the beginning of the review: who won, everybody's place, and how it came about.
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Chart } from "../app/chart";
import { SeatMark, seatClass, type Seat } from "../app/seats";
import { listOf, tYou } from "../app/words";
import type { Chapter, GameInfo } from "../engine/types";
import { seatName } from "./strip";
import type { Visit } from "./story";
import "./end.css";

/** Everybody with their place, the best first; those who are equal share a place. Winners are the engine's. */
function standings(players: Seat[], last: Chapter, lowest: boolean): { player: Seat; score: number; wins: boolean }[] {
  const sign = lowest ? 1 : -1;
  return players
    .map((player) => ({ player, score: last.scores[player.seat - 1] ?? 0, wins: last.winners.includes(player.seat) }))
    .sort((a, b) => Number(b.wins) - Number(a.wins) || sign * (a.score - b.score));
}

/** Stays while its reader looks back. If the end is `news`, it is where the focus goes. */
export function End(props: {
  log: Chapter[];
  own: number; // the seat of the reader; 0: none
  players: Seat[];
  info: GameInfo;
  at: number;
  news: boolean;
  visit: Visit;
  children: ComponentChildren;
}): JSX.Element | null {
  const { log, players, info } = props;
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (props.news) title.current?.focus();
  }, []);
  const last = log[log.length - 1];
  if (!last) return null;
  const rows = standings(players, last, info.lowest_wins);
  const winners = rows.filter((row) => row.wins).map((row) => row.player);
  const hasWon = winners.some(({ seat }) => seat === props.own);
  const names = listOf(winners.filter(({ seat }) => winners.length === 1 || seat !== props.own).map(seatName));
  return (
    <section class="end" aria-labelledby="end-title" data-over>
      <div class="end-places">
        <h2 id="end-title" ref={title} tabIndex={-1}>
          {winners.length === 1 ? tYou("{name} wins.|You win.", hasWon, { name: names }) : tYou("{names} share the victory.|You share the victory with {names}.", hasWon, { names })}
        </h2>
        <ol class="end-list">
          {rows.map(({ player, score, wins }) => (
            <li key={player.seat} class={seatClass(player.seat)} data-wins={wins}>
              <SeatMark seat={player.seat} size={wins ? 30 : 22} />
              <span title={seatName(player)}>{seatName(player)}</span>
              <b>{score}</b>
            </li>
          ))}
        </ol>
      </div>
      <Chart log={log} players={players} lowest={info.lowest_wins} at={props.at} visit={props.visit} />
      {props.children}
    </section>
  );
}
