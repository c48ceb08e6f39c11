// SPDX-License-Identifier: MIT
// Chang Cheng in the browser: a hand-drawn map strip, a tray, and scenes. Whatever is touched becomes the text of a
// move out of `legal`; nothing here knows a rule.
import "./cc.css";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { settings } from "../../app/settings";
import { t } from "../../app/words";
import type { CcAids, CcState } from "../../engine/types";
import type { BoardProps, GameUi } from "../board";
import { drag, type Point } from "../drag";
import { isStill, storyOf, useArrivals } from "../motion";
import { Body, CardIcon, cardNames, Emperor, isCard, Piece } from "./art";
import { chartOf, lastPlace, tracesOf, type CcPosition } from "./chart";
import { lesson } from "./lesson";
import { Strip } from "./map";
import { MiniBoard, MiniMap } from "./mini";
import { sortMoves, targets as targetsOf, tools, touch, type Choices, type Tool, touchedBy } from "./moves";
import { Picture } from "./picture";
import { Attack, Extending, Protecting, Resolving, Summary } from "./scene";
import { attackOf, scenesOf, stepsOf } from "./script";
import { useMapSize } from "./size";
import { Changes, lastWords, Pointed, promptOf, withoutGuesses } from "./tell";
import { pieceKeys, Stock, Tracker, Tray } from "./tray";

type Props = BoardProps<CcState, CcAids>;

const keyTools: Record<string, Tool> = {
  ...pieceKeys,
  ...Object.fromEntries(cardNames.map((name, i) => [String(i + 1), `card ${name}`])),
};

/** If only one thing can be taken, it is in hand already; in the second half of a turn a wall is, if it can be. */
function readyTool(choices: Choices, step: number): Tool | null {
  const all = tools(choices);
  if (step === 1 && all.includes("wall")) return "wall";
  return all.length === 1 ? (all[0] ?? null) : null;
}

function Board(props: Props): JSX.Element {
  const { position, players, me, legal, recent, showing, speed } = props;
  const { state } = position;
  const root = useRef<HTMLDivElement>(null);
  const faces = state.boards.join();
  const chart = useMemo(() => chartOf(position), [faces]);
  const choices = useMemo(() => sortMoves(legal), [legal]);
  const chapters = useMemo(() => storyOf(props), [props.log, showing]);

  const [tool, setTool] = useState<Tool | null>(null);
  const [half, setHalf] = useState<string | null>(null);
  const [hover, setHover] = useState<string | null>(null);
  const [pinned, setPinned] = useState<string | null>(null);
  const [cursor, setCursor] = useState(chart.slots[0] ?? "");
  const [help, setHelp] = useState("");
  const [keys, setKeys] = useState(settings().keys);
  const [nudge, setNudge] = useState(0);
  const [ahead, setAhead] = useState<{ move: string; after: CcPosition; turnsUp: string | null } | null>(null);
  const [ghost, setGhost] = useState<(Point & { tool: Tool }) | null>(null);
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

  const n = chart.slots.length;
  const { box, width, view, look, w, heights, isBig, overflows } = useMapSize(n);

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

  // -- Dragging out of the tray --
  const placeAt = ({ x, y }: Point): string | null =>
    document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-place]")?.dataset["place"] ?? null;
  const grab = (down: PointerEvent, name: Tool): void =>
    drag(down, {
      begin: () => {
        if (!usable.has(name)) return false;
        setTool(name);
        setHalf(null);
        return true;
      },
      follow: (at) => {
        setGhost(at && { ...at, tool: name });
        setHover(at && placeAt(at));
      },
      drop: (at) => {
        const place = placeAt(at);
        if (place) latest.current.reach(place);
      },
    });

  useArrivals(props, (chapter) => {
    const [verb = "", name = ""] = chapter.move.split(" ");
    const find = (selector: string): HTMLElement | null => root.current?.querySelector<HTMLElement>(selector) ?? null;
    const from = chapter.seat === position.seat ? find(`[data-tool="${verb === "card" ? `card ${name}` : verb}"]`) : null;
    return chapter.events.flatMap(({ kind, at, to }) => {
      if (kind === "LAYS_CARD") return [{ piece: find(`[data-place="${at}"] .cc-backs > :last-child`), from }];
      const slots = kind === "LAYS" ? [at] : kind === "LAYS_DOUBLE" ? [at, to] : [];
      return slots.map((slot) => ({ piece: find(`[data-place="${slot}"] .cc-standing`), from }));
    });
  });

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
  const mapHint = !legal.length || !taken || !isResolving ? "" : taken === "swap" ? (half ? t("Now choose the second wall.") : t("Choose a wall on the map.")) : t("Choose a wall or a threat token on the map.");
  const scenes = useMemo(() => scenesOf(chapters, showing), [chapters]);
  const playing = showing && !isStill(speed) ? scenes.find((scene) => scene.steps > 0) : undefined;
  const since = recent[0]?.ply ?? Infinity;
  const past = scenes.filter((scene) => scene.worth !== null && scene.ply >= since);
  const raids = position.over || showing?.over ? attackOf(chapters) : [];
  const traces = useMemo(() => tracesOf(showing ? [...recent, showing] : recent), [recent, showing]);
  const prompt = promptOf({ props, choices, taken, isChosen: tool !== null, half, lastMove: lastMove.current, actor });

  const frame = ghost ? root.current?.getBoundingClientRect() : null;
  return (
    <div class={`cc ${isStill(speed) ? "still" : ""} ${isBig ? "big" : ""}`} ref={root} style={{ "--step": `${speed}ms` }}>
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
              <MiniBoard key={face} face={face} position={position} />
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
        {!(isResolving && legal.length) && (
          <p class={`cc-prompt ${legal.length ? "mine" : ""} ${nudge ? "nudged" : ""}`} key={nudge}>
            {prompt}
          </p>
        )}
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
      <p class={`cc-info ${isResolving ? "brief" : ""}`} aria-live="polite">
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
        <Protecting key={showing?.ply} scene={playing} players={players} step={speed} />
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
          onDrag={grab}
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
        {props.tracker && <Tracker position={position} players={players} />}
        <button type="button" class="button quiet cc-keys" aria-pressed={keys} aria-keyshortcuts="?" onClick={() => setKeys(!keys)}>
          <kbd>?</kbd> {t("Keyboard")}
        </button>
        {keys && (
          <p class="cc-keylist">
            <kbd>w</kbd> <kbd>d</kbd> <kbd>t</kbd> <kbd>1</kbd>–<kbd>6</kbd> {t("take")} · <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd>{" "}
            {t("move over the map")} · <kbd>PgUp</kbd> <kbd>PgDn</kbd> {t("next possible place")} · <kbd>Enter</kbd> {t("play")} · <kbd>Esc</kbd> {t("Cancel")}
          </p>
        )}
      </div>
      {ghost && (
        <span class={`cc-ghosted seat-${viewer}`} style={{ left: `${ghost.x - (frame?.left ?? 0)}px`, top: `${ghost.y - (frame?.top ?? 0)}px` }}>
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

export const changCheng: GameUi<CcState, CcAids> = { id: "chang-cheng", minutes: 45, Board, Stock, steps: stepsOf, touched: touchedBy, Picture, Piece, lesson };
