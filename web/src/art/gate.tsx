// SPDX-License-Identifier: MIT
// A city gate in ink, closed: the wall to both sides, a roof, two leaves in the colour of a seat.
import type { JSX } from "preact";

const merlons = (from: number, to: number, y: number): string => {
  let d = "";
  for (let x = from; x < to; x += 30) d += `M${x} ${y}v-14h18v14z`;
  return d;
};
const studs = (from: number): string => {
  let d = "";
  for (let y = 214; y < 300; y += 22) for (let x = from; x < from + 60; x += 20) d += `M${x} ${y}h.1`;
  return d;
};

export function Gate(): JSX.Element {
  return (
    <svg class="gate" viewBox="0 0 640 330" aria-hidden="true">
      <path class="gate-far" d="M0 190q60-60 110-70 40 24 80 10 40-66 80-74 60 50 110 60 40-34 80-30 70 60 180 60v170H0z" />
      <circle class="gate-sun" cx="520" cy="60" r="26" />
      <path class="gate-stone" d={`M0 190h180v122H0zM460 190h180v122H460z${merlons(4, 176, 190)}${merlons(464, 636, 190)}`} />
      <path class="gate-joints" d="M14 214h34M70 214h50M140 236h32M20 236h60M100 258h44M10 258h40M60 282h52M140 282h30M474 214h44M540 214h60M490 236h30M560 236h56M470 258h50M552 258h34M500 282h58M586 282h44" />
      <path class="gate-stone" d="M176 312 190 150h260l14 162z" />
      <path class="gate-joints" d="M196 172h40M260 172h60M352 172h44M412 172h30M192 196h30M424 198h24M188 232h26M430 240h24M186 272h24M432 280h22" />
      <path class="gate-wood" d="M226 150v-46h188v46z" />
      <path class="gate-bars" d="M250 150v-38M282 150v-38M358 150v-38M390 150v-38" />
      <path class="gate-roof" d="M178 108q44-6 66-44l12-18h128l12 18q22 38 66 44l-6 10H184z" />
      <path class="gate-ridge" d="M252 46q4-14-8-20 24-2 30 12h92q6-14 30-12-12 6-8 20zM228 100l26-46M266 102l14-48M304 102l4-48M336 102l-4-48M374 102l-14-48M412 100l-26-46" />
      <path class="gate-arch" d="M236 312V220q0-62 84-62t84 62v92z" />
      <path class="gate-leaf" d="M246 312v-90q0-52 72-54v144zM322 312V168q72 2 72 54v90z" />
      <path class="gate-studs" d={studs(256) + studs(342)} />
      <path class="gate-ground" d="M0 309q160-5 320-2t320-1v24H0z" />
    </svg>
  );
}
