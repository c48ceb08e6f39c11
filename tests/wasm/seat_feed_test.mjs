// SPDX-License-Identifier: MIT
// node tests/wasm/told_test.mjs MURAILLE.WASM -- a game as one seat is told of it (record/told.h): one table stands in for the
// server and knows everything, another knows what it is told. Prints TAP.
import { readFileSync } from "node:fs";
import { deepStrictEqual as same, ok } from "node:assert";
import { finish, test } from "../tap.mjs";
import { loadModule, openTable, playOn } from "./ask.mjs";

const module = await loadModule(process.argv[2]);
const server = await openTable(module);
const client = await openTable(module);
const loreOf = (game, seats) => readFileSync(new URL(`../../bots/lore/${game}.${seats}.lore`, import.meta.url));
const games = [["chinesische-mauer", 3], ["die-mauer", 4], ["chang-cheng", 2]];

/** All that the server would tell this seat after its first moves. */
function linesFor(seat, from = 0) {
  const { steps, view } = server(`tell ${seat} ${from}`);
  return [...steps.map((step) => `step ${step}`), `view ${view}`].join("\n");
}

function sitDown(game, seats, seat) {
  ok(!("error" in client(`online ${game} ${seats} ${seat}`)));
}

/** Told while it happens: a view after every move. */
function playAndTell(seat, moves) {
  same(client(`told\n${linesFor(seat)}`).plies, server("look 0").plies);
  for (let i = 0; i < moves && !server("look 0").over; i++) {
    const { plies } = server("look 0");
    playOn(server, 1, i + 5);
    ok(!("error" in client(`told\n${linesFor(seat, plies)}`)));
  }
}

for (const [game, seats] of games)
  for (const seat of [0, 2])
    test(`${game}, ${seat ? `seat ${seat}` : "a spectator"}: sees and is told the same as from the record`, () => {
      server(`new ${game} ${seats} 21`);
      sitDown(game, seats, seat);
      playAndTell(seat, 60);
      const { plies } = server("look 0");
      for (let ply = 0; ply <= plies; ply++) same(client(`look ${seat} ${ply}`), server(`look ${seat} ${ply}`));
      same(client(`story ${seat} 0 ${plies}`), server(`story ${seat} 0 ${plies}`));
    });

for (const [game, seats] of games)
  test(`${game}: to the end, with nothing hidden there`, () => {
    server(`new ${game} ${seats} 8\n${game === "die-mauer" ? "option hands 1" : ""}`);
    playOn(server, 20000);
    sitDown(game, seats, 1);
    const about = client(`told\n${linesFor(1)}`);
    ok(about.over);
    same(client("look 1"), server("look 1"));
    const { story } = client(`story 1 0 ${about.plies}`);
    same(story.length, about.plies);
    ok(story[story.length - 1].over && story[0].scores.length === 0, "scores are known where a view was shown");
  });

for (const [game, seats] of games)
  test(`${game}: previews, reasons, hints and bots go by what was told`, () => {
    server("lore\n", loreOf(game, seats));
    client("lore\n", loreOf(game, seats));
    server(`new ${game} ${seats} 5`);
    playOn(server, 6);
    const seat = server("look 0").to_act[0];
    sitDown(game, seats, seat);
    client(`told\n${linesFor(seat)}`);
    same(client("bots"), server("bots"));
    for (const { move } of server(`look ${seat}`).legal.slice(0, 9)) {
      same(client(`why ${seat} ${move}`), { why: "" });
      ok(client(`preview ${seat} ${move}`).ply === server("look 0").ply + 1, move);
    }
    ok(client(`why ${seat} nonsense`).error);
    const hint = client(`hint ${seat} 30 1`);
    ok(server(`look ${seat}`).legal.some(({ move }) => move === hint.moves[0].move));
    ok(server(`look ${seat}`).legal.some(({ move }) => move === client(`bot ${seat} journeyman 0 1`).move));
    const other = (seat % seats) + 1;
    for (const question of [`look ${other}`, `hint ${other} 1 1`, `preview ${other} draw`, `story ${other} 0 9`]) ok(client(question).error, question);
  });

test("a choice is made anew: the latest step of its seat is no more, and those of the others stay", () => {
  server("new die-mauer 3 4");
  for (const seat of [1, 2]) server(`play ${seat} ${server(`look ${seat}`).legal[0].move}`);
  sitDown("die-mauer", 3, 2);
  client(`told\n${linesFor(2)}`);
  const [mine] = server("tell 2 1").steps;
  same(client("told\nback 1").plies, 1);
  same(client("story 2 0 9").story.map(({ seat }) => seat), [2]);
  ok(client("look 2").error, "what was seen then is no more");
  const again = client(`told\n${server("tell 2 0").steps[0] && `step ${server("tell 2 0").steps[0]}`}\nview ${server("tell 2 0").view}`);
  same(again.plies, 2);
  same(client("look 2").state, server("look 2").state);
  same(client("story 2 0 9").story.map(({ seat }) => seat), [2, 1]);
  same(client(`told\nback 2\nback 1\nstep ${mine}`).plies, 1);
});

test("players have the names that were told", () => {
  server("new chinesische-mauer 2 1");
  playOn(server, 1);
  sitDown("chinesische-mauer", 2, 0);
  client(`told\nname 1 Anna Ä\n${linesFor(0)}`);
  const say = () => client("story 0 0 1").story[0].events.map((event) => event.say).join(" ");
  ok(say().includes("Anna Ä"), say());
  client("told\nname 1 Bo");
  ok(say().includes("Bo") && !say().includes("Anna"));
  client("told\nname 1 ");
  ok(!say().includes("Bo"));
});

test("what no server tells is refused as a whole and changes nothing", () => {
  server("new chang-cheng 3 2");
  playOn(server, 8);
  sitDown("chang-cheng", 3, 1);
  client(`told\n${linesFor(1)}`);
  const before = [client("look 1"), client("story 1 0 99")];
  const { steps: [step], view } = server("tell 1 7");
  const { view: theirs } = server("tell 2 7");
  for (const bad of ["nonsense", "step", "step ", "step !!!!", `step ${step.slice(4)}`, `step ${step}AAAA`, "view AAAA", `view ${theirs}`, "back 9", "back 0", "back",
    "name 9 X", "name 1 \x07", `name 1 ${"x".repeat(65)}`, `step ${step}\nback 1 1`, `step ${step}\nnonsense`, `${"back 1\n".repeat(9)}`, `back 1\nback 2\nback 3\nview ${view}`])
    ok(client(`told\n${bad}`).error, bad);
  same([client("look 1"), client("story 1 0 99")], before);
  for (const bad of ["online go 3 1", "online chang-cheng 9 1", "online chang-cheng 3 4", "online chang-cheng 3", "online"]) ok(client(bad).error, bad);
  for (const bad of ["play 1 wall", "quiet 0", "record", "judge 0 1 1", "review"]) ok(client(bad).error, bad);
  same([client("look 1"), client("story 1 0 99")], before);
});

test("what a seat cannot know changes no byte of what it is told", () => {
  const deal = (deck2) => "read\nmuraille 1\ngame chinesische-mauer\nplayers 2\n" +
    "setup tokens 4 5 3 3 4 5 4 7 2 8 3 5 4 7 7 3 4 2 5 3 2 5 3 2 7 2 1 5 4 8 4 1 2 3 5 5\n" +
    `setup deck1 HGGWDWWSTSSWWWSHWSGN\nsetup deck2 ${deck2}\nmove 1 draw\nmove 1 2:W\nmove 2 1:WW\nmove 2 draw\n`;
  const told = ["SWGWNGSHSGTSWDWWSHWW", "GWNWSDTHSGWSSWSWGHWW"].map((deck2) => {
    server(deal(deck2));
    return [server("tell 1 0"), server("tell 0 0")];
  });
  same(told[0], told[1]);
});

await finish();
