// SPDX-License-Identifier: MIT
// Movement that begins where a thing was: a piece slides from the hand that held it to its place on the board. Nothing
// moves for those who prefer it so.
import { useLayoutEffect, useRef } from "preact/hooks";
import { lastDrop } from "./drag";
import type { BoardProps } from "./board";
import type { Chapter } from "../engine/types";

export function isStill(speed: number): boolean {
  return speed === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

interface Box {
  left: number;
  top: number;
  width: number;
}

/** Lets an element come from another place; while it is under way it carries `data-flying`. */
function slide(element: HTMLElement, from: Box, ms: number): void {
  const to = element.getBoundingClientRect();
  if (to.width === 0) return;
  const scale = Math.min(1.6, Math.max(0.5, from.width / to.width));
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top - to.top;
  const flight = element.animate(
    { translate: [`${x}px ${y}px`, "0 0"], scale: [String(scale), "1"] },
    { duration: ms, easing: "cubic-bezier(0.25, 0.8, 0.3, 1)" },
  );
  element.dataset["flying"] = "";
  void flight.finished.catch(() => {}).then(() => delete element.dataset["flying"]);
}

/** Lets an element go to a seat's place in the strip and vanish there. */
export function flyToSeat(element: HTMLElement, seat: number, ms: number, delay: number): void {
  const to = document.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect();
  const from = element.getBoundingClientRect();
  if (!to || isStill(ms)) return;
  const there = `${to.left + to.width / 2 - from.left - from.width / 2}px ${to.top - from.top}px`;
  const frames = [{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, translate: "0 0", offset: 0.45 }, { opacity: 0.3, translate: there }];
  element.animate(frames, { duration: ms, delay, fill: "both", easing: "ease-in-out" });
}

export interface Arrival {
  piece: HTMLElement | null;
  /** What it comes out of, if it is still there: else the seat of whoever moved. */
  from?: HTMLElement | null | undefined;
}

/** The chapter that has led to this position: the one being shown, or a move of one's own, which is not shown again. */
export function latestOf<S, A>(props: BoardProps<S, A>): Chapter | null {
  const { position, recent, showing } = props;
  const last = showing ?? recent[recent.length - 1];
  return last && last.ply === position.ply && (showing || last.seat === position.seat) ? last : null;
}

/** All that happened, the chapter being shown included. */
export function storyOf<S, A>(props: BoardProps<S, A>): Chapter[] {
  const { log, showing } = props;
  return showing ? [...log.filter((chapter) => chapter.ply < showing.ply), showing] : log;
}

/** Slides what a move has brought into its place; `find` knows where that is once it is drawn. */
export function useArrivals<S, A>(props: BoardProps<S, A>, find: (chapter: Chapter) => Arrival[]): void {
  const { position, speed } = props;
  const before = useRef(position.ply);
  useLayoutEffect(() => {
    const isNext = position.ply === before.current + 1;
    before.current = position.ply;
    const chapter = latestOf(props);
    if (!isNext || !chapter || isStill(speed)) return;
    const hand = chapter.seat === position.seat ? lastDrop() : null;
    const seat = document.querySelector(`[data-seat="${chapter.seat}"]`);
    for (const { piece, from } of find(chapter)) {
      const origin = hand ? { left: hand.x - 20, top: hand.y - 30, width: 40 } : (from ?? seat)?.getBoundingClientRect();
      if (piece && origin && origin.width > 0) slide(piece, origin, Math.min(600, speed * 0.7));
    }
  }, [position.ply]);
}
