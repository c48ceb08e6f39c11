// SPDX-License-Identifier: MIT
// Small signs, drawn as with one brush: strokes of one width on a square of 24. They are decoration beside words; where a
// sign stands alone, its button carries the words.
import type { JSX } from "preact";

const strokes = {
  play: "M7 4.5v15l12-7.5z",
  friends: "M8.5 11a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM2.5 19.5c.4-4 2.6-6 6-6s5.6 2 6 6M15.5 5a3 3 0 0 1 0 5.8M17 13.8c2.6.5 4.1 2.5 4.5 5.7",
  person: "M12 11.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6zM4.5 20.5c.5-4.6 3-7 7.5-7s7 2.4 7.5 7",
  bot: "M5 9.5h14v10H5zM12 9.5V5M9.5 14v1.5M14.5 14v1.5M2.5 13v3M21.5 13v3M10.5 4.5h3",
  learn: "M12 2v2.5M8.5 4.5h7M9 4.5c-6 3-6 11 0 14h6c6-3 6-11 0-14M12 4.5c-2.6 4-2.6 10 0 14c2.6-4 2.6-10 0-14M12 18.5V22",
  rules: "M7 3.5h11.5V17M7 3.5A2.5 2.5 0 0 0 4.5 6v2H9M7 3.5A2.5 2.5 0 0 1 9 6v12a2.5 2.5 0 0 0 5 0v-1h7v1a2.5 2.5 0 0 1-2.5 2.5h-7M12 8h3.5M12 12h3.5",
  settings: "M4 7h9M17 7h3M4 12h3M11 12h9M4 17h7M15 17h5M15 5v4M9 10v4M13 15v4",
  language: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17",
  remove: "M4.5 7h15M9.5 7V4h5v3M6.5 7l1 13h9l1-13M10.2 11v5.5M13.8 11v5.5",
  open: "M3.5 19.5v-14h6l2 2.5h9v11.5zM12 17v-6M9.5 13.2 12 10.7l2.5 2.5",
  download: "M12 4v11M7.5 11l4.5 4.5L16.5 11M4.5 20h15",
  share: "M12 14V3.5M8 7l4-3.5L16 7M6 11.5H4.5v9h15v-9H18",
  next: "M5 12h14M13 6l6 6-6 6",
  back: "M19 12H5M11 6l-6 6 6 6",
  first: "M5 5v14M19 6l-7 6 7 6",
  last: "M19 5v14M5 6l7 6-7 6",
  restart: "M5.5 9.5a7.5 7.5 0 1 1-1 5M5 4v5.5h5.5",
  undo: "M8.5 5 4 9.5 8.5 14M4 9.5h9.5a5 5 0 0 1 0 10H9",
  hint: "M9.5 17.5h5M10.5 20.5h3M12 3.5a6 6 0 0 0-3.5 10.9l1 3.1h5l1-3.1A6 6 0 0 0 12 3.5z",
  check: "M4.5 12.5l5 5 10-11",
  down: "M6 9.5l6 6 6-6",
  keys: "M2.5 6.5h19v11h-19zM6 10h.5M9.8 10h.5M13.7 10h.5M17.5 10h.5M6 14h.5M9.5 14h5M17.5 14h.5",
  eye: "M2.5 12C7 5.5 17 5.5 21.5 12 17 18.5 7 18.5 2.5 12zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z",
  lot: "M5 5h14v14H5zM9 9v.5M15 9v.5M12 12v.5M9 15v.5M15 15v.5",
  branch: "M6 20.5v-17M6 16c0-5 11-3 11-10M13.5 8.5 17 5l3.5 3.5",
  chat: "M4 5h16v11H11l-4.5 3.5V16H4zM8 9h8M8 12.3h5",
  bell: "M5.5 17h13c-1.6-1.6-1.8-3-1.8-6a4.7 4.7 0 0 0-9.4 0c0 3-.2 4.4-1.8 6zM10.2 20h3.6M12 6.3V4",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3.2 2.2",
  copy: "M8.5 8.5h11v12h-11zM15.5 8.5v-5h-11v12h4",
  door: "M13.5 4.5h5v15h-5M4 12h10M10 8l4 4-4 4",
  proof: "M12 3.5 19 6v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM8.8 12l2.2 2.3 4.2-4.6",
  log: "M5 6h14M5 10.5h14M5 15h9M5 19.5h6",
} as const;

export type IconName = keyof typeof strokes;

export function Icon(props: { name: IconName; size?: number }): JSX.Element {
  const { name, size = 20 } = props;
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={strokes[name]} />
    </svg>
  );
}

/** The seal: a watchtower on the wall, cut in vermilion. The same drawing as web/static/icon.svg. */
export function Seal(props: { size?: number }): JSX.Element {
  const { size = 32 } = props;
  return (
    <svg class="seal" width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <path class="seal-ground" d="M9 3.5 30 2.5l24 .7q6.5.6 7 6.8l.6 22-.8 21.5q-.7 6.7-7 7.3L32 61.5l-22.5-.7q-6.3-.8-6.7-7L2.3 31l.6-20.5q.4-6.2 6.1-7z" />
      <path class="seal-cut" d="M19 26.5V14h5.5v4.5h4.8V14h5.4v4.5h4.8V14H45v12.5h-3l1.8 11.6H47v-4h4.8v4H56V49H8V38.1h4.2v-4h4.8v4h3.2L22 26.5z" />
      <path class="seal-ground" d="M28.5 49.2v-8.4a3.5 3.5 0 0 1 7 0v8.4zM26.8 31.5v-2.7a1.5 1.5 0 0 1 3 0v2.7zM34.2 31.5v-2.7a1.5 1.5 0 0 1 3 0v2.7z" />
      <path class="seal-lines" d="M8 53.5q12-1.8 24 0t24 0" />
    </svg>
  );
}

/** The name, in capitals cut like an inscription. The A is a mountain: it has no bar. */
export function Wordmark(): JSX.Element {
  return (
    <svg class="wordmark" viewBox="0 0 234 32" role="img" aria-label="Muraille">
      <path d="M3 28 5.5 5 17 22.5 28.5 5 31 28M43 4.5v13.7q0 9.8 9.3 9.8t9.3-9.8V4.5M74 28V4.5h7.5q8.3 0 8.3 6.4t-8.3 6.4H74M81.5 17.3 91.5 28M103 28l11.5-23.5L126 28M138 4.5V28M151 4.5V28h14M176 4.5V28h14M217 4.5h-15.5V28H217M201.5 16h13" />
      <path class="wordmark-ends" d="M0 28h6M28 28h6M40 4.5h6M58.6 4.5h6M71 28h6M70.5 4.5h4M89 28h5.5M100 28h6M123 28h6M135 4.5h6M135 28h6M148 4.5h6M148 28h3M165 28v-4.5M173 4.5h6M173 28h3M190 28v-4.5M198.5 4.5h3M198.5 28h3M217 4.5v4M217 28v-4.5" />
    </svg>
  );
}
