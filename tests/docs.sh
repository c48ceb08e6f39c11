#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/docs.sh [--write] -- checks the documents: links between them lead to existing files and headings; the README of a
# folder names all its C files; the source files that a document names exist; the generated tables in docs/dependencies.md (from
# scripts/packages.txt) and docs/security.md (from tests/server/access.txt) are up to date (--write updates them); the manual
# pages are well-formed, and they and the completions, which the build writes from `muraille describe`, have all commands and
# options of the help; the pages about the protocol and the settings match the code.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
complain() {
    echo "$1"
    bad=1
}

# -- Generated parts: the text between "<!-- NAME: ... -->" and "<!-- end of NAME -->" is that of $work/NAME --
made() { # name document
    awk -v text="$work/$1" -v from="^<!-- $1:" -v to="^<!-- end of $1 -->" '
        $0 ~ to { skip = 0 }
        !skip { print }
        $0 ~ from { skip = 1; while ((getline line < text) > 0) print line }' "$2" >"$work/doc"
    if [ -n "$write" ]; then
        cp "$work/doc" "$2"
    else
        diff -u "$2" "$work/doc" || complain "$2 is not up to date: make docs"
    fi
}
write=${1-}
scripts/install-tools --table >"$work/packages"
made packages docs/dependencies.md
awk '
    /^# verb +state/ {
        printf "| request | table |"
        for (i = 4; i <= NF; i++) { sub(/_/, " ", $i); printf " %s |", $i }
        print "\n|---|---|" bars_of(NF - 3)
    }
    function bars_of(n,    bars) { while (n-- > 0) bars = bars "---|"; return bars }
    /^[a-z]/ && NF > 2 {
        printf "| %s | %s |", $1 == "same_as" ? "`create` `same_as`" : "`" $1 "`", $2
        for (i = 3; i <= NF; i++) printf " %s |", $i == "-" || $i == "ok" ? $i : "`" $i "`"
        print ""
    }' tests/server/access.txt >"$work/access"
made access docs/security.md

# -- Links to files and to headings of files --
maps=$(find . -name README.md -not -path '*/node_modules/*' -not -path './build*' | sed 's,^\./,,' | sort)
anchors() {
    sed -n 's/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}
for file in $maps CONTRIBUTING.md docs/*.md; do
    grep -oE '\]\([^) ]+\)' "$file" | sed 's/^](//; s/)$//' >"$work/links" || true
    while read -r link; do
        case $link in http://* | https://*) continue ;; esac
        path=${link%%#*}
        target=$(dirname "$file")/$path
        [ -n "$path" ] || target=$file
        [ -e "$target" ] || complain "$file: $link leads nowhere"
        case $link in *'#'*) anchors "$target" | grep -qx "${link#*#}" || complain "$file: no heading $link" ;; esac
    done <"$work/links"
    # A link whose text is the name of a source file, with or without folders, leads to the file of that name.
    grep -oE '\[`?[A-Za-z0-9_./-]+\.(c|h|mjs|sh|ts)`?\]\([^) ]+\)' "$file" | tr -d '`' | sed 's/^\[//; s/)$//; s/](/ /' >"$work/named" || true
    while read -r text link; do
        case /${link%%#*} in *"/$text") ;; *) complain "$file: the link $text leads to $link" ;; esac
    done <"$work/named"
done

# -- The README of a folder is the map of its files: it names every C file there --
for map in $maps; do
    for source in "${map%README.md}"*.[ch]; do
        [ -e "$source" ] || continue
        name=$(basename "$source")
        grep -qw -e "${name%.?}" "$map" || complain "$map does not name $name"
    done
done

# -- Source files that a document names with their folder exist, seen from the root or from the document's folder; those of the
# example in docs/adding-a-game.md do not --
for file in $maps CONTRIBUTING.md docs/*.md; do
    grep -oE '`[a-z_/]+/[a-z_0-9]+\.(c|h|mjs|py|sh|ts|tsx)`' "$file" | tr -d '`' | grep -v '/lwt*_\|/little_wall/' >"$work/paths" || true
    while read -r path; do
        [ -e "$path" ] || [ -e "$(dirname "$file")/$path" ] || complain "$file: there is no $path"
    done <"$work/paths"
done

# -- Targets named in the README exist --
grep -ohE '\bmake [a-z]+' README.md CONTRIBUTING.md docs/*.md | sort -u | while read -r _ target; do
    grep -q "^$target:" Makefile || case $target in it | room | sense | sure | a | the) ;; *) echo "$target" ;; esac
done >"$work/targets"
[ ! -s "$work/targets" ] || complain "the documents name unknown make targets: $(cat "$work/targets")"

# -- The manual pages --
for page in build/packaging/muraille.*.1; do
    LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" >/dev/null 2>"$work/man" || true
    [ ! -s "$work/man" ] || complain "$page: $(cat "$work/man")"
done

# -- Commands and options: in every manual page and every completion those of the program --
program() { LC_ALL=C MURAILLE_LANG=en build/muraille "$@"; }
list() { sed -n 's/^  \([a-z]*\) .*/\1/p' | grep -v '^muraille$'; }
groups="admin arena"
{
    program help | list | grep -v '^help$'
    for group in $groups; do program help "$group" | list; done
} | sort >"$work/commands"
{
    for command in $(program help | list | grep -v '^help$'); do program help "$command"; done
    for group in $groups; do
        for command in $(program help "$group" | list); do program help "$group" "$command"; done
    done
} | sed -n 's/^  --\([a-z-]*\) .*/\1/p' | sort -u >"$work/options"

# check_documented WHAT FILE: standard input lists the WHAT ("commands" or "options") that FILE documents
check_documented() {
    grep -v -x -e version -e help | sort -u | diff "$work/$1" - >"$work/diff" ||
        complain "$2: these $1 are missing (<) or not there any more (>): $(grep '^[<>]' "$work/diff" | tr '\n' ' ')"
}
grep -v -x help "$work/options" >"$work/own" && mv "$work/own" "$work/options"
for page in build/packaging/muraille.*.1; do
    sed -n 's/^\.B[IR]* "*\(arena \|admin \)*\([a-z]*\)"* " .*/\2/p' "$page" | grep -x -f "$work/commands" | { cat; echo arena; echo admin; } | check_documented commands "$page"
    sed 's/\\f[A-Z]//g; s/\\//g' "$page" | grep -oE -e '--[a-z]+(-[a-z]+)*' | sed 's/--//' | check_documented options "$page"
done
for file in build/packaging/muraille build/packaging/_muraille build/packaging/muraille.fish; do
    grep -v '^set ' "$file" | grep -oE -e '--[a-z]+(-[a-z]+)*' -e ' -l [a-z-]+' | sed 's/^--//; s/^ -l //' | check_documented options "$file"
    while read -r command; do
        grep -qw -e "$command" "$file" || complain "$file: $command is missing"
    done <"$work/commands"
done

# -- The protocol, the notation and the JSON of the games --
python3 tests/protocol_docs.py build/muraille ${write:+"$write"} || bad=1

# -- The file of settings that is installed has all of them, but for the folder of the client --
sed -n 's/^    { "\([a-z-]*\)", AT(.*/\1/p' cli/settings.c | grep -v -x web | sort >"$work/settings"
sed -n 's/^#\([a-z-]*\) = .*/\1/p' packaging/muraille.conf | sort | diff "$work/settings" - >"$work/diff" ||
    complain "packaging/muraille.conf: these settings are missing (<) or not there any more (>): $(grep '^[<>]' "$work/diff" | tr '\n' ' ')"
exit "$bad"
