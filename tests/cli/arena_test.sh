#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/cli/arena_test.sh PROGRAM -- arena, engine, analyse and hint, as used by a person or a script. Prints TAP.
set -u
program=$(realpath "$1")
root=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
. "$root/tests/tap.sh"

is_json() { python3 -m json.tool <out >/dev/null 2>&1; }
untimed() { sed 's/"seconds_per_move":[0-9.]*/"seconds_per_move":0/g' out; }

# -- Help --

run 0 arena --help && says '^  match ' && says '^  ladder ' && cp out help && run 0 help arena && cmp -s out help && run 0 arena && cmp -s out help
report "arena lists its commands"
for command in match sprt scale ladder; do
    run 0 arena "$command" --help && says "muraille arena $command" && says '  --units N' && cp out help &&
        run 0 help arena "$command" && cmp -s out help
    report "arena $command has its help"
done
for command in engine analyse hint; do
    run 0 "$command" --help && says "muraille $command" && says '  --bot BOT'
    report "$command has its help"
done
run 0 arena exploit --help && says 'muraille arena exploit' && says '  --time TIME'
report "arena exploit has its help"
for command in train solve; do
    run 0 "$command" --help && says "muraille $command" && says '  --out FILE'
    report "$command has its help"
done

# -- Wrong usage --

run 2 arena juggle && complains 'unknown command "juggle"'
report "an unknown command of the arena is refused"
run 2 arena match greedy --game die-mauer && complains 'something is missing'
report "a match needs two bots"
run 2 arena match greedy random && complains 'expected: --game'
report "a match needs a game"
run 2 arena match greedy random --game halma && complains 'unknown game "halma"'
report "an unknown game is refused"
run 2 arena match greedy random --game die-mauer --players 2 && complains 'number of players'
report "an impossible number of players is refused"
run 2 arena match greedy greed --game die-mauer && complains '"greed": unknown bot'
report "an unknown bot is refused"
for spec in greedy@sims=0 greedy@cpu=5 greedy@x=1 greedy@model=none; do
    run 2 arena match greedy $spec --game die-mauer && complains "\"$spec\": "
    report "$spec is refused"
done
for setting in --cpu=50 --cpu=0ms --units=0 --sims=0 --sims=9..3 --threads=0 --elo=20 --elo=20,0 --timeout=x --limit=x; do
    run 2 arena sprt greedy random --game die-mauer $setting && complains "${setting#*=}"
    report "$setting is refused"
done
run 2 arena ladder --game die-mauer --pool greedy,nobody && complains '"nobody"'
report "an unknown bot in a pool is refused"
run 2 arena ladder --game die-mauer --pool greedy && complains 'fewer than two'
report "a ladder needs two bots"
run 2 arena ladder --game die-mauer --players 2 && complains 'this number of players'
report "a ladder needs a possible number of players"
run 2 arena exploit chinesische-mauer --players 6 && complains '"--players": '
report "an exploiter needs a possible number of players"
run 2 arena exploit chang-cheng --bot cmd:true && complains '"cmd:true": '
report "an external bot cannot be exploited"
run 2 train die-mauer && complains 'cannot train "die-mauer.3.model"'
report "a game that is solved is not trained"
run 2 train chang-cheng --hidden 17 && complains 'cannot train'
report "a net of an impossible size is not trained"
run 2 solve chang-cheng && complains 'cannot solve "chang-cheng"'
report "a game that is trained is not solved"
run 2 engine --bot nobody && complains '"nobody": unknown bot'
report "an engine with an unknown bot is refused"

# -- Matches --

run 0 arena match greedy random --game chinesische-mauer --units 4 --seed 1 && says 'Chinesische Mauer, 2 players, 4 units (8 games)' &&
    says '^  greedy ' && says 'Elo' && is_quiet
report "a match prints a table, and no progress bar without a terminal"
run 0 arena match greedy random --game die-mauer --players 4 --option hands=1 --units 3 --seed 1 --sims 2 --json --threads 1 && is_json &&
    says '"game":"die-mauer","players":4,"units":3,"games":24,"seed":1' && says '"sims_per_move":2.00' && untimed >one &&
    run 0 arena match greedy random --game die-mauer --players 4 --option hands=1 --units 3 --seed 1 --sims 2 --json --threads 3 &&
    untimed >three && cmp -s one three
report "a match has the same result with any number of threads"
run 0 arena sprt greedy random --game chinesische-mauer --seed 1 --sims 1 && says 'stronger: the second hypothesis is accepted'
report "a sequential test reaches a verdict"
run 0 arena sprt random random --game die-mauer --option hands=1 --seed 1 --units 16 --json && is_json && says '"verdict":"undecided"' && says '"judged_units":16'
report "a sequential test without a verdict ends after --units"
run 0 arena scale greedy --game die-mauer --option hands=1 --sims 1..4 --units 2 --seed 1 --json && is_json && says '"sims":2,"over":1' && says '"sims":4,"over":2'
report "scale doubles the simulations"
run 0 arena ladder --game chang-cheng --players 2 --pool random,greedy@sims=1 --units 2 --seed 1 && says '^### Chang Cheng, 2$' && says '^| .greedy@sims=1. | +'
report "a ladder is a table in Markdown"
says '^muraille arena ladder --pool random,greedy@sims=1 --game chang-cheng --players 2 --units 2 --seed 1$'
report "a ladder names the command that made it"
run 0 arena ladder --pool random,greedy@sims=1 --units 1 --seed 1 --json && is_json && [ "$(grep -o '"elo":' out | wc -l)" -eq 22 ]
report "a ladder of all games and numbers of players is a single JSON value"
run 0 arena exploit chinesische-mauer --players 3 --bot greedy@sims=1 --time 100ms --units 2 --seed 1 --json && is_json &&
    says '"unit":"share"' && says '"even":0.333333,"units":2'
report "an exploiter learns against a bot and is measured"
run 0 arena exploit chang-cheng --bot strong@sims=2 --time 1ms --units 1 --seed 1 && says '^Chang Cheng, 2, strong@sims=2: .* (even: 50.0 %)$'
report "the gain of an exploiter is reported"
run 0 arena exploit die-mauer --players 4 --bot random --time 10ms --seed 1 --json && is_json && says '"exact":false,"unit":"points"'
report "an exploiter of Die Mauer gains points"
if command -v script >/dev/null; then
    script -qec "$program arena match random random --game die-mauer --units 20" /dev/null </dev/null >out 2>err && says '\[[#.]*\]'
    report "a progress bar is drawn on a terminal"
fi

# -- External bots --

run 0 arena match "cmd:python3 $root/examples/bot.py" random --game die-mauer --option hands=1 --units 3 --seed 1 && is_quiet && says 'cmd:python3'
report "the example bot plays"
run 0 arena match "cmd:$program engine --bot greedy" random --game chang-cheng --units 1 --sims 2 --seed 1 --json && is_quiet && says '"sims_per_move":2.00'
report "the engine plays in the arena"
run 0 arena match "cmd:exit 1" random --game chang-cheng --units 2 --seed 1 --threads 1 && grep -q 'cmd:exit 1 failed in unit 1 at ply 0: it has ended; random moves made for it: [0-9]' err && says 'cmd:exit 1'
report "a bot that fails is reported, and the match continues"

# -- The engine --

printf 'muraille 1\nnonsense\nping\nrecord 1\nmuraille 1\ngame die-mauer\nplayers 3\nend\ngo sims 3\nquit\nping\n' >in
run 0 engine --bot greedy && says '^ready$' && says '^error this is not understood: "nonsense"' && says '^info sims 3$' &&
    [ "$(tail -n 1 out | cut -d ' ' -f 1)" = bestmove ] && is_quiet
report "the engine answers a script"
printf 'record 1\nmuraille 1\ngame die-mauer\nplayers 3\nend\ngo ms 60000\nstop\nping' >in
run 0 engine --bot greedy && says '^bestmove' && [ "$(tail -n 1 out)" = pong ]
report "stop ends a search, and later commands are answered"
head -c 300000 /dev/urandom >in
run 0 engine --bot greedy && is_quiet
report "the engine survives any bytes"

# -- analyse and hint --

"$program" random die-mauer --seed 7 --option hands=1 >game.mur
run 0 analyse game.mur --bot greedy --sims 1 --svg chart.svg && says '^Turning points' && says '^seat 3: decisions as good as the bot.s: [0-9]* of [0-9]' && grep -q '</svg>' chart.svg
report "a record is reviewed, with a chart"
run 0 analyse game.mur --bot greedy --sims 1 --json --seat 2 && is_json && says '"unit":"points"' && says '"seat":2,"moves"' && ! says '"seat":1,"moves"'
report "a review of one seat as JSON"
cp game.mur in
run 0 analyse - --bot greedy --sims 1 --json && cp out first && run 0 analyse game.mur --bot greedy --sims 1 --json && cmp -s out first
report "a review is reproducible"
sed '/^move/{20,$d}; /^result/d' game.mur >half.mur
run 0 analyse half.mur --bot greedy --sims 1 --svg half.svg && says '^seat 1: decisions as good as the bot.s: [0-9]* of [0-9]' && ! grep -q nan half.svg
report "an unfinished game is reviewed up to its last move"
run 0 analyse half.mur --bot ismcts --sims 20 --json && is_json && says '"unit":"share"'
report "a search prints shares of the victory"
run 2 analyse game.mur --seat 4 && complains 'only the seats 1 to 3'
report "an unknown seat is refused"
run 2 analyse game.mur --bot greedy --sims 1 --svg none/chart.svg && grep -q 'none/chart.svg: cannot be written' err
report "a chart that cannot be written is reported"
sed '20s/.*/move 1 xyzzy/' game.mur >bad.mur
for command in analyse hint; do
    run 2 $command bad.mur && complains '^bad.mur:20: "move 1 xyzzy": this is not a move'
    report "$command reports file, line and reason"
done
run 0 hint game.mur --ply 4 --bot greedy && says '^Move 5, seat [1-3]:$' && says '^\* ' && says '^Likely continuation: '
report "a hint is given"
run 0 hint game.mur --ply 4 --bot greedy --json && is_json && says '"unit":"points"' && says '"moves":\[{"move":"' && says '"line":\["'
report "a hint as JSON"
run 2 hint game.mur && complains 'the game is over'
report "there is no hint after the end"
run 2 hint game.mur --ply 9999 && complains 'does not contain this position'
report "there is no hint for an unknown position"
run 2 hint game.mur --ply 1 --seat "$(grep -m 1 '^move' game.mur | cut -d ' ' -f 2)" && complains "not this seat's turn"
report "there is no hint for a seat that may not act"

finish
