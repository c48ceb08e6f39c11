// SPDX-License-Identifier: MIT
// The review: every decision of the game through the eyes of the strong bot, from what its seat could know then. It is found
// move by move; what is there so far is shown, and whoever has seen enough stops it.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { LineChart, type Line } from "../app/chart";
import { SeatMark, type Seat } from "../app/seats";
import type { Showing } from "../app/showing";
import { t } from "../app/words";
import { sayChange, sayLoss, sayUnit, sayWorth } from "../app/worth";
import { Icon } from "../art/icons";
import type { Decision, Review } from "../engine/types";
import { Choice } from "./forms";
import type { Visit } from "./story";
import { seatName } from "./strip";
import "./review.css";

interface Progress {
  review: Review | null;
  done: number;
  busy: boolean;
}

/** What each seat could expect, by move, and what came of it. */
function linesOf(review: Review, plies: number, isWhole: boolean): Line[] {
  return review.seats.map(({ seat, result }) => {
    const own = review.decisions.filter((decision) => decision.seat === seat);
    const points = own.map(({ ply, outlook }) => ({ ply, value: outlook }));
    if (isWhole) points.push({ ply: plies, value: result });
    return { seat, points };
  });
}

function ticksOf(review: Review): { value: number; label: string }[] {
  const values = [...review.decisions.map((decision) => decision.outlook), ...review.seats.map((seat) => seat.result)];
  const least = Math.min(-1000, ...values);
  const most = Math.max(1000, ...values);
  const ticks = review.unit === "share" ? [0, 500, 1000] : [least, 0, most];
  return ticks.map((value) => ({ value, label: sayWorth(review.unit, value) }));
}

function Expectations(props: { review: Review; plies: number; isWhole: boolean; at: number; visit: Visit }): JSX.Element {
  const { review, plies } = props;
  const turned = review.decisions.filter((decision) => review.turning.includes(decision.ply));
  return (
    <LineChart
      name={sayUnit(review.unit)}
      note={t("A ring marks a turning point.")}
      lines={linesOf(review, plies, props.isWhole).filter((line) => line.points.length > 0)}
      rings={turned.map(({ ply, seat, outlook }) => ({ ply, seat, value: outlook }))}
      ticks={ticksOf(review)}
      plies={plies}
      at={props.at}
      visit={props.visit}
    />
  );
}

/** One decision: what was played, what the bot would have, and what that cost; at a turning point also whose it was, and
 * instead of the cost how much changed until that seat's next decision. It leads to the position. */
function Judged(props: { decision: Decision; review: Review; at: number; visit: Visit; isTurn?: boolean }): JSX.Element {
  const { decision, review, isTurn } = props;
  const { ply, seat, played, best, loss, swing } = decision;
  const lost = sayLoss(review.unit, loss);
  const cost = lost ? `−${lost}` : <Icon name="check" size={16} />;
  return (
    <li>
      <button type="button" class="review-line" aria-current={props.at === ply ? "step" : undefined} data-loss={loss} onClick={() => props.visit(ply)}>
        <span class="review-ply">{ply + 1}</span>
        {isTurn && <SeatMark seat={seat} size={18} />}
        <span class="review-moves">
          <span>{played.say}</span>
          {best.move !== played.move && <span class="review-best">{t("The bot: {move}", { move: best.say })}</span>}
        </span>
        <b>{isTurn && swing !== 0 ? sayChange(review.unit, swing) : cost}</b>
      </button>
    </li>
  );
}

function Decisions(props: { review: Review; players: Seat[]; own: number; at: number; visit: Visit }): JSX.Element {
  const { review, players, at, visit } = props;
  const [seat, setSeat] = useState(props.own || 1);
  const conduct = review.seats[seat - 1];
  const turning = review.turning.flatMap((ply) => review.decisions.find((decision) => decision.ply === ply) ?? []);
  return (
    <div class="review-lists">
      <div>
        <h3>{t("Turning points")}</h3>
        {turning.length === 0 && <p class="form-note">{t("none")}</p>}
        <ol class="review-list">
          {turning.map((decision) => (
            <Judged key={decision.ply} decision={decision} review={review} at={at} visit={visit} isTurn />
          ))}
        </ol>
      </div>
      <div>
        <Choice
          label={t("Decisions of")}
          value={seat}
          among={players.map((player) => ({
            value: player.seat,
            label: [<SeatMark seat={player.seat} size={18} />, <span class="newgame-name">{seatName(player)}</span>],
          }))}
          choose={setSeat}
        />
        {conduct && (
          <p class="form-note">
            {t("{seat}: decisions as good as the bot's: {m} of {n}; lost on average: {loss}", {
              seat: seatName(players[seat - 1] as Seat),
              n: conduct.decisions,
              m: conduct.agreed,
              loss: sayLoss(review.unit, conduct.loss / (conduct.decisions || 1)) || 0,
            })}
          </p>
        )}
        <ol class="review-list review-all" tabIndex={0} aria-label={t("Decisions of")}>
          {review.decisions
            .filter((decision) => decision.seat === seat)
            .map((decision) => (
              <Judged key={decision.ply} decision={decision} review={review} at={at} visit={visit} />
            ))}
        </ol>
      </div>
    </div>
  );
}

export function ReviewPanel(props: { session: Showing; plies: number; own: number; at: number; visit: Visit }): JSX.Element {
  const { session, plies, at, visit } = props;
  const [{ review, done, busy }, set] = useState<Progress>({ review: null, done: 0, busy: false });
  const start = async () => {
    set({ review: null, done: 0, busy: true });
    await session.review((found, ply) => set({ review: found, done: ply, busy: ply < plies }));
  };
  const stop = () => {
    session.stopReview();
    set({ review, done, busy: false });
  };
  return (
    <section class="review" aria-label={t("Review")} data-reviewed={!busy && done > 0}>
      {busy ? (
        <p class="review-progress">
          <progress max={plies} value={done} aria-label={t("Review")} />
          <button type="button" class="button" onClick={stop}>
            {t("Stop")}
          </button>
        </p>
      ) : (
        done < plies && (
          <p class="review-progress">
            <button type="button" class="button" data-review onClick={() => void start()}>
              <Icon name="eye" />
              {t("Review every decision")}
            </button>
            <span class="form-note">{t("What the strong bot would have played, knowing only what each seat knew.")}</span>
          </p>
        )
      )}
      {session.hints > 0 && <p class="form-note">{t("Hints used at this table: {n}", { n: session.hints })}</p>}
      {review && review.decisions.length > 0 && (
        <>
          <Expectations review={review} plies={plies} isWhole={done === plies} at={at} visit={visit} />
          <Decisions review={review} players={session.game.players} own={props.own} at={at} visit={visit} />
        </>
      )}
    </section>
  );
}
