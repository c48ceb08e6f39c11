// SPDX-License-Identifier: MIT
// The board: one function that draws a position. Taps, keys and drags become texts of moves; those that are not legal
// go to refuse(), which says why.
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { settings } from "../../app/settings";
import { drag, type Point } from "../drag";
import { useArrivals } from "../motion";
import { Block, Grain } from "./art";
import { Rivals } from "./hands";
import { Leftovers, Ledger, Progress } from "./ledger";
import { explain, prompt, Tray } from "./tray";
import { choiceOf, isChoice, isKind, type Choice, type End, type Kind } from "./pieces";
import { readMoves, type DmProps, type Options } from "./read";
import { Wall } from "./wall";
import { WhoBuilds } from "./who_builds";

/** Which block would be built now: the one all agreed on, or the one picked for the free choice. */
function blockToBuild(props: DmProps, options: Options, picked: Kind | null): Kind | null {
  const { piece } = props.position.state;
  if (options.build.size > 0 && piece && isKind(piece)) return piece;
  return picked;
}

function endsFor(options: Options, picked: Kind | null): ReadonlySet<End> {
  if (options.build.size > 0) return options.build;
  return (picked && options.free.get(picked)) || new Set<End>();
}

/** The end a point belongs to: the one it is on, else the nearer one if it is on the table. */
function endAt(board: HTMLElement, x: number, y: number): End | null {
  const box = board.querySelector(".dm-table")?.getBoundingClientRect();
  if (!box || y < box.top || y > box.bottom || x < box.left || x > box.right) return null;
  let best: End | null = null;
  let least = Infinity;
  for (const button of board.querySelectorAll<HTMLElement>("[data-end]")) {
    const r = button.getBoundingClientRect();
    const distance = Math.hypot(x - (r.left + r.right) / 2, y - (r.top + r.bottom) / 2);
    if (distance < least) {
      least = distance;
      best = button.dataset["end"] === "left" ? "left" : "right";
    }
  }
  return best;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

export function Board(props: DmProps): JSX.Element {
  const { position, me, play, refuse, speed } = props;
  const options = useMemo(() => readMoves(props.legal), [props.legal]);
  const [pick, setPick] = useState<{ ply: number; kind: Kind } | null>(null);
  const [pointed, setPointed] = useState<Choice | null>(null);
  const [carried, setCarried] = useState<(Point & { kind: Kind }) | null>(null);
  const [keys, setKeys] = useState(settings().keys);
  const [alt, setAlt] = useState(false);
  const board = useRef<HTMLDivElement>(null);

  const picked = pick && pick.ply === position.ply && options.free.has(pick.kind) ? pick.kind : null;
  const block = carried?.kind ?? blockToBuild(props, options, picked);
  const open = endsFor(options, carried?.kind ?? picked);

  function tapBlock(choice: Choice): void {
    if (options.choose.has(choice)) play(choice);
    else if (choice !== "-" && options.give.has(choice)) play(`give ${choice}`);
    else if (choice !== "-" && options.free.has(choice)) setPick(picked === choice ? null : { ply: position.ply, kind: choice });
    else if (options.give.size > 0) refuse(`give ${choice}`);
    else if (options.pass && choice !== "-") refuse(`${choice} right`);
    else refuse(choice);
  }

  function build(end: End, kind: Kind | null): void {
    const move = options.build.size === 0 && kind ? `${kind} ${end}` : end;
    if (props.legal.some((m) => m.move === move)) play(move);
    else refuse(move);
  }

  const grab = (kind: Kind, down: PointerEvent): void =>
    drag(down, {
      begin: () => true,
      follow: (at) => setCarried(at && { ...at, kind }),
      drop: ({ x, y }) => {
        const end = board.current ? endAt(board.current, x, y) : null;
        if (end) build(end, kind);
      },
    });

  useArrivals(props, (chapter) =>
    chapter.events.flatMap((event) => {
      const wall = board.current?.querySelectorAll<HTMLElement>(".dm-built-art") ?? [];
      const kind = choiceOf(event.what);
      const hand = chapter.seat === position.seat ? `[data-choice="${kind ?? ""}"]` : `[data-hand="${event.seat}"]`;
      const piece = wall[event.at === "left" ? 0 : wall.length - 1] ?? null;
      return event.kind === "BUILT" ? [{ piece, from: board.current?.querySelector<HTMLElement>(hand) }] : [];
    }),
  );

  const onKey = useRef<(event: KeyboardEvent) => void>(() => undefined);
  onKey.current = (event) => {
    setAlt(event.key === "Alt");
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "?" && !isTyping(event.target)) setKeys(!keys);
    if (!me || !options.any || isTyping(event.target) || document.querySelector("dialog[open]")) return;
    const key = event.key.toUpperCase();
    if (isChoice(key)) tapBlock(key);
    else if (key === "P" && options.pass) play("pass");
    else if (key === "ESCAPE" && picked) setPick(null);
    else if ((key === "ARROWLEFT" || key === "ARROWRIGHT") && (options.build.size > 0 || options.pass)) build(key === "ARROWLEFT" ? "left" : "right", picked);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    const down = (event: KeyboardEvent): void => onKey.current(event);
    const up = (): void => setAlt(false);
    document.addEventListener("keydown", down);
    document.addEventListener("keyup", up);
    return () => {
      document.removeEventListener("keydown", down);
      document.removeEventListener("keyup", up);
    };
  }, []);

  const mine = position.seat > 0;
  const box = carried ? board.current?.getBoundingClientRect() : null;
  const names = ["dm", `phase-${position.state.phase}`];
  if (speed > 0) names.push("moves");
  if (keys || alt) names.push("keys");
  if (carried) names.push("dragging");
  const tip = pointed && mine && position.state.phase !== "over" ? explain(props, pointed) : "";
  return (
    <div class={names.join(" ")} ref={board} style={{ "--step": `${speed}ms` }}>
      <div class="dm-top">
        <Grain />
        <Progress {...props} />
        <Rivals {...props} />
        <WhoBuilds {...props} />
        <div class="dm-table">
          <Leftovers {...props} />
          <Wall props={props} open={open} block={block} tap={(end) => build(end, picked)} />
        </div>
        {mine ? (
          <Tray props={props} options={options} picked={picked} tap={tapBlock} pass={() => play("pass")} grab={grab} point={setPointed} tip={tip} />
        ) : (
          <p class="dm-prompt dm-watching" role="status">{prompt(props, options, null)}</p>
        )}
      </div>
      <Ledger {...props} />
      {carried && <div class="dm-dragged" style={{ left: `${carried.x - (box?.left ?? 0)}px`, top: `${carried.y - (box?.top ?? 0)}px` }}><Block kind={carried.kind} /></div>}
    </div>
  );
}
