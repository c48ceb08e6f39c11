// SPDX-License-Identifier: MIT
// Drawings: blocks of warm wood with painted accents, hands of pale maple with sleeves in the seat's colour, the red
// master piece. All are decorative; whoever uses them says in words what they are.
import type { ComponentChildren, JSX } from "preact";
import { choiceOf, isKind, material, type Choice, type Kind } from "./pieces";

const outline = "#54330f";
const wood = "#dca765";
const light = "#f4d29b";
const deep = "#a8702f";
const cream = "#fbecd0";
const dark = "#38210f";
const unit = 20; // of a drawing: one merlon

function numbers(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i);
}

/** The crenellated edge and the body below it, from x on. */
function battlement(x: number, merlons: number, top: number, floor: number, bottom: number): string {
  const teeth = numbers(merlons).map((i) => `H${x + i * unit + 4}V${top}h12V${floor}`);
  return `M${x + 1} ${bottom}V${floor}${teeth.join("")}H${x + merlons * unit - 1}V${bottom}z`;
}

function WallArt({ n }: { n: number }): JSX.Element {
  const w = n * unit;
  return (
    <>
      <path d={battlement(0, n, 1.5, 13, 49)} fill={wood} stroke={outline} stroke-width="2" stroke-linejoin="round" />
      <path d={`M${w - 2} 14v34h-4V14z`} fill={deep} opacity=".45" />
      <path d={numbers(n).map((i) => `M${i * unit + 13} 3v10h2V3z`).join("")} fill={deep} opacity=".45" />
      <path d={numbers(n).map((i) => `M${i * unit + 4.8} 2.3h10.4v4.2h-10.4z`).join("")} fill={cream} />
      <path d={`M2 14.8H${w - 2}`} stroke={light} stroke-width="1.6" />
      <path d={`M2 24.5H${w - 6}`} stroke={deep} stroke-width="1.3" stroke-dasharray="12 4 5 6" />
      <path d={`M2 36H${w - 6}`} stroke={deep} stroke-width="1.3" stroke-dasharray="5 5 14 3" />
      <path d={`M3 19.5c${w * 0.3}-1.6 ${w * 0.5} 1.4 ${w - 10} 0M3 30.6c${w * 0.4} 1.6 ${w * 0.5}-1.6 ${w - 10} .2`} fill="none" stroke={light} stroke-width=".9" opacity=".8" />
      <path d={`M2 44.5H${w - 2}V48H2z`} fill={deep} opacity=".35" />
    </>
  );
}

function TowerArt(): JSX.Element {
  return (
    <>
      <path d="M20 2 38 31H2z" fill="#3568b0" stroke="#1d3a66" stroke-width="2" stroke-linejoin="round" />
      <path d="M20 3.6 36.4 30H23z" fill="#274f8c" />
      <path d="M17.6 11 7 28.6M19.4 15 14 28.6" stroke="#7fa8e2" stroke-width="1.6" stroke-linecap="round" opacity=".8" />
      <path d="M6 42h28v41H6z" fill={wood} stroke={outline} stroke-width="2" stroke-linejoin="round" />
      <path d="M28.5 43h4.5v39h-4.5z" fill={deep} opacity=".45" />
      <path d="M2 31h36v11H2z" fill={wood} stroke={outline} stroke-width="2" stroke-linejoin="round" />
      <path d="M3 32h34v3.4H3z" fill={cream} />
      <path d="M11 36v5M20 36v5M29 36v5" stroke={deep} stroke-width="1.6" />
      <path d="M20 47.5c3 0 4 2.2 4 4.5v8h-8v-8c0-2.3 1-4.5 4-4.5z" fill={dark} />
      <path d="M8 66h9M22 70h7M8 76h7" stroke={deep} stroke-width="1.3" />
      <path d="M8.5 44v37" stroke={light} stroke-width="1.4" />
      <path d="M7 78.5h26V82H7z" fill={deep} opacity=".35" />
    </>
  );
}

function GateArt(): JSX.Element {
  return (
    <>
      <path d={battlement(0, 3, 1.5, 13, 61)} fill={wood} stroke={outline} stroke-width="2" stroke-linejoin="round" />
      <path d="M58 14v46h-4V14z" fill={deep} opacity=".45" />
      <path d={numbers(3).map((i) => `M${i * unit + 4.8} 2.3h10.4v4.2h-10.4z`).join("")} fill={cream} />
      <path d="M2 14.8H58" stroke={light} stroke-width="1.6" />
      <path d="M9 61V40C9 26 18 19.5 30 19.5S51 26 51 40v21z" fill="#bf3a2b" stroke="#6d1c12" stroke-width="1.8" />
      <path d="M14 40.5C14 30 20.5 24.5 29 24.3" fill="none" stroke="#ef9583" stroke-width="1.8" stroke-linecap="round" />
      <path d="M16.5 61V41C16.5 31.5 22 27 30 27s13.5 4.5 13.5 14v20z" fill={dark} />
      <path d="M23.2 30v31M30 27.5V61M36.8 30v31M17 39h26M17 50h26" stroke="#8a5c2e" stroke-width="1.7" />
    </>
  );
}

function BlockArt({ kind }: { kind: Kind }): JSX.Element {
  if (kind === "T") return <TowerArt />;
  if (kind === "G") return <GateArt />;
  return <WallArt n={material[kind].wide} />;
}

/** A block; as wide as --u (one merlon) says, or as high as `size`. */
export function Block(props: { kind: Kind; size?: number }): JSX.Element {
  const { wide, high } = material[props.kind];
  const scale = props.size === undefined ? undefined : props.size / high;
  return (
    <svg
      class="dm-block"
      viewBox={`0 0 ${wide * unit} ${high * unit}`}
      width={scale && wide * scale}
      height={scale && high * scale}
      style={scale ? undefined : { width: `calc(var(--u) * ${wide})`, height: `calc(var(--u) * ${high})` }}
      aria-hidden="true"
    >
      <BlockArt kind={props.kind} />
    </svg>
  );
}

/** A kind as a square sign: walls carry their number. */
export function Sign(props: { kind: Choice; size: number }): JSX.Element {
  const { kind, size } = props;
  return (
    <svg class="dm-sign" width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      {kind === "-" ? (
        <svg x="3" y="0" width="34" height="40" viewBox="0 0 80 96"><g transform="matrix(1 0 0 -1 0 96)"><OpenHandArt /></g></svg>
      ) : kind === "T" ? (
        <svg width="40" height="40" viewBox="0 0 40 64"><TowerArt /></svg>
      ) : kind === "G" ? (
        <svg width="40" height="40" viewBox="0 0 60 62"><GateArt /></svg>
      ) : (
        <>
          <path d={battlement(0, 2, 3, 12, 38.5)} fill={wood} stroke={outline} stroke-width="2" stroke-linejoin="round" />
          <path d="M4.8 3.8h10.4v4H4.8zM24.8 3.8h10.4v4H24.8z" fill={cream} />
          <text x="20" y="34.5" text-anchor="middle" font-size="25" font-weight="700" fill={dark}>{kind}</text>
        </>
      )}
    </svg>
  );
}

// -- Hands: the wrist is at the top, reaching into the table --

const maple = "#f1d9b0";
const crease = "#bd8d55";

function Sleeve(): JSX.Element {
  return (
    <>
      <path class="dm-sleeve" d="M23 -2h34l3 20q-20 5-40 0z" stroke={outline} stroke-width="2" stroke-linejoin="round" />
      <path d="M21.5 13q18.5 4.5 37 0" fill="none" stroke="#fff" stroke-width="2" opacity=".75" />
    </>
  );
}

/** Fingers are thick lines: first all of them dark, then all of them light, so that they grow together with the palm. */
function Fingers({ lines, palm }: { lines: string; palm: string }): JSX.Element {
  return (
    <g stroke-linecap="round" stroke-linejoin="round" fill="none">
      <path d={lines} stroke={outline} stroke-width="14.5" />
      <path d={palm} stroke={outline} stroke-width="4" />
      <path d={palm} fill={maple} stroke="none" />
      <path d={lines} stroke={maple} stroke-width="10.5" />
    </g>
  );
}

function OpenHandArt(): JSX.Element {
  return (
    <>
      <Fingers
        lines="M27 48 17.5 74M36 50 33.5 84M45 50 48 84M54 48 63 75M25 40Q15 43 8.5 56"
        palm="M30 16h20q10 6 10 20v12q0 9-10 9H30q-10 0-10-9V36q0-14 10-20z"
      />
      <path d="M27 36q5 12 3 19M27 33q14 3 25 12M30 44q10 6 20 5" fill="none" stroke={crease} stroke-width="1.8" stroke-linecap="round" />
      <Sleeve />
    </>
  );
}

function FistArt(): JSX.Element {
  return (
    <>
      <path d="M29 14h22q13 6 13 24v20q0 6-6 6H22q-6 0-6-6V38q0-18 13-24z" fill={maple} stroke={outline} stroke-width="2" />
      <g fill={maple} stroke={outline} stroke-width="2">
        <rect x="16" y="40" width="12" height="37" rx="6" />
        <rect x="28" y="40" width="12" height="40" rx="6" />
        <rect x="40" y="40" width="12" height="39" rx="6" />
        <rect x="52" y="40" width="12" height="34" rx="6" />
      </g>
      <path d="M19.5 68q2.5 2 5 0M31.5 71q2.5 2 5 0M43.5 70q2.5 2 5 0M55.5 66q2.5 2 5 0" fill="none" stroke={crease} stroke-width="1.6" stroke-linecap="round" />
      <path d="M17 48Q32 45 44 55" fill="none" stroke={outline} stroke-width="15.5" stroke-linecap="round" />
      <path d="M17 48Q32 45 44 55" fill="none" stroke={maple} stroke-width="11.5" stroke-linecap="round" />
      <path d="M41 51.5q5 1 6.5 6" fill="none" stroke={crease} stroke-width="1.6" stroke-linecap="round" />
      <Sleeve />
    </>
  );
}

/** The back of a hand that rests on the table and drums its fingers. */
function RestingHandArt(): JSX.Element {
  return (
    <>
      <g class="dm-drum"><Fingers lines="M26 46 22 66" palm="M26 46" /></g>
      <g class="dm-drum"><Fingers lines="M36 50 34.5 73" palm="M36 50" /></g>
      <g class="dm-drum"><Fingers lines="M46 50 47 73" palm="M46 50" /></g>
      <g class="dm-drum"><Fingers lines="M55 46 59 67" palm="M55 46" /></g>
      <Fingers lines="M58 40Q68 44 71 54" palm="M30 16h20q11 7 11 21v11q0 7-10 7H30q-10 0-10-7V37q0-14 10-21z" />
      <path d="M24.5 49q3-3 6 0M33.5 52q3-3 6 0M42.5 52q3-3 6 0M51.5 49q3-3 6 0" fill="none" stroke={crease} stroke-width="1.8" stroke-linecap="round" />
      <Sleeve />
    </>
  );
}

function HandFrame(props: { class: string; children: ComponentChildren; up?: boolean; size?: number }): JSX.Element {
  const { up = false, size } = props;
  return (
    <svg class={`dm-hand-art ${props.class}`} viewBox="0 0 80 96" width={size && (size * 80) / 96} height={size} aria-hidden="true">
      {up ? <g transform="matrix(1 0 0 -1 0 96)">{props.children}</g> : props.children}
    </svg>
  );
}

export function Fist(props: { up?: boolean; size?: number }): JSX.Element {
  return <HandFrame class="fist" {...props}><FistArt /></HandFrame>;
}

export function RestingHand(): JSX.Element {
  return <HandFrame class="resting"><RestingHandArt /></HandFrame>;
}

export function Palm(props: { size?: number }): JSX.Element {
  return <HandFrame class="palm" up {...props}><OpenHandArt /></HandFrame>;
}

/** An opened hand with what it held: a block, or nothing. */
export function OpenedHand(props: { holds: Choice; up?: boolean }): JSX.Element {
  const { holds, up = false } = props;
  let block: JSX.Element | null = null;
  if (isKind(holds)) {
    const { wide, high } = material[holds];
    const scale = Math.min(78 / wide, 56 / high, 16);
    const w = wide * scale, h = high * scale;
    block = (
      <>
        <ellipse cx="40" cy={50 + h / 2} rx={w / 2 + 3} ry="3.5" fill={dark} opacity=".35" />
        <svg x={40 - w / 2} y={50 - h / 2} width={w} height={h} viewBox={`0 0 ${wide * unit} ${high * unit}`}>
          <BlockArt kind={holds} />
        </svg>
      </>
    );
  }
  return (
    <svg class="dm-hand-art opened" viewBox="0 0 80 96" aria-hidden="true">
      <g transform={up ? "matrix(1 0 0 -1 0 96)" : undefined}><OpenHandArt /></g>
      {block}
    </svg>
  );
}

function MasterArt(): JSX.Element {
  return (
    <g stroke="#5f120a" stroke-width="1.5" stroke-linejoin="round">
      <path d="M3 31q-1-5 3-7 4-3 4-8h4q0 5 4 8 4 2 3 7z" fill="#c6301f" />
      <circle cx="12" cy="11.5" r="5.2" fill="#c6301f" />
      <path d="M4.5 9.5h15L17 4.5Q12 0 7 4.5z" fill="#f3b13c" />
      <path d="M7 28q1-3 3.5-5" fill="none" stroke="#f08c78" stroke-width="1.8" stroke-linecap="round" />
    </g>
  );
}

/** The red master piece: a turned figure with a builder's hat. */
export function MasterPiece({ size = 28 }: { size?: number }): JSX.Element {
  return (
    <svg class="dm-master-art" width={(size * 24) / 32} height={size} viewBox="0 0 24 32" aria-hidden="true">
      <MasterArt />
    </svg>
  );
}

/** Two crossed planks: no tower and no gate here. */
export function Bar(): JSX.Element {
  return (
    <svg class="dm-bar" viewBox="0 0 40 44" aria-hidden="true">
      <path d="M6 8v34M34 8v34" stroke={outline} stroke-width="6" stroke-linecap="round" />
      <path d="M6 8v34M34 8v34" stroke={deep} stroke-width="3.2" stroke-linecap="round" />
      <path d="M3 12 37 36M37 12 3 36" stroke={outline} stroke-width="9" stroke-linecap="round" />
      <path d="M3 12 37 36M37 12 3 36" stroke="#fff3df" stroke-width="6" stroke-linecap="round" />
      <path d="M3 12 37 36M37 12 3 36" stroke="#bf3a2b" stroke-width="6" stroke-dasharray="6.5 6.5" />
    </svg>
  );
}

/** The grain of the table: planks with quiet lines, repeated. */
export function Grain(): JSX.Element {
  return (
    <svg class="dm-grain" aria-hidden="true" width="100%" height="100%">
      <defs>
        <pattern id="dm-grain" width="460" height="144" patternUnits="userSpaceOnUse">
          <path class="seam" d="M0 .5H460M0 72.5H460M150 0V72M360 72V144" />
          <path class="vein" d="M0 14q60-7 130 0t150 2 180-2M0 30q90 9 180 1t150 4 130-5M0 46q40-5 110 2t160-4 190 2M0 60q120-8 230 0t230 0M190 30q26-11 60 0-34 10-60 0zM202 30q14-5 34 0-18 5-34 0" />
          <path class="vein" d="M0 88q110 8 220-1t240 1M0 104q70-8 150 0t140 3 170-3M0 120q120 7 210-2t250 2M0 134q90-6 200 0t260 0M60 112q24-9 50 0-26 9-50 0z" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#dm-grain)" />
    </svg>
  );
}

/** A piece inline, by its letter or its name in the rules. */
export function Piece(props: { name: string; size?: number; seat?: number }): JSX.Element {
  const { name, size = 40, seat = 0 } = props;
  const kind = choiceOf(name);
  if (kind && isKind(kind)) return <span class={`dm-piece seat-${seat}`}><Block kind={kind} size={size} /></span>;
  if (name === "master") return <span class="dm-piece"><MasterPiece size={size} /></span>;
  return <span class={`dm-piece seat-${seat}`}>{name === "fist" ? <Fist up size={size} /> : <Palm size={size} />}</span>;
}

/** The home picture: a wall of blocks on the table, and a hand that brings the next one. */
export function Picture(): JSX.Element {
  const row: [Kind, number][] = [["2", 6], ["T", 46], ["3", 86], ["G", 146], ["1", 206]];
  return (
    <svg class="dm-picture" viewBox="0 0 300 200" width="100%" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path d="M0 0h300v200H0z" fill="#ecdcb9" />
      <circle cx="52" cy="34" r="15" fill="#d9694f" opacity=".75" />
      <path d="M0 92q24-30 42-34 16 12 36 8 22-36 40-40 20 30 52 48 20-24 36-22 24 22 46 16 24-18 48-16v76H0z" fill="#cdb68c" opacity=".6" />
      <path d="M0 108q40-26 66-22 30 14 62 2 34-18 60-4 40 18 62 6 26-14 50-8v48H0z" fill="#b79d72" opacity=".6" />
      <path d="M0 128h300v72H0z" fill="#8a5529" />
      <path d="M0 128h300v5H0z" fill="#b98046" />
      <path d="M0 156h300M0 182h300M70 133v23M236 156v26M120 182v18" stroke="#5f3815" stroke-width="1.5" />
      <path d="M8 143q70-6 140 0t150-1M0 170q90 7 160-1t140 1M0 192q120-5 300 0" fill="none" stroke="#a56d37" stroke-width="1.3" />
      <path d="M6 172h256l22 12H30z" fill="#2c1704" opacity=".4" />
      <g transform="translate(-4 175) scale(1.16)">
        {row.map(([kind, x]) => {
          const { wide, high } = material[kind];
          return (
            <svg key={x} x={x} y={-high * unit} width={wide * unit} height={high * unit} viewBox={`0 0 ${wide * unit} ${high * unit}`}>
              <BlockArt kind={kind} />
            </svg>
          );
        })}
      </g>
      <g transform="rotate(-7 250 70)">
        <svg x="218" y="62" width="70" height="58" viewBox="0 0 60 50"><WallArt n={3} /></svg>
        <g class="seat-2" transform="translate(213 -14) scale(1 .98)"><OpenHandArt /></g>
      </g>
      <svg x="262" y="140" width="36" height="48" viewBox="0 0 24 32"><MasterArt /></svg>
    </svg>
  );
}
