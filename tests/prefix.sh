#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/prefix.sh -- a release build keeps the prefix that it was given once, by PREFIX or to meson setup, when scripts/build is run
# again without one, as scripts/web does. Configures a copy of the tree and builds next to nothing. Prints TAP.
set -u
cd "$(dirname "$0")/.." || exit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -cf - --exclude='./build*' --exclude=./.git --exclude=node_modules . | tar -xf - -C "$work"
cd "$work" || exit
unset PREFIX
n=0
failed=0
try() { # name wanted prefix
    n=$((n + 1))
    got=$(sed -n 's/.*"name": "prefix", "value": "\([^"]*\)".*/\1/p' build/meson-info/intro-buildoptions.json)
    if [ "$got" = "$2" ]; then
        echo "ok $n - $1"
    else
        echo "not ok $n - $1"
        echo "# $got, not $2"
        failed=1
    fi
}
build() { ./scripts/build release build.ninja >/dev/null || echo "# scripts/build failed"; }

build
try "the default prefix is /usr/local" /usr/local
PREFIX=/usr build
try "PREFIX sets another one" /usr
build
try "it is kept by a build without PREFIX" /usr
rm -rf build
meson setup build -Dprefix=/opt/muraille -Dtests=disabled >/dev/null
build
try "a prefix given to meson setup is kept as well" /opt/muraille
echo "1..$n"
exit "$failed"
