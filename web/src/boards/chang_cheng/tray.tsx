// SPDX-License-Identifier: MIT
// The own pieces and cards to take, and what everybody has left.
import type { JSX } from "preact";
import type { Seat } from "../../app/seats";
import { seatClass, SeatMark } from "../../app/seats";
import { t } from "../../app/words";
import { Body, CardBack, CardIcon, cardNames, type PieceShape } from "./art";
import type { CcPosition } from "./chart";
import type { Tool } from "./moves";
import { cardHelp, cardWord, pieceHelp, pieceWord } from "./words";

export const pieceKeys: Record<string, Tool> = { w: "wall", d: "double", t: "tower" };

export interface TrayProps {
  position: CcPosition;
  seat: number;
  tool: Tool | null;
  usable: Set<Tool>;
  keys: boolean;
  onTake(tool: Tool): void;
  onHelp(text: string): void;
  onDrag(event: PointerEvent, tool: Tool): void;
}

/** The arrow keys walk through the tray; only one of its buttons is in the tab order. */
function walk(event: KeyboardEvent): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  const all = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("button")];
  const next = all[all.indexOf(document.activeElement as HTMLElement) + by];
  if (next) event.preventDefault();
  next?.focus();
}

export function Tray(props: TrayProps): JSX.Element {
  const { position, seat, tool, usable, keys } = props;
  const { state } = position;
  const left: Record<string, number> = {
    wall: state.singles[seat - 1] ?? 0,
    double: state.doubles[seat - 1] ?? 0,
    tower: state.towers[seat - 1] ?? 0,
  };
  const hand = state.hands[seat - 1];
  const inHand = Array.isArray(hand) ? hand : [];
  const items = [...Object.values(pieceKeys), ...cardNames.map((name) => `card ${name}`)];
  const first = tool && items.includes(tool) ? tool : (items.find((name) => usable.has(name)) ?? "wall");

  const item = (name: Tool, label: string, help: string, key: string, spent: boolean, count: string, art: JSX.Element): JSX.Element => (
    <button
      key={name}
      type="button"
      class={`cc-item ${tool === name ? "taken" : ""} ${usable.has(name) ? "usable" : ""} ${spent ? "spent" : ""}`}
      aria-pressed={tool === name}
      aria-keyshortcuts={key}
      aria-disabled={!usable.has(name)}
      tabIndex={first === name ? 0 : -1}
      data-tool={name}
      onClick={() => props.onTake(name)}
      onFocus={() => props.onHelp(`${label}: ${help}`)}
      onMouseEnter={() => props.onHelp(`${label}: ${help}`)}
      onMouseLeave={() => props.onHelp("")}
      onBlur={() => props.onHelp("")}
      onPointerDown={(event: PointerEvent) => props.onDrag(event, name)}
    >
      {art}
      <span class="cc-label">
        {label}
        {count && <b> {count}</b>}
      </span>
      <span class="sr-only">, {help}</span>
      {keys && <kbd aria-hidden="true">{key}</kbd>}
    </button>
  );

  return (
    <div class={`cc-tray ${seatClass(seat)}`} role="toolbar" aria-label={t("Your pieces and cards")} onKeyDown={walk}>
      <div class="cc-pieces">
        {Object.entries(pieceKeys).map(([key, name]) =>
          item(
            name,
            pieceWord(name),
            pieceHelp(name),
            key,
            !left[name],
            name === "wall" ? `×${left[name] ?? 0}` : "",
            <span class={`cc-store cc-store-${name}`}>
              {name === "double" ? (
                <>
                  <Body shape="left" />
                  <Body shape="right" />
                </>
              ) : (
                <Body shape={name === "tower" ? "tower" : "wall"} />
              )}
            </span>,
          ),
        )}
      </div>
      <div class="cc-hand">
        {cardNames.map((name, i) =>
          item(`card ${name}`, cardWord(name), cardHelp(name), String(i + 1), !inHand.includes(name), "", <CardIcon name={name} size={40} />),
        )}
      </div>
    </div>
  );
}

/** What a seat has left: walls, double wall, tower, cards in hand and face down; for the strip of players. */
export function Stock(props: { position: CcPosition; seat: number }): JSX.Element {
  const { state, aids } = props.position;
  const i = props.seat - 1;
  const hand = state.hands[i];
  const held = Array.isArray(hand) ? hand.length : (hand ?? 0);
  const laid = Object.values(aids.provinces).reduce((sum, part) => sum + (part.cards[i] ?? 0), 0);
  const small = (has: number | undefined, word: string, shapes: PieceShape[]): JSX.Element => (
    <span class={`cc-tiny ${shapes.length > 1 ? "wide" : ""} ${has ? "" : "out"}`} title={`${word}: ${has ?? 0}`}>
      <span class="sr-only">
        {word} {has}
      </span>
      {shapes.map((shape) => (
        <Body key={shape} shape={shape} />
      ))}
    </span>
  );
  return (
    <span class="cc-stock">
      <span>
        {small(state.singles[i], t("single wall"), ["wall"])}
        <span aria-hidden="true">{state.singles[i]}</span>
      </span>
      {small(state.doubles[i], t("double wall"), ["left", "right"])}
      {small(state.towers[i], t("tower"), ["tower"])}
      <span title={t("in hand {n}, face down {m}", { n: held, m: laid })}>
        <span class="sr-only">{t("in hand {n}, face down {m}", { n: held, m: laid })}</span>
        <CardBack seat={props.seat} size={18} />
        <span aria-hidden="true">
          {held}
          {laid > 0 && <small>+{laid}</small>}
        </span>
      </span>
    </span>
  );
}

/** Which cards everybody has shown; all of it lay open on the table. */
export function Tracker(props: { position: CcPosition; players: Seat[] }): JSX.Element {
  const { state } = props.position;
  return (
    <section class="cc-tracker" aria-label={t("cards shown")}>
      <p class="cc-tracker-title">{t("cards shown")}</p>
      <ul>
        {props.players.map(({ seat, name: player }, i) => (
          <li key={seat} class={seatClass(seat)}>
            <SeatMark seat={seat} size={20} title={player} />
            {cardNames.map((name) => {
              const isShown = state.shown[i]?.includes(name) ?? false;
              return (
                <span key={name} class={isShown ? "shown" : ""} title={isShown ? t("{card}: shown", { card: cardWord(name) }) : t("{card}: still hidden", { card: cardWord(name) })}>
                  <CardIcon name={name} size={24} />
                  {isShown && <span class="sr-only">{cardWord(name)}</span>}
                </span>
              );
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}
