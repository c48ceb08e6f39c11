// SPDX-License-Identifier: MIT
// Boards drawn small: those waiting, the ends to choose from, and the whole line as a mini-map.
import type { JSX } from "preact";
import { seatClass } from "../../app/seats";
import { pieceAt, row, type CcPosition, type Chart, type Span } from "./chart";

/** A board by its face: borders of regions above, of provinces below, the slots between. */
export function MiniBoard(props: { face: string; position: CcPosition; fresh?: boolean }): JSX.Element {
  const { face, position, fresh } = props;
  const [provinces, regions] = position.aids.borders[face[0] ?? ""] ?? [[], []];
  return (
    <svg class={`cc-art cc-mini ${fresh ? "fresh" : ""}`} viewBox="0 0 134 40" width="134" height="40" aria-hidden="true">
      <rect class="l-north" x="1" y="1" width="132" height="19" />
      <rect class="l-south" x="1" y="20" width="132" height="19" />
      {Array.from({ length: row }, (_, i) => {
        const piece = pieceAt(position.state, `${face[0] ?? ""}${i + 1}`);
        return <rect key={i} class={`cc-dot ${piece ? `on ${seatClass(piece.seat)}` : ""}`} x={3.5 + i * 10} y="15" width="7" height="10" />;
      })}
      <path
        class="cc-line"
        d={regions.map((at) => `M${2 + at * 10} 1v14`).join("") + provinces.map((at) => `M${2 + at * 10} 25v14`).join("") + "M1 1h132v38H1z"}
      />
      <text x="67" y="12" text-anchor="middle">
        {face[0]}
      </text>
    </svg>
  );
}

/** The whole line with the part in sight; a touch brings that part into view. */
export function MiniMap(props: { position: CcPosition; chart: Chart; view: [number, number]; targets: Set<string>; onGo(part: number): void }): JSX.Element {
  const { position, chart, view, targets } = props;
  const n = chart.slots.length;
  const [from, to] = view;
  const lines = (spans: Span[], y: number): string => spans.filter((s) => s.from).map((s) => `M${s.from} ${y}v4`).join("");
  const go = (event: PointerEvent): void => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    if (event.type === "pointerdown" || event.buttons) props.onGo((event.clientX - box.left) / box.width);
  };
  return (
    <svg class="cc-minimap" viewBox={`0 0 ${n} 12`} preserveAspectRatio="none" aria-hidden="true" onPointerDown={go} onPointerMove={go}>
      <rect class="l-north" width={n} height="6" />
      <rect class="l-south" y="6" width={n} height="6" />
      {chart.slots.map((slot, i) => {
        const piece = pieceAt(position.state, slot);
        const look = piece ? `on ${seatClass(piece.seat)}` : targets.has(slot) ? "target" : "";
        return <rect key={slot} class={`cc-dot ${look}`} x={i + 0.1} y="4" width="0.8" height="4" />;
      })}
      <path class="cc-line" d={lines(chart.regions, 0) + lines(chart.provinces, 8)} />
      <rect class="cc-view" x={from * n} y="0" width={Math.max(0, to - from) * n} height="12" />
    </svg>
  );
}
