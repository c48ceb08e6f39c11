// SPDX-License-Identifier: MIT
// The wall as a list from left to right, with an end at either side: a button, glowing where one may build, barred
// where no tower and no gate may stand.
import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { SeatMark, seatClass } from "../../app/seats";
import { t, tYou } from "../../app/words";
import { Bar, Block } from "./art";
import { nameOf } from "./hands";
import { material, say, upper, type End, type Kind } from "./pieces";
import { wallOf, type DmProps, type Laid } from "./read";

interface WallProps {
  props: DmProps;
  /** The ends where the block in question may be built now. */
  open: ReadonlySet<End>;
  /** The block that would be built. */
  block: Kind | null;
  tap(end: End): void;
}

function endLabel(end: End, barred: boolean, first: boolean): string {
  const where = first ? t("start of the wall") : end === "left" ? t("left end") : t("right end");
  return barred ? t("{where}, closed to towers and gates", { where }) : where;
}

function EndButton(props: { end: End; barred: boolean; open: boolean; first: boolean; block: Kind | null; tap(end: End): void }): JSX.Element {
  const { end, barred, open, first, block, tap } = props;
  const label = endLabel(end, barred, first);
  const text = open && block ? t("{where}: build the {what}", { where: label, what: say(block) }) : label;
  return (
    <li class="dm-end-place">
      <button
        type="button"
        class={`dm-end ${end}${open ? " open" : ""}${barred ? " barred" : " free"}`}
        data-end={end}
        aria-disabled={!open}
        aria-label={upper(text)}
        title={upper(text)}
        onClick={() => tap(end)}
      >
        {open && block ? <span class="dm-ghost"><Block kind={block} /></span> : barred ? <Bar /> : <span class="dm-stake" />}
        {open && <svg class="dm-arrow" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 21 3 11h5.5V3h7v8H21z" /></svg>}
        <kbd class="dm-key" aria-hidden="true">{end === "left" ? "←" : "→"}</kbd>
      </button>
    </li>
  );
}

// -- Rows: a long wall goes on below, in rows of about the same length --

interface Layout {
  unit: number; // of a merlon, in pixels
  breaks: Set<number>; // a new row begins before these items
}

const END = 58; // pixels that an end takes

/** How small and how big a merlon may be: the more room the window has, the bigger. */
function unitsFor(width: number, height: number): [least: number, most: number] {
  if (width < 560) return [13, 19];
  return height < 850 ? [16, 19] : height < 950 ? [17, 24] : [22, 32];
}

/** Where rows of at most this length begin. */
function rowsOf(wide: number[], most: number): number[] {
  const begins: number[] = [];
  let sum = 0;
  wide.forEach((w, i) => {
    if (i > 0 && sum + w > most) {
      begins.push(i);
      sum = 0;
    }
    sum += w;
  });
  return begins;
}

/** The fewest rows in which merlons are big enough to be seen; `wide` has the ends as 0. */
function layOut(wide: number[], width: number): Layout {
  const [least, most] = unitsFor(width, innerHeight);
  const items = wide.map((w, i) => (i === 0 || i === wide.length - 1 ? Math.max(w + 1, END / least) : w));
  const sum = items.reduce((a, b) => a + b, 0);
  for (let n = 1; ; n++) {
    let row = Math.ceil(sum / n);
    while (rowsOf(items, row).length >= n) row++;
    const unit = Math.min(most, width / (row + 0.5));
    if (unit >= least || n > 8) return { unit, breaks: new Set(rowsOf(items, row)) };
  }
}

/** The width there is for the wall, in pixels. */
function useWidth(): [RefObject<HTMLOListElement>, number] {
  const list = useRef<HTMLOListElement>(null);
  const [width, setWidth] = useState(600);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => setWidth(list.current?.clientWidth ?? 600));
    if (list.current) watch.observe(list.current);
    return () => watch.disconnect();
  }, []);
  return [list, width];
}

function Built({ props, laid }: { props: DmProps; laid: Laid }): JSX.Element {
  const { seat, kind, recent } = laid;
  const text = tYou("{what}, built by {seat}|{what}, built by you", seat === props.position.seat, { what: say(kind), seat: nameOf(props, seat) });
  return (
    <li class={`dm-built ${seatClass(seat)} is-${kind}${recent ? " recent" : ""}`}>
      <span class="sr-only">{text}{recent ? `, ${t("new")}` : ""}</span>
      <span class="dm-built-art" title={upper(text)} aria-hidden="true">
        <Block kind={kind} />
        <SeatMark seat={seat} size={16} />
      </span>
    </li>
  );
}

export function Wall({ props, open, block, tap }: WallProps): JSX.Element {
  const wall = wallOf(props);
  const [left, right] = props.position.aids.free_ends;
  const empty = wall.length === 0;
  const [list, width] = useWidth();
  const ghost = (end: End): number => (block && open.has(end) ? material[block].wide : 0);
  const { unit, breaks } = layOut([ghost("left"), ...wall.map((laid) => material[laid.kind].wide), ghost("right")], width);
  const before = (item: number): JSX.Element | null => (breaks.has(item) ? <li class="dm-break" aria-hidden="true" /> : null);
  return (
    <ol class={empty ? "dm-wall empty" : "dm-wall"} ref={list} aria-label={t("The wall, from left to right")} style={{ "--u": `${unit.toFixed(2)}px` }}>
      {!empty && <EndButton end="left" barred={!left} open={open.has("left")} first={false} block={block} tap={tap} />}
      {wall.map((laid, i) => [before(i + 1), <Built key={`${wall.length}.${i}`} props={props} laid={laid} />])}
      {before(wall.length + 1)}
      <EndButton end="right" barred={!right} open={open.has("right")} first={empty} block={block} tap={tap} />
    </ol>
  );
}
