// SPDX-License-Identifier: MIT
// node tests/wasm/session_test.mjs MURAILLE.WASM -- the session that the browser's worker uses (web/session.h), with the
// worker's requests.
import { readFileSync } from "node:fs";
import { deepStrictEqual as same, ok } from "node:assert";
import { test } from "../time_limit.mjs";
import { levels } from "../levels.mjs";
import { loadModule, openSession, playOn } from "./ask.mjs";

const ask = await openSession(await loadModule(process.argv[2]));

const modelOf = (game, seats) => readFileSync(new URL(`../../bots/models/${game}.${seats}.model`, import.meta.url));

test("the games are listed with their options", () => {
  const { games } = ask("games");
  same(games.map((game) => game.id), ["chinesische-mauer", "die-mauer", "chang-cheng"]);
  same(games[1].options.map((option) => option.id), ["first", "hands"]);
  same(games[1].options[1].usual, ["3", "4", "5", "6"]); // a hand for each player
  same(games[2].options.find((option) => option.id === "neutral").usual, ["on", "off", "off"]);
});

test("the levels are listed, weakest first, with the one to suggest and the one for absent people", () => {
  const info = ask("games");
  same(info.levels.map((level) => level.id), levels);
  ok(info.levels.every((level) => level.label && level.say));
  ok(levels.includes(info.default_level));
  ok(levels.includes(info.substitute_level));
});

test("the borders of boards are known before they are on the map", () => {
  ask("new chang-cheng 2 42");
  const { state, aids } = ask("look 1");
  same(Object.keys(aids.borders).sort(), [...state.boards, ...state.waiting].map((face) => face[0]).sort());
  const [first] = state.boards[0];
  const sizes = [1, 2, 3].map((i) => aids.provinces[`${first}p${i}`].slots.length);
  same(aids.borders[first][0], [sizes[0], sizes[0] + sizes[1]]);
});

test("a new game is dealt by its seed, with options and tags", () => {
  const lines = "\noption first 2\ntag player1 Anna \"A\"\ntag player2 Bo";
  same(ask('new chinesische-mauer 3 42\ntag a"b\\ x').tags, { 'a"b\\': "x" }); // the name of a tag is one word of any characters
  same(ask("new chinesische-mauer 3 42" + lines).tags, { player1: 'Anna "A"', player2: "Bo" });
  const { record } = ask("record");
  ask("new chinesische-mauer 3 42" + lines);
  same(ask("record").record, record);
  same(ask("look 2").to_act, [2]);
});

test("an invalid request is refused and changes nothing", () => {
  const { record } = ask("record");
  for (const bad of ["new go 3 1", "new die-mauer 9 1", "new die-mauer 3 1\noption speed 3", "play 9 draw", "play 1 xyzzy",
    "play 1 draw", "look 9", "look", "read\nnonsense", "preview 1 draw", "why 3 draw", "", "\n\n", "record x\0y", "bot 1",
    "bot 2 nobody 1 1", "bot 2 greedy", "bot 1 greedy 1 1", "hint", "hint 1 1 1", "hint 9 1 1", "evaluate", "evaluate 0 1 1"])
    ok("error" in ask(bad) || "record" in ask(bad), bad);
  same(ask("record").record, record);
});

for (const [game, seats] of [["chinesische-mauer", 5], ["die-mauer", 6], ["chang-cheng", 4]]) {
  test(`${game}: a game is played to its end and read back`, () => {
    ask(`new ${game} ${seats} 7`);
    playOn(ask, 20000);
    const end = ask("look 0");
    ok(end.over && end.winners.length > 0);
    const { record } = ask("record");
    ok(record.includes("\nresult "));
    same(ask("read\n" + record).over, true);
    same(ask("look 0"), end);
    const { story } = ask(`story 0 0 ${end.plies}`);
    same(story.length, end.plies);
    same(story[story.length - 1].scores, end.scores);
    ok(story.every((move) => move.events.length > 0 && move.events.every((event) => event.say && !/[{}]/.test(event.say))));
  });

  test(`${game}: a past position is shown as it was seen then`, () => {
    ask(`new ${game} ${seats} 8`);
    playOn(ask, 25);
    const then = ask("look 1");
    playOn(ask, 10, 3);
    const back = ask(`look 1 ${then.ply}`);
    same({ ...back, plies: 0 }, { ...then, plies: 0 });
  });

  test(`${game}: a preview is a guess made from the seat's own view`, () => {
    ask(`new ${game} ${seats} 9`);
    playOn(ask, 12);
    const { to_act } = ask("look 0");
    const { legal } = ask(`look ${to_act[0]}`);
    const seen = ask(`preview ${to_act[0]} ${legal[0].move}`);
    ok(seen.ply === ask("look 0").ply + 1);
    same(ask(`why ${to_act[0]} ${legal[0].move}`), { why: "" });
  });
}

test("no answer contains the hands of other seats", () => {
  ask("new chinesische-mauer 2 5");
  same(typeof ask("look 1").state.hands[1], "number");
  same(typeof ask("look 0").state.hands[0], "number");
  same(ask("look 2").legal.length, 0);
  ask("play 1 draw");
  const [move] = ask("story 2 0 1").story;
  same(move.events[0].what, "a card");
});

// Two games that differ in cards that seat 1 cannot know: all answers to it are the same bytes.
test("what a seat cannot know changes no answer it gets", () => {
  const deal = (deck2) => "read\nmuraille 1\ngame chinesische-mauer\nplayers 2\n" +
    "setup tokens 4 5 3 3 4 5 4 7 2 8 3 5 4 7 7 3 4 2 5 3 2 5 3 2 7 2 1 5 4 8 4 1 2 3 5 5\n" +
    `setup deck1 HGGWDWWSTSSWWWSHWSGN\nsetup deck2 ${deck2}\nmove 1 draw\nmove 1 2:W\nmove 2 1:WW\nmove 2 draw\n`;
  ask("model\n", modelOf("chinesische-mauer", 2));
  const questions = ["look 1", "hint 1 60 1", "bot 1 emperor 0 1", "preview 1 draw", "preview 1 1:G", "story 1 0 9", "why 1 1:Dx9", "takeback 0", "takeback 3"];
  const answers = ["SWGWNGSHSGTSWDWWSHWW", "GWNWSDTHSGWSSWSWGHWW"].map((deck2) => {
    ask(deal(deck2));
    return questions.map((question) => ask(question));
  });
  same(answers[0], answers[1]);
});

// -- Bots --

test("a level plays only with the model it needs", () => {
  ask("new chinesische-mauer 2 1");
  for (const [bytes, able] of [
    [new Uint8Array(), ["apprentice"]],
    [modelOf("chang-cheng", 2), ["apprentice"]],
    [modelOf("chinesische-mauer", 3), ["apprentice"]],
    [modelOf("chinesische-mauer", 2).subarray(9), ["apprentice"]],
    [modelOf("chinesische-mauer", 2), levels],
  ]) {
    ask("model\n", bytes);
    const { bots } = ask("bots");
    same(levels.filter((level) => bots.includes(level)), able);
    ok("error" in ask("bot 1 emperor 0 1") === !able.includes("emperor"));
    same(ask("hint 1 20 1").bot, able === levels ? "strong" : "ismcts");
  }
});

for (const [game, seats] of [["chinesische-mauer", 2], ["die-mauer", 3], ["chang-cheng", 2]]) {
  test(`${game}: hints and moves of bots are legal, and the same for the same seed`, () => {
    ask("model\n", modelOf(game, seats));
    ask(`new ${game} ${seats} 3`);
    for (let i = 0; i < 12; i++) {
      const seat = ask("look 0").to_act[0];
      const legal = ask(`look ${seat}`).legal.map(({ move }) => move);
      const hint = ask(`hint ${seat} 30 7`);
      same(hint, ask(`hint ${seat} 30 7`));
      ok(hint.moves.every(({ move, value, say }) => legal.includes(move) && Number.isInteger(value) && say));
      same([hint.line[0].seat, hint.line[0].move], [seat, hint.moves[0].move]);
      same(hint.scores.length, seats);
      for (const level of levels) ok(legal.includes(ask(`bot ${seat} ${level} 0 ${i + 1} 5`).move), level);
      ask(`play ${seat} ${hint.moves[0].move}`);
    }
  });

  test(`${game}: a review evaluates every decision, and loses nothing by what it would have played`, () => {
    ask(`new ${game} ${seats} 4\n${game === "die-mauer" ? "option hands 1" : ""}`);
    playOn(ask, 20000);
    const { plies } = ask("look 0");
    let evaluated = 0;
    for (let ply = 0; ply < plies; ply++) evaluated += ask(`evaluate ${ply} 10 1`).evaluated;
    const { unit, decisions, seats: conduct, turning } = ask("review");
    same(unit, game === "die-mauer" ? "points" : "share");
    same(decisions.length, evaluated);
    ok(decisions.every(({ played, best, loss }) => loss >= 0 && (played.move !== best.move || loss === 0)));
    same(conduct.reduce((sum, seat) => sum + seat.decisions, 0), evaluated);
    const results = conduct.reduce((sum, seat) => sum + seat.result, 0);
    ok(Math.abs(results - (unit === "share" ? 1000 : 0)) < 10, "shares are one together, leads nothing");
    ok(turning.length > 0 && turning.every((ply) => decisions.some((decision) => decision.ply === ply)));
    ask("evaluate 0 10 1"); // starts again
    ok(ask("review").decisions.length <= 1);
    ask(`read\n${ask("record").record}`);
    same(ask("review").decisions, []);
  });
}

test("a move can be taken back if its mover learnt nothing from it", () => {
  ask("new chinesische-mauer 3 6");
  const { legal } = ask("look 1");
  ask("play 1 draw"); // shows a card
  ask(`play 1 ${legal[0].move}`);
  same([ask("takeback 0"), ask("takeback 1"), ask("takeback 9")], [{ can_take_back: false }, { can_take_back: true }, { can_take_back: false }]);
});

test("sentences are in the language of the given translations", () => {
  ask("words\ndraw a card\0eine Karte ziehen\0seat\0Platz\0");
  ask("new chinesische-mauer 2 1");
  ok(ask("look 1").legal.some((move) => move.say === "eine Karte ziehen"));
  ask("words\n");
  ok(ask("look 1").legal.some((move) => move.say === "draw a card"));
});
