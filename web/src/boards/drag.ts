// SPDX-License-Identifier: MIT
// Dragging, as an alternative to touching twice: a piece follows the pointer once it has moved a little. On a touch screen
// a short press comes first, so that a stroke over the pieces still scrolls the page.

export interface Point {
  x: number;
  y: number;
}

export interface Drag {
  /** The piece leaves its place; false: it cannot be taken. */
  begin(): boolean;
  /** Where it is now; null: nowhere any more. */
  follow(at: Point | null): void;
  drop(at: Point): void;
}

const FAR = 8; // pixels
const LONG = 150; // milliseconds
const FRESH = 1500;

let dropped = { x: 0, y: 0, time: -FRESH };

/** Where a piece has just been let go; null if none was. */
export function lastDrop(): Point | null {
  return performance.now() - dropped.time < FRESH ? dropped : null;
}

function swallowClick(): void {
  const stop = (event: Event): void => event.stopPropagation();
  addEventListener("click", stop, true);
  setTimeout(() => removeEventListener("click", stop, true));
}

/** Call it when a pointer goes down on a piece. The click that ends a drag is none. */
export function drag(down: PointerEvent, how: Drag): void {
  if (down.button !== 0) return;
  const events = new AbortController();
  let isHeld = down.pointerType !== "touch";
  let isMoving = false;
  const press = setTimeout(() => (isHeld = true), LONG);
  const end = (): void => {
    clearTimeout(press);
    events.abort();
    if (isMoving) how.follow(null);
  };
  const move = (event: PointerEvent): void => {
    if (event.pointerId !== down.pointerId) return;
    const isFar = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > FAR;
    if (!isMoving && isFar && !(isHeld && (isMoving = how.begin()))) return end();
    if (isMoving) how.follow({ x: event.clientX, y: event.clientY });
  };
  const up = (event: PointerEvent): void => {
    if (event.pointerId !== down.pointerId) return;
    end();
    if (!isMoving) return;
    swallowClick();
    dropped = { x: event.clientX, y: event.clientY, time: performance.now() };
    how.drop(dropped);
  };
  const stay = (event: Event): void => {
    if (isHeld) event.preventDefault();
  };
  const { signal } = events;
  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", up, { signal });
  addEventListener("pointercancel", end, { signal });
  addEventListener("touchmove", stay, { signal, passive: false });
  addEventListener("contextmenu", stay, { signal });
}
