#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/docs.sh [--write] -- links between our documents lead somewhere, the table in docs/dependencies.md is that of
# scripts/packages.txt (--write puts it there), the manual page reads well, translations are complete.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
complain() {
    echo "$1"
    bad=1
}

# -- The table of packages --
doc=docs/dependencies.md
scripts/need --table >"$work/table"
awk -v table="$work/table" '
    /^<!-- end of packages -->/ { skip = 0 }
    !skip { print }
    /^<!-- packages/ { skip = 1; while ((getline line < table) > 0) print line }' "$doc" >"$work/doc"
if [ "${1-}" = --write ]; then
    cp "$work/doc" "$doc"
else
    diff -u "$doc" "$work/doc" || complain "$doc does not show scripts/packages.txt: make docs"
fi

# -- Links to files and to headings of files --
anchors() {
    sed -n 's/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}
for file in README.md docs/*.md; do
    grep -oE '\]\([^) ]+\)' "$file" | sed 's/^](//; s/)$//' >"$work/links" || true
    while read -r link; do
        case $link in http://* | https://*) continue ;; esac
        path=${link%%#*}
        target=$(dirname "$file")/$path
        [ -n "$path" ] || target=$file
        [ -e "$target" ] || complain "$file: $link leads nowhere"
        case $link in *'#'*) anchors "$target" | grep -qx "${link#*#}" || complain "$file: no heading $link" ;; esac
    done <"$work/links"
done

# -- Targets named in the README exist --
grep -ohE '\bmake [a-z]+' README.md docs/*.md | sort -u | while read -r _ target; do
    grep -q "^$target:" Makefile || case $target in it | sense | sure | a | the) ;; *) echo "$target" ;; esac
done >"$work/targets"
[ ! -s "$work/targets" ] || complain "the documents name unknown make targets: $(cat "$work/targets")"

# -- The manual page --
if [ -f packaging/muraille.1 ]; then
    LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z packaging/muraille.1 >/dev/null 2>"$work/man" || true
    [ ! -s "$work/man" ] || complain "packaging/muraille.1: $(cat "$work/man")"
fi

# -- Translations: every text, and none in doubt --
for po in po/*.po; do
    [ -f "$po" ] && command -v msgfmt >/dev/null 2>&1 || continue
    LC_ALL=C msgfmt --check --statistics -o /dev/null "$po" >"$work/po" 2>&1 || complain "$po: $(cat "$work/po")"
    grep -qE 'untranslated|fuzzy' "$work/po" && complain "$po: $(cat "$work/po")"
done
exit "$bad"
