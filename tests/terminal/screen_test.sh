#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/terminal/screen_test.sh PROGRAM -- plays the games full-screen in tmux, by keys alone.
# shellcheck disable=SC2154 # $games and $opened are set by tmux.sh
binary=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
cd "$work" || exit 1
ln -s "$binary" muraille
program=./muraille # short, because it is typed in windows of 80 columns
# shellcheck source=tests/tap.sh
. "$here/../tap.sh"
# shellcheck source=tests/terminal/tmux.sh
. "$here/tmux.sh"

# -- Each game to its end --

for size in 80x24 132x50; do
    for game in chinesische-mauer die-mauer chang-cheng; do
        open $size "$program" play --pace none $game --seed 5 --bots apprentice
        wait_for 'You choose:' && press_until 'The game is over' Enter Enter Enter
        report "$game is played to its end by keys alone, at $size"
        keys q && wait_for 'left with 0' && says 'is saved in'
        report "leaving $game prints where it is saved"
        record=$(echo "$games"/*"$game"*.mur)
        run 0 format "$record" && cmp -s out "$record" && says '^result '
        report "the record of $game is complete"
        rm -rf "$games"
    done
done

# -- The first screen --

open 80x24 "$program" play --pace none
wait_for 'M U R A I L L E' && says 'Chinesische Mauer' && says 'Die Mauer' && says 'Chang Cheng'
report "the first screen shows the games"
keys Down o && wait_for 'New game: Die Mauer'
report "a form asks who plays"
keys Right && wait_for 'Seat D' && keys Down Right && wait_for 'Seat A .*apprentice' && keys Escape && wait_for 'M U R A'
report "the form changes players and levels"
keys i && wait_for 'Die Mauer *1-' && keys Space && wait_for 'Die Mauer *2[0-9]-' && keys Escape && wait_for 'M U R A'
report "the rules can be read"
keys '?' && wait_for 'another language' && keys Escape && wait_for 'M U R A'
report "help explains the keys"
keys g && wait_for 'Spieler' && keys g g g && wait_for '2 to 5 players'
report "the language can be changed"
keys q && wait_for 'left with 0'
report "q leaves"

# -- At the table --

open 80x24 "$program" play --pace none chinesische-mauer --seed 5
wait_for 'You choose:' && keys x y z '%' F5 '?' && wait_for 'this help' && keys q && wait_for 'You choose:'
report "wrong keys do nothing"
keys / && wait_for 'Move:' && keys 1 : G Enter && wait_for 'you lay at site 1: gate'
report "a move can be typed"
keys u '?' && wait_for 'this help' && keys q && wait_for 'You choose:' && says 'you lay at site 1: gate' && ! says 'take back'
report "a move that others have seen cannot be taken back"
keys / && wait_for 'Move:' && keys 9 : G Enter && wait_for 'unknown site' && says 'Move: 9:G' && keys Escape
report "a wrong move is refused"
keys / && wait_for 'Move:' && keys 2 Tab && wait_for 'Move: 2:' && keys Escape && wait_for 'You choose:'
report "typed moves are completed"
keys H && wait_for 'chance to win' && says 'Expected scores' && keys Escape && wait_for 'You choose:'
report "the strong bot gives a hint with its reasons"
keys L && wait_for 'What happened' && says '  1  you lay' && keys Escape && wait_for 'You choose:'
report "the log lists what happened"
keys r && wait_for 'After move 1 of 1' && keys Left && wait_for 'After move 0 of 1' && keys Escape && wait_for 'You choose:'
report "the game so far can be stepped through"
keys s && wait_for 'Save a copy' && keys Enter && wait_for 'The record is in chinesische-mauer.mur'
report "a copy can be saved"
keys s && wait_for 'Save a copy' && keys Enter && wait_for 'exists' && keys Escape && wait_for 'You choose:'
report "nothing is overwritten"

# -- Sizes --

t resize-window -t "$opened" -x 60 -y 20 && wait_for 'The window is too small'
report "a window that is too small is reported"
t resize-window -t "$opened" -x 100 -y 40 && wait_for 'You choose:'
report "the game continues when the window is larger"

# -- Signals --

kill -9 "$(pid)" && wait_for 'left with 137'
report "the program can be killed"
open 80x24 "$program" play --pace none --resume
wait_for 'You choose:' && says 'you lay at site 1'
report "a game that was killed is resumed where it was"
kill -TERM "$(pid)" && wait_for 'is saved in' && wait_for 'left with 143'
report "SIGTERM ends the program and saves the game"
open 80x24 "$program" play --pace none
wait_for 'Continue' && says 'moves: 1' && keys Down Down Down Enter && wait_for 'you lay at site 1'
report "the first screen offers the interrupted game"
kill -SEGV "$(pid)" && wait_for 'left with 1' && t display-message -p -t "$opened" '#{alternate_on} #{mouse_any_flag}' >out && says '^0 0$'
report "a crash leaves the terminal as it was"
open 80x24 "$program" play --pace none chang-cheng --seed 5
wait_for 'You choose:' && process=$(pid) && t kill-session -t "$opened" && wait_for_exit "$process"
report "the program ends with its terminal"
open 80x24 bash --norc -i
keys "stty -a >before; $program play" Enter && wait_for 'M U R A' && keys C-c && wait_for 'play$' && keys 'stty -a >after; echo done' Enter &&
    wait_for '^done' && cmp before after
report "Ctrl-C restores the terminal"

# -- Suspending --

open 80x24 bash --norc -i
keys "$program play --pace none die-mauer --seed 5" Enter && wait_for 'You choose:' && keys C-z && wait_for 'Stopped' && keys fg Enter && wait_for 'You choose:'
report "Ctrl-Z suspends the program and fg resumes it"
keys q && wait_for 'is saved in'
report "after fg the game continues"

# -- Taking back --

open 80x24 "$program" play --pace none chang-cheng --seed 5 --players 2
wait_for 'You choose:' && keys Enter && wait_for 'Jin lays no neutral wall' && keys / && wait_for 'Move:' && keys 'double B2 B3' Enter &&
    wait_for 'u take back' && keys u && wait_for '1/9'
report "a move can be taken back as long as nobody has learnt anything from it"

# -- Pace --

slow="play --pace slow --seed 5"
open 80x24 "$program" "$slow" chang-cheng --players 3
wait_for 'You choose:' && keys Enter && wait_for 'Jin lays' && says 'The others are choosing' && says 'move slowly'
report "bots move one by one, and each move can be seen"
keys Space && wait_for 'You choose:' && keys Enter Enter && wait_for '1/19' && keys Enter && wait_for 'u take back.*Space skip' && keys u && wait_for '1/19'
report "a move can be taken back before a bot answers it"
open 80x24 "$program" "$slow" die-mauer --bots apprentice
wait_for 'You choose:' && press_until 'The game is over' Enter Space
report "a key skips the pauses of a whole game"
open 80x24 "$program" "$slow" chang-cheng --persons 0 --bots apprentice
wait_for 'move slowly' && keys + && wait_for 'usual pace' && keys + && wait_for 'move quickly' && keys + + && wait_for 'The game is over'
report "the pace can be changed during a game"
open 80x24 "$program" play --pace quick
wait_for 'M U R A' && keys Enter && wait_for 'You choose:' && keys - && wait_for 'usual pace' && keys q && wait_for 'M U R A' && keys Enter &&
    wait_for 'You choose:' && keys - && wait_for 'move slowly'
report "the pace is remembered for the next game"
run 2 play die-mauer --pace hasty && complains '"hasty"'
report "an unknown pace is refused"

# -- Hot seat --

rm -rf "$games"
open 80x24 "$program" play --pace none chinesische-mauer --seed 5 --players 2 --persons 2
wait_for "It is Player 1's turn" && ! says 'gate' && ! says 'horseman'
report "the screen is covered before the first hand is shown"
keys Enter && wait_for 'You choose:' && says dragon && keys / 1 : G Enter && wait_for 'lays at site 1: gate' &&
    keys / 1 : S Enter && wait_for "It is Player 2's turn" && ! says 'dragon' && ! says 'You choose'
report "it is covered between two hands"
keys Enter && wait_for 'You choose:' && ! says dragon && says wall
report "the second player does not see the first one's hand"
open 80x24 "$program" play --pace none die-mauer --seed 5 --persons 3
wait_for "It is Player 1's turn" && keys Enter && wait_for 'You choose' && keys / 6 Enter && wait_for "It is Player 2's turn" && ! says 'chosen'
report "secret choices are made one after another behind the cover"
keys u && wait_for 'You choose' && says 'Player 1' && keys / 4 Enter && wait_for "It is Player 2's turn"
report "a secret choice can be changed"

# -- Other terminals --

open 80x24 "$program" play --pace none die-mauer --seed 5 --ascii
wait_for 'You choose:' && ! LC_ALL=C grep -q '[^ -~]' out
report "--ascii shows only ASCII"
locale=C open 80x24 "$program" play --pace none chang-cheng --seed 5
wait_for 'You choose:' && ! LC_ALL=C grep -q '[^ -~]' out
report "a locale without UTF-8 shows only ASCII"
environment='NO_COLOR=1' open 80x24 "$program" play --pace none chang-cheng --seed 5
wait_for 'You choose:' && t capture-pane -e -p -t "$opened" >out && ! grep -q "$(printf '\033')\[[0-9;]*3[0-8]" out
report "NO_COLOR turns colours off"
environment='TERM=dumb' open 80x24 "$program" play --pace none die-mauer --seed 5
wait_for 'Your move:' && ! says 'You choose:'
report "on a dumb terminal games are played line by line"

# -- Replay --

"$program" random chang-cheng --seed 7 >game.mur
open 80x24 "$program" replay game.mur --pace none
wait_for 'After move 0 of' && keys Right Right && wait_for 'After move 2 of' && keys End && wait_for 'The game is over' && keys Home && wait_for 'After move 0 of'
report "a record is stepped through"
keys g && wait_for 'After move number' && keys 1 0 Enter && wait_for 'After move 10 of'
report "a replay can jump to a ply"
keys b && wait_for 'You choose:' && press_until 'The game is over' Enter Enter
report "a game can be continued from there"
keys q && wait_for 'After move 10 of' && keys q && wait_for 'left with 0'
report "leaving the game returns to the replay"
echo nonsense >bad.mur
run 1 replay bad.mur && complains 'this needs a terminal'
report "replay needs a full screen"
open 80x24 "$program" replay bad.mur
wait_for 'bad.mur: line 1' && wait_for 'left with 2'
report "an invalid record is refused with its line"

finish
