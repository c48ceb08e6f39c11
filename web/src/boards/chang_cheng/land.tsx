// SPDX-License-Identifier: MIT
// The country on both sides of the wall, drawn under everything else: steppe above, fields below. The same map always
// looks the same: all that seems accidental comes from the names of places.
import type { JSX } from "preact";
import { memo } from "./memo";
import { scenery } from "./art";
import { row, type Chart, type Span } from "./chart";

export interface Heights {
  north: number;
  wall: number;
  south: number;
}

/** A number from 0 to 1 that belongs to a name. */
function chance(name: string): number {
  let h = 7;
  for (let i = 0; i < name.length; i++) h = (h * 31 + name.charCodeAt(i) * 17) % 9973;
  return ((h * 7919) % 9973) / 9973;
}

/** A hand-drawn vertical line. */
function wobble(x: number, y0: number, y1: number, name: string): string {
  let d = `M${x} ${y0}`;
  const steps = 4;
  for (let i = 1; i <= steps; i++) {
    const y = y0 + ((y1 - y0) * i) / steps;
    const off = i === steps ? 0 : (chance(name + i) - 0.5) * 8;
    d += `Q${(x + (chance(name + i + "q") - 0.5) * 9).toFixed(1)} ${(y - (y1 - y0) / steps / 2).toFixed(1)} ${(x + off).toFixed(1)} ${y.toFixed(1)}`;
  }
  return d;
}

/** A rolling line over the whole width. */
function rolling(width: number, y: number, swing: number, step: number, shift: number): string {
  let d = `M-20 ${y}`;
  for (let x = -20, i = 0; x < width + step; x += step, i++)
    d += `q${step / 2} ${(Math.sin(i * 1.7 + shift) * swing - swing / 2).toFixed(1)} ${step} ${(Math.sin(i * 2.3 + shift) * swing * 0.3).toFixed(1)}`;
  return d;
}

const northern = ["tent", "rider", "grass", "hills", "tent", "grass", "rider"];
const southern = ["pagoda", "fields", "pine", "bridge", "fields", "pine", "pagoda"];

function Things(props: { spans: Span[]; kinds: string[]; w: number; y: number; drop: number }): JSX.Element {
  const { spans, kinds, w, y, drop } = props;
  return (
    <>
      {spans.map(({ name, from, size }) => {
        const n = Math.max(1, Math.round((size * w) / 75));
        return Array.from({ length: n }, (_, i) => {
          const kind = kinds[(Math.floor(chance(`${name}k`) * kinds.length) + i * 2 + from) % kinds.length] ?? "grass";
          const x = (from + (size * (i + 0.3 + chance(name + i) * 0.4)) / n) * w;
          return (
            <g key={name + i} transform={`translate(${x.toFixed(0)} ${(y + chance(name + "y" + i) * drop).toFixed(0)})`}>
              {scenery[kind]}
            </g>
          );
        });
      })}
    </>
  );
}

export const Land = memo(function Land(props: { chart: Chart; w: number; heights: Heights }): JSX.Element {
  const { chart, w, heights } = props;
  const { north, wall, south } = heights;
  const width = chart.slots.length * w;
  const ground = north + wall;
  const height = ground + south;
  const inner = (spans: Span[]): Span[] => spans.filter(({ from }) => from % row !== 0);
  const joins = chart.slots.length / row - 1;
  const river = `${rolling(width, ground + 52, 22, 130, 1)}`;
  return (
    <svg class="cc-land" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <rect class="l-north" width={width} height={north + wall / 2} />
      <path class="l-hill" d={`${rolling(width, north * 0.62, 30, 150, 0)}V${ground}H-20z`} />
      <path class="l-hill" d={`${rolling(width, north * 0.85, 22, 110, 2)}V${ground}H-20z`} />
      <rect class="l-south" y={ground - wall / 2} width={width} height={south + wall / 2} />
      <path class="l-field" d={`${rolling(width, ground + south * 0.5, 18, 130, 4)}V${height}H-20z`} />
      <path class="l-bank" d={river} />
      <path class="l-river" d={river} />
      <g class="l-things">
        <Things spans={chart.regions} kinds={northern} w={w} y={north - 8} drop={4} />
        <Things spans={chart.provinces} kinds={southern} w={w} y={ground + 40} drop={5} />
      </g>
      <rect class="l-road" y={north + wall * 0.55} width={width} height={wall * 0.45 + 3} />
      <path class="l-edge" d={rolling(width, north + wall * 0.55, 3, 70, 5)} />
      <path class="l-edge" d={rolling(width, ground + 3, 3, 60, 3)} />
      <g class="l-border">
        {inner(chart.regions).map((s) => (
          <path key={s.name} d={wobble(s.from * w, 2, north + 14, s.name)} />
        ))}
        {inner(chart.provinces).map((s) => (
          <path key={s.name} d={wobble(s.from * w, ground, height - 2, s.name)} />
        ))}
      </g>
      <g class="l-join">
        {Array.from({ length: joins }, (_, i) => (
          <path key={i} d={`M${(i + 1) * row * w} 0V${height}`} />
        ))}
      </g>
    </svg>
  );
});
