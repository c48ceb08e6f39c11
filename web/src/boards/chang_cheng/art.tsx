// SPDX-License-Identifier: MIT
// Everything drawn for Chang Cheng: ink lines and flat washes, as on an old map. Colours come from cc.css and from the
// seat classes; all drawings are decorative, words stand beside them.
import type { ComponentChildren, JSX } from "preact";
import { seatClass, SeatMark } from "../../app/seats";

export const cardNames = ["warrior", "traitor", "flood", "mason", "architect", "mandarin"] as const;
export type CardName = (typeof cardNames)[number];

export function isCard(name: string): name is CardName {
  return (cardNames as readonly string[]).includes(name);
}

export type PieceShape = "wall" | "tower" | "left" | "right" | "ruin" | "neutral";

function Drawing(props: {
  box: string;
  size?: number;
  height?: number;
  class?: string;
  stretch?: boolean;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <svg
      class={`cc-art ${props.class ?? ""}`}
      viewBox={props.box}
      width={props.size}
      height={props.height ?? props.size}
      preserveAspectRatio={props.stretch ? "none" : undefined}
      aria-hidden="true"
    >
      {props.children}
    </svg>
  );
}

// -- Pieces of the wall: drawn in a slot of 40 by 60, stretched a little with it --

const wallTop = "M0 60V20l8 .4V26h5v-6l14 .3V26h5v-6h8v40z";
const courses = "M0 33h40M0 46h40M10 26v7M30 26v7M20 33v13M7 46v14M33 46v14";
const bodies: Record<PieceShape, JSX.Element> = {
  wall: (
    <>
      <path class="cc-body" d={wallTop} />
      <path class="cc-brick" d={courses} />
    </>
  ),
  neutral: (
    <>
      <path class="cc-body" d={wallTop} />
      <path class="cc-brick" d="M0 40l20-20M0 60l34-34M14 60l26-26M30 60l10-10" />
    </>
  ),
  left: (
    <>
      <path class="cc-body" d="M0 60V20h8v6h5v-6h9v-5h18v45z" />
      <path class="cc-brick" d="M0 33h40M0 46h27M8 26v7M24 22v11M13 33v13M6 46v14" />
      <path class="cc-dark" d="M40 60V38c-7 0-11 5-11 11v11z" />
      <path class="cc-roof" d="M14 16c6-1 10-4 13-10h13v10z" />
    </>
  ),
  right: (
    <>
      <path class="cc-body" d="M40 60V20h-8v6h-5v-6h-9v-5H0v45z" />
      <path class="cc-brick" d="M40 33H0M40 46H13M32 26v7M16 22v11M27 33v13M34 46v14" />
      <path class="cc-dark" d="M0 60V38c7 0 11 5 11 11v11z" />
      <path class="cc-roof" d="M26 16c-6-1-10-4-13-10H0v10z" />
    </>
  ),
  tower: (
    <>
      <path class="cc-flag" d="M20 14V1l13 4-13 4" />
      <path class="cc-body" d="M4 60l2-36h28l2 36z" />
      <path class="cc-body" d="M2 25V14h7v5h7v-5h8v5h7v-5h7v11z" />
      <path class="cc-brick" d="M6 32h28M5 46h30M14 25v7M26 25v7M20 32v14" />
    </>
  ),
  ruin: (
    <>
      <path class="cc-body" d="M0 60V47l6-8 5 6 4-13 7 3 2 9 6-8 5 9 5-4v19z" />
      <path class="cc-brick" d="M11 45l4 6-3 9M24 44l-4 7 5 9M30 36l1 12 7 4" />
      <path class="cc-body" d="M1 60c0-6 8-7 10-1M28 60c1-7 10-6 11 0" />
    </>
  ),
};

/** A piece as it stands in its slot, without a plaque. */
export function Body(props: { shape: PieceShape }): JSX.Element {
  return (
    <Drawing box="0 14 40 46" class={`cc-piece cc-${props.shape}`} stretch>
      {bodies[props.shape]}
    </Drawing>
  );
}

/** A piece with its owner's colour, shape and letter. `seat` 0 is neutral. */
export function Standing(props: { shape: PieceShape; seat: number }): JSX.Element {
  return (
    <span class={`cc-standing cc-is-${props.shape} ${seatClass(props.seat)}`}>
      <Body shape={props.shape} />
      <span class="cc-plaque" aria-hidden="true">{props.seat ? <SeatMark seat={props.seat} size={18} /> : <b>N</b>}</span>
    </span>
  );
}

/** The outline of a battlement where nothing stands yet. */
export function Footprint(): JSX.Element {
  return (
    <Drawing box="0 14 40 46" class="cc-footprint" stretch>
      <path d="M2 58V34h7v6h5v-6h12v6h5v-6h7v24z" />
    </Drawing>
  );
}

export function Pennant(props: { seat: number }): JSX.Element {
  return (
    <Drawing box="0 0 24 32" size={18} height={24} class={`cc-pennant ${seatClass(props.seat)}`}>
      <path class="cc-line" d="M4 31V1" />
      <path class="cc-flag" d="M4 2l19 8-19 8z" />
    </Drawing>
  );
}

// -- The six cards, 48 by 48 --

const faces: Record<CardName, JSX.Element> = {
  warrior: (
    <>
      <path class="cc-line" d="M41 4L30 44" />
      <path class="f-red" d="M43 1l2 9-7-2z" />
      <path class="f-red" d="M20 7c-2-4 1-6 3-6 0 3 2 4 0 6z" />
      <path class="f-skin" d="M13 20h16v9c0 5-3 8-8 8s-8-3-8-8z" />
      <path class="f-steel" d="M9 22C9 12 15 6 21 6s12 6 12 16c-4-3-20-3-24 0z" />
      <path class="f-red" d="M7 47c0-8 5-12 14-12s14 4 14 12z" />
      <path class="cc-line" d="M17 26h2M24 26h2M18 32c2 1 4 1 6 0M14 40l4 7M28 40l-4 7M21 6v13" />
    </>
  ),
  traitor: (
    <>
      <path class="f-night" d="M6 47c0-12 3-19 6-26C15 9 19 4 24 3c6 2 9 8 12 18 3 8 6 14 6 26z" />
      <path class="f-skin" d="M16 22c0-7 4-11 8-11s8 4 8 11-4 12-8 12-8-5-8-12z" />
      <path class="f-night" d="M15 24c3-3 15-3 18 0-1 8-5 11-9 11s-8-3-9-11z" />
      <path class="cc-line" d="M18 19l4 1M30 19l-4 1" />
      <path class="f-steel" d="M33 24l5 5-16 14-6 3 3-6z" />
      <path class="cc-line" d="M31 30l6 5" />
    </>
  ),
  flood: (
    <>
      <path class="f-red" d="M20 20l14-11 13 11z" />
      <path class="f-paper" d="M24 20h19v12H24z" />
      <path class="cc-line" d="M33 20v9" />
      <path
        class="f-blue"
        d="M1 46V27C3 15 12 9 20 12c5 2 7 8 3 11-3 2-6 0-6-3-4 4-2 10 4 11 6 0 8-4 13-4 6 0 7 4 13 3v16z"
      />
      <path class="cc-line" d="M6 34c4 5 11 6 17 3s13-3 18 1M9 42c7 3 13-1 19-1s9 2 14 1M9 22c1-4 4-6 7-6" />
    </>
  ),
  mason: (
    <>
      <path class="f-clay" d="M2 34h14v11H2zM17 34h14v11H17zM32 34h14v11H32zM9 23h14v11H9zM24 23h10v11H24z" />
      <path class="f-steel" d="M24 21L39 4l6 15c-6 4-14 5-21 2z" />
      <path class="cc-line" d="M32 13c-4-5-8-3-12-6" />
      <path class="f-gold" d="M6 5l13-2 1 5-13 3c-4 0-4-5-1-6z" />
    </>
  ),
  architect: (
    <>
      <path class="f-paper" d="M4 29l36-3 4 17-36 3z" />
      <path class="cc-line" d="M12 41l2-7 6-3 6 2 3 6M9 36l28-3" />
      <path class="f-gold" d="M21 9a5 5 0 1 1 6 0l10 26-2 1-11-23-11 23-2-1z" />
      <path class="cc-line" d="M24 5v-4M16 25c5 3 11 3 16 0" />
    </>
  ),
  mandarin: (
    <>
      <path class="f-blue" d="M5 47c1-9 8-12 19-12s18 3 19 12z" />
      <path class="f-gold" d="M18 37h12v10H18z" />
      <path class="f-skin" d="M14 18h20v8c0 7-4 12-10 12s-10-5-10-12z" />
      <path class="f-night" d="M11 19c0-9 5-13 13-13s13 4 13 13z" />
      <path class="f-night" d="M11 17C5 18 1 16 1 14s6-2 11-1zM37 17c6 1 10-1 10-3s-6-2-11-1z" />
      <path class="f-red" d="M21 6a3 3 0 1 1 6 0z" />
      <path class="cc-line" d="M18 24h3M27 24h3M24 30c-2-2-4 0-5 8M24 30c2-2 4 0 5 8" />
    </>
  ),
};

export function CardIcon(props: { name: CardName; size?: number }): JSX.Element {
  return (
    <Drawing box="0 0 48 48" size={props.size ?? 40} class="cc-icon">
      {faces[props.name]}
    </Drawing>
  );
}

/** A face-down card; `name` shows its dimmed face to who may know it. */
export function CardBack(props: { seat: number; name?: CardName | undefined; size?: number }): JSX.Element {
  const { seat, name, size = 24 } = props;
  return (
    <Drawing box="0 0 18 24" size={(size * 3) / 4} height={size} class={`cc-back ${seatClass(seat)}`}>
      <rect x=".75" y=".75" width="16.5" height="22.5" rx="2.5" class={name ? "cc-back-own" : "cc-back-hid"} />
      {name ? (
        <svg x="2" y="5" width="14" height="14" viewBox="0 0 48 48" class="cc-icon">
          {faces[name]}
        </svg>
      ) : (
        <>
          <path class="cc-back-key" d="M4 20V4h10v13H7.500V7.500H11V14" />
        </>
      )}
    </Drawing>
  );
}

// -- Tokens and figures --

/** `power` null: face down; undefined: none. */
export function Peril(props: { power: number | null | undefined; size?: number }): JSX.Element {
  const { power, size = 30 } = props;
  return (
    <Drawing box="0 0 32 32" size={size} class={power === undefined ? "cc-peril none" : "cc-peril"}>
      <path class="cc-disc" d="M16 1.500c8 0 14.500 6 14.500 14.500S24 30.500 16 30.500 1.500 24 1.500 16 8 1.500 16 1.500z" />
      {power === null && (
        <path class="cc-bow" d="M11 6c10 2 15 8 15 15M11 6c1 6 8 13 15 15M7 25l15-15M22 10l-5 .5M22 10l-.5 5M7 25l1-4M7 25l4-1" />
      )}
      {typeof power === "number" && (
        <text x="16" y="22.500" text-anchor="middle">
          {power}
        </text>
      )}
    </Drawing>
  );
}

export function Coin(props: { value: number | string; size?: number }): JSX.Element {
  const { value, size = 30 } = props;
  return (
    <Drawing box="0 0 32 32" size={size} class="cc-coin">
      <circle cx="16" cy="16" r="14.500" />
      <path class="cc-rim" d="M16 4v3M16 25v3M4 16h3M25 16h3" />
      <text x="16" y="22" text-anchor="middle">
        {value}
      </text>
    </Drawing>
  );
}

export function Emperor(props: { size?: number }): JSX.Element {
  return (
    <Drawing box="0 0 32 40" size={((props.size ?? 32) * 4) / 5} height={props.size ?? 32} class="cc-icon">
      <path class="f-gold" d="M1 40c0-11 5-17 15-17s15 6 15 17z" />
      <path class="f-red" d="M12 24l4 7 4-7 3 1v15H9V25z" />
      <path class="f-skin" d="M9 12h14v6c0 4-3 6-7 6s-7-2-7-6z" />
      <path class="f-night" d="M11 20c2-1 8-1 10 0 0 5-2 9-5 11-3-2-5-6-5-11z" />
      <path class="f-gold" d="M8 13V6h16v7z" />
      <path class="f-night" d="M1 2h30v4H1z" />
      <path class="cc-beads" d="M3.500 9v8M28.500 9v8" />
      <path class="cc-line" d="M12 16h2M18 16h2" />
    </Drawing>
  );
}

export function Eye(): JSX.Element {
  return (
    <Drawing box="0 0 20 14" size={15} height={11} class="cc-eye">
      <path d="M1 7c5-7 13-7 18 0-5 7-13 7-18 0z" />
      <circle cx="10" cy="7" r="2.600" />
    </Drawing>
  );
}

// -- What stands about on the map; each at its own origin, feet at 0 --

export const scenery: Record<string, JSX.Element> = {
  tent: (
    <g>
      <path class="m-fill" d="M-13 0v-8c6-9 20-9 26 0v8z" />
      <path d="M-13 0v-8c6-9 20-9 26 0v8M-13-8H13M-3 0v-7h6v7M-1-15l2-3" />
    </g>
  ),
  rider: (
    <g>
      <path class="m-horse" d="M-10-11c4-2 11-1 15 0l5-7 1-2 2 2 3 3-2 2-3-1-3 6 3 4-1 4-3-6-11-1-4 4 1 4-5-5 1-4-3 4z" />
      <path d="M-2-12l1-7M-1-17l7 2M2-25l6 16M-2-12l3 5" />
      <circle cx="-1" cy="-21.500" r="2.500" class="m-ink" />
    </g>
  ),
  grass: <path d="M-6 0l-3-6M-4 0v-8M-2 0l3-5M8 2l-2-5M10 2v-6M12 2l2-4" />,
  hills: <path d="M-22 0c6-12 12-14 17-4 5-14 16-16 27 4M-12-6l3 5M6-9l4 7M11-7l3 5" />,
  pagoda: (
    <g>
      <path class="m-fill" d="M-9 0v-7H9v7zM-7-10v-6H7v6zM-5-19v-5H5v5z" />
      <path d="M-9 0v-7H9v7M-13-6c6-1 8-3 9-5h8c1 2 3 4 9 5zM-6-11v-4H6v4M-10-15c5-1 6-3 7-5h6c1 2 2 4 7 5zM-4-20v-3h8v3M-7-23c4-1 6-3 7-7 1 4 3 6 7 7zM0-30v-4M-2 0v-4h4v4" />
    </g>
  ),
  fields: <path d="M-20 0c8-5 30-5 40 0M-17-5c8-5 26-5 34 0M-13-10c7-4 19-4 26 0M-8-14c5-3 11-3 16 0M-12-3v2M-3-4v2M6-4v2M-7-8v2M2-9v2" />,
  pine: (
    <g>
      <path class="m-fill" d="M-8-3h16L4-9h2L0-20-6-9h2z" />
      <path d="M0 0v-3M-8-3h16L4-9h2L0-20-6-9h2zM13 0v-2M8-2h10l-5-11z" />
    </g>
  ),
  bridge: <path d="M-20 0C-12-12 12-12 20 0M-12 0C-6-6 6-6 12 0M-20-5C-12-17 12-17 20-5M-10-10v5M0-14v5M10-10v5" />,
};

/** Pieces and cards among words: rules and lessons. */
export function Piece(props: { name: string; size?: number; seat?: number }): JSX.Element {
  const { name, size = 28, seat = 1 } = props;
  const narrow = (shape: PieceShape, owner = seat) => (
    <svg class={`cc-art cc-inline cc-${shape} ${seatClass(owner)}`} width={(size * 2) / 3} height={size} viewBox="0 0 40 60" aria-hidden="true">
      {bodies[shape]}
    </svg>
  );
  if (isCard(name))
    return (
      <span class={`cc-inline-card ${seatClass(seat)}`}>
        <CardIcon name={name} size={size} />
      </span>
    );
  switch (name) {
    case "wall":
    case "ruin":
    case "tower":
      return narrow(name);
    case "neutral":
      return narrow("neutral", 0);
    case "double":
      return (
        <span class="cc-inline">
          {narrow("left")}
          {narrow("right")}
        </span>
      );
    case "peril":
      return <Peril power={null} size={size} />;
    case "reputation":
      return <Coin value={3} size={size} />;
    case "emperor":
      return <Emperor size={size} />;
    case "reserved":
      return <Pennant seat={seat} />;
    default:
      return <></>;
  }
}
