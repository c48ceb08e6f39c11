// SPDX-License-Identifier: MIT
// A hint: the move that the strong bot would make, what it expects of it and of others, and what may follow. And what is said
// when bots cannot be had as they are.
import type { JSX } from "preact";
import { botOf } from "../app/bots";
import { SeatMark, type Seat } from "../app/seats";
import { t } from "../app/words";
import { sayScore, sayUnit, sayWorth } from "../app/worth";
import { Icon } from "../art/icons";
import type { Hint } from "../engine/types";
import { seatName } from "./strip";
import "./hint.css";

const OTHERS = 3; // moves that are shown besides
const FOLLOWING = 4; // moves of the line
const CLOSE = { share: 10, points: 100 }; // thousandths that make no difference

function isClose(hint: Hint, value: number): boolean {
  return (hint.moves[0]?.value ?? 0) - value <= CLOSE[hint.unit];
}

/** The value of the move, in a sentence. */
function sayExpected(hint: Hint): string {
  const n = sayWorth(hint.unit, hint.moves[0]?.value ?? 0);
  return `${sayUnit(hint.unit)}: ${n}.`;
}

function Scores(props: { hint: Hint; players: Seat[] }): JSX.Element {
  return (
    <p class="hint-scores">
      {t("Expected scores:")}
      {props.players.map((player) => (
        <span key={player.seat}>
          <SeatMark seat={player.seat} size={18} title={seatName(player)} /> {sayScore(props.hint.scores[player.seat - 1] ?? 0)}
        </span>
      ))}
    </p>
  );
}

function Following(props: { hint: Hint; players: Seat[] }): JSX.Element | null {
  const line = props.hint.line.slice(1, 1 + FOLLOWING);
  if (line.length === 0) return null;
  return (
    <div>
      <h3>{t("Likely continuation")}</h3>
      <ol class="hint-line">
        {line.map(({ seat, say }, i) => (
          <li key={i}>
            <SeatMark seat={seat} size={18} title={seatName(props.players[seat - 1] as Seat)} /> <span>{say}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Others(props: { hint: Hint }): JSX.Element | null {
  const { hint } = props;
  const others = hint.moves.slice(1, 1 + OTHERS);
  if (others.length === 0) return null;
  return (
    <div>
      <h3>{t("Alternatives")}</h3>
      <ul class="hint-others">
        {others.map(({ move, say, value }) => (
          <li key={move}>
            <span>{say}</span> <b>{sayWorth(hint.unit, value)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Advice(props: { hint: Hint; players: Seat[]; play: (move: string) => void; dismiss: () => void }): JSX.Element {
  const { hint, players } = props;
  const best = hint.moves[0];
  const close = hint.moves.length > 2 && hint.moves.slice(1, 1 + OTHERS).every(({ value }) => isClose(hint, value));
  return (
    <>
      <div class="hint-main">
        <h2>
          <Icon name="hint" />
          <span class="hint-move">{best?.say}</span>
        </h2>
        <p>
          {sayExpected(hint)} {close && t("Other moves are nearly as good.")}{" "}
          {hint.bot !== "strong" && t("The bot's model for this game could not be loaded: this is a rough estimate.")}
        </p>
        <Scores hint={hint} players={players} />
        <div class="hint-tools">
          <button type="button" class="button" onClick={() => best && props.play(best.move)}>
            {t("Play it")}
          </button>
          <button type="button" class="button quiet" onClick={props.dismiss}>
            {t("Got it")}
          </button>
        </div>
      </div>
      <Others hint={hint} />
      <Following hint={hint} players={players} />
    </>
  );
}

/** Says itself when it comes, and leaves the focus where it is. */
export function HintSlip(props: { hint: Hint | "thinking" | null; players: Seat[]; play: (move: string) => void; dismiss: () => void }): JSX.Element {
  const { hint } = props;
  return (
    <div role="status">
      {hint !== null && (
        <section class="hint" aria-label={t("Hint")} data-hinted={hint === "thinking" ? undefined : hint.moves[0]?.move}>
          {hint === "thinking" ? <p>{t("Please wait...")}</p> : <Advice {...props} hint={hint} />}
        </section>
      )}
    </div>
  );
}

/** What bots have learnt cannot be had: once more, or against others. */
export function Untaught(props: { levels: string[]; again: () => void; against: (level: string) => void }): JSX.Element {
  return (
    <div class="refusal" role="alert" data-untaught>
      <span>{t("The model that these bots need cannot be loaded now. Other bots can play without it.")}</span>
      <button type="button" class="button" onClick={props.again}>
        {t("Try again")}
      </button>
      {props.levels.map((level) => (
        <button key={level} type="button" class="button" onClick={() => props.against(level)}>
          {t("Opponents: {name}", { name: t(botOf(level).label) })}
        </button>
      ))}
    </div>
  );
}
