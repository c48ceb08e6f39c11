// SPDX-License-Identifier: MIT
// The map strip: regions, slots, provinces. Each is a button; the arrow keys walk over them.
import type { JSX } from "preact";
import type { CcPart } from "../../engine/types";
import type { Seat } from "../../app/seats";
import { seatClass, seatLetter, SeatMark } from "../../app/seats";
import { listOf, t } from "../../app/words";
import { CardBack, Coin, Emperor, Eye, Footprint, isCard, Pennant, Peril, Standing, type PieceShape } from "./art";
import { pieceAt, type CcPosition, type Chart, type Span, type Traces } from "./chart";
import { Land, type Heights } from "./land";
import { cardWord } from "./words";

export interface MapProps {
  position: CcPosition;
  /** The position after the move pointed at, as far as it is known. */
  after: CcPosition | null;
  players: Seat[];
  chart: Chart;
  w: number;
  heights: Heights;
  targets: Set<string>;
  half: string | null;
  pointed: string | null;
  cursor: string;
  traces: Traces;
  busy: string | null; // the province being resolved
  onPoint(place: string | null): void;
  onCursor(place: string): void;
  onTouch(place: string): void;
}

export function nameOf(players: Seat[], seat: number): string {
  return seat ? (players[seat - 1]?.name ?? seatLetter(seat)) : t("neutral");
}

function shapeAt(position: CcPosition, chart: Chart, slot: string): PieceShape {
  const piece = pieceAt(position.state, slot);
  if (piece?.kind === "t") return "tower";
  if (piece?.kind === "x") return "ruin";
  if (piece?.kind === "d") {
    const next = chart.slots[(chart.column.get(slot) ?? 0) + 1];
    return next && position.state.slots[next] === position.state.slots[slot] ? "left" : "right";
  }
  return piece?.seat === 0 ? "neutral" : "wall";
}

export function shapeWord(shape: PieceShape): string {
  switch (shape) {
    case "tower":
      return t("tower");
    case "ruin":
      return t("ruin");
    case "left":
    case "right":
      return t("double wall");
    case "neutral":
      return t("neutral wall");
    case "wall":
      return t("single wall");
  }
}

// -- Words for those who listen --

function sectionWords(part: CcPart, players: Seat[]): string[] {
  const all = part.sections.map((n, i) => (n ? `${nameOf(players, i + 1)} ${n}` : ""));
  if (part.neutral) all.push(`${t("neutral")} ${part.neutral}`);
  const some = all.filter(Boolean);
  return some.length ? [`${t("sections:")} ${some.join(", ")}`] : [];
}

export function provinceWords(position: CcPosition, name: string, players: Seat[]): string {
  const part = position.aids.provinces[name];
  if (!part) return name;
  const cards = part.cards.reduce((a, b) => a + b, 0);
  return [
    `${t("province")} ${name}`,
    `${t("worth")} ${part.worth}`,
    position.state.protected.includes(name) ? t("protected") : t("{n} of {m} slots filled", { n: part.filled, m: part.slots.length }),
    ...sectionWords(part, players),
    ...(cards ? [t("cards face down: {n}", { n: cards })] : []),
  ].join(", ");
}

export function regionWords(position: CcPosition, name: string, players: Seat[]): string {
  const part = position.aids.regions[name];
  if (!part) return name;
  const power = position.state.peril[name];
  const seen = players.filter((_, i) => position.state.known[i]?.includes(name)).map((p) => p.name);
  return [
    `${t("region")} ${name}`,
    power === undefined ? t("no threat token") : power === null ? t("threat token face down") : `${t("power")} ${power}`,
    ...(power !== undefined && seen.length ? [t("seen by {names}", { names: listOf(seen) })] : []),
    ...sectionWords(part, players),
  ].join(", ");
}

function slotWords(props: MapProps, slot: string): string {
  const { position, chart, players } = props;
  const piece = pieceAt(position.state, slot);
  const what = piece ? [shapeWord(shapeAt(position, chart, slot)), ...(piece.seat ? [nameOf(players, piece.seat)] : [])] : [t("empty")];
  const owners = (position.state.reserved[slot] ?? []).map((seat) => nameOf(players, seat));
  return [
    slot,
    ...what,
    `${t("province")} ${chart.provinceOf.get(slot) ?? ""}`,
    `${t("region")} ${chart.regionOf.get(slot) ?? ""}`,
    ...(owners.length ? [t("reserved for {names}", { names: listOf(owners) })] : []),
    ...(props.targets.has(slot) ? [t("possible")] : []),
  ].join(", ");
}

// -- Badges --

/** Sections by player; the most are set off. Numbers that a move would change are shown as they would be. */
function Sections(props: { part: CcPart; next?: CcPart | undefined }): JSX.Element {
  const now = [...props.part.sections, props.part.neutral];
  const next = props.next ? [...props.next.sections, props.next.neutral] : now;
  const most = Math.max(1, ...next);
  return (
    <span class="cc-sections">
      {next.map((n, i) => {
        const seat = i === next.length - 1 ? 0 : i + 1;
        const was = now[i] ?? 0;
        if (!n && !was) return null;
        return (
          <span key={i} class={`cc-count ${n === most ? "most" : ""} ${n !== was ? "changed" : ""}`}>
            {seat ? <SeatMark seat={seat} size={14} /> : <i class="cc-n">N</i>}
            {n}
          </span>
        );
      })}
    </span>
  );
}

function Points(props: { of: { seat: number; n: number }[] | undefined }): JSX.Element | null {
  if (!props.of?.length) return null;
  return (
    <span class="cc-points">
      {props.of.map(({ seat, n }) => (
        <span key={seat} class={seatClass(seat)}>
          {seatLetter(seat)} {n < 0 ? `−${-n}` : `+${n}`}
        </span>
      ))}
    </span>
  );
}

function partClass(props: MapProps, name: string, of: Map<string, string>): string {
  const { pointed, targets, traces } = props;
  const hovered = pointed !== null && (pointed === name || of.get(pointed) === name);
  return `${hovered ? "hovered" : ""} ${targets.has(name) ? "target" : ""} ${traces.fresh.has(name) ? "fresh" : ""}`;
}

function place(props: MapProps, name: string): JSX.HTMLAttributes<HTMLButtonElement> & Record<`data-${string}`, string> {
  return {
    "data-place": name,
    tabIndex: props.cursor === name ? 0 : -1,
    onClick: () => props.onTouch(name),
    onFocus: () => props.onCursor(name),
    onMouseEnter: () => props.onPoint(name),
    onMouseLeave: () => props.onPoint(null),
  };
}

function Region(props: { map: MapProps; span: Span }): JSX.Element {
  const { map, span } = props;
  const { position, after, chart, w, heights } = map;
  const part = position.aids.regions[span.name];
  const power = position.state.peril[span.name];
  const seers = power === undefined ? [] : map.players.filter((_, i) => position.state.known[i]?.includes(span.name));
  return (
    <button
      type="button"
      class={`cc-part cc-region ${partClass(map, span.name, chart.regionOf)}`}
      style={{ left: `${span.from * w}px`, width: `${span.size * w}px`, height: `${heights.north}px` }}
      {...place(map, span.name)}
    >
      <span class="sr-only">{regionWords(position, span.name, map.players)}</span>
      <span class="cc-badge" aria-hidden="true">
        <span class="cc-line1">
          <Peril power={power} size={28} />
          <span class="cc-name">{span.name}</span>
        </span>
        {seers.length > 0 && (
          <span class="cc-seen">
            <Eye />
            {seers.map((p) => (
              <SeatMark key={p.seat} seat={p.seat} size={13} />
            ))}
          </span>
        )}
        {part && <Sections part={part} next={after?.aids.regions[span.name]} />}
        <Points of={map.traces.points.get(span.name)} />
      </span>
    </button>
  );
}

function Province(props: { map: MapProps; span: Span }): JSX.Element | null {
  const { map, span } = props;
  const { position, after, chart, w, heights } = map;
  const part = position.aids.provinces[span.name];
  if (!part) return null;
  const next = after?.aids.provinces[span.name];
  const cards = position.state.cards[span.name] ?? [];
  const safe = position.state.protected.includes(span.name);
  return (
    <button
      type="button"
      class={`cc-part cc-province ${partClass(map, span.name, chart.provinceOf)} ${safe ? "safe" : ""} ${map.busy === span.name ? "busy" : ""}`}
      style={{ left: `${span.from * w}px`, width: `${span.size * w}px`, top: `${heights.north + heights.wall}px`, height: `${heights.south}px` }}
      {...place(map, span.name)}
    >
      <span class="sr-only">{provinceWords(position, span.name, map.players)}</span>
      {safe && (
        <span class="cc-emperor" aria-hidden="true">
          <Emperor size={32} />
        </span>
      )}
      {cards.length > 0 && (
        <span class="cc-backs" aria-hidden="true">
          {cards.map((card, i) => {
            const [seat = "", name = ""] = card.split(":");
            return <CardBack key={i} seat={Number(seat)} name={isCard(name) ? name : undefined} size={26} />;
          })}
        </span>
      )}
      <span class="cc-badge" aria-hidden="true">
        <span class="cc-line1">
          <span class={`cc-worth ${next && next.worth !== part.worth ? "changed" : ""}`}>{next ? next.worth : part.worth}</span>
          <span class="cc-name">
            {span.name}
            <small>
              {(next ?? part).filled}/{part.slots.length}
            </small>
          </span>
          {!safe && <Coin value={position.state.reputation[span.name] ?? 0} size={22} />}
        </span>
        <Sections part={part} next={next} />
        <Points of={map.traces.points.get(span.name)} />
      </span>
    </button>
  );
}

function Slot(props: { map: MapProps; slot: string; x: number }): JSX.Element {
  const { map, slot, x } = props;
  const { position, after, chart, w, heights, pointed } = map;
  const piece = pieceAt(position.state, slot);
  const ghost = piece ? null : after ? pieceAt(after.state, slot) : null;
  const hovered =
    pointed !== null &&
    (pointed === slot ||
      chart.provinceOf.get(slot) === pointed ||
      chart.regionOf.get(slot) === pointed);
  const marks = `${map.targets.has(slot) ? "target" : ""} ${map.half === slot ? "half" : ""} ${map.traces.fresh.has(slot) ? "fresh" : ""}`;
  return (
    <button
      type="button"
      class={`cc-slot ${marks} ${hovered ? "hovered" : ""} ${piece ? "taken" : ""}`}
      style={{ left: `${x * w}px`, width: `${w}px`, top: `${heights.north}px`, height: `${heights.wall}px` }}
      {...place(map, slot)}
    >
      <span class="sr-only">{slotWords(map, slot)}</span>
      {piece ? (
        <Standing shape={shapeAt(position, chart, slot)} seat={piece.seat} />
      ) : ghost && after ? (
        <span class="cc-ghost">
          <Standing shape={shapeAt(after, chart, slot)} seat={ghost.seat} />
        </span>
      ) : (
        <>
          <Footprint />
          {(position.state.reserved[slot] ?? []).map((seat) => (
            <Pennant key={seat} seat={seat} />
          ))}
        </>
      )}
      <span class="cc-number" aria-hidden="true">{slot.slice(1)}</span>
    </button>
  );
}

export function Strip(props: MapProps): JSX.Element {
  const { chart, w, heights, position } = props;
  const height = heights.north + heights.wall + heights.south;

  function walk(event: KeyboardEvent): void {
    const next = step(props, event.key);
    if (!next) return;
    event.preventDefault();
    props.onCursor(next);
    const box = event.currentTarget as HTMLElement;
    box.querySelector<HTMLElement>(`[data-place="${next}"]`)?.focus();
  }

  return (
    <div
      class={`cc-map ${w < 28 ? "dense" : ""}`}
      role="group"
      aria-label={t("Map")}
      style={{ width: `${chart.slots.length * w}px`, height: `${height}px` }}
      onKeyDown={walk}
    >
      <Land chart={chart} w={w} heights={heights} />
      {position.state.boards.map((face, i) => (
        <i key={face} class="cc-snap" style={{ left: `${i * 13 * w}px`, width: `${13 * w}px` }} />
      ))}
      {chart.regions.map((span) => (
        <Region key={span.name} map={props} span={span} />
      ))}
      {chart.slots.map((slot, x) => (
        <Slot key={slot} map={props} slot={slot} x={x} />
      ))}
      {chart.provinces.map((span) => (
        <Province key={span.name} map={props} span={span} />
      ))}
    </div>
  );
}

/** Where an arrow key leads from the cursor: along its row, or to the row above or below. */
function step(props: MapProps, key: string): string | null {
  const { chart, cursor, targets } = props;
  const rows = [chart.regions.map((s) => s.name), chart.slots, chart.provinces.map((s) => s.name)];
  const at = rows.findIndex((names) => names.includes(cursor));
  const names = rows[at];
  if (!names) return null;
  const i = names.indexOf(cursor);
  const span = at === 0 ? chart.regions[i] : at === 2 ? chart.provinces[i] : undefined;
  const middle = span ? (chart.slots[span.from + Math.floor((span.size - 1) / 2)] ?? null) : null;
  switch (key) {
    case "ArrowLeft":
      return names[i - 1] ?? null;
    case "ArrowRight":
      return names[i + 1] ?? null;
    case "Home":
      return names[0] ?? null;
    case "End":
      return names[names.length - 1] ?? null;
    case "ArrowUp":
      return at === 2 ? middle : at === 1 ? (chart.regionOf.get(cursor) ?? null) : null;
    case "ArrowDown":
      return at === 0 ? middle : at === 1 ? (chart.provinceOf.get(cursor) ?? null) : null;
    case "PageDown":
      return names.slice(i + 1).find((name) => targets.has(name)) ?? null;
    case "PageUp":
      return names.slice(0, i).reverse().find((name) => targets.has(name)) ?? null;
    default:
      return null;
  }
}

/** What lies face down, for the owner's eyes: used by the line below the map. */
export function ownCards(position: CcPosition, province: string): string[] {
  return (position.state.cards[province] ?? [])
    .map((card) => card.split(":")[1] ?? "")
    .filter(isCard)
    .map(cardWord);
}
