// SPDX-License-Identifier: MIT
// The picture for the home screen: a stretch of the map, steppe above, fields below, the wall between them.
import type { JSX } from "preact";
import { scenery } from "./art";

function Thing(props: { name: string; x: number; y: number; by?: number }): JSX.Element {
  return <g transform={`translate(${props.x} ${props.y}) scale(${props.by ?? 1})`}>{scenery[props.name]}</g>;
}

/** One stretch of wall from x to x + 30, its top at y and `drop` lower at the right end. */
function stretch(x: number, y: number, drop: number): string {
  const at = (dx: number, dy: number): string => `${x + dx} ${(y + dy + (drop * dx) / 30).toFixed(1)}`;
  const top = [at(0, 0), at(6, 0), at(6, 5), at(11, 5), at(11, 0), at(19, 0), at(19, 5), at(24, 5), at(24, 0), at(30, 0)];
  return `M${at(0, 36)}L${top.join("L")}L${at(30, 36)}z`;
}

/** Its courses of bricks. */
function bricks(x: number, y: number, drop: number): string {
  const courses = [14, 25].map((dy) => `M${x} ${y + dy}l30 ${drop}`);
  const joints = [[9, 5], [21, 5], [15, 14], [8, 25], [23, 25]].map(([dx = 0, dy = 0]) => `M${x + dx} ${(y + dy + (drop * dx) / 30).toFixed(1)}v${dy === 5 ? 9 : 11}`);
  return [...courses, ...joints].join("");
}

export function Picture(): JSX.Element {
  const wall: [number, number, number, number][] = [
    [0, 104, -4, 2],
    [30, 100, -2, 2],
    [60, 98, -4, 0],
    [90, 94, -6, 1],
    [164, 88, 4, 1],
    [194, 92, 6, 1],
    [224, 98, 3, 3],
    [254, 101, -2, 3],
    [284, 99, -4, 3],
  ];
  return (
    <svg class="cc-art cc-picture" viewBox="0 0 300 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect class="l-north" width="300" height="120" />
      <path class="p-far" d="M0 56l30-24 22 12 34-34 30 30 26-16 28 20 40-32 34 34 22-14 34 22v40H0z" />
      <path class="l-hill" d="M0 66c40-22 80-20 120-4s90 4 180-10v80H0z" />
      <path class="l-hill" d="M0 88c60-16 90 6 150-8s90-14 150 0v60H0z" />
      <rect class="l-south" y="124" width="300" height="76" />
      <path class="l-field" d="M0 160c60-16 100 2 150-6s100-14 150 2v44H0z" />
      <path class="l-bank" d="M-5 150c40 6 50 22 100 18s60-26 110-20 50 24 100 20" />
      <path class="l-river" d="M-5 150c40 6 50 22 100 18s60-26 110-20 50 24 100 20" />
      <g class="l-things">
        <Thing name="tent" x={46} y={78} by={1.3} />
        <Thing name="tent" x={78} y={70} />
        <Thing name="rider" x={222} y={74} by={1.3} />
        <Thing name="rider" x={262} y={82} by={0.9} />
        <Thing name="grass" x={166} y={70} />
        <Thing name="pagoda" x={252} y={196} by={1.5} />
        <Thing name="fields" x={60} y={192} by={1.4} />
        <Thing name="fields" x={124} y={196} by={1.1} />
        <Thing name="pine" x={226} y={170} by={0.8} />
        <Thing name="pine" x={196} y={192} />
        <Thing name="bridge" x={146} y={164} />
      </g>
      <path class="l-border" d="M112 4c-6 20 6 34-2 56M206 130c6 16-6 30 2 68" />
      <path class="l-road" d="M0 136c50-2 80-10 120-10s90 0 130 10c20 4 30 0 50 0v8c-60 6-90-4-130-8s-120 2-170 8z" />
      {wall.map(([x, y, drop, seat]) => (
        <g key={x} class={`seat-${seat}`}>
          <path class="cc-body" d={stretch(x, y, drop)} />
          <path class="cc-brick" d={bricks(x, y, drop)} />
        </g>
      ))}
      <g class="seat-1" transform="translate(117 52) scale(1.25)">
        <path class="cc-flag" d="M20 14V1l13 4-13 4" />
        <path class="cc-body" d="M4 62l2-38h28l2 38z" />
        <path class="cc-body" d="M2 25V14h7v5h7v-5h8v5h7v-5h7v11z" />
        <path class="cc-brick" d="M6 32h28M5 46h30M14 25v7M26 25v7M13 32v14M28 32v14" />
        <path class="cc-dark" d="M15 62V50c0-6 10-6 10 0v12z" />
      </g>
    </svg>
  );
}
