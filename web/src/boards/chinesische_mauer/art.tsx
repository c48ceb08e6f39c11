// SPDX-License-Identifier: MIT
// The paintings: seven cards, a back and a coin, as brush and two or three washes would make them. No letters, no numbers
// inside: what is printed on a card is laid over it. Colours are classes (cm.css), so that both themes can tone them:
// i ink, m and p washes, w white of the paper, f faces, r vermilion, e its shadow, o ochre, j jade; s and t are ink lines.
import type { JSX } from "preact";

function Wall(): JSX.Element {
  return (
    <>
      <circle class="r" cx="46" cy="31" r="9" />
      <path class="p" d="M0 68 12 56q7-10 16-15l10 12 9-8q10-20 23-28 9 14 18 22l12 11v90H0z" />
      <path class="m a" d="M0 92q18-18 37-18 22-8 39-20 14-10 24-8v94H0z" />
      <path class="i" d="M82 43V30h14v9z" />
      <path class="t b" d="M82 28.500h15" stroke-width="4" stroke-dasharray="3 2" />
      <path class="i" d="M-2 104c20-4 38-6 54-20 12-10 14-18 18-26 4-8 16-12 32-20v9c-12 6-20 10-23 18-3 12-1 24-17 40-18 18-40 24-64 30z" />
      <path class="t b" d="M-2 100c20-4 37-6 51-18" stroke-width="9" stroke-dasharray="7 4.500" />
      <path class="t b" d="M53 79c9-9 11-16 14-22" stroke-width="6" stroke-dasharray="4.500 3" />
      <path class="t b" d="M70 53c5-8 16-11 31-18" stroke-width="4.500" stroke-dasharray="3 2.200" />
      <path class="t n" d="M-2 109c22-4 40-8 55-21 12-10 15-18 19-27 4-6 12-10 29-18" stroke-width="2.600" />
      <path class="t n a" d="M-2 119c24-5 42-10 58-24M-2 128c26-6 44-13 60-27M10 117v8M26 113v8M40 107v7M18 124v7M34 118v7M48 110v6" stroke-width="1.300" />
      <path class="i" d="M0 140v-9q16-3 30-2 26-12 44-12 14-6 26-5v28z" />
      <path class="m a" d="M30 129q26-12 44-12 14-6 26-5v7q-36 2-70 10z" />
    </>
  );
}

function Gate(): JSX.Element {
  return (
    <>
      <path class="p" d="M0 76q12-18 24-22L40 70l18-26q14 8 24 26l18-8v78H0z" />
      <path class="m" d="M10 132 17 80h66l7 52z" />
      <path class="i a" d="M60 80h23l7 52H66z" />
      <path class="t b" d="M15 77h70" stroke-width="7" stroke-dasharray="7 3.500" />
      <path class="i" d="M15 81h70v3H15z" />
      <path class="i" d="M34 132v-24a16 17 0 0 1 32 0v24z" />
      <path class="r" d="M39 132v-23a11 13 0 0 1 10-13v36z" />
      <path class="e" d="M51 132V96a11 13 0 0 1 10 13v23z" />
      <path class="t y b" d="M43 106v24M46.500 104v26M54 104v26M57.500 106v24" stroke-width="1.800" stroke-dasharray="1.800 4" />
      <path class="w" d="M25 60h50v14H25z" />
      <path class="t r2 b" d="M29 60v14M39.500 60v14M50 60v14M60.500 60v14M71 60v14" stroke-width="3.200" />
      <path class="i" d="M4 54q4 3 12 1 10-4 15-14h38q5 10 15 14 8 2 12-1-2 9-12 10H16Q6 63 4 54z" />
      <path class="w" d="M35 34h30v7H35z" />
      <path class="t r2 b" d="M38 34v7M46 34v7M54 34v7M62 34v7" stroke-width="2.600" />
      <path class="i" d="M17 30q4 2 10 0 9-4 13-13h20q4 9 13 13 6 2 10 0-2 7-10 8H27q-8-1-10-8z" />
      <path class="i" d="M36 11q3 4 7 4h14q4 0 7-4 0 8-5 8H41q-5 0-5-8z" />
      <path class="t n a" d="M24 58q8-5 12-14M40 58q3-6 4-14M60 58q-3-6-4-14M76 58q-8-5-12-14M34 34q7-5 9-13M50 34V21M66 34q-7-5-9-13" stroke-width="1.500" />
      <path class="i" d="M0 140v-8q50-4 100 0v8z" />
    </>
  );
}

function Tower(): JSX.Element {
  return (
    <>
      <path class="m a" d="M50 36C62 26 44 22 54 12 64 2 82 12 96 2q4 12-10 17c-12 4-18 0-20 6-2 5-4 8-8 11z" />
      <path class="p" d="M0 84q14-14 24-16l16 16 22-34q18 12 38 44v46H0z" />
      <path class="r" d="M50 20q9 9 9 16a9 7 0 0 1-18 0q0-5 4-9 1 4 3 4 3-4 2-11z" />
      <path class="o" d="M50 29q4 5 4 8a4 3.500 0 0 1-8 0q2-3 4-8z" />
      <path class="m" d="M0 118q14-3 34-4v26H0zM66 114q20 0 34 4v22H66z" />
      <path class="t b" d="M0 114.500q16-3 34-4M66 110.500q20 1 34 4" stroke-width="6" stroke-dasharray="6 3.500" />
      <path class="m" d="M32 134l5-74h26l5 74z" />
      <path class="i" d="M55 60h8l5 74H56z" />
      <path class="i" d="M33 61l-3-12h40l-3 12z" />
      <path class="t b" d="M30 45.500h41" stroke-width="7" stroke-dasharray="6.500 4.900" />
      <path class="i" d="M41 82v-8a4 4 0 0 1 8 0v8zM40 106v-8a4 4 0 0 1 8 0v8z" />
      <path class="t n a" d="M36 88h16M35 92.500h8M34 112h17M34 118h8M44 118h8M36 66h9M47 66h6" stroke-width="1.400" />
      <path class="i" d="M0 140v-8q18-5 32-2 20 6 36 1 16-4 32 1v8z" />
    </>
  );
}

function Noble(): JSX.Element {
  return (
    <>
      <circle class="p" cx="50" cy="62" r="44" />
      <path class="i" d="M40 28q2-13 10-13t10 13z" />
      <path class="i" d="M38 35q-16-6-33-2-1 5 6 6 14 1 27 0zM62 35q16-6 33-2 1 5-6 6-14 1-27 0z" />
      <path class="f" d="M38 40q-1 26 12 27 13-1 12-27z" />
      <path class="i" d="M36.500 43q-1-20 13.500-20t13.500 20Q50 36 36.500 43z" />
      <path class="t" d="M42 47q3-1.600 5.500 0M52.500 47q3-1.600 5.500 0M43.500 50h3M53.500 50h3M50 49v6" stroke-width="1.700" />
      <path class="i" d="M50 58q-5-1-8 3 4 0 5 2l3 15 3-15q1-2 5-2-3-4-8-3z" />
      <path class="r" d="M40 64q-15 4-19 18L4 130q20 8 46 7 26 1 46-7L79 82q-4-14-19-18l-10 12z" />
      <path class="w" d="M40 64l10 12 10-12 3 1.500L50 84 37 65.500z" />
      <path class="e" d="M24 86q6 14 21 16l10 0q15-2 21-16l13 31q-18 11-34 2H45q-16 9-34-2z" />
      <path class="i" d="M29 122q8 0 16-4h10q8 4 16 4l2 15q-23 2-46 0z" />
      <path class="o" d="M47 80q3-2 6 0l1 27h-8z" />
      <path class="f" d="M41 101q9-5 18 0l-2 10q-7 3-14 0z" />
      <path class="t y b" d="M24 88q6 14 21 16M76 88q-6 14-21 16M12 115q17 9 32 2M88 115q-17 9-32 2" stroke-width="2.200" />
      <path class="t y b" d="M36 126h28" stroke-width="3" stroke-dasharray="3 2" />
    </>
  );
}

function Soldier(): JSX.Element {
  return (
    <>
      <path class="p" d="M0 112q10-44 36-60Q70 32 92 58q10 20 8 56v26H0z" />
      <g transform="translate(5 2)">
      <path class="t b" d="M80 26l-6 112" stroke-width="3.600" />
      <path class="i" d="M81 4q8 12 0 24-8-12 0-24z" />
      <path class="r" d="M74 26q7 4 13 0 2 8-3 16-4-6-6 1-6-6-4-17z" />
      <path class="i" d="M34 108h13l-1 28H29q1-5 7-6zM54 108h13l-1 22q7 1 7 6H55z" />
      <path class="i" d="M30 66q20-10 40 0l5 46q-25 8-50 0z" />
      <path class="t n" d="M34 74h32M33 82h34M32 90h37M31 98h40M30 106h42" stroke-width="4" stroke-dasharray="2.600 2.400" />
      <path class="r" d="M32 63q18 9 36 0l2 6q-20 9-40 0z" />
      <path class="i" d="M66 66q12 4 14 14l1 12-9 1-7-13z" />
      <circle class="f" cx="77" cy="90" r="5.500" />
      <path class="f" d="M40 42h20v14q-10 12-20 0z" />
      <path class="i" d="M33 62q2-16 3-22Q38 24 50 20q12 4 14 20 1 6 3 22-8-4-9-15H42q-1 11-9 15z" />
      <path class="m" d="M37 41q13-6 26 0l-.500-4q-12-6-25 0z" />
      <path class="r" d="M50 21q-9-4-7-12 4 4 7-3 3 7 7 3 2 8-7 12z" />
      <path class="t" d="M44 51h4M52 51h4M47 58q3 1.500 6 0" stroke-width="1.800" />
      <path class="i" d="M31 76q21 0 21 25 0 22-21 30-21-8-21-30 0-25 21-25z" />
      <path class="m" d="M31 80q17 0 17 21 0 18-17 26-17-8-17-26 0-21 17-21z" />
      <path class="r" d="M31 89a12 12 0 1 1 0 25 12 12 0 0 1 0-25z" />
      <path class="i" d="M24 99q-3-4 0-6 2 3 4 3h6q2 0 4-3 3 2 0 6 1 8-7 13-8-5-7-13z" />
      </g>
    </>
  );
}

function Horseman(): JSX.Element {
  return (
    <>
      <path class="p" d="M0 92q20-26 38-26 8-22 28-28 16 4 34 34v68H0z" />
      <path class="m a" d="M2 134q10-16 30-12 20-10 34 0 16-8 34 4v14H0z" />
      <path class="t b" d="M22 22l62 62" stroke-width="2.800" />
      <path class="r" d="M21 18q14-8 22 2 6 6 16 2-2 12-12 13-8 1-14-4z" />
      <path class="i" d="M86 88l6-1-2-6zM82 79l9 9 3 5-6-2-8-8z" />
      <path class="i" d="M94 67q3 4 2 8-2 4-6 3l-9-3q-4 4-5 10 1 8-4 12l12 4 11-5 5 6-3 2-4-3-10 7q-10-2-19-5l3 9 9 8-1 5h-4l-1-4-11-8-5-12q-12 3-22-2l-8 11-12 5-6 12-5 1 1-5 5-13 11-7 4-9q-5-6-2-14-10 1-14 13-5 10-11 9Q-3 79 24 76q14-6 26 0 10 2 15-3 4-13 14-20l1-8 5 7q6 5 9 15z" />
      <path class="i" d="M79 51q-10 2-14 10-8 2-12 10 10-1 14 4 0-14 12-24z" />
      <path class="n2" d="M85.500 60.500l3 1-2.500 1.600z" />
      <path class="e" d="M40 40q-14 0-20 12-6 10-16 10 4 8 14 6-4 6-10 8 16 4 26-8l14-10z" />
      <path class="r" d="M38 46q6-8 16-4 6 8 5 18l-4 16q-10 4-20-2 6-12 3-28z" />
      <path class="i" d="M36 73q12 6 20 2l8 10-3 14 6 4-1 3-12-1q0-12-1-17-12 0-19-6z" />
      <path class="t n" d="M40 52h16M40 58h17M40 64h17" stroke-width="2.600" stroke-dasharray="2 2" />
      <path class="f" d="M46 32h14q3 5 1 8-1 5-6 5h-7z" />
      <path class="t" d="M56 37h2" stroke-width="1.600" />
      <path class="i" d="M42 42q-3-20 10-22 9 2 10 13l-13 1q0 6-7 8z" />
      <path class="r" d="M51 21q-12-2-16 5 2-11 13-12 3-3 6-2z" />
      <path class="i" d="M50 46q10 2 12 10l8 4-2 5q-12-1-18-8z" />
      <path class="t n" d="M90 77q-12-6-22-14" stroke-width="1.600" />
    </>
  );
}

function Dragon(): JSX.Element {
  const body = "M68 40C46 22 12 40 27 60c14 18 58 6 57 32C83 116 44 108 30 122";
  return (
    <>
      <path class="p" d="M4 100q2-14 16-12 4-14 20-10 14-8 24 4 20-4 22 12 12 2 12 14 0 10-12 10H14Q2 116 4 100z" />
      <path class="p" d="M2 34q4-10 14-8 8-10 20-4 8 0 8 8 0 6-8 6H10q-8 2-8-2z" />
      <path class="t b" d={body} stroke-width="27" stroke-dasharray="3.400 6" />
      <path class="t" d={body} stroke-width="20" />
      <path class="t" d="M36 118Q24 124 10 122" stroke-width="8" />
      <path class="i" d="M24 118Q14 118 3 110q1 8 6 12-4 5-5 13 10-8 22-8z" />
      <path class="t j2" d={body} stroke-width="14.500" />
      <path class="t b n a" d={body} stroke-width="11" stroke-dasharray="1.600 4.200" />
      <path class="t j2" d={body} stroke-width="4.500" />
      <path class="t" d="M32 66q-12 4-14 14M18 80l-7 2M18 80l-3 7M18 80l4 6M78 106q8 4 10 12M88 118l7 1M88 118l1 7M88 118l-6 5" stroke-width="3.600" />
      <path class="r" d="M60 26Q42 10 46 2q8 10 16 9 0-6 6-9 2 8 10 12l-4 36q-12 6-16 18-6-12 0-20-10 2-18 10 2-16 12-20-6-4-14-2 6-10 22-8z" />
      <path class="i" d="M66 15q-6-6-4-13 6 8 14 9zM78 12q0-7 7-10-1 6 3 11z" />
      <path class="i" d="M60 20q8-10 20-8 8 2 10 9 6 0 9 5-1 6-8 6l-14 1q-3 4 3 6 8 2 16-2-2 9-14 10-16 0-22-11-4-8 0-16z" />
      <path class="j" d="M64 21q7-7 15-5 6 2 7 8 5 0 9 3-3 2-8 2l-13 1q-8-2-10-9z" />
      <circle class="w" cx="78" cy="20" r="3.400" />
      <circle class="i" cx="79" cy="20" r="1.700" />
      <path class="w" d="M80 32l2 5 2-5zM87 31.500l2 4 2-4.500z" />
      <path class="t" d="M92 30q6 6 4 18M90 30q0 12-6 20" stroke-width="1.800" />
      <circle class="o" cx="54" cy="86" r="8" />
      <circle class="r" cx="54" cy="86" r="5" />
    </>
  );
}

const paintings: Record<string, () => JSX.Element> = { W: Wall, G: Gate, T: Tower, N: Noble, S: Soldier, H: Horseman, D: Dragon };

/** The painting of a card by its letter, 5:7, to fill whatever it stands in. */
export function Painting(props: { kind: string }): JSX.Element {
  const Paint = paintings[props.kind];
  return (
    <svg class="cm-art" viewBox="0 0 100 140" aria-hidden="true">
      <rect class="paper" width="100" height="140" />
      {Paint ? <Paint /> : null}
      <path class="t n a" d="M3 136q22-4 44-2M58 133q18-2 40 1M30 138q24-2 52-1" stroke-width="0.900" />
      <path class="seal" d="M6 121q4-1 9 0 1 5 0 9-5 1-9 0-1-4 0-9z" />
      <path class="t n" d="M7.500 128h6v-2.500M7.500 128v-2.500M10.500 128v-2.500M8.200 123.600a2.300 1.600 0 0 1 4.600 0" stroke-width="1.100" />
    </svg>
  );
}

/** The back of a card: cloud lattice in the colour of the seat around it. */
export function Back(): JSX.Element {
  return (
    <svg class="cm-art" viewBox="0 0 100 140" aria-hidden="true">
      <rect class="seat" width="100" height="140" />
      <rect class="seat-line" x="9" y="9" width="82" height="122" rx="4" />
      <path class="seat-line" d="M50 22 82 70 50 118 18 70zM50 40 70 70 50 100 30 70z" />
      <path class="seat-line" d="M18 32V18h14M68 18h14v14M82 108v14H68M32 122H18v-14" />
      <path class="seat-line" d="M43 70a7 7 0 1 1 7 7 4 4 0 0 1 0-8" />
    </svg>
  );
}

/** A coin without its value: a string hole like old cash, the metal by worth. */
export function Coin(props: { value: number }): JSX.Element {
  const metal = props.value >= 7 ? "gold" : props.value >= 5 ? "silver" : props.value >= 3 ? "bronze" : "copper";
  return (
    <svg class={`cm-art cm-coin ${metal}`} viewBox="0 0 100 100" aria-hidden="true">
      <circle class="rim" cx="50" cy="50" r="48" />
      <circle class="face" cx="50" cy="50" r="40" />
      <path class="dent" d="M50 13v9M50 78v9M13 50h9M78 50h9M24 24l6 6M70 70l6 6M24 76l6-6M70 30l6-6" />
      <rect class="hole" x="27" y="27" width="46" height="46" rx="5" />
    </svg>
  );
}
