// SPDX-License-Identifier: MIT
// The wall as a list from left to right, with an end at either side: a button, glowing where one may build, barred
// where no tower and no gate may stand.
import type { JSX } from "preact";
import { SeatMark, seatClass } from "../../app/seats";
import { t } from "../../app/words";
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

function Built({ props, laid }: { props: DmProps; laid: Laid }): JSX.Element {
  const { seat, kind, recent, arrives } = laid;
  const text = t("{what}, built by {seat}", { what: say(kind), seat: nameOf(props, seat) });
  const from = seat === props.position.seat ? " mine" : "";
  return (
    <li class={`dm-built ${seatClass(seat)} is-${kind}${recent ? " recent" : ""}${arrives ? ` arrives${from}` : ""}`}>
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
  const ghost = block ? material[block].wide * open.size : 0;
  const wide = wall.reduce((sum, laid) => sum + material[laid.kind].wide, 0) + Math.max(5, ghost + 2);
  return (
    <ol class={empty ? "dm-wall empty" : "dm-wall"} aria-label={t("The wall, from left to right")} style={{ "--n": wide }}>
      {!empty && <EndButton end="left" barred={!left} open={open.has("left")} first={false} block={block} tap={tap} />}
      {wall.map((laid, i) => <Built key={`${wall.length}.${i}`} props={props} laid={laid} />)}
      <EndButton end="right" barred={!right} open={open.has("right")} first={empty} block={block} tap={tap} />
    </ol>
  );
}
