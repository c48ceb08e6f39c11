#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/house.sh [--write] -- reads every #include "..." and every import, draws the folders and their dependencies into
# docs/house.md (--write) or compares with what is drawn there, and fails on a dependency that tests/layers.txt does not
# allow, on a game that knows another game, on a private header (x_int.h) used from another folder, and on a header of the
# C library that the engine must not use. Lists the five longest functions, for information.
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

files() {
    find . \( -path './build*' -o -path '*/node_modules' -o -path ./.git -o -path ./examples/fourth_game \) -prune -o \
        -type f \( "$@" \) -print | sed 's|^\./||' | sort
}

# "FILE TARGET" for every dependency that names a file of ours; "FILE <HEADER>" for the C library's.
{
    files -name '*.[ch]' | xargs grep -HoE '^[ \t]*#[ \t]*include[ \t]*("[^"]+"|<[^>]+>)' |
        sed -E 's/:[ \t]*#[ \t]*include[ \t]*/ /; s/"//g'
    files -name '*.ts' -o -name '*.tsx' -o -name '*.mjs' -o -name '*.js' | xargs -r grep -HoE \
        "(from|import|import\\() *[\"']\\.[^\"']+[\"']" 2>/dev/null |
        sed -E "s/:[^\"']*[\"']/ /; s/[\"']\$//" | while read -r file target; do
        echo "$file $(realpath -m --relative-to=. "$(dirname "$file")/$target")"
    done
} >"$work/uses"

awk -v layers=tests/layers.txt -v drawing="$work/house" '
function dirname(path) { sub(/\/[^\/]*$/, "", path); return path }
# The folder of a path: its first folder, or engine/GAME.
function folder_of(path,    part, n) {
    n = split(path, part, "/")
    if (n == 1) return ""
    if (part[1] == "engine" && n > 2) return "engine/" part[2]
    return part[1]
}
function top(name) { sub(/\/.*/, "", name); return name }
function complain(text) { print text; bad = 1 }
function node(name) { gsub(/[^a-z0-9]/, "_", name); return name }
BEGIN {
    while ((getline line < layers) > 0) {
        n = split(line, word, " ")
        if (n == 0 || line ~ /^#/) continue
        if (word[2] == "<>") {
            strict[word[1]] = 1
            for (i = 3; i <= n; i++) plain[word[1], "<" word[i] ">"] = 1
            continue
        }
        name = word[1]; sub(/:$/, "", name)
        order[++folders] = name; known[name] = 1
        for (i = 2; i <= n; i++) may[name, word[i]] = 1
    }
}
$2 ~ /^</ {
    here = top($1)
    if (strict[here] && !plain[here, $2]) complain($1 " includes " $2 ": not in a layer that is pure")
    if ($2 != "<muraille.h>") next
    $2 = "engine/muraille.h"
}
{
    from = folder_of($1); to = folder_of($2)
    if ($2 !~ /\//) next                           # made by the build, in its own folder
    if (to == from) next
    if (!known[top(from)]) { complain($1 ": " top(from) "/ is not listed in tests/layers.txt"); next }
    if (!known[top(to)]) { complain($1 " includes " $2 ": " top(to) "/ is not listed in tests/layers.txt"); next }
    if ($2 ~ /_int\.h$/ && from !~ /^tests/ && dirname($1) != dirname($2)) complain($1 " includes " $2 ": that header is private to its folder")
    if (top(from) == "engine" && top(to) == "engine") {
        if (from != "engine" && to != "engine") complain($1 " includes " $2 ": games do not know each other")
        else if (from == "engine" && $1 != "engine/games.c" && $1 != "engine/muraille.h")
            complain($1 " includes " $2 ": only games.c and muraille.h name games")
        else if ($2 == "engine/muraille.h") complain($1 " includes " $2 ": a game knows engine/game.h, not the list of games")
        arrow[from, to] = 1; seen[from] = seen[to] = 1
        next
    }
    from = top(from); to = top(to)
    if (!may[from, to] && !may[from, "*"]) complain($1 " includes " $2 ": " from "/ may not use " to "/ (tests/layers.txt)")
    arrow[from, to] = 1; seen[from] = seen[to] = 1
}
END {
    print "# The include graph" > drawing
    print "" > drawing
    print "Folders and what they include, drawn by `tests/house.sh --write` from the code itself. `make test` compares, and fails on a" > drawing
    print "dependency that [tests/layers.txt](../tests/layers.txt) does not allow. What the folders are for: [architecture.md](architecture.md)." > drawing
    print "" > drawing
    print "```mermaid" > drawing
    print "graph TD" > drawing
    print "    subgraph libmuraille" > drawing
    print "        engine[engine/]" > drawing
    n = 0
    for (name in seen) if (name ~ /^engine\//) game[++n] = name
    for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (game[j] < game[i]) { t = game[i]; game[i] = game[j]; game[j] = t }
    for (i = 1; i <= n; i++) print "        " node(game[i]) "[" game[i] "/]" > drawing
    for (i = 1; i <= n; i++) if ((game[i], "engine") in arrow) print "        " node(game[i]) " --> engine" > drawing
    for (i = 1; i <= n; i++) if (("engine", game[i]) in arrow) print "        engine -. lists .-> " node(game[i]) > drawing
    print "    end" > drawing
    for (i = 2; i <= folders; i++) if (seen[order[i]]) print "    " order[i] "[" order[i] "/]" > drawing
    for (i = 2; i <= folders; i++) for (j = 1; j <= folders; j++)
        if ((order[i], order[j]) in arrow) print "    " order[i] " --> " order[j] > drawing
    print "```" > drawing
    exit bad
}' "$work/uses" || code=1

if [ "${1-}" = --write ]; then
    cp "$work/house" docs/house.md
elif ! diff -u docs/house.md "$work/house"; then
    echo "docs/house.md is out of date: make docs, and look at the difference"
    code=1
fi

# The files in the repository are small; a dump or a build committed by accident is not. The bots' models may take up to 8 MB.
git ls-files -z 2>/dev/null | xargs -0 -r stat -c '%s %n' 2>/dev/null | awk '
    $2 ~ /^bots\/models\// { models += $1; next }
    $1 > 1000000 { print $2 ": " $1 " bytes do not belong here"; bad = 1 }
    END {
        if (models > 8000000) print "bots/models: " models " bytes, more than 8 MB"
        exit bad || models > 8000000
    }' || code=1

echo "note: the five longest functions, for information:"
files -name '*.[ch]' | grep -v '^tests/' | xargs awk '
    FNR == 1 { name = "" }
    /^[A-Za-z_].*\)[ \t]*\{?[ \t]*$/ && !/;/ { start = FNR; name = $0 }
    /^\}/ && name != "" {
        sub(/\(.*/, "", name); sub(/.*[ *]/, "", name)
        print FNR - start + 1, name, FILENAME
        name = ""
    }' | sort -rn | head -n 5 | awk '{ printf "note: %4d lines  %s (%s)\n", $1, $2, $3 }'
exit "${code-0}"
