#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/new_language_and_level.sh -- does to a copy of the tree what docs/adding-a-language.md and bots/levels.h say. A toy
# language "xx" is one line in po/languages.h, one catalogue and one rules file for each game; a toy level "giant" is one
# entry in bots/levels.h and its three texts in each catalogue. After a build the program, its manual page and completions, and
# the browser client must offer these two; the server, which takes long to build, reads the same two lists. Prints TAP.
set -eu
cd "$(dirname "$0")/.."
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
tar -cf - --exclude='./build*' --exclude=./.git --exclude=node_modules . | tar -xf - -C "$copy"
modules=$PWD/web/node_modules
cd "$copy"

# -- The changes of a translator and an author of bots --
sed -i 's|^\( *X(en, .*)\) *\\$|\1 \\\n    X(xx, "Xxish") \\|' po/languages.h
sed -e 's/^"Language: de/"Language: xx/' -e 's/^msgstr "Spielregeln"$/msgstr "Xxrules"/' po/de.po >po/xx.po
for rules in engine/*/rules.de.md; do
    sed '1s/$/ (xx)/' "$rules" >"${rules%.de.md}.xx.md"
done
sed -i 's|^\( *\)X(emperor, .*|\1X(giant, N_("giant"), N_("Giant"), N_("Steps over walls."), (.others = 0), (.others = 0), (.others = 0)) \\\n&|' bots/levels.h
for language in $(scripts/languages --translated); do
    for text in giant Giant "Steps over walls."; do
        printf '\nmsgid "%s"\nmsgstr "%s, in %s"\n' "$text" "$text" "$language"
    done >>"po/$language.po"
done
if command -v xgettext >/dev/null; then scripts/translations --write; fi

# -- Building only what depends on languages or levels --
meson setup toy -Dbuildtype=plain -Dserver=disabled -Dclient=disabled >setup.log 2>&1 || { cat setup.log; exit 1; }
ninja -C toy muraille packaging/muraille packaging/_muraille packaging/muraille.fish packaging/muraille.en.1 >build.log 2>&1 || { cat build.log; exit 1; }
wasm=toy/muraille.wasm
if ninja -C toy -t targets all | grep -q '^muraille.wasm:'; then
    ninja -C toy muraille.wasm >build.log 2>&1 || { cat build.log; exit 1; }
fi

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
who_plays() { printf 'who\nquit\n' | toy/muraille --lang "$1" play die-mauer --plain --bots giant --seed 5; }
plays() { who_plays en | grep -q '^seat 2: .*, giant$'; }
is_called() { who_plays "$1" | grep -q ", giant, in $1\$"; }
is_offered_by_the_browser() {
    [ -f "$wasm" ] || return 0
    node -e 'import("./tests/wasm/ask.mjs").then(async ({ loadModule, openSession }) => {
        const { levels } = (await openSession(await loadModule(process.argv[1])))("games");
        process.exit(levels.some((level) => level.id === "giant" && level.label === "Giant") ? 0 : 1);
    })' "$wasm"
}
try "the help lists the level" sh -c 'toy/muraille help play | grep -q "against you: .*, giant, emperor"'
try "people can play against it" plays
for language in $(scripts/languages --translated); do
    try "its name is translated into $language" is_called "$language"
done
try "the browser client offers the level" is_offered_by_the_browser
try "it can play in the arena" toy/muraille arena match giant random --game die-mauer --units 1 --seed 1
try "the pool of levels contains it" sh -c 'toy/muraille arena ladder --pool levels --game die-mauer --players 3 --units 1 --sims 1 --seed 1 | grep -q "^| .giant. "'
for shell in muraille _muraille muraille.fish; do
    try "the completion $shell offers the level" grep -q giant "toy/packaging/$shell"
done
try "the manual page names it" grep -q giant toy/packaging/muraille.en.1
try "tests over all levels include it" sh -c 'scripts/levels | grep -q giant && node -e "import(\"./tests/levels.mjs\").then(({ levels }) => process.exit(levels.includes(\"giant\") ? 0 : 1))"'
echo "1..$n"
exit "$failed"
