// SPDX-License-Identifier: MIT
// What happens when a province is protected, when a board joins and when the Mongols come: told card by card from the
// events, with the choices of whoever has to decide.
import type { JSX } from "preact";
import type { Chapter, GameEvent, Move } from "../../engine/types";
import type { Seat } from "../../app/seats";
import { seatClass, SeatMark } from "../../app/seats";
import { t } from "../../app/words";
import { CardIcon, Coin, Emperor, isCard, Peril, type CardName } from "./art";
import type { CcPosition } from "./chart";
import { nameOf } from "./map";
import { MiniBoard } from "./mini";
import { cardHelp, cardWord } from "./words";

interface SceneCard {
  seat: number;
  name: CardName;
  end: "" | "gone" | "done"; // gone: without effect
}

export interface Scene {
  province: string;
  cards: SceneCard[];
  worth: number | null;
  won: { seat: number; n: number }[];
  emperor: boolean;
}

/** Which card an event is the deed of. */
const deeds: Record<string, CardName> = {
  STRUCK: "warrior",
  RUINED: "traitor",
  RUINED_NEUTRAL: "traitor",
  SCOUTED: "traitor",
  RAISED: "flood",
  LOWERED: "flood",
  ENRICHED: "mason",
  ONE_SECTION: "mason",
  TWO_SECTIONS: "architect",
  SWAPPED: "mandarin",
  KEPT: "mandarin",
};

export function scenesOf(chapters: Chapter[]): Scene[] {
  const scenes: Scene[] = [];
  let scene: Scene | undefined;
  const end = (seat: number, name: string, how: SceneCard["end"]): void => {
    const card = scene?.cards.find((c) => c.seat === seat && c.name === name);
    if (card) card.end = how;
  };
  for (const e of chapters.flatMap((c) => c.events)) {
    if (e.kind === "FILLED") scenes.push((scene = { province: e.at, cards: [], worth: null, won: [], emperor: false }));
    else if (e.kind === "TURNED_UP" && isCard(e.what)) scene?.cards.push({ seat: e.seat, name: e.what, end: "" });
    else if (e.kind === "CANCELLED" || e.kind === "SKIPPED") end(e.seat, e.what, "gone");
    else if (e.kind in deeds) {
      end(e.seat, deeds[e.kind] ?? "", "done");
      if (e.kind === "STRUCK") end(e.other, e.what, "gone");
    } else if (!scene) continue;
    else if (e.kind === "PROTECTED") scene.worth = e.n;
    else if (e.kind === "SCORES") scene.won.push({ seat: e.seat, n: e.n });
    else if (e.kind === "EMPEROR") scene.emperor = true;
  }
  for (const { cards } of scenes) cards.sort((a, b) => priority(a.name) - priority(b.name));
  return scenes;
}

const order = ["warrior", "traitor", "flood", "mason", "architect", "mandarin"];
function priority(name: CardName): number {
  return order.indexOf(name);
}

function Cards(props: { cards: SceneCard[]; players: Seat[]; acting?: SceneCard | undefined }): JSX.Element {
  const { cards, players, acting } = props;
  return (
    <ol class="cc-cards">
      {cards.map((card, i) => (
        <li
          key={`${card.seat}${card.name}`}
          class={`cc-card ${seatClass(card.seat)} ${card === acting ? "acting" : card.end}`}
          style={{ "--i": i }}
          title={cardHelp(card.name)}
        >
          <CardIcon name={card.name} size={36} />
          <span>{cardWord(card.name)}</span>
          <SeatMark seat={card.seat} size={18} title={nameOf(players, card.seat)} />
          {card.end === "gone" && <span class="sr-only">{t("no effect")}</span>}
        </li>
      ))}
    </ol>
  );
}

function Won(props: { won: Scene["won"]; players: Seat[]; short?: boolean }): JSX.Element {
  return (
    <>
      {props.won.map(({ seat, n }, i) => (
        <span key={seat} class={`cc-won ${seatClass(seat)}`} style={{ "--i": i }}>
          <SeatMark seat={seat} size={20} /> <span class={props.short ? "sr-only" : ""}>{nameOf(props.players, seat)}</span> <b>{n < 0 ? `−${-n}` : `+${n}`}</b>
        </span>
      ))}
    </>
  );
}

/** A province while its cards act. */
export function Resolving(props: {
  position: CcPosition;
  players: Seat[];
  known: Scene | undefined;
  choices: Move[];
  me: number;
  mapHint: string;
  onPlay(move: string): void;
}): JSX.Element | null {
  const { position, players, known, choices, me } = props;
  const now = position.state.resolving;
  if (!now) return null;
  const open = now.cards.flatMap((text): SceneCard[] => {
    const [seat, name = ""] = text.split(":");
    return isCard(name) ? [{ seat: Number(seat), name, end: "" }] : [];
  });
  const isOpen = (card: SceneCard): boolean => open.some((c) => c.seat === card.seat && c.name === card.name);
  const past = known && known.province === now.province ? known.cards.filter((c) => !isOpen(c)) : [];
  const acting = open[0];
  const cards = [...past.map((c): SceneCard => ({ ...c, end: c.end || "done" })), ...open].sort((a, b) => priority(a.name) - priority(b.name));
  const part = position.aids.provinces[now.province];
  return (
    <section class="cc-scene" aria-label={t("Province {name}", { name: now.province })}>
      <header>
        <p class="cc-title">{t("Province {name}", { name: now.province })}</p>
        <span class="cc-sum">
          <span class="cc-worth">{part?.worth ?? now.worth}</span> {t("worth")}
          {now.worth !== 0 && <b> ({now.worth > 0 ? `+${now.worth}` : `−${-now.worth}`})</b>}
        </span>
        <span class="cc-sum">
          {part?.sections.map((n, i) => (
            <span key={i} class="cc-count">
              <SeatMark seat={i + 1} size={18} title={nameOf(players, i + 1)} />
              {n}
              {now.sections[i] ? <b>(+{now.sections[i]})</b> : null}
            </span>
          ))}
        </span>
      </header>
      <Cards cards={cards} players={players} acting={acting} />
      {acting && (
        <p class="cc-who">
          <SeatMark seat={now.actor} size={20} />
          {now.actor === me
            ? `${t("You decide: {card}", { card: cardWord(acting.name) })} (${cardHelp(acting.name)})`
            : t("{name} decides: {card}", { name: nameOf(players, now.actor), card: cardWord(acting.name) })}
        </p>
      )}
      {props.mapHint && <p class="cc-hint">{props.mapHint}</p>}
      {choices.length > 0 && (
        <div class="cc-choices">
          {choices.map(({ move, say }) => {
            const [verb, seat, card = ""] = move.split(" ");
            return (
              <button key={move} type="button" class="button" data-move={move} onClick={() => props.onPlay(move)}>
                {verb === "strike" && isCard(card) && (
                  <>
                    <SeatMark seat={Number(seat)} size={20} />
                    <CardIcon name={card} size={28} />
                  </>
                )}
                {(verb === "raise" || verb === "value") && <Coin value="+2" size={28} />}
                {verb === "lower" && <Coin value="−2" size={28} />}
                {verb === "section" && <SeatMark seat={me} size={22} />}
                {say}
              </button>
            );
          })}
        </div>
      )}
    </section>
  );
}

/** Which end the new board joins: both ways, as they would lie. */
export function Extending(props: { position: CcPosition; choices: Move[]; onPlay(move: string): void }): JSX.Element {
  const { position, choices } = props;
  const next = position.state.waiting[0] ?? "";
  const line = position.state.boards.map((face) => <MiniBoard key={face} face={face} position={position} />);
  return (
    <section class="cc-scene" aria-label={t("A new board joins the line")}>
      <p class="cc-title">{t("A new board joins the line")}</p>
      <div class="cc-ends">
        {choices.length === 0 && <MiniBoard face={next} fresh />}
        {choices.map(({ move, say }) => (
          <button key={move} type="button" class="button cc-end" data-move={move} onClick={() => props.onPlay(move)}>
            <span class="cc-row">
              {move === "extend left" && <MiniBoard face={next} fresh />}
              {line}
              {move !== "extend left" && <MiniBoard face={next} fresh />}
            </span>
            {say}
          </button>
        ))}
      </div>
    </section>
  );
}

/** A province protected in one go, as it happens. */
export function Protecting(props: { scene: Scene; players: Seat[] }): JSX.Element {
  const { scene, players } = props;
  return (
    <section class="cc-scene playing">
      <header>
        <p class="cc-title">{t("Province {name}", { name: scene.province })}</p>
        {scene.worth !== null && (
          <span class="cc-sum">
            <span class="cc-worth">{scene.worth}</span> {t("worth")}
          </span>
        )}
        {scene.emperor && <Emperor size={30} />}
      </header>
      {scene.cards.length > 0 && <Cards cards={scene.cards} players={players} />}
      <p class="cc-who">
        <Won won={scene.won} players={players} />
        {scene.worth !== null && !scene.won.length && t("nobody scores")}
      </p>
    </section>
  );
}

/** The same afterwards, in one line. */
export function Summary(props: { scene: Scene; players: Seat[] }): JSX.Element {
  const { scene, players } = props;
  return (
    <li>
      <b>{scene.province}</b> {t("protected")}
      {scene.worth !== null && <span class="cc-worth">{scene.worth}</span>}
      {scene.cards.map((card) => (
        <span key={`${card.seat}${card.name}`} class={`cc-chip ${card.end} ${seatClass(card.seat)}`} title={cardWord(card.name)}>
          <SeatMark seat={card.seat} size={14} />
          <CardIcon name={card.name} size={22} />
        </span>
      ))}
      <Won won={scene.won} players={players} />
      {scene.worth !== null && !scene.won.length && t("nobody scores")}
    </li>
  );
}

const ends = ["DIPLOMACY", "DOMINATION", "RECOGNITION"];

export function attackOf(chapters: Chapter[]): GameEvent[] {
  const events = chapters.flatMap((c) => c.events).filter((e) => ["ATTACK", "LOSES", "DEFENDED", ...ends].includes(e.kind));
  return events;
}

/** The Mongols, region by region, and the events after them. */
export function Attack(props: { events: GameEvent[]; players: Seat[]; playing: boolean }): JSX.Element {
  const { events, players } = props;
  const attacks = events.filter((e) => e.kind === "ATTACK");
  return (
    <section class={`cc-scene cc-attack ${props.playing ? "playing" : ""}`}>
      <p class="cc-title">{t("The Mongols attack")}</p>
      <ul class="cc-raids">
        {attacks.map((attack, i) => {
          const here = events.filter((e) => e.at === attack.at && e !== attack);
          const power = Number(attack.what.replace(/\D/g, ""));
          return (
            <li key={attack.at} style={{ "--i": i }}>
              <Peril power={power} size={30} />
              <b>{attack.at}</b>
              <Won won={here.filter((e) => e.kind === "LOSES").map((e) => ({ seat: e.seat, n: -e.n }))} players={players} short />
              {here
                .filter((e) => e.kind === "DEFENDED")
                .map((e) => (
                  <span key={e.seat} class={`cc-won ${seatClass(e.seat)}`} title={e.say}>
                    <SeatMark seat={e.seat} size={20} /> {t("safe")}
                  </span>
                ))}
              {!here.length && <span class="cc-soft">{t("nobody loses")}</span>}
            </li>
          );
        })}
      </ul>
      {events
        .filter((e) => ends.includes(e.kind))
        .map((e) => (
          <p key={e.kind + String(e.seat)} class="cc-who cc-small">
            {e.seat > 0 && <SeatMark seat={e.seat} size={20} />}
            {e.say}
          </p>
        ))}
    </section>
  );
}
