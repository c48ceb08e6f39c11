#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/cli/cli_test.sh PROGRAM -- the command line, as used by a person or a script. Prints TAP.
set -u
program=$(realpath "$1")
root=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
. "$root/tests/tap.sh"
TRANSLATED=$("$root/scripts/languages" --translated)
LANGUAGES="en $TRANSLATED"

GAMES="chinesische-mauer die-mauer chang-cheng"
# in UTF-8 all bytes of a character except the first are between 0200 and 0277
fits() { LC_ALL=C tr -d '\200-\277' <"$1" | LC_ALL=C awk 'length($0) > 80 { exit 1 }'; }
lines() { wc -l <"$1" | tr -d ' '; }

# -- Help on every level --

run 0 && says 'muraille play' && says '^  trace ' && is_quiet
report "without arguments the commands are listed"
run 0 --help && cp out help && run 0 -h && cmp -s out help && run 0 help && cmp -s out help
report "--help, -h and help are the same"
for command in play games rules show trace format random; do
    grep -q "^  $command " help && run 0 "$command" --help && says "muraille $command" && says '  --help' && cp out help2 &&
        run 0 help "$command" && cmp -s out help2
    report "$command has its help"
done
run 0 trace --help && says '  --seat S' && ! says '  --ply'
report "a command's help shows its own options only"
run 0 --version && says '^muraille [0-9]*\.[0-9]*\.[0-9]*$' && cp out help && run 0 -V && cmp -s out help
report "--version prints the version"

# -- Wrong usage --

run 2 juggle && complains 'unknown command "juggle"'
report "an unknown command is refused"
run 2 help juggle && complains 'unknown command "juggle"'
report "help on an unknown command is refused"
run 2 games --colour && complains '--colour'
report "an unknown option is refused"
run 2 games -x && complains ' -x,'
report "an unknown letter is refused"
run 2 games --json=1 && complains '--json=1'
report "a value for an option that takes none is refused"
run 2 trace --seat && complains '--seat needs a value'
report "an option without its value is refused"
for value in x -1 1x "" 99999999999; do
    run 2 trace --seat="$value" none.mur && complains "\"$value\""
    report "--seat=$value is refused"
done
run 2 trace && complains 'something is missing; expected: .*FILE'
report "a missing file name is reported"
run 2 trace a b && complains 'unexpected argument "b"'
report "an extra argument is refused"
run 2 rules halma && complains 'unknown game "halma"; the games are chinesische-mauer, die-mauer, chang-cheng'
report "an unknown game is refused"
run 2 --lang xx games && complains '"xx"'
report "an unknown language is refused"
run 2 games --lang && complains 'language'
report "--lang without a language is refused"

# -- games --

run 0 games && for game in $GAMES; do says "^$game: " || exit 1; done && says '^  option hands: .*(default: 3 / 4 / 5 / 6)' && says '^    1-99$'
report "games are listed with their options"
run 0 games --json && [ "$(tr -cd '{' <out | wc -c)" -eq "$(tr -cd '}' <out | wc -c)" ] && says '"id":"die-mauer"' &&
    says '"neutral".*"defaults":{"2":"on","3":"off","4":"off"}'
report "games are listed as JSON"

# -- random and format --

for game in $GAMES; do
    run 0 random "$game" --players 3 --seed 18446744073709551615 && cp out "$game.mur" && says '^tag seed 18446744073709551615$' &&
        says '^players 3$' && [ "$(tail -n 1 out | cut -d ' ' -f 1)" = result ]
    report "random plays $game to the end"
    run 0 random "$game" --players 3 --seed 18446744073709551615 && cmp -s out "$game.mur"
    report "the same seed gives the same game of $game"
    run 0 random "$game" --players 3 --seed 2 && ! cmp -s out "$game.mur"
    report "another seed gives another game of $game"
    run 0 format "$game.mur" && cmp -s out "$game.mur"
    report "format writes the same bytes of $game"
    sed 's/$/\r/; 3i # a comment\r' "$game.mur" >in
    run 0 format - && cmp -s out "$game.mur"
    report "format reads CR LF and comments from standard input, $game"
done
run 0 random die-mauer && says '^players 3$'
report "without --players the smallest number of seats plays"
run 0 random chang-cheng --option events=diplomacy,watchers --seed 1 --option neutral=off --option first=2 &&
    [ "$(grep '^option' out | tr '\n' ';')" = "option first 2;option neutral off;option events diplomacy,watchers;" ]
report "options are written in the game's order"
run 2 random die-mauer --players 2 && complains 'number of players'
report "an impossible number of players is refused"
run 2 random die-mauer --option hands=0 && complains '"hands=0"'
report "an impossible value is refused"
run 2 random die-mauer --option colour=red && complains '"colour=red"'
report "an unknown option of the game is refused"
run 2 random die-mauer --option hands=1 --option hands=2 && complains '"hands=2"'
report "an option given twice is refused"
run 2 random die-mauer --option hands && complains '"hands"'
report "an option without a value is refused"
run 2 random die-mauer --seed 18446744073709551616 && complains '"18446744073709551616"'
report "a seed that is too large is refused"

# -- trace --

for game in $GAMES; do
    moves=$(grep -c '^move' "$game.mur")
    run 0 trace "$game.mur" && [ "$(lines out)" -eq $((moves + 1)) ] && head -n 1 out | grep -q '^{"ply":0,"move":null,"legal":{"' &&
        tail -n 1 out | grep -q '"legal":{}.*"result":{"scores":\[.*"winners":\['
    report "trace writes a line for each position of $game"
    for seat in 0 1 2 3; do
        run 0 trace "$game.mur" --seat "$seat" && [ "$(lines out)" -eq $((moves + 1)) ] && is_quiet
        report "trace shows what seat $seat sees of $game"
    done
    cp "$game.mur" in
    run 0 trace - --seat=0 && head -n 1 out | grep -q '"legal":{}'
    report "trace reads standard input, and a spectator has no moves, $game"
done
run 2 trace --seat 4 die-mauer.mur && complains 'only the seats 1 to 3'
report "an unknown seat is refused"
run 2 trace none.mur && complains 'none.mur: cannot be read'
report "a missing file is reported"
run 2 trace . && complains 'cannot be read'
report "a folder is refused as a record"

# -- Broken records --

sed '20s/.*/move 1 xyzzy/' die-mauer.mur >bad.mur
for command in trace show format; do
    run 2 $command bad.mur && complains '^bad.mur:20: "move 1 xyzzy": this is not a move; possible: move '
    report "$command reports file, line and reason, and writes nothing"
done
cp bad.mur in
run 2 trace - && complains '^-:20: '
report "errors in standard input name the file -"
printf 'muraille 1\ngame die-mauer\nplayers 3\n\033[2J\n' >bad.mur
run 2 trace bad.mur && complains '^bad.mur:4: "\\x1b\[2J": control characters'
report "control characters are not printed"
run 2 trace /dev/zero && complains '/dev/zero:1: a record is no longer than 16 MB'
report "an endless file is not read completely"

# -- show --

for game in $GAMES; do
    moves=$(grep -c '^move' "$game.mur")
    run 0 show "$game.mur" && says ", move $moves of $moves: " && says 'the winner'
    report "show draws the last position of $game"
    run 0 show --ply 0 "$game.mur" && says 'before the first of'
    report "show draws the first position of $game"
    run 0 show --ply 7 --seat 2 "$game.mur" && says ', move 7 of ' && fits out
    report "show draws what a seat sees of $game in 80 columns"
done
run 2 show --ply 99999 die-mauer.mur && complains 'this record ends with move [0-9]*$'
report "an unknown position is refused"
sed '/^players/a tag player2 Anna-Maria von und zu' chinesische-mauer.mur >named.mur
run 0 show --ply 7 named.mur && says 'Anna-Maria'
report "names come from the tags"

# -- rules --

for game in $GAMES; do
    for lang in $LANGUAGES; do
        run 0 rules "$game" --lang $lang && [ "$(lines out)" -gt 60 ] && ! says "$(printf '\033')" && ! says '^|' && ! says '^#' && cp out "$game.$lang"
        report "the rules of $game are printed in $lang"
    done
    ! cmp -s "$game.en" "$game.fr" && ! cmp -s "$game.it" "$game.de"
    report "the rules of $game differ between languages"
    fits "$game.de"
    report "the rules of $game fit into 80 columns"
done

# tty COMMAND: its output if standard output is a terminal
tty() { TERM=xterm script -qec "$1" /dev/null </dev/null >out 2>err; }
if command -v script >/dev/null; then
    tty "$program rules die-mauer" && says "$(printf '\033\[1m')Die Mauer" && ! says '^====' && ! says '`'
    report "headings are bold on a terminal"
    tty "NO_COLOR=1 $program rules die-mauer" && ! says "$(printf '\033')" && says '^===='
    report "NO_COLOR gives plain text"
fi

# -- Languages --

run 0 --lang en && cp out help
for lang in $TRANSLATED; do
    run 0 --lang $lang && ! cmp -s out help && cp out "help.$lang" && run 0 help --lang=$lang && cmp -s out "help.$lang"
    report "--lang $lang sets the language, anywhere on the command line"
    MURAILLE_LANG=$lang
    export MURAILLE_LANG
    run 0 && cmp -s out "help.$lang"
    report "MURAILLE_LANG=$lang sets the language"
    run 0 --lang en && cmp -s out help
    report "--lang overrides MURAILLE_LANG=$lang"
    unset MURAILLE_LANG
    LANG=${lang}_CH.UTF-8
    run 0 && cmp -s out "help.$lang"
    report "LANG=$LANG sets the language, although that locale is not installed"
    LC_ALL=C
    export LC_ALL
    run 0 && cmp -s out help
    report "LC_ALL=C overrides LANG=$LANG"
    unset LC_ALL
    LANG=C
    run 2 trace --lang $lang bad.mur && ! grep -q 'control characters' err && grep -q '^bad.mur:4: ' err
    report "errors of a record are reported in $lang"
done
LANG=xx_XX.UTF-8
run 0 && cmp -s out help
report "a locale without a translation gives English"
MURAILLE_LANG=xx
LANG=fr_FR
export MURAILLE_LANG
run 0 && cmp -s out help.fr
report "an unknown MURAILLE_LANG is ignored"
unset MURAILLE_LANG
LANG=C

# -- Names that were changed --

run 2 arena match greedy random --game none --limit 5s && complains 'unknown game "none"'
report "--limit is still understood as --timeout"
for setting in per-address thinkers silence hooks; do
    run 2 serve --set "$setting=?" && complains "not a valid value for \"$setting\""
    report "the setting $setting is still known by its former name"
done

# -- Output that cannot be written --

if [ -w /dev/full ]; then
    for arguments in "games" "trace die-mauer.mur" "random die-mauer" "rules die-mauer" "format die-mauer.mur"; do
        # shellcheck disable=SC2086 # the words are several
        "$program" $arguments >/dev/full 2>err
        [ $? -eq 1 ] && grep -q 'could not be written' err
        report "a full disk is reported: $arguments"
    done
fi
{ "$program" trace die-mauer.mur 2>err; echo $? >code; } | head -n 1 >out
[ "$(cat code)" -le 1 ] && is_quiet
report "a closed pipe is not an error"

finish
