#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/cli/plain_test.sh PROGRAM -- games line by line, as with a screen reader or a pipe. Prints TAP.
set -u
program=$(realpath "$1")
root=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
. "$root/tests/tap.sh"
TRANSLATED=$("$root/scripts/languages" --translated)

GAMES="chinesische-mauer die-mauer chang-cheng"
QUICK="--bots random"
first_moves() { yes '#1' | head -n 5000; }
finished_games() { grep -l '^result ' data/muraille/games/*.mur; }

# -- Whole games --

for game in $GAMES; do
    first_moves >in
    # shellcheck disable=SC2086 # the words are several
    run 0 play "$game" --plain --seed 5 $QUICK && says '^> #1$' && says ', the winner$' && says '^Thank you' && is_quiet
    report "a script that always takes the first move plays $game to the end"
    ! LC_ALL=C grep -q "$(printf '[\033\007\010\r]')" out
    report "the output of $game has no character that moves a cursor"
    { printf '%s\n' '#1' '#1' '#1' 'save kept.mur'; } >in
    rm -f kept.mur
    run 0 play "$game" --plain --seed 5 --players 3 --seat 2 && says 'The record is in kept.mur' && run 0 format kept.mur &&
        cmp -s out kept.mur
    report "a game of $game is saved as a record, and the end of input ends the program normally"
    # shellcheck disable=SC2086
    run 0 play "$game" --plain --seed 5 --seat 0 $QUICK && says 'You are watching' && says ', the winner$'
    report "a game of $game can be watched"
    printf '%s\n' help board hand totals picture legal moves log 'log 1' who hint undo rules save 'help #1' quit >in
    run 0 play "$game" --plain --seed 5 --players 3 && says '^  quit: ' && says '^seat 1: .*, you$' && says '^seat 2: .*, journeyman$' &&
        says '^Expected scores: ' && says 'too late' && says '^The idea' && says '^The record is in .*\.mur\.$' && ! says '^"'
    report "every command answers in $game"
    { printf 'board\n'; first_moves; printf 'log\ntotals\n\n'; } >in
    # shellcheck disable=SC2086
    run 0 play "$game" --plain --seed 6 --players 3 $QUICK && [ "$(grep -c ', the winner$' out)" -ge 1 ]
    report "commands do not change the game of $game"
done
for level in $("$root/scripts/levels") strong; do
    printf '%s\n' '#1' '#1' who quit >in
    run 0 play die-mauer --plain --seed 5 --bots $level && [ "$(grep -c "^seat [23]: .*, " out)" -eq 2 ]
    report "the bots can be of level $level"
done
first_moves >in
run 0 play chang-cheng --plain --players 4 --option events=diplomacy,watchers --seed 5 --bots random && says '^the watchers turn up' && says '^diplomacy: '
report "options of a game are options of the command"

# -- In words --

printf '%s\n' board hand totals quit >in
run 0 play chang-cheng --plain --players 2 --seed 7 && says '^Board .., number 1 of 2 from the left:$' && says '^  province Cp1, slots 1 to .: worth .*slots filled' &&
    says '^  region Cm1, slots 1 to .: threat token face down$' && says '^  slots 1 to 13: empty$' && says '^your hand: warrior, ' && says '^single walls left: 14$' &&
    says ': 0 points; left: walls 14' && says '^neutral walls: 12$'
report "the board, the hand and the totals of Chang Cheng are described in words"
printf '%s\n' '#1' quit >in
run 0 play chang-cheng --plain --players 2 --seed 7 --bots random && says '^you look at the threat token of Cm1: power' && says '^Changes: .*worth'
report "changes are described after the others have moved"

# -- Wrong answers --

printf '%s\n' 'right' '' '   ' 'help 2' 'help xyzzy' 'xyzzy' 'T' 'log x' 'quit' >in
run 0 play die-mauer --plain --seed 5 && says '^"right": .* Type help for help' && says '"xyzzy": this is not a move' && says '^choose: wall of 2$' &&
    says '^Type log' && says '^Thank you'
report "an invalid move is refused with help"
{ printf '\377\376\n\033[2J\n\000\n'; head -c 100000 /dev/zero | tr '\0' x; printf '\n#999999\n#0\n#-1\nquit now\n'; } >in
run 0 play chang-cheng --plain --seed 5 && ! LC_ALL=C grep -q "$(printf '\033')" out && says 'xff' && says '^Thank you'
report "garbage is quoted and harmless"
printf 'quit' >in
run 0 play chang-cheng --plain --seed 5 && says '^> quit$' && says '^Thank you'
report "a last line without a newline is read"
run 0 play chang-cheng --plain --seed 5 && says '^Thank you' && is_quiet
report "the end of input ends the program"
printf '%s\n' 'save kept.mur' 'save none/kept.mur' >in
cp kept.mur before.mur
run 0 play chang-cheng --plain && says 'kept.mur: cannot be written' && says 'none/kept.mur: cannot be written' && cmp -s kept.mur before.mur
report "nothing is overwritten when a game is saved"
export XDG_DATA_HOME=/proc/none
printf 'save\nsave here.mur\n' >in
run 0 play chang-cheng --plain --seed 5 --seat 2 && says '^The game is not saved: ' && says 'The record is in here.mur' && [ -s here.mur ]
report "a game that cannot be saved is reported, and continues"
home=${HOME-}
unset XDG_DATA_HOME HOME
run 0 play chang-cheng --plain --seed 5 --seat 2 && says '^The game is not saved: No such file'
report "without a home folder a game is not saved, and the reason is right"
export XDG_DATA_HOME="$work/data" HOME="$home"

# -- Which game, which seats --

printf '%s\n' 'halma' 2 quit >in
run 0 play --plain && [ "$(grep -c 'Which game?' out)" -eq 2 ] && says '^Die Mauer\. You are seat 1'
report "without a game the program asks for one"
run 0 play --plain && says 'Which game?'
report "the end of input at the question for a game ends the program"
printf 'quit\n' >in
run 0 play die-mauer && says '^Thank you'
report "without a terminal games are played line by line"
run 2 play halma --plain && complains 'unknown game "halma"'
report "an unknown game cannot be played"
run 2 play die-mauer --plain --seat 9 && complains 'not that many seats'
report "an unknown seat cannot be taken"
run 2 play die-mauer --plain --players 9 && complains 'number of players'
report "too many players cannot play"
run 2 play die-mauer --plain --persons 4 --players 3 && complains 'not that many seats'
report "more persons than seats cannot play"
run 2 play die-mauer --plain --bots nobody && complains 'unknown bot "nobody"'
report "an unknown bot cannot play"
run 2 play die-mauer --plain --option hands=none && complains 'hands\|none'
report "an impossible option is refused"

# -- Taking back, leaving, going on --

rm -rf data
run 2 play --plain --resume && complains 'no interrupted game'
report "there is nothing to resume before anything was played"
printf '%s\n' '#1' '#2' undo '#2' log quit >in
run 0 play chang-cheng --plain --players 2 --seed 7 --bots random && says '^Taken back\.$' && says '^The game is saved in .*; --resume' && grep '^[0-9]*\. ' out >log
report "a wall that revealed nothing can be taken back"
[ "$(grep -c '^Your move' out)" -eq 5 ]
report "after a take-back the choice is there again"
printf '%s\n' log quit >in
run 0 play --plain --resume && grep '^[0-9]*\. ' out | cmp -s - log && [ "$(find data -name '*.mur' | wc -l)" -eq 1 ]
report "an interrupted game is resumed"
mkfifo pipe
"$program" play chang-cheng --plain --players 2 --seed 7 --bots random <pipe >out 2>err &
pid=$!
exec 3>pipe
printf '#1\n#2\n' >&3
tries=0
while ! [ "$(grep -c '^Your move' out)" -eq 3 ] && [ $tries -lt 3000 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
kill -9 $pid
wait $pid 2>/dev/null
exec 3>&-
printf '%s\n' log quit >in
run 0 play chang-cheng --plain --resume && grep '^[0-9]*\. ' out | cmp -s - log
report "a game that was killed is resumed"
printf '%s\n' quit >in
run 2 play die-mauer --plain --resume && complains 'no interrupted game'
report "only a game of the given kind is resumed"
first_moves >in
run 0 play --plain --resume chang-cheng --bots random && says ', the winner$' && [ "$(finished_games | wc -l)" -eq 1 ] &&
    run 0 format "$(finished_games)" && cmp -s out "$(finished_games)" && ! says '^tag bot1'
report "a resumed game is played to its end and saved as a record"

# -- Several persons --

for game in $GAMES; do
    { yes '#1' | head -n 5000; } >in
    run 0 play "$game" --plain --players 3 --persons 3 --seed 5 && says 'The keyboard goes to' && says ', the winner$'
    report "three persons play $game at one keyboard"
done
printf '%s\n' '' 'wall D1' '' 'card mason Dp2' 'wall D6' '' 'log' 'board' 'hand' quit >in
run 0 play chang-cheng --plain --players 2 --persons 2 --option neutral=off --seed 5
# the output for the first person after the second has laid a card
awk '/The keyboard goes to/ { n++ } n == 3' out >third
[ "$(grep -c 'The keyboard goes to' out)" -eq 3 ] && grep -q 'lays face down: something' third && grep -q 'Player 2 1' third && ! grep -q 'mason.*Dp2\|lays face down: mason' third
report "a person's card is hidden from the next person"
awk '/The keyboard goes to/ && blank < 50 { bad = 1 } { blank = $0 == "" ? blank + 1 : 0 } END { exit bad }' out
report "blank lines push the last hand out of sight"
printf '%s\n' '' '#1' undo '#2' '' log >in
run 0 play die-mauer --plain --players 3 --persons 3 --seed 5 && [ "$(grep -c '^Player 1 can still type undo' out)" -eq 2 ] && says '^Taken back' &&
    says '^Player 1 has chosen: tower$' && says '^Player 1 has chosen: gate$' && says '^1\. Player 1 has chosen: something$'
report "a choice is taken back before the keyboard is handed over"
printf '%s\n' '' '#1' quit >in
run 0 play die-mauer --plain --persons 2 --seed 5 && [ "$(grep -c 'The keyboard goes to' out)" -eq 2 ] && says '^Thank you'
report "a game can be left between two turns"

# -- Languages --

for lang in $TRANSLATED; do
    for game in $GAMES; do
        { printf '%s\n' help board hand totals who; first_moves; } >in
        run 0 --lang $lang play "$game" --plain --seed 5 --bots random && ! says 'the winner' && ! says 'Your move' && ! says ' lays' && is_quiet
        report "$game is played in $lang"
    done
done

# -- Closed output --

yes halma | { "$program" play --plain 2>err; echo $? >code; } | head -n 1 >out
[ "$(cat code)" -eq 1 ] && is_quiet
report "a question is not repeated when the output is closed"
yes '#1' | { "$program" play chang-cheng --plain --bots random 2>err; echo $? >code; } | head -n 1 >out
[ "$(cat code)" -eq 1 ] && is_quiet
report "a game ends when the output is closed"

finish
