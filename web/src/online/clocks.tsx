// SPDX-License-Identifier: MIT
// Clocks that count down: what the server told, less what has passed since.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../app/words";
import type { Connection } from "./connection";
import type { Clock } from "./protocol";

const DAY = 86400000;

/** Milliseconds that a seat has left now. */
function leftOf(clock: Clock, seat: number, now: number): number {
  const left = clock.left[seat - 1] ?? 0;
  return Math.max(0, clock.running.includes(seat) ? left - (now - clock.at) : left);
}

function sayLeft(ms: number): string {
  if (ms >= DAY) return t("{d} d {h} h", { d: Math.floor(ms / DAY), h: Math.floor((ms % DAY) / 3600000) });
  const s = Math.ceil(ms / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const h = Math.floor(s / 3600);
  return `${h > 0 ? `${h}:${two(Math.floor(s / 60) % 60)}` : Math.floor(s / 60)}:${two(s % 60)}`;
}

export function ClockFace(props: { connection: Connection; clock: Clock; seat: number }): JSX.Element {
  const { clock, seat } = props;
  const [now, setNow] = useState(Date.now() + props.connection.ahead);
  const runs = clock.running.includes(seat);
  useEffect(() => {
    setNow(Date.now() + props.connection.ahead);
    if (!runs) return;
    const timer = setInterval(() => setNow(Date.now() + props.connection.ahead), 250);
    return () => clearInterval(timer);
  }, [clock, runs]);
  const left = leftOf(clock, seat, now);
  return (
    <span class="clock" role="timer" data-runs={runs} data-short={left < 30000} aria-label={t("time left: {time}", { time: sayLeft(left) })}>
      {sayLeft(left)}
    </span>
  );
}
