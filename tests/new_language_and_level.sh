#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/new_language_and_level.sh -- does to a copy of the tree what docs/adding-a-language.md and bots/levels.h say. A toy
# language "xx" is one line in po/languages.h, one catalogue and one rules file for each game; a toy level "giant" is one
# entry in bots/levels.h. After a build everything that offers languages or levels must offer these two. Prints TAP.
set -eu
cd "$(dirname "$0")/.."
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
tar -cf - --exclude='./build*' --exclude=./.git --exclude=node_modules . | tar -xf - -C "$copy"
modules=$PWD/web/node_modules wasm=$PWD/build/muraille.wasm
cd "$copy"

# -- The changes of a translator and an author of bots --
sed -i 's|^\( *X(en, .*)\) *\\$|\1 \\\n    X(xx, "Xxish") \\|' po/languages.h
sed -e 's/^"Language: de/"Language: xx/' -e 's/^msgstr "Spielregeln"$/msgstr "Xxrules"/' po/de.po >po/xx.po
for rules in engine/*/rules.de.md; do
    sed '1s/$/ (xx)/' "$rules" >"${rules%.de.md}.xx.md"
done
sed -i 's|^\( *\)X(emperor, .*|\1X(giant, N_("master"), N_("Master"), N_("Has learnt from thousands of games."), (.others = 0), (.others = 0), (.others = 0)) \\\n&|' bots/levels.h

# -- Building only what depends on languages or levels --
meson setup toy -Dbuildtype=plain -Dwasm=disabled -Dserver=disabled -Dclient=disabled >setup.log 2>&1 || { cat setup.log; exit 1; }
ninja -C toy muraille packaging/muraille packaging/_muraille packaging/muraille.fish packaging/muraille.en.1 >build.log 2>&1 || { cat build.log; exit 1; }

n=0
failed=0
try() { # name command...
    n=$((n + 1))
    name=$1
    shift
    if "$@" >log 2>&1; then
        echo "ok $n - $name"
    else
        echo "not ok $n - $name"
        sed 's/^/# /' log | tail -n 5
        failed=1
    fi
}
unset LC_ALL LC_MESSAGES MURAILLE_LANG
LANG=C XDG_DATA_HOME=$copy/data
export LANG XDG_DATA_HOME
muraille() { toy/muraille "$@"; }

# -- The language --
help_lists_it() { muraille help play | grep -q -e '--lang LANGUAGE  *.*xx'; }
is_spoken() { [ "$(muraille --lang xx)" = "$(muraille --lang de)" ] && [ "$(LANG=xx_XX.UTF-8 toy/muraille)" = "$(muraille --lang de)" ]; }
has_rules() {
    for game in chinesische-mauer die-mauer chang-cheng; do
        muraille rules "$game" --lang xx | head -n 1 | grep -q '(xx)$' || return 1
    done
}
start_in() { printf 'quit\n' | toy/muraille --lang "$1" play die-mauer --plain --seed 5 | head -n 8; } # later lines contain the name of a new file
is_played() { start_in xx >out && grep -q . out && start_in de | cmp - out; }
is_completed() { grep -q -e "lang.*xx" "toy/packaging/$1"; }
is_translated() { command -v xgettext >/dev/null || return 0; scripts/translations; }
is_in_the_browser() {
    node -e 'import("./web/languages.mjs").then(({ languages }) => process.exit(languages.xx === "Xxish" ? 0 : 1))' || return 1
    [ -f "$wasm" ] && [ -d "$modules" ] || return 0
    ln -s "$modules" web/node_modules
    node web/build.mjs --wasm "$wasm" --out page && grep -q Xxish page/*.js && [ -f page/words.xx.json ] &&
        [ -f page/rules/die-mauer.xx.md ] && grep -q 'lang="xx"' page/index.html
}
try "the help lists the language" help_lists_it
try "the program is translated" is_spoken
try "the rules can be read in it" has_rules
try "a game can be played in it" is_played
for shell in muraille _muraille muraille.fish; do
    try "the completion $shell offers the language" is_completed $shell
done
try "its catalogue is checked like the others" is_translated
try "the browser client offers it" is_in_the_browser

# -- The level --
plays() { printf 'who\nquit\n' | toy/muraille play die-mauer --plain --bots giant --seed 5 >out && grep -q '^seat 2: .*, ' out; }
try "the help lists the level" sh -c 'toy/muraille help play | grep -q "against you: .*, giant, emperor"'
try "people can play against it" plays
try "it can play in the arena" toy/muraille arena match giant random --game die-mauer --units 1 --seed 1
try "the pool of levels contains it" sh -c 'toy/muraille arena ladder --pool levels --game die-mauer --players 3 --units 1 --sims 1 --seed 1 | grep -q "^| .giant. "'
for shell in muraille _muraille muraille.fish; do
    try "the completion $shell offers the level" grep -q giant "toy/packaging/$shell"
done
try "the manual page names it" grep -q giant toy/packaging/muraille.en.1
try "tests over all levels include it" sh -c 'scripts/levels | grep -q giant && node -e "import(\"./tests/levels.mjs\").then(({ levels }) => process.exit(levels.includes(\"giant\") ? 0 : 1))"'
echo "1..$n"
exit "$failed"
