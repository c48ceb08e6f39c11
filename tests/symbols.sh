#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/symbols.sh [--write] [LIBMURAILLE.SO] -- what the shared library exports is exactly what tests/symbols.txt lists. A
# removed symbol breaks programs that use it; a new one becomes part of the interface. --write updates the list.
set -eu
cd "$(dirname "$0")/.."
write=
[ "${1-}" != --write ] || { write=yes; shift; }
lib=${1-build/libmuraille.so}
now=$(mktemp)
trap 'rm -f "$now"' EXIT
nm --dynamic --defined-only --format=posix "$lib" | awk '$2 != "A" { print $1 }' | LC_ALL=C sort >"$now"
[ -z "$write" ] || cp "$now" tests/symbols.txt
if ! diff -u tests/symbols.txt "$now"; then
    echo "If this is meant: tests/symbols.sh --write"
    exit 1
fi
