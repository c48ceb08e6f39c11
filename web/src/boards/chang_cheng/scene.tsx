// SPDX-License-Identifier: MIT
// A province being protected, a board that joins, the Mongols: played as script.ts tells them, with the choices of whoever
// has to decide.
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { GameEvent, Move } from "../../engine/types";
import type { Seat } from "../../app/seats";
import { seatClass, SeatMark } from "../../app/seats";
import { t } from "../../app/words";
import { flyToSeat } from "../motion";
import { CardIcon, Coin, Emperor, isCard, Peril } from "./art";
import type { CcPosition } from "./chart";
import { nameOf } from "./map";
import { MiniBoard } from "./mini";
import { signed, tallies, type Scene, type SceneCard } from "./script";
import { cardHelp, cardWord } from "./words";

function Cards(props: { cards: SceneCard[]; players: Seat[]; acting?: SceneCard | undefined }): JSX.Element {
  const { cards, players, acting } = props;
  return (
    <ol class="cc-cards">
      {cards.map((card) => (
        <li
          key={`${card.seat}${card.name}`}
          class={`cc-card ${seatClass(card.seat)} ${card === acting ? "acting" : card.end}`}
          style={{ "--up": card.up, "--at": card.at }}
          title={cardHelp(card.name)}
        >
          <CardIcon name={card.name} size={36} />
          <span>{cardWord(card.name)}</span>
          <SeatMark seat={card.seat} size={18} title={nameOf(players, card.seat)} />
          {card.deed && <b class="cc-deed">{card.deed}</b>}
          {card.end === "gone" && <span class="sr-only">{t("no effect")}</span>}
        </li>
      ))}
    </ol>
  );
}

function Won(props: { won: { seat: number; n: number }[]; players: Seat[]; short?: boolean }): JSX.Element {
  return (
    <>
      {props.won.map(({ seat, n }) => (
        <span key={seat} class={`cc-won ${seatClass(seat)}`}>
          <SeatMark seat={seat} size={20} /> <span class={props.short ? "sr-only" : ""}>{nameOf(props.players, seat)}</span> <b>{signed(n)}</b>
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
    return isCard(name) ? [{ seat: Number(seat), name, end: "", deed: "", up: 0, at: 0 }] : [];
  });
  const isOpen = (card: SceneCard): boolean => open.some((c) => c.seat === card.seat && c.name === card.name);
  const past = known && known.province === now.province ? known.cards.filter((c) => !isOpen(c)) : [];
  const acting = open[0];
  const cards = [...past.map((c): SceneCard => ({ ...c, end: c.end || "done" })), ...open];
  const part = position.aids.provinces[now.province];
  return (
    <section class="cc-scene" aria-label={t("Province {name}", { name: now.province })}>
      <header>
        <p class="cc-title">{t("Province {name}", { name: now.province })}</p>
        <span class="cc-sum">
          <span class="cc-worth">{part?.worth ?? now.worth}</span> {t("worth")}
          {now.worth !== 0 && <b> ({signed(now.worth)})</b>}
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
        {choices.length === 0 && <MiniBoard face={next} position={position} fresh />}
        {choices.map(({ move, say }) => (
          <button key={move} type="button" class="button cc-end" data-move={move} onClick={() => props.onPlay(move)}>
            <span class="cc-row">
              {move === "extend left" && <MiniBoard face={next} position={position} fresh />}
              {line}
              {move !== "extend left" && <MiniBoard face={next} position={position} fresh />}
            </span>
            {say}
          </button>
        ))}
      </div>
    </section>
  );
}

/** Sections and reputation, what the cards changed, and what it comes to: 6 +2 -2 = 6. */
function Sum(props: { scene: Scene }): JSX.Element | null {
  const { worth, by, cards, settled } = props.scene;
  if (worth === null) return null;
  const changes = cards.filter((card) => /^[+−]\d+$/.test(card.deed));
  return (
    <span class="cc-sum">
      {t("worth")}
      {changes.length > 0 && (
        <>
          <span>{worth - by}</span>
          {changes.map((card) => (
            <span key={card.seat + card.name} class="cc-then" style={{ "--at": card.at }}>
              {card.deed}
            </span>
          ))}
          <span class="cc-then" style={{ "--at": settled }}>
            =
          </span>
        </>
      )}
      <span class="cc-worth cc-then" style={{ "--at": settled }}>
        {worth}
      </span>
    </span>
  );
}

/** A province being protected: its cards turn up, cancel and take effect one by one, the points go to their seats. */
export function Protecting(props: { scene: Scene; players: Seat[]; step: number }): JSX.Element {
  const { scene, players, step } = props;
  const root = useRef<HTMLElement>(null);
  const moment = (i: number): number => scene.settled + i + 1;
  useLayoutEffect(() => {
    const points = root.current?.querySelectorAll<HTMLElement>(".cc-fly") ?? [];
    points.forEach((point, i) => flyToSeat(point, scene.won[i]?.seat ?? 0, step * 1.2, step * moment(i)));
  }, []);
  return (
    <section class="cc-scene playing" ref={root} aria-label={t("Province {name}", { name: scene.province })}>
      <header>
        <p class="cc-title">{t("Province {name}", { name: scene.province })}</p>
        <Sum scene={scene} />
        {scene.emperor && (
          <span class="cc-then" style={{ "--at": scene.settled }}>
            <Emperor size={30} />
          </span>
        )}
        <button type="button" class="button quiet cc-skip">
          {t("Skip")}
        </button>
      </header>
      {scene.cards.length > 0 && <Cards cards={scene.cards} players={players} />}
      <p class="cc-who">
        {scene.won.map(({ seat, n, sections }, i) => (
          <span key={seat} class={`cc-won cc-then ${seatClass(seat)}`} style={{ "--at": moment(i) }}>
            <SeatMark seat={seat} size={20} /> {nameOf(players, seat)}
            <span class="cc-soft">
              {t("sections:")} {sections}
            </span>
            <b>+{n}</b>
            <b class="cc-fly" aria-hidden="true">
              +{n}
            </b>
          </span>
        ))}
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
            <li key={attack.at} style={{ "--at": (i + 1) / 2 }}>
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
        .filter((e) => tallies.includes(e.kind))
        .map((e) => (
          <p key={e.kind + String(e.seat)} class="cc-who cc-small">
            {e.seat > 0 && <SeatMark seat={e.seat} size={20} />}
            {e.say}
          </p>
        ))}
    </section>
  );
}
