// SPDX-License-Identifier: MIT
// The hand below the lanes: seven kinds, the draw pile, what may be done now; and what everybody has, in short.
import type { JSX } from "preact";
import { SeatMark, seatClass } from "../../app/seats";
import { t } from "../../app/words";
import { Card, CardBack, kindName } from "./cards";
import { pointing, type Pointed } from "./lane";
import { handSize, kinds, printedWorth, readHand, type CmPosition, type Menu } from "./notation";

export interface HandProps {
  position: CmPosition;
  seat: number;
  active: boolean;
  menu: Menu;
  chosen: { kind: string; count: number } | null;
  dragged: string;
  tells: string; // the line above: what to do, or what is pointed at
  keys: boolean;
  tab: string;
  touchKind(kind: string): void;
  setCount(count: number): void;
  draw(): void;
  cancel(): void;
  toggleKeys(): void;
  point(what: Pointed | null): void;
  grab(event: PointerEvent, kind: string): void;
}

function KindButton(props: HandProps & { kind: string; held: number }): JSX.Element {
  const { kind, held, seat, menu, chosen, keys, tab } = props;
  const playable = menu.counts.has(kind);
  const free = kind === "H";
  const pressed = chosen?.kind === kind;
  const label = [t("{card}, {n} in hand", { card: kindName(kind), n: held }), free ? t("free") : ""].filter(Boolean).join(", ");
  return (
    <button
      type="button"
      class={`cm-kind ${seatClass(seat)}`}
      data-nav={kind}
      data-kind={kind}
      data-held={held}
      data-playable={playable}
      data-dragged={props.dragged === kind}
      tabIndex={tab === kind ? 0 : -1}
      aria-pressed={pressed}
      aria-disabled={!playable}
      aria-keyshortcuts={kind.toLowerCase()}
      onClick={() => props.touchKind(kind)}
      onPointerDown={(event) => props.grab(event, kind)}
      {...pointing(props.point, { kind })}
    >
      <span class="sr-only">{label}</span>
      <span class="cm-pack" aria-hidden="true">
        <Card kind={kind} worth={printedWorth(kind)} />
        <span class="cm-count">
          {pressed && held > 1 ? `${chosen.count}/${held}` : held > 1 ? `×${held}` : ""}
        </span>
        {free && <span class="cm-free">{t("free")}</span>}
      </span>
      {keys && <kbd aria-hidden="true">{kind.toLowerCase()}</kbd>}
    </button>
  );
}

function Counts(props: HandProps): JSX.Element | null {
  const { chosen, menu } = props;
  if (!chosen) return null;
  const counts = menu.counts.get(chosen.kind) ?? [];
  return (
    <div class="cm-counts" role="group" aria-label={t("How many?")}>
      {counts.length > 1 && (
        <>
          <span aria-hidden="true">{t("How many?")}</span>
          {counts.map((n) => (
            <button key={n} type="button" class="button" data-count={n} aria-pressed={chosen.count === n} onClick={() => props.setCount(n)}>
              {n}
            </button>
          ))}
        </>
      )}
      <button type="button" class="button quiet" onClick={props.cancel}>
        {t("Cancel")}
        {props.keys && <kbd aria-hidden="true">Esc</kbd>}
      </button>
    </div>
  );
}

function Actions(props: { left: number; active: boolean }): JSX.Element | null {
  if (!props.active) return null;
  return (
    <p class="cm-actions">
      <span class="cm-dots" aria-hidden="true">
        {[1, 2].map((n) => (
          <i key={n} data-left={n <= props.left} />
        ))}
      </span>
      {t("actions left: {n}", { n: props.left })}
    </p>
  );
}

export function Hand(props: HandProps): JSX.Element {
  const { position, seat, active, menu, keys, tab } = props;
  const held = readHand(position.state.hands[seat - 1]);
  const pile = position.state.decks[seat - 1] ?? 0;
  return (
    <section class={`cm-hand ${seatClass(seat)}`} aria-label={t("Your hand")} data-active={active} data-chosen={props.chosen !== null}>
      <div class="cm-now">
        <p class="cm-tells">{props.tells}</p>
        <Actions left={position.state.actions_left} active={active && !menu.marks} />
        <button type="button" class="button quiet cm-keys" aria-pressed={keys} aria-keyshortcuts="?" onClick={props.toggleKeys}>
          {t("Keyboard")}
        </button>
      </div>
      <div class="cm-tray">
        <div class="cm-cards" role="toolbar" aria-label={t("Your hand")} data-roving>
          {kinds.map((kind) => (
            <KindButton key={kind} {...props} kind={kind} held={held?.get(kind) ?? 0} />
          ))}
          <button
            type="button"
            class="cm-draw"
            data-nav="x"
            data-draw
            data-legal={menu.draw}
            tabIndex={tab === "x" ? 0 : -1}
            aria-disabled={!menu.draw}
            aria-keyshortcuts="x"
            onClick={props.draw}
          >
            <span class="sr-only">{t("draw a card, {n} in the pile", { n: pile })}</span>
            <span class="cm-pack" aria-hidden="true">
              {pile > 0 ? <CardBack seat={seat} /> : <span class="cm-card cm-none" />}
              <span class="cm-pile-size">{pile}</span>
            </span>
            <span class="cm-draw-word" aria-hidden="true">
              {t("Draw")}
            </span>
            {keys && <kbd aria-hidden="true">x</kbd>}
          </button>
        </div>
        <Counts {...props} />
      </div>
    </section>
  );
}

// -- What everybody has --

function HandIcon(): JSX.Element {
  return (
    <svg class="cm-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M3 8l7-3 4 13-7 3z" />
      <path d="M13 4h8v14h-5.500L12.500 7z" />
    </svg>
  );
}

function PileIcon(): JSX.Element {
  return (
    <svg class="cm-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5 3h11v15H5z" />
      <path d="M18 6h2v16H8v-2h10z" />
    </svg>
  );
}

/** Cards in hand and in the pile, for the strip of players. */
export function Stock(props: { position: CmPosition; seat: number }): JSX.Element {
  const { state } = props.position;
  return (
    <>
      <span class="cm-stat" title={t("hand")}>
        <span class="sr-only">{t("hand")} </span>
        <HandIcon />
        {handSize(state.hands[props.seat - 1])}
      </span>
      <span class="cm-stat" title={t("pile")}>
        <span class="sr-only">{t("pile")} </span>
        <PileIcon />
        {state.decks[props.seat - 1]}
      </span>
    </>
  );
}

export function Supply(props: { position: CmPosition }): JSX.Element {
  const { state } = props.position;
  return (
    <p class="cm-supply">
      {state.phase !== "over" && state.last_round !== null && (
        <strong>{state.placing_over ? t("only scoring is left") : t("this is the last round")}</strong>
      )}
      <span>{t("tokens in the supply: {n}", { n: state.supply })}</span>
    </p>
  );
}

/** What of the 20 cards each player has not shown yet; the viewer's own hand is counted apart. */
export function Tracker(props: { position: CmPosition; names: string[]; seen: number }): JSX.Element {
  const { position, names, seen } = props;
  const held = readHand(position.state.hands[seen - 1]);
  return (
    <details class="cm-tracker" open>
      <summary>{t("Cards not shown yet")}</summary>
      <div class="cm-tracker-scroll" role="region" aria-label={t("Cards not shown yet")} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <td />
              {kinds.map((kind) => (
                <th key={kind} scope="col">
                  <span class="cm-thumb">
                    <Card kind={kind} />
                  </span>
                  <span class="sr-only">{kindName(kind)}</span>
                </th>
              ))}
              <th scope="col">{t("fame")}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name, i) => {
              const own = i + 1 === seen ? held : null;
              return (
                <tr key={i}>
                  <th scope="row">
                    <SeatMark seat={i + 1} size={18} /> <span class="cm-tracker-name">{name}</span>
                    {own && <small>{`${t("hand")} + ${t("pile")}`}</small>}
                  </th>
                  {kinds.map((kind) => {
                    const left = position.aids.unshown[i]?.[kind] ?? 0;
                    const mine = own?.get(kind) ?? 0;
                    return (
                      <td key={kind} data-none={left === 0}>
                        {own ? `${mine}+${left - mine}` : left}
                      </td>
                    );
                  })}
                  <td class="cm-won">{(position.state.won[i] ?? []).join("+") || "0"}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
}
