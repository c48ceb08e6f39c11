// SPDX-License-Identifier: MIT
// Names and explanations of cards and pieces.
import { t } from "../../app/words";
import type { CardName } from "./art";

export function cardWord(name: CardName): string {
  switch (name) {
    case "warrior":
      return t("warrior");
    case "traitor":
      return t("traitor");
    case "flood":
      return t("flood");
    case "mason":
      return t("mason");
    case "architect":
      return t("architect");
    case "mandarin":
      return t("mandarin");
  }
}

/** What a card does, as it explains itself. */
export function cardHelp(name: CardName): string {
  switch (name) {
    case "warrior":
      return t("removes another card here");
    case "traitor":
      return t("ruins a wall, or removes a threat token");
    case "flood":
      return t("worth 2 more or 2 less");
    case "mason":
      return t("worth 2 more, or 1 more section for you");
    case "architect":
      return t("2 more sections for you");
    case "mandarin":
      return t("may swap two single walls");
  }
}

export function pieceWord(tool: string): string {
  switch (tool) {
    case "tower":
      return t("tower");
    case "double":
      return t("double wall");
    case "neutral":
      return t("neutral wall");
    default:
      return t("single wall");
  }
}

export function pieceHelp(tool: string): string {
  switch (tool) {
    case "tower":
      return t("1 section; keeps the Mongols of its region off you, and a slot beside it for your wall");
    case "double":
      return t("2 sections; 1 point at once for each province and region it touches");
    default:
      return t("1 section");
  }
}
