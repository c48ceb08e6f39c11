// SPDX-License-Identifier: MIT
// A guided first game: real positions, one idea at a time. Seat 2 is the rival; its moves follow the learner's.
import type { Lesson } from "../board";

const record = `muraille 1
game chang-cheng
players 2
option neutral off
tag player2 Berta
setup boards Aa Ba Ca
setup reputation 3 2 1 4 0 2 1 3 2 0 0 1 3 4 4
setup peril 4 2 3 2 3 4 3 2 4 2 2 3 3 4 4
`;

export const lesson: Lesson = {
  record,
  seat: 1,
  steps: [
    {
      say: "Together you fill the slots of the Great Wall, between the Mongol regions above and the Chinese provinces below. The very first turn is one single wall. Lay it on slot A2.",
      play: ["wall A2"],
      then: ["2 wall A3", "2 wall A10"],
      point: '[data-place="A2"]',
    },
    {
      say: "When you lay a piece, you look secretly at the threat token of that region: Am1 has power 4. At the end it costs the player with the most sections there 4 points. Small eyes show who has looked.",
      point: '[data-place="Am1"]',
    },
    {
      say: "A typical turn is two single walls in two different provinces. Take a wall and lay it on A1: it makes province Ap1 worth one more point.",
      play: ["wall A1"],
      point: '[data-place="A1"]',
    },
    {
      say: "Now the second wall, in another province: lay it on A6. The borders of provinces and regions differ, so point at a slot to see both.",
      play: ["wall A6"],
      then: ["2 card mason Ap1", "2 card flood Ap3"],
      point: '[data-place="A6"]',
    },
    {
      say: "Berta has laid two cards face down. You can lay a card, too, together with a wall: take the architect and lay it in Ap1. It will count as two more sections of yours.",
      play: ["card architect Ap1"],
      point: '[data-tool="card architect"]',
    },
    {
      say: "After a card comes either another card elsewhere or a wall in the same province. Lay a wall on A4: that is the last slot of Ap1, so the province will be protected and its cards turned up.",
      play: ["wall A4"],
      then: ["2 section", "2 wall A7", "2 wall A11"],
      point: '[data-place="A4"]',
    },
    {
      say: "The mason gave Berta one more section, the architect gave you two: 5 against 2. The player with the most sections scores what the province is worth: 4 sections and reputation 3 make 7 points. An emperor comes to every protected province.",
      point: '[data-place="Ap1"]',
    },
    {
      say: "Other cards remove a card, ruin a wall, change the worth or swap two walls. Cards of the same kind cancel each other out. With two players there are neutral walls, too.",
      point: '[data-tool="card warrior"]',
    },
    {
      say: "Your double wall scores 1 point at once for every province and region it touches. Lay it where the boards meet, on A13 and B1, for 4 points.",
      play: ["double A13 B1"],
      then: ["2 wall A5", "2 wall B2"],
      point: '[data-tool="double"]',
    },
    {
      say: "Your tower counts as one section, and in its region the Mongols cannot harm you. It also reserves a slot beside it for a wall of yours. Lay it on A8.",
      play: ["tower A8"],
      then: ["2 wall A12", "2 raise", "2 wall B6"],
      point: '[data-tool="tower"]',
    },
    {
      say: "The pennant shows that A9 is reserved for you. Lay a wall there: Ap2 is then protected, and you have 3 sections against 2.",
      play: ["wall A9"],
      point: '[data-place="A9"]',
    },
    {
      say: "That was worth 7 points, and the third emperor is on the table. Finish your turn: lay the second wall in any other province.",
      play: ["B3", "B4", "B5", "B7", "B8", "B9", "B10", "B11", "B12", "B13"].map((slot) => `wall ${slot}`),
      point: '[data-tool="wall"]',
    },
    {
      say: "Three emperors: the player who has just moved adds the next board, on the left or on the right. It brings new provinces, and the emperors are removed.",
      play: ["extend left", "extend right"],
      point: ".cc-ends",
    },
    {
      say: "The game ends when every slot is filled. Then the Mongols attack region by region: the player with the most sections there loses as many points as the threat token shows, unless their tower stands there. So win provinces, but do not crowd dangerous regions.",
      point: '[data-place="Am2"]',
    },
  ],
};
