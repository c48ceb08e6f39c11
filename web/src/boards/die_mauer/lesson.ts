// SPDX-License-Identifier: MIT
// The guided first game: three rounds have been played, four blocks are left in the learner's tray; each round that
// follows shows one idea, and the last block is given away.
import type { Lesson } from "../board";

const record = `muraille 1
game die-mauer
players 3
option hands 1
tag player2 Berta
tag player3 Carl
move 1 3
move 2 6
move 3 4
move 1 right
move 1 2
move 2 2
move 3 2
move 3 left
move 1 right
move 1 1
move 2 1
move 3 1
move 1 left
move 2 right
`;

/** Marks a key for scripts/translations and gives it back; the client translates it when it speaks. */
function t(key: string): string {
  return key;
}

export const lesson: Lesson = {
  record,
  seat: 1,
  steps: [
    {
      say: t("Everybody began with the same seven pieces and wants to get rid of them: what you still hold at the end counts against you. Three rounds have been played, and you have four pieces left."),
      point: ".dm-tray",
    },
    {
      say: t("You have the red piece: you are the master of this round. All players, including you, now hide a piece in their fist. Take the wall of 6."),
      play: ["6"],
      hint: t("Take the wall of 6 this time."),
      then: ["2 3", "3 4"],
      point: ".dm-slot.is-6",
    },
    {
      say: t("All fists open. Nobody else chose the 6, so only the master builds. Tap the right end of the wall."),
      play: ["right"],
      hint: t("Build at the right end this time."),
      point: ".dm-end.right",
    },
    {
      say: t("Now Berta is the master. If you show the same piece, you steal her plan and build instead of her. A leftover tower costs 15: try the tower."),
      play: ["T"],
      hint: t("Try the tower: perhaps Berta wants to get rid of hers."),
      then: ["2 T", "3 6"],
      point: ".dm-slot.is-T",
    },
    {
      say: t("Stolen: you build your tower and Berta takes hers back. Towers and gates may not stand side by side, but both ends are walls, so there is room. Build at the left end."),
      play: ["left"],
      hint: t("Build at the left end this time."),
      point: ".dm-end.left",
    },
    {
      say: t("The left end is barred now: no tower and no gate may stand there until a wall does. Carl is the master. Try to steal a gate."),
      play: ["G"],
      hint: t("Take the gate this time."),
      then: ["2 G", "3 G", "3 right"],
      point: ".dm-slot.is-G",
    },
    {
      say: t("Discord among thieves: two of you wanted to build a gate, but only one end had room for it, so Carl built after all. Now you are the master and both ends are barred. Choose the empty hand."),
      play: ["-"],
      hint: t("Choose the empty hand."),
      then: ["2 4", "3 6"],
      point: ".dm-slot.is-empty",
    },
    {
      say: t("No other hand is empty, so you may build any of your pieces, or none. Walls fit everywhere: pick the 4 and tap the right end."),
      play: ["4 right"],
      hint: t("Pick the wall of 4 and the right end."),
      point: ".dm-slot.is-4",
    },
    {
      say: t("The empty hand is also useful when somebody else is the master, and Berta may choose it too. Choose the empty hand again."),
      play: ["-"],
      hint: t("Choose the empty hand."),
      then: ["2 -", "3 -"],
      point: ".dm-slot.is-empty",
    },
    {
      say: t("The master's hand and several others were empty: nothing happens. Now Carl is the master. Choose the empty hand once more."),
      play: ["-"],
      hint: t("Choose the empty hand."),
      then: ["2 2", "3 -"],
      point: ".dm-who",
    },
    {
      say: t("The master's empty hand and exactly one other, yours: you give Carl a piece. Only you two know which one. Give him the gate!"),
      play: ["give G"],
      point: ".dm-slot.is-G",
    },
    {
      say: t("That was your last piece, so the hand ends. Everybody else counts what is left: 15 for a tower, 10 for a gate, 1 for each merlon. The lowest score wins: you!"),
      point: ".dm-left",
    },
  ],
};
