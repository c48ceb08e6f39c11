// SPDX-License-Identifier: MIT
// A guided first game: real positions, one idea at a time. Seat 2 is the rival; its moves follow the learner's.
import type { Lesson } from "../board";

const record = `muraille 1
game chinesische-mauer
players 2
tag player2 Berta
setup tokens 5 3 4 2 7 4 5 3 8 2 3 5 4 7 2 5 3 4 5 7 4 3 2 5 8 4 5 3 7 2 4 5 1 3 1 2
setup deck1 GWWHSSDWWWWWGGTNSSSH
setup deck2 WHGWNWWWWWGGTSSSSSHD
`;

/** Every own card at site 2 may carry either token. */
const anyMark = [2, 4].flatMap((value) => [2, 3, 4, 5, 7].map((column) => `2=${value}@${column}`));

export const lesson: Lesson = {
  record,
  seat: 1,
  steps: [
    {
      say: "At each site two fame tokens wait for the best builder. A turn has two actions: lay or draw. Lay your gate, worth 2, at site 1.",
      play: ["1:G"],
      point: '[data-kind="G"]',
    },
    {
      say: "That was your first action. The second one: draw a card from your pile.",
      play: ["draw"],
      then: ["2 2:W", "2 draw"],
      point: "[data-draw]",
    },
    {
      say: "Your turn begins with scoring. You lead at site 1, so you must take one of its tokens and put it on a card of yours. Take the 5.",
      play: ["1=5@1"],
      point: '[data-site="1"] [data-token="5"]',
    },
    {
      say: "The 5 is not won yet: it is a mark and counts against you (2 minus 5 makes minus 3). You win it when somebody, perhaps you, takes the second token here.",
      point: '[data-site="1"] .cm-sums',
    },
    {
      say: "Horsemen cost no action. Lay yours at site 1, and see the new total before you let go.",
      play: ["1:H"],
      point: '[data-kind="H"]',
    },
    {
      say: "Several cards of the same kind count as one action. Choose a wall, then 2, and lay both at site 2.",
      play: ["2:WW"],
      point: '[data-kind="W"]',
    },
    {
      say: "Soldiers are stronger together: your first at a site is worth 1, the second 2, the third 3. Lay both of yours at site 2.",
      play: ["2:SS"],
      then: ["2 2:H", "2 2:G", "2 1:W"],
      point: '[data-kind="S"]',
    },
    {
      say: "Five against five at site 2: in a tie nobody leads and nobody takes a token. Draw a card; it may help.",
      play: ["draw"],
      point: '[data-site="2"] .cm-sums',
    },
    {
      say: "The dragon! It may cover any card that carries no mark; what it covers no longer counts. Choose it and touch Berta's gate at site 2.",
      play: ["2:Dx7"],
      then: ["2 2:N", "2 2:W"],
      point: '[data-site="2"] [data-column="7"]',
    },
    {
      say: "Berta led at site 1 at the start of her turn and won the second token, the 3. That also gave you your mark, the 5! The cards left the game and new tokens were turned up.",
      point: '[data-site="1"] .cm-tokens',
    },
    {
      say: "A noble stands at site 2: while it is uncovered, every card there is worth 1. You lead all the same, 5 to 4: take the token you like, on the card you like.",
      play: anyMark,
      point: '[data-site="2"] .cm-tokens',
    },
    {
      say: "The first player to lay all 20 cards starts the last round: everybody else has one more turn, then the sites are only scored. The most fame wins.",
      point: ".cm-supply",
    },
  ],
};
