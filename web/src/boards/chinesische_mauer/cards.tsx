// SPDX-License-Identifier: MIT
// Cards and tokens as they lie on the table: a painting, the number on it, whose it is.
import type { JSX } from "preact";
import { SeatMark, seatClass } from "../../app/seats";
import { t } from "../../app/words";
import { Back, Coin, Painting } from "./art";

export function kindName(kind: string): string {
  switch (kind) {
    case "W": return t("wall");
    case "G": return t("gate");
    case "T": return t("watchtower");
    case "N": return t("noble");
    case "S": return t("soldier");
    case "H": return t("horseman");
    case "D": return t("dragon");
    default: return t("a card");
  }
}

/** What a card does, in a sentence. */
export function kindTells(kind: string): string {
  switch (kind) {
    case "W": return t("Walls are worth 1.");
    case "G": return t("Gates are worth 2.");
    case "T": return t("The watchtower is worth 3.");
    case "N": return t("While the noble is uncovered, every card at its site is worth 1.");
    case "S": return t("Your first soldier at a site is worth 1, the second 2, up to 5.");
    case "H": return t("A horseman is worth 2 and costs no action.");
    case "D": return t("The dragon is worth 1 and may cover a card without a mark.");
    default: return "";
  }
}

export function Card(props: { kind: string; seat?: number; worth?: string | number; was?: number }): JSX.Element {
  const { kind, seat = 0, worth, was } = props;
  return (
    <span class={`cm-card ${seatClass(seat)}`}>
      <Painting kind={kind} />
      {worth !== undefined && (
        <span class="cm-worth" aria-hidden="true">
          {was !== undefined && <s>{was}</s>}
          {worth}
        </span>
      )}
      {seat > 0 && <SeatMark seat={seat} />}
    </span>
  );
}

export function CardBack(props: { seat: number }): JSX.Element {
  return (
    <span class={`cm-card ${seatClass(props.seat)}`}>
      <Back />
    </span>
  );
}

export function Token(props: { value: number }): JSX.Element {
  return (
    <span class="cm-token" aria-hidden="true">
      <Coin value={props.value} />
      <b>{props.value}</b>
    </span>
  );
}

const letters: Record<string, string> = {
  wall: "W", gate: "G", watchtower: "T", tower: "T", noble: "N", soldier: "S", horseman: "H", dragon: "D",
};

/** A card by its letter or name, a token by its number, `back` a card's back. */
export function Piece(props: { name: string; size?: number; seat?: number }): JSX.Element {
  const { name, size = 44, seat } = props;
  const kind = letters[name] ?? name;
  return (
    <span class="cm-piece" style={{ "--cw": `${size}px` }}>
      {/^\d+$/.test(name) ? (
        <Token value={Number(name)} />
      ) : name === "back" ? (
        <CardBack seat={seat ?? 1} />
      ) : (
        <Card kind={kind} seat={seat} />
      )}
    </span>
  );
}

export function Crown(props: { title?: string }): JSX.Element {
  return (
    <svg
      class="cm-crown"
      viewBox="0 0 24 20"
      role={props.title ? "img" : undefined}
      aria-label={props.title}
      aria-hidden={props.title ? undefined : true}
    >
      <path d="M2 4l5 5 5-8 5 8 5-5-2 13H4z" />
    </svg>
  );
}
