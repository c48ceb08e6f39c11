// SPDX-License-Identifier: MIT
// The lines below the map: what is to be done, what a move would change, what is pointed at.
import type { JSX } from "preact";
import { SeatMark } from "../../app/seats";
import { listOf, t } from "../../app/words";
import type { CcAids, CcPart, CcState, Chapter } from "../../engine/types";
import type { BoardProps } from "../board";
import type { CcPosition, Chart } from "./chart";
import { nameOf, ownCards } from "./map";
import type { Choices, Tool } from "./moves";

type Props = BoardProps<CcState, CcAids>;

/** What a move would leave, without what the engine had to guess: cards of others that it would turn up. */
export function withoutGuesses(before: CcPosition, after: CcPosition): { after: CcPosition; turnsUp: string | null } {
  for (const [name, cards] of Object.entries(before.state.cards)) {
    const isDone = after.state.protected.includes(name) || after.state.resolving?.province === name;
    const part = before.aids.provinces[name];
    if (!isDone || !part || !cards.some((card) => card.endsWith("?"))) continue;
    const provinces = { ...after.aids.provinces, [name]: { ...part, filled: part.slots.length } };
    return { after: { ...after, scores: before.scores, aids: { ...after.aids, provinces } }, turnsUp: name };
  }
  return { after, turnsUp: null };
}

/** What a move changes, as short sums. */
export function Changes(props: { before: CcPosition; after: CcPosition; turnsUp: string | null; words: string }): JSX.Element {
  const { before, after, turnsUp } = props;
  const parts = (["provinces", "regions"] as const).flatMap((side) =>
    Object.entries(before.aids[side]).flatMap(([name, was]) => {
      const is = after.aids[side][name];
      if (!is) return [];
      const worth = "worth" in was && "worth" in is && was.worth !== is.worth ? `${t("worth")} ${String(was.worth)} → ${String(is.worth)}` : "";
      const sums = was.sections.flatMap((n, i) => (n !== is.sections[i] ? [{ seat: i + 1, n, m: is.sections[i] ?? 0 }] : []));
      return worth || sums.length ? [{ name, worth, sums }] : [];
    }),
  );
  return (
    <>
      <b>{props.words}</b>
      {parts.map(({ name, worth, sums }) => (
        <span key={name} class="cc-change">
          <b>{name}</b> {worth}
          {sums.map(({ seat, n, m }) => (
            <span key={seat} class="cc-count">
              <SeatMark seat={seat} size={16} /> {n} → {m}
            </span>
          ))}
        </span>
      ))}
      {after.scores.map((n, i) => {
        const by = n - (before.scores[i] ?? 0);
        return by ? (
          <span key={i} class="cc-change cc-gain">
            <SeatMark seat={i + 1} size={16} /> {by > 0 ? `+${by}` : `−${-by}`}
          </span>
        ) : null;
      })}
      {turnsUp && <span class="cc-change">{t("the cards in {name} are turned up", { name: turnsUp })}</span>}
    </>
  );
}

/** What the others have just done, as long as nothing else is pointed at. */
export function lastWords(recent: Chapter[]): string {
  const kinds = ["LAYS", "LAYS_DOUBLE", "LAYS_CARD", "TOUCHES", "JOINS", "SCORES", "PASSES"];
  const said = recent.flatMap((chapter) => chapter.events).filter((e) => kinds.includes(e.kind));
  return said.slice(-4).map((e) => e.say).join(" · ");
}

/** The place pointed at: a slot tells of its province and its region. Those who listen hear it from the place itself. */
export function Pointed(args: { position: CcPosition; chart: Chart; place: string; props: Props }): JSX.Element {
  const { position, chart, place } = args;
  const { state, aids } = position;
  const { players } = args.props;
  const province = chart.provinceOf.get(place) ?? (place in aids.provinces ? place : "");
  const region = chart.regionOf.get(place) ?? (place in aids.regions ? place : "");
  const below = aids.provinces[province];
  const above = aids.regions[region];
  const power = state.peril[region];
  const own = ownCards(position, province);
  const backs = below?.cards.reduce((a, b) => a + b, 0) ?? 0;
  const owners = (state.reserved[place] ?? []).map((seat) => nameOf(players, seat));
  return (
    <span aria-hidden="true">
      {chart.column.has(place) && <b>{place} </b>}
      {owners.length > 0 && t("reserved for {names}", { names: listOf(owners) })}
      {below && (
        <span class="cc-change">
          <b>{province}</b> {t("worth")} {below.worth}
          {state.protected.includes(province) ? `, ${t("protected")}` : `, ${below.filled}/${below.slots.length}`}
          <Sums part={below} />
          {backs > 0 && t("cards face down: {n}", { n: backs })}
          {own.length > 0 && ` (${own.join(", ")})`}
        </span>
      )}
      {above && (
        <span class="cc-change">
          <b>{region}</b>{" "}
          {power === undefined ? t("no threat token") : power === null ? t("threat token face down") : `${t("power")} ${power}`}
          <Sums part={above} />
        </span>
      )}
    </span>
  );
}

function Sums(props: { part: CcPart }): JSX.Element {
  return (
    <>
      {props.part.sections.map((n, i) =>
        n ? (
          <span key={i} class="cc-count">
            <SeatMark seat={i + 1} size={16} /> {n}
          </span>
        ) : null,
      )}
      {props.part.neutral > 0 && (
        <span class="cc-count">
          <i class="cc-n">N</i> {props.part.neutral}
        </span>
      )}
    </>
  );
}

/** One line on what is to be done now. */
export function promptOf(now: { props: Props; choices: Choices; taken: Tool | null; isChosen: boolean; half: string | null; lastMove: string; actor: number }): string {
  const { props, choices, taken, isChosen, half, lastMove, actor } = now;
  const { state, over } = props.position;
  if (over) return t("the game is over");
  const waits = actor > 0 && actor !== props.position.seat && props.position.ply === props.position.plies;
  if (!props.legal.length) return waits ? t("{name} to play", { name: nameOf(props.players, actor) }) : "";
  if (state.phase === "neutral") return t("You may lay a neutral wall: choose a slot.");
  if (state.phase === "extend") return t("Which end does the new board join?");
  if (state.phase === "resolve") return t("Your card takes effect: choose.");
  const hasCards = [...choices.places.keys()].some((name) => name.startsWith("card "));
  if (taken?.startsWith("card ")) return t("Choose a province.");
  if (taken === "double") return half ? t("Now the other half.") : t("Choose two neighbouring slots.");
  if (state.step === 1) {
    if (hasCards) return isChosen ? t("Now a wall in the same province.") : t("Now another card elsewhere, or a wall here.");
    return lastMove.startsWith("card ") ? t("Now a wall in the same province.") : t("Now the second wall, in another province.");
  }
  if (taken) return t("Choose a slot.");
  return choices.plain.length && !choices.places.size ? t("Nothing can be laid.") : t("Your turn: take a piece or a card.");
}
