// SPDX-License-Identifier: MIT
// The players in a strip: mark, name, score, and what the game tells of each in short. Pieces of others come from here.
import type { ComponentChildren, JSX } from "preact";
import { botOf } from "../app/bots";
import { SeatMark, seatClass, type Seat } from "../app/seats";
import { t } from "../app/words";
import { Icon } from "../art/icons";
import type { GameUi } from "../boards/board";
import type { GameInfo, Position } from "../engine/types";
import "./strip.css";

export function seatName(player: Seat): string {
  return player.name || t("seat {n}", { n: player.seat });
}

export function Strip(props: {
  position: Position;
  players: Seat[];
  info: GameInfo;
  ui: GameUi;
  more?: (seat: number) => ComponentChildren; // to be said of a seat
}): JSX.Element {
  const { position, players, info, ui } = props;
  return (
    <ul class="seats" aria-label={t("Players")} style={{ "--seats": players.length }}>
      {players.map((player) => {
        const { seat } = player;
        const acts = position.to_act.includes(seat);
        const wins = position.over && position.winners.includes(seat);
        const score = position.scores[seat - 1];
        return (
          <li key={seat} class={`seat ${seatClass(seat)}`} data-seat={seat} data-acts={acts} data-wins={wins} data-me={position.seat === seat}>
            <SeatMark seat={seat} size={28} />
            <span class="seat-name" title={seatName(player)}>
              {seatName(player)}
            </span>
            <b key={score} class="seat-score" aria-label={info.lowest_wins ? t("Penalty points") : t("Points")}>
              {score}
            </b>
            <span class="seat-more">
              {player.bot && (
                <span class="seat-bot" title={t(botOf(player.bot).label)}>
                  <Icon name="bot" size={16} />
                  {!player.name.startsWith(t(botOf(player.bot).label)) && <span>{t(botOf(player.bot).label)}</span>}
                </span>
              )}
              {wins ? <span class="seat-wins">{t("winner")}</span> : <ui.Stock position={position} seat={seat} />}
              {props.more?.(seat)}
            </span>
            {acts && <span class="sr-only">{t("to move")}</span>}
          </li>
        );
      })}
    </ul>
  );
}
