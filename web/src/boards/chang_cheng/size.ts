// SPDX-License-Identifier: MIT
// How big the map is drawn: as wide as its box, wider where slots would be too small for a mouse or a finger, and then it
// scrolls; higher where the window has room.
import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Heights } from "./land";

export interface MapSize {
  box: RefObject<HTMLDivElement>; // what scrolls
  width: number; // of the box
  view: [number, number]; // the part of the map in sight, from 0 to 1
  look(): void; // call it when the box has scrolled
  w: number; // of a slot
  heights: Heights;
  isBig: boolean;
  overflows: boolean;
}

const SLOT = { mouse: 23, finger: 40, scrolled: 30, most: 56 };

function slotOf(width: number, n: number): number {
  const isCoarse = width < 560 || matchMedia("(pointer: coarse)").matches;
  const fit = width / n;
  if (fit >= (isCoarse ? SLOT.finger : SLOT.mouse)) return Math.min(SLOT.most, fit);
  return isCoarse ? SLOT.finger : SLOT.scrolled;
}

function heightsOf(isNarrow: boolean, isBig: boolean, w: number): Heights {
  const wall = Math.round(Math.min(isBig ? 108 : 88, Math.max(66, w * 1.9)));
  if (isBig) return { north: 138, wall, south: 172 };
  return isNarrow ? { north: 92, wall, south: 120 } : { north: 106, wall, south: 132 };
}

export function useMapSize(n: number): MapSize {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [view, setView] = useState<[number, number]>([0, 1]);
  const look = (): void => {
    const b = box.current;
    if (b) setView([b.scrollLeft / b.scrollWidth, (b.scrollLeft + b.clientWidth) / b.scrollWidth]);
  };
  useEffect(() => {
    const b = box.current;
    if (!b) return;
    const watch = new ResizeObserver(() => setWidth(b.clientWidth));
    watch.observe(b);
    return () => watch.disconnect();
  }, []);
  const w = slotOf(width, n);
  useEffect(look, [width, n * w]);
  const isNarrow = width < 560;
  const isBig = w > 30 && !isNarrow && innerHeight > 950;
  const heights = useMemo(() => heightsOf(isNarrow, isBig, w), [isNarrow, isBig, w]);
  return { box, width, view, look, w, heights, isBig, overflows: width > 0 && n * w > width + 1 };
}
