// SPDX-License-Identifier: MIT
// The picture on the home screen: three cards fanned out before the wall in the mountains, and a coin.
import type { JSX } from "preact";
import { Coin, Painting } from "./art";

function Fanned(props: { kind: string; x: number; y: number; turn: number }): JSX.Element {
  return (
    <g transform={`translate(${props.x} ${props.y}) rotate(${props.turn})`}>
      <rect class="shade" x="-36" y="-52" width="77" height="109" rx="6" />
      <svg x="-38" y="-55" width="76" height="106.400" viewBox="0 0 100 140">
        <Painting kind={props.kind} />
      </svg>
      <rect class="frame" x="-38" y="-55" width="76" height="106.400" rx="5" />
    </g>
  );
}

export function Picture(): JSX.Element {
  return (
    <svg class="cm-art cm-picture" viewBox="0 0 300 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect class="sky" width="300" height="200" />
      <circle class="r" cx="236" cy="46" r="20" />
      <path class="p" d="M0 96q22-26 44-34 18 14 32 20 30-46 56-54 20 22 34 44 26-16 44-10 40 20 90 44v94H0z" />
      <path class="m a" d="M0 124q46-26 96-14 40-30 84-26 60-26 120 4v112H0z" />
      <path class="t b" d="M-4 112q50-18 100-8 44-28 86-24 62-28 124 2" stroke-width="9" stroke-dasharray="7 5" />
      <path class="i" d="M-4 114q50-18 100-8 44-28 86-24 62-28 124 2v16q-62-26-122 0-44-4-84 24-54-8-104 10z" />
      <path class="t n" d="M-4 121q50-18 101-8 43-28 85-24 62-28 124 2" stroke-width="2.500" />
      <path class="i" d="M84 112V88h22v20zM81 90V81h6v4h5v-4h6v4h5v-4h6v9z" />
      <path class="m" d="M0 150q60-20 130-10 80-18 170 4v56H0z" />
      <path class="i a" d="M0 178q90-26 300-6v28H0z" />
      <Fanned kind="G" x={92} y={126} turn={-11} />
      <Fanned kind="S" x={214} y={126} turn={10} />
      <Fanned kind="D" x={152} y={116} turn={-1} />
      <svg x="232" y="140" width="50" height="50" viewBox="0 0 100 100">
        <Coin value={8} />
      </svg>
    </svg>
  );
}
