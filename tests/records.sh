#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/records.sh [MURAILLE] -- every record in tests/records/ is read, replayed for all kinds of viewers, and written back
# byte by byte, comments aside. One in bad/ named LINE_x.mur is refused at that line (0: at any). The contents of traces are
# compared by tests/traces.py. Prints TAP.
set -u
cd "$(dirname "$0")/.." || exit
program=${1-build/muraille}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
n=0
failed=0

report() { # status name
    n=$((n + 1))
    if [ "$1" = 0 ]; then
        echo "ok $n - $2"
    else
        echo "not ok $n - $2"
        sed 's/^/# /' "$work"/log* | head -n 20
        failed=1
    fi
}

is_good() {
    for seat in '' '--seat=0' '--seat=1'; do
        "$program" trace $seat "$1" >/dev/null 2>"$work/log" && [ ! -s "$work/log" ] || return 1
    done
    sed 's/\r$//; /^#/d; /^$/d' "$1" >"$work/plain"
    "$program" format "$1" 2>"$work/log" | diff "$work/plain" - >"$work/log.diff"
}

is_bad() {
    line=$(basename "$1" | sed 's/_.*//')
    "$program" trace "$1" >/dev/null 2>"$work/log"
    code=$?
    echo "exit code $code" >"$work/log.code"
    [ "$code" = 2 ] && if [ "$line" = 0 ]; then grep -q "^$1:[0-9]*: ." "$work/log"; else grep -q "^$1:$line: ." "$work/log"; fi
}

for record in $(find tests/records -name '*.mur' ! -path '*/open/*' | LC_ALL=C sort); do
    rm -f "$work"/*
    case $record in
    */bad/*) is_bad "$record" ;;
    *) is_good "$record" ;;
    esac
    report $? "$record"
done
echo "1..$n"
[ "$n" -gt 0 ] || failed=1
exit "$failed"
