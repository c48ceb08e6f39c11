// SPDX-License-Identifier: MIT
// Die Mauer for the browser: wooden blocks on a table.
import type { DmAids, DmState } from "../../engine/types";
import type { GameUi } from "../board";
import { Picture, Piece } from "./art";
import { Board } from "./board";
import { Stock } from "./hands";
import { lesson } from "./lesson";
import { stepsOf, touchedBy } from "./read";
import "./dm.css";

export const dieMauer: GameUi<DmState, DmAids> = { id: "die-mauer", minutes: 20, Board, Stock, steps: stepsOf, touched: touchedBy, Picture, Piece, lesson };
