// SPDX-License-Identifier: MIT
// Chang Cheng in the browser: a hand-drawn map strip, a tray, and scenes. Whatever is touched becomes the text of a
// move out of `legal`; nothing here knows a rule.
import "./cc.css";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { SeatMark } from "../../app/seats";
import { t } from "../../app/words";
import type { CcAids, CcPart, CcState, Chapter } from "../../engine/types";
import type { BoardProps, GameUi } from "../board";
import { Body, CardIcon, cardNames, Emperor, isCard, Piece } from "./art";
import { chartOf, lastPlace, tracesOf, type CcPosition, type Chart } from "./chart";
import { lesson } from "./lesson";
import { nameOf, ownCards, Strip } from "./map";
import { MiniBoard, MiniMap } from "./mini";
import { sortMoves, targets as targetsOf, tools, touch, type Choices, type Tool } from "./moves";
import { Picture } from "./picture";
import { Attack, attackOf, Extending, Protecting, Resolving, scenesOf, Summary, type Scene } from "./scene";
import { pieceKeys, Stores, Tray } from "./tray";

type Props = BoardProps<CcState, CcAids>;

const keyTools: Record<string, Tool> = {
  ...pieceKeys,
  ...Object.fromEntries(cardNames.map((name, i) => [String(i + 1), `card ${name}`])),
};

function isStill(speed: number): boolean {
  return speed === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** If only one thing can be taken, it is in hand already; in the second half of a turn a wall is, if it can be. */
function readyTool(choices: Choices, step: number): Tool | null {
  const all = tools(choices);
  if (step === 1 && all.includes("wall")) return "wall";
  return all.length === 1 ? (all[0] ?? null) : null;
}

/** Chapters seen so far, so that a scene stays whole over several moves. */
function useChapters(props: Props): Chapter[] {
  const seen = useRef(new Map<number, Chapter>());
  for (const chapter of props.recent) seen.current.set(chapter.ply, chapter);
  if (props.showing) seen.current.set(props.showing.ply, props.showing);
  for (const ply of seen.current.keys()) if (ply > props.position.ply + 1 || ply < props.position.ply - 60) seen.current.delete(ply);
  return [...seen.current.values()].sort((a, b) => a.ply - b.ply);
}

/** Provinces protected by the last move of one's own, which no chapter tells: read off the two positions. */
function useOwnScenes(position: CcPosition, lastMove: string): Scene[] {
  const seen = useRef<{ position: CcPosition; scenes: Scene[] }>({ position, scenes: [] });
  const before = seen.current.position;
  if (before.ply !== position.ply) {
    const names = position.state.protected.filter((name) => !before.state.protected.includes(name));
    const isNext = position.ply === before.ply + 1 && position.seat === before.seat && before.to_act.includes(position.seat);
    const gains = position.scores.map((n, i) => ({ seat: i + 1, n: n - (before.scores[i] ?? 0) })).filter(({ n }) => n > 0);
    const cards = position.state.shown.flatMap((shown, i) =>
      shown.filter((name) => !before.state.shown[i]?.includes(name)).filter(isCard).map((name) => ({ seat: i + 1, name, end: "" as const })),
    );
    const fresh = { province: names.join(", "), cards, worth: null, won: lastMove.startsWith("double") ? [] : gains, emperor: false };
    const kept = position.ply < before.ply ? [] : seen.current.scenes; // until one's next move
    const scenes = !isNext ? kept : names[0] && !position.over ? [fresh] : [];
    seen.current = { position, scenes };
  }
  return seen.current.scenes;
}

/** The width of the box that scrolls, and the part of its content in sight. */
function useBox(content: number): { box: { current: HTMLDivElement | null }; width: number; view: [number, number]; look(): void } {
  const box = useRef<HTMLDivElement | null>(null);
  const [width, setWidth] = useState(0);
  const [view, setView] = useState<[number, number]>([0, 1]);
  const look = (): void => {
    const b = box.current;
    if (b) setView([b.scrollLeft / b.scrollWidth, (b.scrollLeft + b.clientWidth) / b.scrollWidth]);
  };
  useEffect(() => {
    const b = box.current;
    if (!b) return;
    const watch = new ResizeObserver(() => {
      setWidth(b.clientWidth);
      look();
    });
    watch.observe(b);
    return () => watch.disconnect();
  }, []);
  useEffect(look, [width, content]);
  return { box, width, view, look };
}

/** What a move would leave, without what the engine had to guess: cards of others that it would turn up. */
function withoutGuesses(before: CcPosition, after: CcPosition): { after: CcPosition; turnsUp: string | null } {
  for (const [name, cards] of Object.entries(before.state.cards)) {
    const isDone = after.state.protected.includes(name) || after.state.resolving?.province === name;
    const part = before.aids.provinces[name];
    if (!isDone || !part || !cards.some((card) => card.endsWith("?"))) continue;
    const provinces = { ...after.aids.provinces, [name]: { ...part, filled: part.slots.length } };
    return { after: { ...after, scores: before.scores, aids: { ...after.aids, provinces } }, turnsUp: name };
  }
  return { after, turnsUp: null };
}

/** What a move changes, as short sums. */
function Changes(props: { before: CcPosition; after: CcPosition; turnsUp: string | null; words: string }): JSX.Element {
  const { before, after, turnsUp } = props;
  const parts = (["provinces", "regions"] as const).flatMap((side) =>
    Object.entries(before.aids[side]).flatMap(([name, was]) => {
      const is = after.aids[side][name];
      if (!is) return [];
      const worth = "worth" in was && "worth" in is && was.worth !== is.worth ? `${t("worth")} ${String(was.worth)} → ${String(is.worth)}` : "";
      const sums = was.sections.flatMap((n, i) => (n !== is.sections[i] ? [{ seat: i + 1, n, m: is.sections[i] ?? 0 }] : []));
      return worth || sums.length ? [{ name, worth, sums }] : [];
    }),
  );
  return (
    <>
      <b>{props.words}</b>
      {parts.map(({ name, worth, sums }) => (
        <span key={name} class="cc-change">
          <b>{name}</b> {worth}
          {sums.map(({ seat, n, m }) => (
            <span key={seat} class="cc-count">
              <SeatMark seat={seat} size={16} /> {n} → {m}
            </span>
          ))}
        </span>
      ))}
      {after.scores.map((n, i) => {
        const by = n - (before.scores[i] ?? 0);
        return by ? (
          <span key={i} class="cc-change cc-gain">
            <SeatMark seat={i + 1} size={16} /> {by > 0 ? `+${by}` : `−${-by}`}
          </span>
        ) : null;
      })}
      {turnsUp && <span class="cc-change">{t("the cards in {name} are turned up", { name: turnsUp })}</span>}
    </>
  );
}

function Board(props: Props): JSX.Element {
  const { position, players, me, legal, recent, showing, speed } = props;
  const { state } = position;
  const root = useRef<HTMLDivElement>(null);
  const faces = state.boards.join();
  const chart = useMemo(() => chartOf(position), [faces]);
  const choices = useMemo(() => sortMoves(legal), [legal]);
  const chapters = useChapters(props);

  const [tool, setTool] = useState<Tool | null>(null);
  const [half, setHalf] = useState<string | null>(null);
  const [hover, setHover] = useState<string | null>(null);
  const [pinned, setPinned] = useState<string | null>(null);
  const [cursor, setCursor] = useState(chart.slots[0] ?? "");
  const [help, setHelp] = useState("");
  const [keys, setKeys] = useState(false);
  const [nudge, setNudge] = useState(0);
  const [ahead, setAhead] = useState<{ move: string; after: CcPosition; turnsUp: string | null } | null>(null);
  const [ghost, setGhost] = useState<{ x: number; y: number; tool: Tool } | null>(null);
  const lastMove = useRef("");
  const isHere = useRef(false); // whether the last move left the focus on this board

  const taken = tool && tools(choices).includes(tool) ? tool : readyTool(choices, state.step);
  const targets = useMemo(() => targetsOf(choices, taken, half), [choices, taken, half]);
  const usable = new Set(tools(choices));

  useLayoutEffect(() => {
    setTool(null);
    setHalf(null);
    setAhead(null);
    setNudge(0);
    if (isHere.current && document.activeElement === document.body)
      root.current?.querySelector<HTMLElement>('.cc-map [tabindex="0"]')?.focus({ preventScroll: true });
  }, [position.ply, me]);

  const isMap = chart.column.has(cursor) || cursor in position.aids.provinces || cursor in position.aids.regions;
  const at = isMap ? cursor : (chart.slots[0] ?? "");

  // -- The size of the map --
  const n = chart.slots.length;
  const [known, setKnown] = useState(0);
  const { box, width, view, look } = useBox(known);
  const coarse = width < 560 || matchMedia("(pointer: coarse)").matches;
  const fit = width / n;
  const w = Math.min(56, fit >= (coarse ? 40 : 23) ? fit : coarse ? 40 : 30);
  const heights = useMemo(
    () => ({ north: width < 560 ? 92 : 106, wall: Math.round(Math.min(88, Math.max(66, w * 1.7))), south: width < 560 ? 120 : 132 }),
    [width < 560, w],
  );
  const overflows = width > 0 && n * w > width + 1;
  useEffect(() => setKnown(n * w), [n, w]);

  /** The middle of a place, counted in slots from the left. */
  const middle = (place: string): number => {
    const span = [...chart.provinces, ...chart.regions].find((s) => s.name === place);
    return span ? span.from + span.size / 2 : (chart.column.get(place) ?? 0) + 0.5;
  };
  const nearest = (places: Set<string>, x: number): string | undefined =>
    [...places].sort((a, b) => Math.abs(middle(a) - x) - Math.abs(middle(b) - x))[0];
  const bring = (place: string | null | undefined): void => {
    const b = box.current;
    if (b && place) b.scrollTo({ left: middle(place) * w - b.clientWidth / 2, behavior: isStill(speed) ? "auto" : "smooth" });
  };
  const busy = state.resolving?.province ?? null;
  useLayoutEffect(() => {
    const own = lastMove.current.split(" ").find((word) => chart.column.has(word) || word in position.aids.provinces);
    if (overflows) bring(showing ? lastPlace([showing]) : (busy ?? lastPlace(recent) ?? own ?? null));
  }, [position.ply, showing?.ply, busy, overflows]);
  useLayoutEffect(() => {
    const b = box.current;
    if (!b || !overflows || !targets.size) return;
    const [from, to] = [b.scrollLeft / w, (b.scrollLeft + b.clientWidth) / w];
    if (![...targets].some((place) => middle(place) > from && middle(place) < to)) bring(nearest(targets, (from + to) / 2));
  }, [targets, overflows]);

  // -- Touching --
  const aim = (place: string): string => (taken?.startsWith("card ") ? (chart.provinceOf.get(place) ?? place) : place);
  const play = (move: string): void => {
    lastMove.current = move;
    isHere.current = root.current?.contains(document.activeElement) ?? false;
    setAhead(null);
    setHover(null);
    setPinned(null);
    setTool(null);
    setHalf(null);
    props.play(move);
  };
  const reach = (place: string): void => {
    setPinned(place);
    if (!legal.length) return;
    if (!taken) {
      setNudge(nudge + 1);
      return;
    }
    const aimed = aim(place);
    const result = touch(choices, taken, half, aimed, taken === "double");
    if (result.move) play(result.move);
    else if (result.half) setHalf(result.half);
    else if (half === aimed) setHalf(null);
    else refuse(taken, aimed);
  };
  const refuse = (name: Tool, place: string): void => {
    const slot = chart.column.has(place);
    const province = place in position.aids.provinces;
    if (name.startsWith("card ")) {
      if (province) props.refuse(`${name} ${place}`);
    } else if (name === "point") props.refuse(`${place in position.aids.regions ? "scout" : "ruin"} ${place}`);
    else if (!slot) return;
    else if (name === "double") props.refuse(`double ${place} ${chart.slots[(chart.column.get(place) ?? 0) + 1] ?? place}`);
    else if (name === "swap") props.refuse(`swap ${half ?? place} ${place}`);
    else props.refuse(`${name} ${place}`);
  };
  const take = (name: Tool): void => {
    if (!legal.length) return;
    setHalf(null);
    setNudge(0);
    if (usable.has(name)) {
      setTool(tool === name ? null : name);
      return;
    }
    const slot = chart.slots.find((s) => !state.slots[s]) ?? chart.slots[0] ?? "";
    const open = chart.provinces.find((s) => !state.protected.includes(s.name))?.name ?? "";
    refuse(name, name.startsWith("card ") ? open : slot);
  };
  const cancel = (): boolean => {
    const had = tool !== null || half !== null || pinned !== null;
    setPinned(null);
    setTool(null);
    setHalf(null);
    setAhead(null);
    return had;
  };
  const focusPlace = (place: string | undefined): void => {
    if (!place) return;
    setCursor(place);
    const button = root.current?.querySelector<HTMLElement>(`[data-place="${place}"]`);
    button?.focus({ preventScroll: true });
    bring(place);
  };

  // -- Keys work wherever the focus is, unless somebody is typing --
  const onKey = (event: KeyboardEvent): void => {
    const on = event.target as HTMLElement | null;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (on?.closest("input, textarea, select, [contenteditable], dialog") || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") {
      if (cancel()) event.preventDefault();
    } else if (event.key === "?") setKeys(!keys);
    else {
      const name = keyTools[event.key.toLowerCase()];
      if (!name || !legal.length) return;
      event.preventDefault();
      take(name);
      if (usable.has(name) && tool !== name) focusPlace(nearest(targetsOf(choices, name, null), middle(at)));
    }
  };
  const latest = useRef({ onKey, reach });
  latest.current = { onKey, reach };
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => latest.current.onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);

  // -- Dragging out of the tray, with a mouse or a pen --
  const drag = (event: PointerEvent, name: Tool): void => {
    if (event.pointerType === "touch" || event.button !== 0 || !usable.has(name)) return;
    const { clientX, clientY } = event;
    let isOn = false;
    const placeAt = (e: PointerEvent): string | null =>
      document.elementFromPoint(e.clientX, e.clientY)?.closest<HTMLElement>("[data-place]")?.dataset["place"] ?? null;
    const move = (e: PointerEvent): void => {
      if (!isOn && Math.hypot(e.clientX - clientX, e.clientY - clientY) < 8) return;
      if (!isOn) {
        setTool(name);
        setHalf(null);
      }
      isOn = true;
      setGhost({ x: e.clientX, y: e.clientY, tool: name });
      setHover(placeAt(e));
    };
    const drop = (e: PointerEvent): void => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", drop);
      if (!isOn) return;
      setGhost(null);
      const place = placeAt(e);
      if (place && e.type === "pointerup") latest.current.reach(place);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", drop);
  };

  // -- What the pointed move would change --
  const inMap = document.activeElement?.closest(".cc-map") !== null && root.current?.contains(document.activeElement);
  const pointed = hover ?? (inMap ? at : pinned);
  const planned = useMemo(() => {
    if (!taken || !pointed) return null;
    const aimed = aim(pointed);
    const found = touch(choices, taken, half, aimed, true).move;
    if (found || taken !== "double" || half) return found ?? null;
    const pairs = choices.pairs.get("double") ?? [];
    return (pairs.find(([a]) => a === aimed) ?? pairs.find(([, b]) => b === aimed))?.[2] ?? null;
  }, [choices, taken, half, pointed]);
  useEffect(() => {
    let isOld = false;
    if (!planned) {
      setAhead(null);
      return;
    }
    const wait = setTimeout(() => {
      void props.preview(planned).then((after) => {
        if (!isOld) setAhead(after ? { move: planned, ...withoutGuesses(position, after) } : null);
      });
    }, 40);
    return () => {
      isOld = true;
      clearTimeout(wait);
    };
  }, [planned, position.ply]);
  const shown = ahead && ahead.move === planned ? ahead : null;

  // -- What there is to say --
  const viewer = position.seat;
  const actor = position.to_act[0] ?? 0;
  const plain = choices.plain;
  const isResolving = state.phase === "resolve";
  const mapHint = !legal.length || !taken || !isResolving ? "" : taken === "swap" ? (half ? t("Now choose the other wall.") : t("Choose a wall on the map.")) : t("Choose a wall or a peril token on the map.");
  const scenes = scenesOf(chapters);
  const playing = showing ? scenesOf([showing]).at(-1) : undefined;
  const own = useOwnScenes(position, lastMove.current);
  const past = [...own, ...scenesOf(recent).filter((scene) => scene.worth !== null)];
  const raids = position.over || showing?.over ? attackOf(chapters) : [];
  const traces = useMemo(() => tracesOf(showing ? [...recent, showing] : recent), [recent, showing]);
  const prompt = promptOf({ props, choices, taken, isChosen: tool !== null, half, lastMove: lastMove.current, actor });

  return (
    <div class={`cc ${isStill(speed) ? "still" : ""}`} ref={root} style={{ "--step": `${speed}ms` }}>
      <div class="cc-top">
        <span class="cc-emperors" role="img" aria-label={t("emperors on the table: {n} of 3", { n: state.emperors })} title={t("emperors on the table: {n} of 3", { n: state.emperors })}>
          {[1, 2, 3].map((i) => (
            <span key={i} class={i <= state.emperors ? "" : "away"}>
              <Emperor size={30} />
            </span>
          ))}
        </span>
        {state.waiting.length > 0 && (
          <span class="cc-waiting">
            <span>{t("waiting:")}</span>
            {state.waiting.map((face) => (
              <MiniBoard key={face} face={face} />
            ))}
          </span>
        )}
        {state.neutral > 0 && (
          <span class="cc-neutrals seat-0">
            <span class="cc-tiny">
              <Body shape="neutral" />
            </span>
            {t("neutral wall")} ×{state.neutral}
          </span>
        )}
      </div>
      <div class="cc-box" ref={box} onScroll={look}>
        {width > 0 && (
          <Strip
            position={position}
            after={shown?.after ?? null}
            players={players}
            chart={chart}
            w={w}
            heights={heights}
            targets={targets}
            half={half}
            pointed={pointed}
            cursor={at}
            traces={traces}
            busy={busy}
            onPoint={setHover}
            onCursor={setCursor}
            onTouch={reach}
          />
        )}
      </div>
      {overflows && (
        <MiniMap
          position={position}
          chart={chart}
          view={view}
          targets={targets}
          onGo={(part) => box.current?.scrollTo({ left: part * n * w - width / 2 })}
        />
      )}
      <div class="cc-say">
        <p class={`cc-prompt ${legal.length ? "mine" : ""} ${nudge ? "nudged" : ""}`} key={nudge}>
          {prompt}
        </p>
        {!isResolving && state.phase !== "extend" && plain.length > 0 && (
          <span class="cc-choices">
            {plain.map(({ move, say }) => (
              <button key={move} type="button" class="button" data-move={move} onClick={() => play(move)}>
                {say}
              </button>
            ))}
          </span>
        )}
        {(tool || half) && (
          <button type="button" class="button quiet cc-cancel" onClick={cancel}>
            {t("Cancel")}
          </button>
        )}
      </div>
      <p class="cc-info" aria-live="polite">
        {shown ? (
          <Changes before={position} after={shown.after} turnsUp={shown.turnsUp} words={choices.words.get(shown.move) ?? ""} />
        ) : help ? (
          help
        ) : pointed ? (
          <Pointed position={position} chart={chart} place={pointed} props={props} />
        ) : (
          lastWords(recent)
        )}
      </p>
      {raids.length > 0 ? (
        <Attack events={raids} players={players} playing={showing !== null} />
      ) : isResolving && !playing ? (
        <Resolving position={position} players={players} known={scenes.at(-1)} choices={plain} me={me} mapHint={mapHint} onPlay={play} />
      ) : playing ? (
        <Protecting scene={playing} players={players} />
      ) : state.phase === "extend" ? (
        <Extending position={position} choices={plain} onPlay={play} />
      ) : null}
      {viewer > 0 && !position.over && !(isResolving && legal.length) && state.phase !== "extend" && !playing && (
        <Tray
          position={position}
          seat={viewer}
          tool={taken}
          usable={usable}
          keys={keys}
          onTake={take}
          onHelp={setHelp}
          onDrag={drag}
        />
      )}
      {past.length > 0 && !playing && !raids.length && (
        <ul class="cc-past" aria-label={t("Protected since your last turn")}>
          {past.map((scene, i) => (
            <Summary key={scene.province + String(i)} scene={scene} players={players} />
          ))}
        </ul>
      )}
      <div class="cc-foot">
        <Stores position={position} players={players} tracker={props.tracker} />
        <button type="button" class="button quiet cc-keys" aria-pressed={keys} aria-keyshortcuts="?" onClick={() => setKeys(!keys)}>
          <kbd>?</kbd> {t("Keys")}
        </button>
        {keys && (
          <p class="cc-keylist">
            <kbd>w</kbd> <kbd>d</kbd> <kbd>t</kbd> <kbd>1</kbd>–<kbd>6</kbd> {t("take")} · <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd>{" "}
            {t("walk over the map")} · <kbd>PgUp</kbd> <kbd>PgDn</kbd> {t("next possible place")} · <kbd>Enter</kbd> {t("play")} · <kbd>Esc</kbd> {t("Cancel")}
          </p>
        )}
      </div>
      {ghost && (
        <span class={`cc-ghosted seat-${viewer}`} style={{ left: `${ghost.x}px`, top: `${ghost.y}px` }}>
          <DragArt tool={ghost.tool} />
        </span>
      )}
    </div>
  );
}

function DragArt(props: { tool: Tool }): JSX.Element {
  const name = props.tool.replace("card ", "");
  if (isCard(name)) return <CardIcon name={name} size={44} />;
  return <Piece name={name} size={52} />;
}

/** What the others have just done, as long as nothing else is pointed at. */
function lastWords(recent: Chapter[]): string {
  const kinds = ["LAYS", "LAYS_DOUBLE", "LAYS_CARD", "TOUCHES", "JOINS", "SCORES", "PASSES"];
  const said = recent.flatMap((chapter) => chapter.events).filter((e) => kinds.includes(e.kind));
  return said.slice(-4).map((e) => e.say).join(" · ");
}

/** The place pointed at: a slot tells of its province and its region. Those who listen hear it from the place itself. */
function Pointed(args: { position: CcPosition; chart: Chart; place: string; props: Props }): JSX.Element {
  const { position, chart, place } = args;
  const { state, aids } = position;
  const { players } = args.props;
  const province = chart.provinceOf.get(place) ?? (place in aids.provinces ? place : "");
  const region = chart.regionOf.get(place) ?? (place in aids.regions ? place : "");
  const below = aids.provinces[province];
  const above = aids.regions[region];
  const power = state.peril[region];
  const own = ownCards(position, province);
  const backs = below?.cards.reduce((a, b) => a + b, 0) ?? 0;
  const owners = (state.reserved[place] ?? []).map((seat) => nameOf(players, seat)).join(", ");
  return (
    <span aria-hidden="true">
      {chart.column.has(place) && <b>{place} </b>}
      {owners && t("reserved for {names}", { names: owners })}
      {below && (
        <span class="cc-change">
          <b>{province}</b> {t("worth")} {below.worth}
          {state.protected.includes(province) ? `, ${t("protected")}` : `, ${below.filled}/${below.slots.length}`}
          <Sums part={below} />
          {backs > 0 && t("cards face down: {n}", { n: backs })}
          {own.length > 0 && ` (${own.join(", ")})`}
        </span>
      )}
      {above && (
        <span class="cc-change">
          <b>{region}</b>{" "}
          {power === undefined ? t("no peril token") : power === null ? t("peril token face down") : `${t("power")} ${power}`}
          <Sums part={above} />
        </span>
      )}
    </span>
  );
}

function Sums(props: { part: CcPart }): JSX.Element {
  return (
    <>
      {props.part.sections.map((n, i) =>
        n ? (
          <span key={i} class="cc-count">
            <SeatMark seat={i + 1} size={16} /> {n}
          </span>
        ) : null,
      )}
      {props.part.neutral > 0 && (
        <span class="cc-count">
          <i class="cc-n">N</i> {props.part.neutral}
        </span>
      )}
    </>
  );
}

/** One line on what is to be done now. */
function promptOf(now: { props: Props; choices: Choices; taken: Tool | null; isChosen: boolean; half: string | null; lastMove: string; actor: number }): string {
  const { props, choices, taken, isChosen, half, lastMove, actor } = now;
  const { state, over } = props.position;
  if (over) return t("the game is over");
  if (!props.legal.length) return actor ? t("{name} is to play", { name: nameOf(props.players, actor) }) : "";
  if (state.phase === "neutral") return t("You may lay a neutral wall: choose a slot.");
  if (state.phase === "extend") return t("At which end does the new board join?");
  if (state.phase === "resolve") return t("Your card acts: decide.");
  const hasCards = [...choices.places.keys()].some((name) => name.startsWith("card "));
  if (taken?.startsWith("card ")) return t("Choose a province.");
  if (taken === "double") return half ? t("Now the other half.") : t("Choose two neighbouring slots.");
  if (state.step === 1) {
    if (hasCards) return isChosen ? t("Now a wall in the same province.") : t("Now another card elsewhere, or a wall here.");
    return lastMove.startsWith("card ") ? t("Now a wall in the same province.") : t("Now the second wall, in another province.");
  }
  if (taken) return t("Choose a slot.");
  return choices.plain.length && !choices.places.size ? t("Nothing can be laid.") : t("Your turn: take a piece or a card.");
}

export const changCheng: GameUi<CcState, CcAids> = { id: "chang-cheng", minutes: 45, Board, Picture, Piece, lesson };
