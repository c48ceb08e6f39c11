// SPDX-License-Identifier: MIT
// The home picture: the wall over mountains, in ink. A few points are set by hand, as a painter sketches first: crests,
// the line of the wall, its towers. A small generator with a fixed seed adds what a brush would: rough edges, strokes down
// the slopes, merlons. Colours are CSS (mountains.css), so both themes share the drawing; the crop is CSS, too.
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import "./mountains.css";

type Point = readonly [x: number, y: number];
type Course = readonly [x: number, y: number, height: number]; // the foot of the wall and how high it looks from here

const WIDTH = 1600;
const HEIGHT = 520;

/** The same numbers every time: the picture is a picture. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const at = (points: readonly Point[]): string => points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");

/** A crest through these points, broken up like rock. */
function crest(points: readonly Point[], rough: number, seed: number): Point[] {
  const random = chance(seed);
  let line = points;
  for (let depth = 0, size = rough; depth < 4; depth++, size *= 0.55) {
    const finer: Point[] = [];
    line.forEach((point, i) => {
      const next = line[i + 1];
      finer.push(point);
      if (next) {
        const far = Math.min(1, Math.abs(next[0] - point[0]) / 60);
        finer.push([(point[0] + next[0]) / 2, (point[1] + next[1]) / 2 + (random() - 0.5) * size * far]);
      }
    });
    line = finer;
  }
  return [...line];
}

/** Strokes down the slopes below a crest, leaning with the slope: what gives ink mountains their bones. */
function bones(line: readonly Point[], long: number, seed: number): string {
  const random = chance(seed);
  let d = "";
  for (let i = 2; i < line.length - 2; i++) {
    const [x, y] = line[i] as Point;
    const [ax, ay] = line[i - 2] as Point;
    const [bx, by] = line[i + 2] as Point;
    if (random() < 0.45) continue;
    const lean = Math.max(-1.1, Math.min(1.1, (by - ay) / (bx - ax)));
    const size = long * (0.35 + random());
    const x1 = x + lean * size * 0.75 + (random() - 0.5) * 8;
    d += `M${x.toFixed(1)} ${(y + 2).toFixed(1)}q${(lean * size * 0.1).toFixed(1)} ${(size * 0.5).toFixed(1)} ${(x1 - x).toFixed(1)} ${size.toFixed(1)}`;
  }
  return d;
}

function Mountain(props: { name: string; crest: Point[]; strokes: number; seed: number }): JSX.Element {
  const { name, strokes, seed } = props;
  const body = `M${at(props.crest)}`;
  return (
    <g class={`ink-${name}`}>
      <path class="ink-veil" d={`${body}V${HEIGHT}H0z`} />
      <path fill={`url(#wash-${name})`} d={`${body}V${HEIGHT}H0z`} />
      {strokes > 0 && <path class="ink-bones" d={bones(props.crest, strokes, seed)} />}
      <path class="ink-crest" d={body} />
    </g>
  );
}

// -- The wall --

/** Points between the courses, smoothly, each with its height. */
function smooth(courses: readonly Course[]): Course[] {
  const line: Course[] = [];
  for (let i = 0; i + 1 < courses.length; i++) {
    const p0 = courses[Math.max(0, i - 1)] as Course;
    const p1 = courses[i] as Course;
    const p2 = courses[i + 1] as Course;
    const p3 = courses[Math.min(courses.length - 1, i + 2)] as Course;
    const mix = (t: number, k: 0 | 1 | 2): number =>
      0.5 *
      (2 * p1[k] +
        (p2[k] - p0[k]) * t +
        (2 * p0[k] - 5 * p1[k] + 4 * p2[k] - p3[k]) * t * t +
        (3 * p1[k] - p0[k] - 3 * p2[k] + p3[k]) * t * t * t);
    for (let step = 0; step < 12; step++) line.push([mix(step / 12, 0), mix(step / 12, 1), mix(step / 12, 2)]);
  }
  line.push(courses[courses.length - 1] as Course);
  return line;
}

function Wall(props: { courses: readonly Course[] }): JSX.Element {
  const line = smooth(props.courses);
  const foot = line.map(([x, y]): Point => [x, y]);
  const top = line.map(([x, y, h]): Point => [x, y - h]);
  const walk = line.map(([x, y, h]): Point => [x, y - h * 0.72]);
  const far = line.map(([x, y, h]): Point => [x, y - h * 1.14]);
  let merlons = "";
  let joints = "";
  let gone = 0;
  let row = 0;
  for (let i = 1; i < line.length; i++) {
    const [x0, y0] = line[i - 1] as Course;
    const [x1, y1, h] = line[i] as Course;
    const length = Math.hypot(x1 - x0, y1 - y0);
    const slope = (y1 - y0) / (x1 - x0 || 1);
    for (; gone < length; gone += Math.max(2.2, h * 0.34)) {
      const x = x0 + ((x1 - x0) * gone) / length;
      const y = y0 + ((y1 - y0) * gone) / length;
      const w = Math.max(1.2, h * 0.19) * Math.sign(x1 - x0 || 1);
      const up = Math.max(1.2, h * 0.2);
      merlons += `M${x.toFixed(1)} ${(y - h + 0.5).toFixed(1)}v${(-up).toFixed(1)}l${w.toFixed(1)} ${(w * slope).toFixed(1)}v${up.toFixed(1)}z`;
      if (h > 15 && row++ % 2 === 0) joints += `M${x.toFixed(1)} ${(y - h * (row % 4 === 1 ? 0.6 : 0.3)).toFixed(1)}l${(w * 1.3).toFixed(1)} ${(w * 1.3 * slope).toFixed(1)}`;
    }
    gone -= length;
  }
  return (
    <g class="ink-wall">
      <path class="wall-far" d={`M${at(far)}L${at([...top].reverse())}z`} />
      <path class="wall-face" d={`M${at(top)}L${at([...foot].reverse())}z`} />
      <path class="wall-merlons" d={merlons} />
      <path class="wall-line" d={`M${at(walk)}M${at(foot)}`} />
      <path class="wall-joints" d={joints} />
    </g>
  );
}

/** A watchtower: battered sides, two rows of windows, merlons, and on the big ones a roof. */
function Tower(props: { x: number; y: number; size: number; roof?: boolean }): JSX.Element {
  const windows = [-0.24, 0, 0.24];
  return (
    <g class="ink-tower" transform={`translate(${props.x} ${props.y}) scale(${props.size})`}>
      <path class="tower-body" d="M-.56.1-.47-1.05H.47L.56.1z" />
      <path class="tower-shade" d="M.12.1.12-1.05H.47L.56.1z" />
      <path class="tower-body" d="M-.55-1.05h1.1v-.1h-1.1z" />
      <path class="tower-body" d="M-.53-1.15v-.26h.16v.12h.13v-.12h.16v.12h.16v-.12h.16v.12h.13v-.12h.16v.26z" />
      {windows.map((x) => (
        <path key={x} class="tower-window" d={`M${x - 0.06}-.5v-.2a.06.06 0 0 1 .12 0v.2z`} />
      ))}
      {props.roof && (
        <>
          <path class="tower-joints" d="M-.46-.9h.2M-.16-.84h.2M-.3-.34h.22M-.5-.2h.16M-.02-.16h.12M-.44-.42h.1M.2-.9h.18M.24-.3h.2M.3-.14h.16" />
          <path class="tower-body" d="M-.34-1.29v-.36h.68v.36z" />
          <path class="tower-window" d="M-.07-1.29v-.22h.14v.22z" />
          <path class="tower-roof" d="M-.56-1.62c.16-.02.26-.1.3-.24l.04-.1h.44l.04.1c.04.14.14.22.3.24l-.02.05h-1.08z" />
        </>
      )}
    </g>
  );
}

/** A pine on a rock: a bent stem and flat clouds of needles. */
function Pine(props: { x: number; y: number; size: number; turned?: boolean }): JSX.Element {
  const clouds: readonly [number, number, number][] = [
    [-0.05, -1.62, 0.34],
    [0.3, -1.3, 0.4],
    [-0.42, -1.16, 0.42],
    [0.42, -0.9, 0.36],
    [-0.3, -0.74, 0.34],
  ];
  return (
    <g
      class="ink-pine"
      transform={`translate(${props.x} ${props.y}) scale(${props.turned ? -props.size : props.size} ${props.size})`}
    >
      <path class="pine-stem" d="M.02.2C-.1-.3.16-.6.02-1S-.04-1.4-.04-1.6M.04-.8C.2-.86.3-.9.4-.9M.05-1.06C-.2-1.04-.3-1.1-.4-1.14M0-1.2C.1-1.24.2-1.28.3-1.28M.02-.66C-.1-.7-.2-.72-.3-.72" />
      {clouds.map(([x, y, r]) => (
        <path
          key={x}
          d={`M${x - r} ${y + 0.06}c${r * 0.1}-${r * 0.3} ${r * 0.5}-${r * 0.5} ${r}-${r * 0.5}s${r * 0.9} ${r * 0.2} ${r} ${r * 0.5}c-${r * 0.5} ${r * 0.12}-${r * 1.5} ${r * 0.12}-${r * 2} 0z`}
        />
      ))}
    </g>
  );
}

// -- The picture --

const farthest: Point[] = [
  [0, 262], [120, 236], [210, 248], [330, 196], [420, 230], [520, 214], [610, 236], [730, 178], [800, 200], [880, 156],
  [960, 196], [1050, 172], [1150, 214], [1260, 184], [1350, 218], [1460, 170], [1540, 204], [1600, 186],
];
const distant: Point[] = [
  [0, 330], [110, 284], [220, 316], [340, 246], [450, 300], [560, 262], [650, 290], [740, 262], [840, 226], [930, 214],
  [1010, 196], [1090, 170], [1150, 200], [1240, 246], [1340, 228], [1460, 262], [1600, 220],
];
const middle: Point[] = [
  [0, 404], [130, 350], [230, 372], [330, 322], [420, 344], [520, 306], [600, 330], [700, 372], [800, 366], [900, 350],
  [1000, 384], [1120, 404], [1300, 380], [1600, 350],
];
const near: Point[] = [
  [0, 520], [180, 500], [420, 470], [560, 430], [660, 408], [760, 398], [850, 372], [930, 352], [1020, 384], [1120, 414],
  [1210, 376], [1300, 330], [1400, 372], [1500, 420], [1600, 452],
];
const front: Point[] = [
  [0, 438], [60, 424], [120, 440], [190, 470], [270, 488], [380, 504], [520, 516], [760, 519], [1000, 518], [1180, 514],
  [1330, 498], [1440, 490], [1530, 494], [1600, 484],
];

const wallFar: Course[] = [
  [548, 316, 10], [580, 325, 9.4], [612, 328, 9], [640, 322, 8.6], [690, 296, 8], [740, 270, 7.4], [790, 250, 7],
  [840, 231, 6.4], [885, 226, 6], [930, 218, 5.4], [975, 205, 5], [1010, 198, 4.6], [1050, 184, 4.2], [1090, 174, 4],
  [1130, 188, 3.6], [1172, 212, 3.2],
];
const wallNear: Course[] = [
  [1660, 486, 62], [1600, 462, 58], [1500, 428, 52], [1400, 380, 47], [1300, 340, 42], [1210, 384, 37], [1120, 422, 32],
  [1020, 394, 27], [930, 362, 24], [850, 380, 21], [770, 402, 18], [700, 396, 16], [640, 366, 14], [590, 340, 12.5],
  [548, 320, 11.5],
];

export function Mountains(): JSX.Element {
  return useMemo(
    () => (
      <svg class="mountains" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMax slice" aria-hidden="true">
        <defs>
          {(["farthest", "distant", "middle", "near", "front"] as const).map((name, i) => (
            <linearGradient key={name} id={`wash-${name}`} gradientUnits="userSpaceOnUse" x1="0" x2="0" y1={[140, 160, 290, 320, 410][i]} y2={[300, 390, 470, 540, 560][i]}>
              <stop class={`wash-${name}`} offset="0" />
              <stop class={`wash-${name} wash-thin`} offset="0.45" />
              <stop class={`wash-${name} wash-mist`} offset="1" />
            </linearGradient>
          ))}
          <linearGradient id="wash-page" x1="0" x2="0" y1="0" y2="1">
            <stop class="wash-page wash-mist" offset="0" />
            <stop class="wash-page" offset="1" />
          </linearGradient>
        </defs>
        <circle class="ink-sun" cx="936" cy="150" r="37" />
        <Mountain name="farthest" crest={crest(farthest, 34, 7)} strokes={0} seed={1} />
        <path class="ink-birds" d="M726 140q8-8 14 0q6-8 14 0M772 156q6-6 10 0q5-6 11 0M704 164q5-5 9 0q4-5 9 0" />
        <Mountain name="distant" crest={crest(distant, 22, 21)} strokes={30} seed={5} />
        <Wall courses={wallFar} />
        <Tower x={1090} y={175} size={13} />
        <Tower x={930} y={220} size={15} />
        <Tower x={790} y={252} size={17} />
        <Mountain name="middle" crest={crest(middle, 18, 33)} strokes={46} seed={9} />
        <Mountain name="near" crest={crest(near, 14, 40)} strokes={60} seed={3} />
        <Wall courses={wallNear} />
        <Tower x={547} y={323} size={26} />
        <Tower x={930} y={364} size={42} roof />
        <Tower x={1300} y={346} size={74} roof />
        <Mountain name="front" crest={crest(front, 16, 52)} strokes={40} seed={4} />
        <Pine x={1490} y={500} size={64} />
        <Pine x={1546} y={504} size={46} turned />
        <Pine x={84} y={438} size={60} />
        <Pine x={140} y={458} size={42} turned />
        <rect y={HEIGHT - 70} width={WIDTH} height={71} fill="url(#wash-page)" />
      </svg>
    ),
    [],
  );
}
