#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/plain.sh [LIBMURAILLE.A] -- checks with nm that the engine has no state between calls (no writable data) and needs only
# memory functions, string functions and assert from outside.
set -eu
cd "$(dirname "$0")/.."
lib=${1-build/libmuraille.a}
allowed='^(mem[a-z]+|strlen|strchr|__assert_fail|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_)$'

# Constants that hold addresses live in .data.rel.ro, read-only once loaded.
writable=$(nm --format=sysv "$lib" | awk -F '|' '
    function bare(s) { gsub(/ /, "", s); return s }
    { section = bare($7) }
    section ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && section !~ /^\.data\.rel\.ro/ { print bare($1) " in " section }')

own=$(mktemp)
trap 'rm -f "$own"' EXIT
nm --defined-only --format=posix "$lib" | awk 'NF > 1 { print $1 }' | sort -u >"$own"
needed=$(nm --undefined-only --format=posix "$lib" | awk 'NF > 1 { print $1 }' | sort -u | comm -23 - "$own" |
    grep -Ev "$allowed" || true)

[ -s "$own" ] || { echo "$lib holds no symbols at all"; exit 1; }
[ -z "$writable" ] || printf 'The engine has writable data:\n%s\n' "$writable"
[ -z "$needed" ] || printf 'The engine needs something from outside:\n%s\n' "$needed"
[ -z "$writable$needed" ]
