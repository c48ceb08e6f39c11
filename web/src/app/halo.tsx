// SPDX-License-Identifier: MIT
// Rings around things on a board, for whoever points at them: lessons and hints.
import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import "./halo.css";

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const HALOS = 6; // more would point at nothing

/** Whether it can be seen whole: inside the window and not under what lies above it. */
function isInSight(element: Element, under: string | undefined): boolean {
  const box = element.getBoundingClientRect();
  const slip = under ? document.querySelector(under)?.getBoundingClientRect() : undefined;
  const bottom = slip && slip.left < box.right ? Math.min(innerHeight, slip.top) : innerHeight;
  return box.top >= 0 && box.bottom <= bottom && box.left >= 0 && box.right <= innerWidth;
}

/** `point` is the CSS selector of what the rings are around; they follow when the board moves or scrolls. `under` names what
 * may lie above the board. */
export function Halo(props: { board: RefObject<HTMLDivElement>; point: string; under?: string; still: boolean }): JSX.Element {
  const [boxes, setBoxes] = useState<Box[]>([]);
  const { board, point, under, still } = props;
  useLayoutEffect(() => {
    const around = board.current;
    if (!around) return;
    let scrolled = false;
    let last = "";
    const measure = () => {
      const origin = around.getBoundingClientRect();
      const found = [...around.querySelectorAll(point)].slice(0, HALOS);
      const next = found.map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return { left: Math.round(left - origin.left), top: Math.round(top - origin.top), width: Math.round(width), height: Math.round(height) };
      });
      if (!scrolled && found[0]) {
        scrolled = true;
        if (!isInSight(found[0], under)) found[0].scrollIntoView({ block: "center", inline: "center", behavior: still ? "auto" : "smooth" });
      }
      if (JSON.stringify(next) !== last) {
        last = JSON.stringify(next);
        setBoxes(next);
      }
    };
    measure();
    const resized = new ResizeObserver(measure);
    const redrawn = new MutationObserver(measure);
    resized.observe(around);
    redrawn.observe(around, { childList: true, subtree: true, attributes: true });
    around.addEventListener("scroll", measure, true);
    around.addEventListener("transitionend", measure, true);
    return () => {
      resized.disconnect();
      redrawn.disconnect();
      around.removeEventListener("scroll", measure, true);
      around.removeEventListener("transitionend", measure, true);
    };
  }, [board, point, under, still]);
  return (
    <div class="halos" aria-hidden="true">
      {boxes.map((box, i) => (
        <span key={i} class="halo" style={{ left: `${box.left - 6}px`, top: `${box.top - 6}px`, width: `${box.width + 12}px`, height: `${box.height + 12}px` }} />
      ))}
    </div>
  );
}
