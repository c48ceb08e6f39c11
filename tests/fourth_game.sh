#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/fourth_game.sh -- does to a copy of the house what docs/adding-a-game.md says: the folder of the example game goes
# to engine/, one line to engine/games.c. Then it builds, and runs the laws over all four games.
set -eu
cd "$(dirname "$0")/.."
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
tar -cf - --exclude='./build*' --exclude=./.git --exclude=node_modules . | tar -xf - -C "$copy"
cd "$copy"

cp -R examples/fourth_game/engine/little_wall engine/
sed -i 's|^    X(dm) .*|&\n    X(lw) \\|' engine/games.c

meson setup fourth -Dbuildtype=debug -Dwasm=disabled -Dserver=disabled -Dclient=disabled -Dterminal=disabled >setup.log 2>&1 || { cat setup.log; exit 1; }
ninja -C fourth tests/engine_test muraille >build.log 2>&1 || { cat build.log; exit 1; }
fourth/muraille games | grep -q little-wall || { echo "muraille games does not list it"; exit 1; }
fourth/muraille random little-wall --players 3 --seed 1 >game.mur
fourth/muraille trace --seat 2 game.mur >/dev/null
fourth/tests/engine_test --color=never --jobs 1 --filter 'laws/*'
