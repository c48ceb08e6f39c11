#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/terminal/valgrind.sh PROGRAM -- plays under valgrind: a whole game line by line, and a few moves full-screen in tmux. Fails on
# uninitialised or leaked memory; what ncurses still holds at exit is ignored.
# shellcheck disable=SC2154 # $opened is set by tmux.sh
program=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
cd "$work" || exit 1
# shellcheck source=tests/tap.sh
. "$here/../tap.sh"
# shellcheck source=tests/terminal/tmux.sh
. "$here/tmux.sh"
watch="valgrind --quiet --leak-check=full --show-leak-kinds=definite,indirect --errors-for-leak-kinds=definite,indirect --error-exitcode=99"

yes '#1' | head -n 500 | $watch "$program" play chang-cheng --seed 5 --bots apprentice --plain >out 2>err
code=$?
[ "$code" -eq 0 ] && [ ! -s err ] && says 'the game is over'
report "a game line by line"

open 80x24 "$watch" "$program" play --pace none die-mauer --seed 5 '2>err.valgrind'
wait_for 'You choose:' && keys Enter && wait_for 'You choose:' && keys '?' && wait_for 'this help' && keys q && wait_for 'You choose:'
report "moves and help"
keys H && wait_for 'Expected scores' && keys q && wait_for 'You choose:' && keys r && wait_for 'After move' && keys Left q && wait_for 'You choose:'
report "a hint, and past positions"
t resize-window -t "$opened" -x 132 -y 50 && wait_for 'The master shows a piece' && keys / && wait_for 'Move:' && keys Escape && wait_for 'You choose:'
report "another size"
keys q && wait_for 'left with 0' && [ ! -s err.valgrind ]
report "valgrind reports nothing"
[ ! -s err.valgrind ] || sed 's/^/# /' err.valgrind

finish
