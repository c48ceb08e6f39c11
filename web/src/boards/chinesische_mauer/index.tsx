// SPDX-License-Identifier: MIT
// The board of Chinesische Mauer: painted cards on rice paper. It holds what the player has in mind (a kind and how many, a
// token, a column) and turns it into the text of a move; the rest is drawn from the position.
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { settings } from "../../app/settings";
import { t } from "../../app/words";
import type { CmAids, CmState } from "../../engine/types";
import type { BoardProps, GameUi } from "../board";
import { drag, type Point } from "../drag";
import { useArrivals } from "../motion";
import { Card, kindTells, Piece } from "./cards";
import { Hand, Stock, Supply, Tracker } from "./hand";
import { columnSays, Lane, type Pointed } from "./lane";
import { lesson } from "./lesson";
import { coverText, isTraced, kinds, layText, markText, readMenu, readSite, stepsOf, touchedBy, traceOf, type CmPosition } from "./notation";
import { Picture } from "./picture";
import "./cm.css";

type Props = BoardProps<CmState, CmAids>;

/** What the player has touched so far; forgotten as soon as the position changes. */
interface Mind {
  at: string;
  kind: string;
  count: number;
  token: number;
  column: number;
}

/** Positions after moves, asked once for each position. */
function usePreviews(props: Props, moves: string[]): Map<string, CmPosition | null> {
  const cache = useRef({ of: props.position, known: new Map<string, CmPosition | null>() });
  const [, redraw] = useState(0);
  if (cache.current.of !== props.position) cache.current = { of: props.position, known: new Map() };
  const wanted = moves.join(" ");
  useEffect(() => {
    const mine = cache.current;
    const missing = wanted.split(" ").filter((move) => move !== "" && !mine.known.has(move));
    if (missing.length === 0) return;
    for (const move of missing) mine.known.set(move, null);
    const asked = missing.map(async (move) => mine.known.set(move, await props.preview(move)));
    void Promise.all(asked).then(() => mine === cache.current && redraw((n) => n + 1));
  }, [wanted, props.position]);
  return cache.current.known;
}

/** The position shown before this one, if it is the one just before the chapter being shown. */
function useBefore(props: Props): CmPosition | null {
  const last = useRef<CmPosition | null>(null);
  const before = useRef<CmPosition | null>(null);
  if (last.current !== props.position) {
    if (last.current?.ply !== props.position.ply) before.current = last.current;
    last.current = props.position;
  }
  return before.current?.ply === props.position.ply - 1 ? before.current : null;
}

function Board(props: Props): JSX.Element {
  const { position, me, legal, players } = props;
  const { state } = position;
  const root = useRef<HTMLDivElement>(null);
  const menu = useMemo(() => readMenu(legal), [legal]);
  const names = players.map((player) => player.name || t("seat {n}", { n: player.seat }));
  const seen = me || position.seat;
  const active = me > 0 && legal.length > 0;
  const { marks } = menu;

  // -- What the player has in mind --

  const at = `${position.ply}/${me}`;
  const blank: Mind = { at, kind: "", count: 1, token: 0, column: 0 };
  const [kept, setMind] = useState(blank);
  const mind = kept.at === at ? kept : blank;
  const [pointed, point] = useState<Pointed | null>(null);
  const [keys, setKeys] = useState(settings().keys);
  const [tabs, setTabs] = useState({ lanes: "", hand: "W" });
  const wish = useRef(""); // what gets the focus after the next drawing

  const token = marks?.values.length === 1 ? (marks.values[0] ?? 0) : mind.token;
  const may = (move: string): boolean => menu.say.has(move);

  const send = (move: string, byKey = false): void => {
    if (!may(move)) return props.refuse(move);
    if (byKey) wish.current = marks ? tabs.hand : mind.kind || tabs.hand;
    setMind({ ...blank, at: "" });
    props.play(move);
  };

  /** A lane to begin with: the first where a card of this kind may be laid. */
  const firstSite = (kind: string, count: number): number =>
    state.sites.findIndex((_, i) => may(layText(i + 1, kind, count))) + 1;
  const anyOpen = Math.max(1, state.sites.findIndex((site) => site.tokens.length > 0) + 1);

  const choose = (kind: string, byKey: boolean): void => {
    const counts = menu.counts.get(kind);
    if (!counts) return props.refuse(layText(anyOpen, kind, 1));
    const again = mind.kind === kind;
    const next = counts[counts.indexOf(mind.count) + 1];
    if (again && !byKey) return setMind({ ...mind, kind: "" });
    const count = again ? (next ?? counts[0] ?? 1) : (counts[0] ?? 1);
    if (byKey) wish.current = `${firstSite(kind, count)}s`;
    setMind({ ...mind, kind, count });
  };

  const touchToken = (site: number, value: number, byKey = false): void => {
    if (!active) return;
    if (mind.kind) return touchLane(site, byKey);
    if (!marks) return;
    const column = marks.site === site && marks.columns.length === 1 ? (marks.columns[0] ?? 0) : mind.column;
    if (marks.site !== site || !marks.values.includes(value) || column > 0) return send(markText(site, value, column || 1), byKey);
    if (byKey) wish.current = `${site}c${marks.columns[0] ?? 1}`;
    setMind({ ...mind, token: mind.token === value ? 0 : value });
  };

  const touchColumn = (site: number, column: number, byKey = false): void => {
    if (!active) return;
    if (marks) {
      const fits = marks.site === site && marks.columns.includes(column);
      if (token > 0 || !fits) return send(markText(site, token || (marks.values[0] ?? 1), column), byKey);
      if (byKey) wish.current = `${site}t0`;
      return setMind({ ...mind, column: mind.column === column ? 0 : column });
    }
    if (mind.kind === "") return point({ site, column });
    const cover = coverText(site, mind.kind, column);
    if ([...menu.say.keys()].some((move) => move.startsWith(`${site}:${mind.kind}x`)) || mind.kind === "D") return send(cover, byKey);
    touchLane(site, byKey);
  };

  const touchLane = (site: number, byKey = false): void => {
    if (active && mind.kind !== "") send(layText(site, mind.kind, mind.count), byKey);
  };

  const cancel = (): void => {
    if (mind.kind) wish.current = mind.kind;
    setMind({ ...blank, at: "" });
  };

  const draw = (byKey = false): void => send("draw", byKey);

  const [carried, setCarried] = useState<(Point & { kind: string }) | null>(null);
  const grab = (down: PointerEvent, kind: string): void =>
    drag(down, {
      begin: () => {
        if (!menu.counts.has(kind)) props.refuse(layText(anyOpen, kind, 1));
        else if (mind.kind !== kind) setMind({ ...mind, kind, count: 1 });
        return menu.counts.has(kind);
      },
      follow: (point) => setCarried(point && { ...point, kind }),
      drop: ({ x, y }) => landing.current?.(document.elementFromPoint(x, y)),
    });
  // The drop happens after the card was taken up: it asks the latest drawing, which knows what is in mind.
  const landing = useRef<((target: Element | null) => void) | null>(null);
  landing.current = (target) => {
    const site = Number(target?.closest<HTMLElement>("[data-site]")?.dataset["site"] ?? 0);
    const column = Number(target?.closest<HTMLElement>("[data-column]")?.dataset["column"] ?? 0);
    if (site > 0 && column > 0) touchColumn(site, column);
    else if (site > 0) touchLane(site);
  };

  // -- Previews: the card in mind or pointed at, in every lane --

  const kind = pointed?.kind && menu.counts.has(pointed.kind) ? pointed.kind : mind.kind;
  const count = kind === mind.kind ? mind.count : 1;
  const inMind = (site: number): string => {
    if (marks) {
      const value = pointed?.site === site && pointed.token ? pointed.token : token;
      const column = pointed?.site === site && pointed.column ? pointed.column : mind.column || (marks.columns[0] ?? 0);
      return marks.site === site && value > 0 ? markText(site, value, column) : "";
    }
    if (!kind) return "";
    const cover = pointed?.site === site && pointed.column ? coverText(site, kind, pointed.column) : "";
    return may(cover) ? cover : layText(site, kind, count);
  };
  const moves = state.sites.map((_, i) => inMind(i + 1)).map((move) => (may(move) ? move : ""));
  const known = usePreviews(props, moves.filter(Boolean));

  // -- What happened --

  const before = useBefore(props);
  const recent = useMemo(() => traceOf(props.recent, state.sites.length), [props.recent, position]);
  const showing = useMemo(() => traceOf(props.showing && props.speed > 0 ? [props.showing] : [], state.sites.length), [props.showing, props.speed, position]);

  useArrivals(props, (chapter) => {
    const trace = traceOf([chapter], state.sites.length);
    const kind = /:([A-Z])/.exec(chapter.move)?.[1] ?? "";
    const from = chapter.seat === seen ? root.current?.querySelector<HTMLElement>(`[data-kind="${kind}"]`) : null;
    return trace.flatMap((one, i) => {
      const columns = [...(root.current?.querySelectorAll<HTMLElement>(`[data-site="${i + 1}"] .cm-top`) ?? [])];
      return columns.filter((_, n) => !one.mark && isTraced(one, n + 1, columns.length)).map((piece) => ({ piece, from }));
    });
  });
  const scored = showing.map((trace) => trace.cleared);

  // -- Keyboard --

  useLayoutEffect(() => {
    if (wish.current === "") return;
    root.current?.querySelector<HTMLElement>(`[data-nav="${wish.current}"]`)?.focus();
    wish.current = "";
  });

  const goSite = (site: number): void => {
    const lane = root.current?.querySelector(`[data-site="${site}"]`);
    const best = mind.kind ? "[data-slot]" : "[data-legal=true][data-nav]";
    (lane?.querySelector<HTMLElement>(best) ?? lane?.querySelector<HTMLElement>("[data-nav]"))?.focus();
  };

  /** Arrows: left and right in a row, up and down between rows; the hand is the last row. */
  const walk = (event: KeyboardEvent): boolean => {
    const here = (event.target as HTMLElement).closest<HTMLElement>("[data-nav]");
    const steps: Record<string, [number, number]> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -99], End: [0, 99] };
    const step = steps[event.key];
    if (!here || !step || !root.current) return false;
    const rows = [...root.current.querySelectorAll<HTMLElement>(".cm-lane, [data-roving]")]
      .map((row) => [...row.querySelectorAll<HTMLElement>("[data-nav]")])
      .filter((row) => row.length > 0);
    const y = rows.findIndex((row) => row.includes(here));
    const row = rows[Math.max(0, Math.min(rows.length - 1, y + step[0]))] ?? [];
    const x = (rows[y] ?? []).indexOf(here);
    const slot = row.find((element) => element.dataset["slot"]);
    const there = step[0] !== 0 && slot && here.dataset["slot"] ? slot : row[Math.max(0, Math.min(row.length - 1, x + step[1]))];
    there?.focus();
    return true;
  };

  const press = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const key = event.key.toLowerCase();
    const letter = key.toUpperCase();
    if (walk(event)) return true;
    if (event.shiftKey && key === "h") return false; // a hint, not a horseman
    if (key === "escape" && (mind.kind || mind.token || mind.column)) cancel();
    else if (key === "?") setKeys(!keys);
    else if (/^[1-9]$/.test(key) && Number(key) <= state.sites.length) goSite(Number(key));
    else if (!active) return false;
    else if (key === "x") draw(true);
    else if ((key === "+" || key === "-") && mind.kind) {
      const counts = menu.counts.get(mind.kind) ?? [];
      setMind({ ...mind, count: counts[counts.indexOf(mind.count) + (key === "+" ? 1 : -1)] ?? mind.count });
    } else if (kinds.some((each) => each === letter)) choose(letter, true);
    else return false;
    return true;
  };

  // Keys work wherever the focus is, unless somebody is typing.
  const pressed = useRef(press);
  pressed.current = press;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const typing = (event.target as Element).closest("input, select, textarea, dialog");
      if (typing || event.defaultPrevented || !pressed.current(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  // One element of all lanes, and one of the hand, is reached by Tab; arrows do the rest.
  const navs = state.sites.flatMap((site, i) => [
    ...site.tokens.map((_, n) => `${i + 1}t${n}`),
    ...site.columns.map((_, n) => `${i + 1}c${n + 1}`),
    ...(mind.kind ? [`${i + 1}s`] : []),
  ]);
  const tab = navs.includes(tabs.lanes) ? tabs.lanes : (navs[0] ?? "");
  const keepTab = (event: FocusEvent): void => {
    const nav = (event.target as HTMLElement).dataset["nav"];
    if (nav) setTabs(/^\d/.test(nav) ? { ...tabs, lanes: nav } : { ...tabs, hand: nav });
  };

  // -- The line that tells --

  const tell = (): string => {
    if (pointed?.kind) return kindTells(pointed.kind);
    if (pointed?.site && pointed.column && !mind.kind && !marks) {
      const card = readSite(position, pointed.site)[pointed.column - 1];
      if (card) return `${columnSays(card, pointed.column, names, position.seat)}. ${kindTells(card.kind)}`;
    }
    if (pointed?.token && !marks && !mind.kind) return t("If you alone lead a site at the start of your turn, you take a token. The first one counts against you as a mark until the second is won.");
    if (!active) return "";
    if (marks) return token === 0 ? t("You lead at site {n}: choose the token to take.", { n: marks.site }) : t("Choose which of your cards will carry the {n}.", { n: token });
    if (mind.kind === "D") return t("Choose a site, or a card to cover.");
    if (mind.kind) return t("Choose a site.");
    if (menu.counts.size === 0) return t("Draw a card.");
    return menu.draw ? t("Choose a card to lay, or draw.") : t("Choose a card to lay.");
  };

  const clicked = useRef<MouseEvent | null>(null);
  const keyed = (): boolean => clicked.current?.detail === 0; // a click made by Enter or Space

  const box = carried && root.current ? root.current.getBoundingClientRect() : null;
  return (
    <div
      ref={root}
      class="cm"
      style={{ "--step": `${props.speed}ms` }}
      data-still={props.speed === 0}
      data-seats={position.seats}
      data-sites={state.sites.length}
      onFocusIn={keepTab}
      onClickCapture={(event) => {
        clicked.current = event;
      }}
    >
      <Supply position={position} />
      <ol class="cm-lanes" aria-label={t("sites")}>
        {state.sites.map((here, i) => {
          const site = i + 1;
          const move = moves[i] ?? "";
          const lay = mind.kind ? layText(site, mind.kind, mind.count) : "";
          const columns = here.columns.map((_, n) => n + 1);
          return (
            <Lane
              key={site}
              site={site}
              position={position}
              before={before}
              preview={move ? (known.get(move) ?? null) : null}
              seen={seen}
              names={names}
              legal={may(lay)}
              slotSays={menu.say.get(lay) ?? ""}
              slotKind={mind.kind}
              slotCount={mind.count}
              legalTokens={marks?.site === site ? marks.values : []}
              chosenToken={token}
              legalColumns={
                marks?.site === site
                  ? marks.columns
                  : columns.filter((column) => mind.kind !== "" && may(coverText(site, mind.kind, column)))
              }
              chosenColumn={mind.column}
              recent={recent[i]}
              showing={showing[i]}
              step={props.speed}
              order={scored.slice(0, i).filter(Boolean).length}
              keys={keys}
              tab={tab}
              touchLane={(which) => touchLane(which, keyed())}
              touchColumn={(which, column) => touchColumn(which, column, keyed())}
              touchToken={(which, value) => touchToken(which, value, keyed())}
              point={point}
            />
          );
        })}
      </ol>
      {seen > 0 && !position.over && (
        <Hand
          position={position}
          seat={seen}
          active={active}
          menu={menu}
          chosen={mind.kind ? { kind: mind.kind, count: mind.count } : null}
          dragged={carried?.kind ?? ""}
          tells={tell()}
          keys={keys}
          tab={tabs.hand}
          touchKind={(which) => choose(which, keyed())}
          setCount={(n) => setMind({ ...mind, count: n })}
          draw={() => draw(keyed())}
          cancel={cancel}
          toggleKeys={() => setKeys(!keys)}
          point={point}
          grab={grab}
        />
      )}
      {props.tracker && <Tracker position={position} names={names} seen={seen} />}
      {carried && box && (
        <span class="cm-drag" aria-hidden="true" style={{ left: `${carried.x - box.left}px`, top: `${carried.y - box.top}px` }}>
          <Card kind={carried.kind} seat={seen} />
        </span>
      )}
    </div>
  );
}

export const chinesischeMauer: GameUi<CmState, CmAids> = {
  id: "chinesische-mauer",
  minutes: 30,
  Board,
  Stock,
  steps: stepsOf,
  touched: touchedBy,
  Picture,
  Piece,
  lesson,
};
