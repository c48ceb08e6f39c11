// SPDX-License-Identifier: MIT
// The own pieces and cards to take, and what everybody has left.
import type { JSX } from "preact";
import type { Seat } from "../../app/seats";
import { seatClass, SeatMark } from "../../app/seats";
import { t } from "../../app/words";
import { Body, CardBack, CardIcon, cardNames } from "./art";
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

/** What everybody has left; with the tracker also which cards have been shown. All of it lies open on a real table. */
export function Stores(props: { position: CcPosition; players: Seat[]; tracker: boolean }): JSX.Element {
  const { position, players, tracker } = props;
  const { state, aids } = position;
  const laid = (i: number): number => Object.values(aids.provinces).reduce((sum, part) => sum + (part.cards[i] ?? 0), 0);
  const held = (i: number): number => {
    const hand = state.hands[i];
    return Array.isArray(hand) ? hand.length : (hand ?? 0);
  };
  const small = (shape: "wall" | "tower"): JSX.Element => (
    <span class="cc-tiny">
      <Body shape={shape} />
    </span>
  );
  return (
    <table class="cc-stores">
      <caption class="sr-only">{t("What everybody has left")}</caption>
      <thead class="sr-only">
        <tr>
          <th scope="col">{t("player")}</th>
          <th scope="col">{t("single wall")}</th>
          <th scope="col">{t("double wall")}</th>
          <th scope="col">{t("tower")}</th>
          <th scope="col">{t("cards")}</th>
          {tracker && <th scope="col">{t("cards shown")}</th>}
        </tr>
      </thead>
      <tbody>
        {players.map((player, i) => (
          <tr key={player.seat} class={seatClass(player.seat)}>
            <th scope="row">
              <SeatMark seat={player.seat} size={20} />
              <span class="cc-player">{player.name}</span>
            </th>
            <td>
              {small("wall")} {state.singles[i]}
            </td>
            <td class={state.doubles[i] ? "" : "out"}>
              <span class="cc-tiny wide">
                <Body shape="left" />
                <Body shape="right" />
              </span>
              <span class="sr-only">{state.doubles[i]}</span>
            </td>
            <td class={state.towers[i] ? "" : "out"}>
              {small("tower")}
              <span class="sr-only">{state.towers[i]}</span>
            </td>
            <td title={t("in hand {n}, face down {m}", { n: held(i), m: laid(i) })}>
              <span class="cc-fan">
                <CardBack seat={player.seat} size={20} />
              </span>
              {held(i)}
              {laid(i) > 0 && <small> + {laid(i)}</small>}
            </td>
            {tracker && (
              <td class="cc-tracker">
                {cardNames.map((name) => {
                  const isShown = state.shown[i]?.includes(name) ?? false;
                  return (
                    <span key={name} class={isShown ? "shown" : ""} title={isShown ? t("{card}: shown", { card: cardWord(name) }) : t("{card}: still hidden", { card: cardWord(name) })}>
                      <CardIcon name={name} size={22} />
                      {isShown && <span class="sr-only">{cardWord(name)}</span>}
                    </span>
                  );
                })}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
