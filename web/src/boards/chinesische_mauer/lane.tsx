// SPDX-License-Identifier: MIT
// One site as a lane: its tokens, the columns in the order they were laid, and everybody's sum.
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { SeatMark, seatClass } from "../../app/seats";
import { t, tYou } from "../../app/words";
import { flyToSeat } from "../motion";
import { Card, Crown, kindName, Token } from "./cards";
import { isTraced, readSite, termsOf, type CmPosition, type Laid, type Trace } from "./notation";

/** What the player has in mind for a lane, and what the board answers; made by index.tsx. */
export interface LaneProps {
  site: number;
  position: CmPosition;
  before: CmPosition | null; // the position before the chapter being shown
  preview: CmPosition | null; // after the move in mind, at this site
  seen: number; // the seat that looks on, 0 a spectator
  names: string[];
  legal: boolean; // the card in mind may be laid here
  slotSays: string; // the move of the slot in words; "" without a card in mind
  slotKind: string;
  slotCount: number;
  legalTokens: number[]; // tokens that may be taken
  chosenToken: number; // its value, or 0
  legalColumns: number[];
  chosenColumn: number; // its number, or 0
  recent: Trace | undefined;
  showing: Trace | undefined;
  step: number; // milliseconds
  order: number; // how many sites are scored before this one in the chapter being shown
  keys: boolean;
  tab: string; // which element of all lanes Tab reaches
  touchLane(site: number): void;
  touchColumn(site: number, column: number): void;
  touchToken(site: number, value: number): void;
  point(what: Pointed | null): void;
}

export interface Pointed {
  kind?: string; // a card in hand
  site?: number;
  column?: number;
  token?: number;
}

/** Pointing at something by mouse or focus. */
export function pointing(point: (what: Pointed | null) => void, what: Pointed) {
  return {
    onPointerEnter: (event: PointerEvent) => event.pointerType !== "touch" && point(what),
    onPointerLeave: (event: PointerEvent) => event.pointerType !== "touch" && point(null),
    onFocus: () => point(what),
    onBlur: () => point(null),
  };
}

export function columnSays(card: Laid, column: number, names: string[], own: number): string {
  const parts = [
    tYou("column {n}: {name}'s {card}, worth {m}|column {n}: your {card}, worth {m}", card.seat === own, {
      n: column,
      card: kindName(card.kind),
      name: names[card.seat - 1] ?? "",
      m: card.worth,
    }),
  ];
  if (card.mark) parts.push(t("carries the mark {n}", { n: card.mark }));
  if (card.covered.length > 0) {
    parts.push(t("covers {cards}", { cards: card.covered.map((below) => `${kindName(below.kind)} (${names[below.seat - 1] ?? ""})`).join(", ") }));
  }
  return parts.join("; ");
}

/** A column's cards: those below peek out, struck through. */
function Stack(props: { card: Laid }): JSX.Element {
  const { card } = props;
  return (
    <span class="cm-stack" data-depth={card.covered.length} aria-hidden="true">
      {card.covered.map((below, i) => (
        <span key={i} class="cm-below" style={{ "--i": i }}>
          <Card kind={below.kind} seat={below.seat} />
          <svg class="cm-strike" viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden="true">
            <path d="M2 24Q40 14 98 4" />
          </svg>
        </span>
      ))}
      <span class="cm-top" style={{ "--i": card.covered.length }}>
        <Card kind={card.kind} seat={card.seat} worth={card.worth} was={card.worth === card.printed ? undefined : card.printed} />
        {card.mark > 0 && (
          <span class="cm-mark">
            <Token value={card.mark} />
          </span>
        )}
      </span>
    </span>
  );
}

function Tokens(props: LaneProps): JSX.Element {
  const { site, position, legalTokens, chosenToken, tab, showing } = props;
  const tokens = position.state.sites[site - 1]?.tokens ?? [];
  return (
    <ul class="cm-tokens" aria-label={t("tokens")}>
      {tokens.map((value, i) => {
        const legal = legalTokens.includes(value);
        const nav = `${site}t${i}`;
        return (
          <li key={`${i}/${value}`}>
            <button
              type="button"
              class={`cm-coin-button ${showing?.cleared ? "cm-turn-up" : ""} ${props.recent?.cleared ? "cm-new" : ""}`}
              data-nav={nav}
              data-token={value}
              data-legal={legal}
              tabIndex={nav === tab ? 0 : -1}
              aria-pressed={legal ? chosenToken === value : undefined}
              onClick={() => props.touchToken(site, value)}
              {...pointing(props.point, { site, token: value })}
            >
              <span class="sr-only">{t("fame token worth {n}", { n: value })}</span>
              <Token value={value} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Columns(props: LaneProps & { laid: Laid[] }): JSX.Element {
  const { site, laid, names, legalColumns, chosenColumn, recent, showing, tab } = props;
  const slot = `${site}s`;
  return (
    <ol class="cm-columns" aria-label={t("cards")} style={{ "--n": laid.length + (props.legal ? 1 : 0) }}>
      {laid.map((card, i) => {
        const column = i + 1;
        const nav = `${site}c${column}`;
        const legal = legalColumns.includes(column);
        const classes = [
          "cm-column",
          seatClass(card.seat),
          isTraced(recent, column, laid.length) ? "cm-recent" : "",
          isTraced(showing, column, laid.length) && showing?.mark ? "cm-pinned" : "",
        ];
        return (
          <li key={column} class="cm-place" data-wide={card.mark > 0}>
            <button
              type="button"
              class={classes.join(" ")}
              data-nav={nav}
              data-column={column}
              data-legal={legal}
              tabIndex={nav === tab ? 0 : -1}
              aria-pressed={legal ? chosenColumn === column : undefined}
              onClick={() => props.touchColumn(site, column)}
              {...pointing(props.point, { site, column })}
            >
              <span class="sr-only">{columnSays(card, column, names, props.position.seat)}</span>
              <Stack card={card} />
            </button>
          </li>
        );
      })}
      {props.slotSays !== "" && props.legal && (
        <li class="cm-place">
          <button
            type="button"
            class="cm-slot"
            data-nav={slot}
            data-slot={site}
            tabIndex={slot === tab ? 0 : -1}
            aria-describedby={`cm-then-${site}`}
            {...pointing(props.point, { site })}
          >
            <span class="sr-only">{props.slotSays}</span>
            <span class="cm-stack" aria-hidden="true" data-more={props.slotCount > 1 ? props.slotCount : ""}>
              <Card kind={props.slotKind} seat={props.seen} />
            </span>
          </button>
        </li>
      )}
    </ol>
  );
}

// -- Sums --

/** 1+2+3 −4; many terms are gathered: 8×1+2×2 −4. */
function signed(terms: number[]): JSX.Element[] {
  const gathered = terms.length > 9;
  const shown = gathered ? [...new Set(terms)].sort((a, b) => b - a) : terms;
  return shown.map((n, i) => {
    const times = gathered ? terms.filter((term) => term === n).length : 1;
    return (
      <span key={i} class={n < 0 ? "cm-debit" : undefined}>
        {n < 0 ? ` −${-n}` : `${i > 0 ? "+" : ""}${times > 1 ? `${times}×` : ""}${n}`}
        <wbr />
      </span>
    );
  });
}

function number(n: number): string {
  return n < 0 ? `−${-n}` : String(n);
}

interface SumRow {
  seat: number;
  total: number | null;
  next: number | null | undefined; // undefined: no preview
}

function rowsOf(props: LaneProps): SumRow[] {
  const { position, preview, site, seen } = props;
  const totals = position.aids.totals[site - 1] ?? [];
  const next = preview?.aids.totals[site - 1];
  return totals
    .map((total, i) => ({ seat: i + 1, total, next: next ? (next[i] ?? null) : undefined }))
    .filter((row) => row.total !== null || (row.seat === seen && !position.over));
}

/** The line of one seat: 1+2+3 −4 = 2, and what it would become. */
function Sum(props: LaneProps & { laid: Laid[]; row: SumRow; tied: boolean }): JSX.Element {
  const { row, laid, position, preview, site, names, tied } = props;
  const leads = position.aids.leaders[site - 1] === row.seat;
  const willLead = preview ? preview.aids.leaders[site - 1] === row.seat : leads;
  const terms = row.total === null ? [] : termsOf(laid, row.seat);
  const changes = row.next !== undefined && row.next !== row.total;
  return (
    <li class={`cm-sum ${seatClass(row.seat)}`} data-leads={leads} data-idle={row.total === null}>
      <SeatMark seat={row.seat} size={18} />
      <span class="sr-only">{names[row.seat - 1]}: </span>
      <span class="cm-terms">
        {terms.length > 1 ? signed(terms) : null}
        {terms.length > 1 ? " = " : null}
        <b key={row.total} class="cm-total">
          {row.total === null ? "–" : number(row.total)}
        </b>
        {changes && (
          <span class="cm-next" aria-hidden="true">
            {" → "}
            <b>{row.next === null || row.next === undefined ? "–" : number(row.next)}</b>
          </span>
        )}
      </span>
      {(leads || willLead) && (
        <span class={leads === willLead ? "cm-crowned" : leads ? "cm-lost" : "cm-hoped"}>
          <Crown title={leads ? t("leads") : undefined} />
        </span>
      )}
      {tied && !willLead && (
        <span class="cm-tie" role="img" aria-label={t("tied")}>
          =
        </span>
      )}
    </li>
  );
}

/** What the viewer gets here when its turn comes, if nobody beats it. */
function Ghost(props: LaneProps & { laid: Laid[] }): JSX.Element | null {
  const { position, site, seen } = props;
  const { state, aids } = position;
  if (seen === 0 || aids.leaders[site - 1] !== seen || state.phase === "over" || props.legalTokens.length > 0) return null;
  const here = state.sites[site - 1];
  const tokens = here?.mark ? [...here.tokens] : [Math.max(...(here?.tokens ?? [0]))];
  for (const card of props.laid) if (card.mark > 0 && card.seat === seen) tokens.push(card.mark);
  return (
    <p class="cm-ghost">
      {tokens.map((value, i) => (
        <Token key={i} value={value} />
      ))}
      <span>{t("yours at your next turn unless beaten")}</span>
    </p>
  );
}

function Sums(props: LaneProps & { laid: Laid[] }): JSX.Element {
  const { position, site, names, preview } = props;
  const rows = rowsOf(props);
  const best = Math.max(...rows.map((row) => row.total ?? -Infinity));
  const leader = position.aids.leaders[site - 1];
  const cleared = preview !== null && (preview.state.sites[site - 1]?.columns.length ?? 0) < props.laid.length;
  const gains = cleared ? preview.scores.map((score, i) => ({ seat: i + 1, won: score - (position.scores[i] ?? 0) })).filter((gain) => gain.won > 0) : [];
  const news = rows.filter((row) => row.next !== undefined && row.next !== row.total);
  return (
    <div class="cm-sums">
      <ul aria-label={t("totals")}>
        {rows.map((row) => (
          <Sum
            key={row.seat}
            {...props}
            preview={cleared ? null : preview}
            row={cleared ? { ...row, next: undefined } : row}
            tied={leader === null && row.total !== null && row.total === best}
          />
        ))}
      </ul>
      {gains.length > 0 && (
        <p class="cm-gains">
          {"→ "}
          {gains.map((gain) => (
            <span key={gain.seat}>
              <SeatMark seat={gain.seat} size={16} title={names[gain.seat - 1]} /> +{gain.won}{" "}
            </span>
          ))}
        </p>
      )}
      <Ghost {...props} />
      <span id={`cm-then-${site}`} class="sr-only">
        {news.map((row) => `${names[row.seat - 1]}: ${row.total ?? "–"} → ${row.next ?? "–"}`).join(", ")}
      </span>
    </div>
  );
}

// -- What leaves the lane while a chapter is shown --

function Leaving(props: LaneProps): JSX.Element | null {
  const { before, showing, site, step, order } = props;
  const root = useRef<HTMLDivElement>(null);
  const prizes = before && showing?.cleared ? showing.won : [];
  useLayoutEffect(() => {
    const flying = root.current?.querySelectorAll<HTMLElement>(".cm-prize") ?? [];
    flying.forEach((prize, i) => flyToSeat(prize, prizes[i]?.seat ?? 0, step * 1.2, step * order));
  }, [before, showing?.cleared]);
  if (!before || !showing?.cleared) return null;
  const laid = readSite(before, site);
  return (
    <div class="cm-leaving" aria-hidden="true" ref={root}>
      <span class="cm-columns" style={{ "--n": laid.length }}>
        {laid.map((card, i) => (
          <span key={i} class="cm-place">
            <Stack card={{ ...card, mark: 0 }} />
          </span>
        ))}
      </span>
      {prizes.map((prize, i) => (
        <span key={i} class={`cm-prize ${seatClass(prize.seat)}`} style={{ "--i": i }}>
          <Token value={prize.value} />
          <SeatMark seat={prize.seat} size={22} />
        </span>
      ))}
    </div>
  );
}

export function Lane(props: LaneProps): JSX.Element {
  const { site, position, legal, keys } = props;
  const here = position.state.sites[site - 1];
  const laid = readSite(position, site);
  const closed = here !== undefined && here.tokens.length === 0 && here.mark === null;
  const name = `${t("site")} ${site}`;
  return (
    <li
      class="cm-lane"
      data-site={site}
      data-legal={legal}
      data-closed={closed}
      style={{ "--order": props.order }}
      data-mine={props.seen > 0 && position.aids.leaders[site - 1] === props.seen}
      onClick={(event) => {
        if (!(event.target as Element).closest("[data-column], [data-token]")) props.touchLane(site);
      }}
    >
      <div class="cm-head">
        <h2 class="cm-site">
          <span class="sr-only">{closed ? `${name}: ${t("closed")}` : name}</span>
          <span aria-hidden="true">{site}</span>
          {keys && <kbd aria-hidden="true">{site}</kbd>}
        </h2>
        {closed ? (
          <span class="cm-closed" aria-hidden="true">
            {t("closed")}
          </span>
        ) : (
          <Tokens {...props} />
        )}
      </div>
      <div class="cm-middle">
        <svg class="cm-ground" viewBox="0 0 600 24" preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 15C70 6 130 14 210 10s170-5 230 1 110 0 160-3v7c-60 5-100 2-160 5s-150-4-230 0S60 24 0 20z" />
        </svg>
        <Columns {...props} laid={laid} />
        <Leaving {...props} />
      </div>
      {!closed && <Sums {...props} laid={laid} />}
    </li>
  );
}
