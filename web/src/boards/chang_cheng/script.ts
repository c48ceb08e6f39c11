// SPDX-License-Identifier: MIT
// What happens when a province is protected and when the Mongols come, read out of the events as a script: which card is
// turned up, cancelled or takes effect at which moment, what the province is worth then, who scores.
import type { Chapter, GameEvent } from "../../engine/types";
import { isCard, type CardName } from "./art";

export interface SceneCard {
  seat: number;
  name: CardName;
  end: "" | "gone" | "done"; // gone: without effect
  deed: string; // what it changed, as short as it goes: "+2", "A7"
  up: number; // the moment it is turned up, in steps of the chapter being shown; 0: before
  at: number; // the moment of its end
}

export interface Scene {
  province: string;
  ply: number; // of the chapter that protects it
  cards: SceneCard[];
  worth: number | null;
  by: number; // what of it is the cards' doing
  won: { seat: number; n: number; sections: number }[];
  emperor: boolean;
  steps: number; // how long the chapter being shown plays; 0: it is not about this province
  settled: number; // the moment the worth is settled
}

/** Which card an event is the deed of, what it does to the worth, and how many sections it adds. */
const deeds: Record<string, { card: CardName; worth?: 1 | -1; sections?: number }> = {
  STRUCK: { card: "warrior" },
  RUINED: { card: "traitor" },
  RUINED_NEUTRAL: { card: "traitor" },
  SCOUTED: { card: "traitor" },
  RAISED: { card: "flood", worth: 1 },
  LOWERED: { card: "flood", worth: -1 },
  ENRICHED: { card: "mason", worth: 1 },
  ONE_SECTION: { card: "mason", sections: 1 },
  TWO_SECTIONS: { card: "architect", sections: 2 },
  SWAPPED: { card: "mandarin" },
  KEPT: { card: "mandarin" },
};

const order = ["warrior", "traitor", "flood", "mason", "architect", "mandarin"];

export function signed(n: number): string {
  return n < 0 ? `−${-n}` : `+${n}`;
}

/** How long an event is looked at, in steps. */
function length(event: GameEvent): number {
  if (event.kind in deeds || event.kind === "PROTECTED" || event.kind === "SCORES") return 1;
  if (["TURNED_UP", "CANCELLED", "SKIPPED", "ATTACK"].includes(event.kind)) return 0.5;
  return 0;
}

export function stepsOf(chapter: Chapter): number {
  return 1 + chapter.events.reduce((sum, event) => sum + length(event), 0);
}

function deedOf(event: GameEvent): string {
  const { worth, sections } = deeds[event.kind] ?? {};
  if (worth) return signed(worth * event.n);
  if (sections) return `+${sections}▮`;
  return event.kind === "KEPT" || event.kind === "STRUCK" ? "" : [event.at, event.kind === "SWAPPED" ? event.to : ""].filter(Boolean).join("↔");
}

/** One event of a scene, at its moment. */
function take(scene: Scene, event: GameEvent, ply: number, moment: number): void {
  const { kind, seat, n } = event;
  const end = (whose: number, name: string, how: SceneCard["end"], deed: string): void => {
    const card = scene.cards.find((one) => one.seat === whose && one.name === name);
    if (card) Object.assign(card, { end: how, deed, at: moment });
  };
  const deed = deeds[kind];
  if (deed) {
    end(seat, deed.card, "done", deedOf(event));
    scene.by += (deed.worth ?? 0) * n;
    if (kind === "STRUCK") end(event.other, event.what, "gone", "");
  } else if (kind === "TURNED_UP" && isCard(event.what)) scene.cards.push({ seat, name: event.what, end: "", deed: "", up: moment, at: 0 });
  else if (kind === "CANCELLED" || kind === "SKIPPED") end(seat, event.what, "gone", "");
  else if (kind === "PROTECTED") Object.assign(scene, { worth: n, ply, settled: moment });
  else if (kind === "SCORES") scene.won.push({ seat, n, sections: event.m });
  else if (kind === "EMPEROR") scene.emperor = true;
}

/** All provinces that were filled; moments are told for the chapter being shown. */
export function scenesOf(chapters: Chapter[], showing: Chapter | null): Scene[] {
  const scenes: Scene[] = [];
  let scene: Scene | undefined;
  for (const chapter of chapters) {
    let moment = 0;
    for (const event of chapter.events) {
      if (event.kind === "FILLED") {
        scene = { province: event.at, ply: 0, cards: [], worth: null, by: 0, won: [], emperor: false, steps: 0, settled: 0 };
        scenes.push(scene);
      }
      if (!scene) continue;
      const isOwn = event.kind === "FILLED" || length(event) > 0;
      if (chapter === showing && isOwn) {
        moment += length(event);
        scene.steps = moment + 1;
      }
      take(scene, event, chapter.ply, moment);
    }
  }
  for (const { cards } of scenes) cards.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  return scenes;
}

export const tallies = ["DIPLOMACY", "DOMINATION", "RECOGNITION"];

export function attackOf(chapters: Chapter[]): GameEvent[] {
  return chapters.flatMap((chapter) => chapter.events).filter((event) => ["ATTACK", "LOSES", "DEFENDED", ...tallies].includes(event.kind));
}
