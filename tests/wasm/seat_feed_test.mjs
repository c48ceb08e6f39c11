// SPDX-License-Identifier: MIT
// node tests/wasm/seat_feed_test.mjs MURAILLE.WASM -- seat feeds (record/seat_feed.h): one session stands in for the server and
// knows everything, another one knows only what it is sent.
import { readFileSync } from "node:fs";
import { deepStrictEqual as same, ok } from "node:assert";
import { test } from "../time_limit.mjs";
import { loadModule, openSession, playOn } from "./ask.mjs";

const module = await loadModule(process.argv[2]);
const server = await openSession(module);
const client = await openSession(module);
const modelOf = (game, seats) => readFileSync(new URL(`../../bots/models/${game}.${seats}.model`, import.meta.url));
const games = [["chinesische-mauer", 3], ["die-mauer", 4], ["chang-cheng", 2]];

/** The lines that the server would send this seat, from a ply on. */
function linesFor(seat, from = 0) {
  const { steps, view } = server(`steps ${seat} ${from}`);
  return [...steps.map((step) => `step ${step}`), `view ${view}`].join("\n");
}

function sitDown(game, seats, seat) {
  ok(!("error" in client(`online ${game} ${seats} ${seat}`)));
}

/** Plays moves and feeds each one with its view to the client. */
function playAndFeed(seat, moves) {
  same(client(`feed\n${linesFor(seat)}`).plies, server("look 0").plies);
  for (let i = 0; i < moves && !server("look 0").over; i++) {
    const { plies } = server("look 0");
    playOn(server, 1, i + 5);
    ok(!("error" in client(`feed\n${linesFor(seat, plies)}`)));
  }
}

for (const [game, seats] of games)
  for (const seat of [0, 2])
    test(`${game}, ${seat ? `seat ${seat}` : "a spectator"}: sees the same as from the record`, () => {
      server(`new ${game} ${seats} 21`);
      sitDown(game, seats, seat);
      playAndFeed(seat, 60);
      const { plies } = server("look 0");
      for (let ply = 0; ply <= plies; ply++) same(client(`look ${seat} ${ply}`), server(`look ${seat} ${ply}`));
      same(client(`story ${seat} 0 ${plies}`), server(`story ${seat} 0 ${plies}`));
    });

for (const [game, seats] of games)
  test(`${game}: at the end of a game nothing is hidden`, () => {
    server(`new ${game} ${seats} 8\n${game === "die-mauer" ? "option hands 1" : ""}`);
    playOn(server, 20000);
    sitDown(game, seats, 1);
    const about = client(`feed\n${linesFor(1)}`);
    ok(about.over);
    same(client("look 1"), server("look 1"));
    const { story } = client(`story 1 0 ${about.plies}`);
    same(story.length, about.plies);
    ok(story[story.length - 1].over && story[0].scores.length === 0, "scores are known where a view was shown");
  });

for (const [game, seats] of games)
  test(`${game}: previews, reasons, hints and bots use only what was sent`, () => {
    server("model\n", modelOf(game, seats));
    client("model\n", modelOf(game, seats));
    server(`new ${game} ${seats} 5`);
    playOn(server, 6);
    const seat = server("look 0").to_act[0];
    sitDown(game, seats, seat);
    client(`feed\n${linesFor(seat)}`);
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

test("changing a choice removes the latest step of its seat and leaves those of the others", () => {
  server("new die-mauer 3 4");
  for (const seat of [1, 2]) server(`play ${seat} ${server(`look ${seat}`).legal[0].move}`);
  sitDown("die-mauer", 3, 2);
  client(`feed\n${linesFor(2)}`);
  const [mine] = server("steps 2 1").steps;
  same(client("feed\nback 1").plies, 1);
  same(client("story 2 0 9").story.map(({ seat }) => seat), [2]);
  ok(client("look 2").error, "what was seen then is no more");
  const again = client(`feed\n${server("steps 2 0").steps[0] && `step ${server("steps 2 0").steps[0]}`}\nview ${server("steps 2 0").view}`);
  same(again.plies, 2);
  same(client("look 2").state, server("look 2").state);
  same(client("story 2 0 9").story.map(({ seat }) => seat), [2, 1]);
  same(client(`feed\nback 2\nback 1\nstep ${mine}`).plies, 1);
});

test("players have the names that were sent", () => {
  server("new chinesische-mauer 2 1");
  playOn(server, 1);
  sitDown("chinesische-mauer", 2, 0);
  client(`feed\nname 1 Anna Ä\n${linesFor(0)}`);
  const say = () => client("story 0 0 1").story[0].events.map((event) => event.say).join(" ");
  ok(say().includes("Anna Ä"), say());
  client("feed\nname 1 Bo");
  ok(say().includes("Bo") && !say().includes("Anna"));
  client("feed\nname 1 ");
  ok(!say().includes("Bo"));
});

test("an invalid batch is refused as a whole and changes nothing", () => {
  server("new chang-cheng 3 2");
  playOn(server, 8);
  sitDown("chang-cheng", 3, 1);
  client(`feed\n${linesFor(1)}`);
  const before = [client("look 1"), client("story 1 0 99")];
  const { steps: [step], view } = server("steps 1 7");
  const { view: theirs } = server("steps 2 7");
  for (const bad of ["nonsense", "step", "step ", "step !!!!", `step ${step.slice(4)}`, `step ${step}AAAA`, "view AAAA", `view ${theirs}`, "back 9", "back 0", "back",
    "name 9 X", "name 1 \x07", `name 1 ${"x".repeat(65)}`, `step ${step}\nback 1 1`, `step ${step}\nnonsense`, `${"back 1\n".repeat(9)}`, `back 1\nback 2\nback 3\nview ${view}`])
    ok(client(`feed\n${bad}`).error, bad);
  same([client("look 1"), client("story 1 0 99")], before);
  for (const bad of ["online go 3 1", "online chang-cheng 9 1", "online chang-cheng 3 4", "online chang-cheng 3", "online"]) ok(client(bad).error, bad);
  for (const bad of ["play 1 wall", "takeback 0", "record", "evaluate 0 1 1", "review"]) ok(client(bad).error, bad);
  same([client("look 1"), client("story 1 0 99")], before);
});

test("what a seat cannot know changes no byte of its feed", () => {
  const deal = (deck2) => "read\nmuraille 1\ngame chinesische-mauer\nplayers 2\n" +
    "setup tokens 4 5 3 3 4 5 4 7 2 8 3 5 4 7 7 3 4 2 5 3 2 5 3 2 7 2 1 5 4 8 4 1 2 3 5 5\n" +
    `setup deck1 HGGWDWWSTSSWWWSHWSGN\nsetup deck2 ${deck2}\nmove 1 draw\nmove 1 2:W\nmove 2 1:WW\nmove 2 draw\n`;
  const feeds = ["SWGWNGSHSGTSWDWWSHWW", "GWNWSDTHSGWSSWSWGHWW"].map((deck2) => {
    server(deal(deck2));
    return [server("steps 1 0"), server("steps 0 0")];
  });
  same(feeds[0], feeds[1]);
});
