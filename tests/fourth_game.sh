#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/fourth_game.sh -- does to a copy of the tree what docs/adding-a-game.md says: the folders of the example game go to
# engine/ and bots/, one line each to engine/games.c and to the list of heuristics. Then everything that should work
# automatically is tried: the laws of the engine, records, bots, the arena, playing in the terminal, and the browser's module.
set -eu
cd "$(dirname "$0")/.."
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
tar -cf - --exclude='./build*' --exclude=./.git --exclude=node_modules . | tar -xf - -C "$copy"
cd "$copy"
export XDG_DATA_HOME="$copy/data" # saved games are removed with the copy

fail() {
    echo "$1"
    exit 1
}

# -- The changes: sections 1 and 4 of the guide for the engine, 6 for the greedy bot --

cp -R examples/fourth_game/engine/little_wall engine/
sed -i 's|^    X(dm) .*|&\n    X(lw) \\|' engine/games.c
cp -R examples/fourth_game/bots/little_wall bots/
sed -i 's|&greedy_cm, |&\&greedy_lw, |' bots/greedy.c
sed -i 's|^extern const greedy_heuristic greedy_cm|&, greedy_lw|' bots/greedy.h

meson setup fourth -Dbuildtype=debug -Dserver=disabled -Dclient=disabled >setup.log 2>&1 || { cat setup.log; exit 1; }
ninja -C fourth tests/engine_test muraille >build.log 2>&1 || { cat build.log; exit 1; }

# -- Engine and records --

fourth/tests/engine_test --color=never --jobs 1 --filter 'laws/*'
fourth/muraille games | grep -q little-wall || fail "muraille games does not list it"
fourth/muraille rules little-wall | grep -q bricks || fail "muraille rules does not know it"
fourth/muraille random little-wall --players 3 --seed 1 >game.mur
fourth/muraille trace --seat 2 game.mur >/dev/null

# -- Bots: random and ismcts play any game, greedy has its heuristic --

for bots in "greedy random" "ismcts greedy"; do
    # shellcheck disable=SC2086
    fourth/muraille arena match $bots --game little-wall --players 3 --units 4 --sims 20 --seed 1 >match.log ||
        { cat match.log; fail "$bots do not play it"; }
done

# -- The terminal, line by line: always the first move of the list, until the game is over --

if fourth/muraille help play >/dev/null 2>&1; then
    yes 1 | head -n 40 | fourth/muraille play little-wall --plain --players 2 --seed 1 --pace none >play.log 2>&1 ||
        { cat play.log; fail "muraille play does not play it"; }
    grep -q 'the winner' play.log || { cat play.log; fail "nobody has won"; }
fi

# -- The browser's module, where WebAssembly can be built: a bot moves, a game ends --

if ninja -C fourth muraille.wasm >wasm.log 2>&1 && command -v node >/dev/null; then
    cat >wasm.mjs <<'END'
import { loadModule, openSession, playOn } from "./tests/wasm/ask.mjs";
const ask = await openSession(await loadModule("fourth/muraille.wasm"));
const { plies } = ask("new little-wall 3 1");
const { move } = ask("bot 1 ismcts 20 1");
const { legal } = ask("look 1");
playOn(ask, 99);
const end = ask("look 0");
process.exitCode = plies === 0 && legal.some((one) => one.move === move) && end.over && end.winners.length === 1 ? 0 : 1;
END
    node wasm.mjs || fail "the WebAssembly module does not play it"
elif grep -q 'unknown target' wasm.log; then
    echo "# without WebAssembly"
else
    cat wasm.log
    exit 1
fi
