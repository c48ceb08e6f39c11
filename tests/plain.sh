#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/plain.sh [LIBMURAILLE.A] -- asks nm about the engine: it keeps nothing between calls (no writable data) and needs
# nothing from outside but memory and string functions and assert.
set -eu
cd "$(dirname "$0")/.."
lib=${1-build/libmuraille.a}
allowed='^(mem[a-z]+|strlen|strchr|__assert_fail|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_)$'

# Constants that hold addresses live in .data.rel.ro, read-only once loaded.
kept=$(nm --format=sysv "$lib" | awk -F '|' '
    function bare(s) { gsub(/ /, "", s); return s }
    { section = bare($7) }
    section ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && section !~ /^\.data\.rel\.ro/ { print bare($1) " in " section }')

own=$(mktemp)
trap 'rm -f "$own"' EXIT
nm --defined-only --format=posix "$lib" | awk 'NF > 1 { print $1 }' | sort -u >"$own"
needed=$(nm --undefined-only --format=posix "$lib" | awk 'NF > 1 { print $1 }' | sort -u | comm -23 - "$own" |
    grep -Ev "$allowed" || true)

[ -s "$own" ] || { echo "$lib holds no symbols at all"; exit 1; }
[ -z "$kept" ] || printf 'The engine keeps something between calls:\n%s\n' "$kept"
[ -z "$needed" ] || printf 'The engine needs something from outside:\n%s\n' "$needed"
[ -z "$kept$needed" ]
