#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/install/run.sh [BUILD] -- installs into an empty folder and uses the result: the example compiles with pkg-config against
# the shared and the static library and plays, the program runs, and all files are in place. Prints TAP.
set -u
cd "$(dirname "$0")/../.." || exit
build=${1-build}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
n=0
failed=0
try() { # name command...
    n=$((n + 1))
    name=$1
    shift
    if "$@" >"$place/log" 2>&1; then
        echo "ok $n - $name"
    else
        echo "not ok $n - $name"
        sed 's/^/# /' "$place/log"
        failed=1
    fi
}

try "meson install" meson install -C "$build" --no-rebuild --quiet --destdir "$place"
pc=$(find "$place" -name muraille.pc)
libs=$(dirname "$(dirname "$pc")")
prefix=$(sed -n 's/^prefix=//p' "$pc")
export PKG_CONFIG_PATH="${pc%/*}" PKG_CONFIG_SYSROOT_DIR="$place"
flags="-std=c17 -Wall -Wextra -Wpedantic -Werror"

shared() {
    # shellcheck disable=SC2046,SC2086 # several words
    cc $flags examples/random_player.c $(pkg-config --cflags --libs muraille) -o "$place/shared" &&
        LD_LIBRARY_PATH=$libs "$place/shared" 42 >"$place/shared.out" && LD_LIBRARY_PATH=$libs ldd "$place/shared" | grep -q "$libs/libmuraille.so.0"
}
static() {
    # shellcheck disable=SC2046,SC2086
    cc $flags examples/random_player.c $(pkg-config --cflags muraille) "$libs/libmuraille.a" -o "$place/static" &&
        "$place/static" 42 >"$place/static.out"
}
clang_too() {
    # shellcheck disable=SC2046,SC2086
    clang $flags -fsyntax-only examples/random_player.c $(pkg-config --cflags muraille)
}
results() { # every game with every number of seats, the same with both libraries
    diff "$place/shared.out" "$place/static.out" && [ "$(grep -c 'moves, scores' "$place/shared.out")" = 11 ]
}
version() {
    [ "$(pkg-config --modversion muraille)" = "$(scripts/version)" ] && "$place$prefix/bin/muraille" --version | grep -qF "$(scripts/version)"
}
private() { # private headers are not installed
    [ -z "$(find "$place" -name '*_int.h')" ]
}
short() {
    [ "$(wc -l <examples/random_player.c)" -le 60 ]
}
try "the example compiles against the shared library and plays" shared
try "the example compiles against the static library and plays" static
try "the headers compile with clang as well" clang_too
try "both play all games alike" results
try "one version everywhere" version
try "private headers are not installed" private
try "the example is short" short
try "the manual page" test -f "$place$prefix/share/man/man1/muraille.1"
try "the manual page in German" test -f "$place$prefix/share/man/de/man1/muraille.1"
try "the browser client" test -f "$place$prefix/share/muraille/web/index.html"
try "completion for bash" test -f "$place$prefix/share/bash-completion/completions/muraille"
try "the backup and its timer" test -x "$place$prefix/libexec/muraille/backup" -a -f "$place$prefix/lib/systemd/system/muraille-backup.timer"
units() { # systemd knows every setting in them, except those that are new in version 254
    command -v systemd-analyze >/dev/null || return 0
    sed -i '/^RestartSteps=/d; /^RestartMaxDelaySec=/d; s|^ExecStart=.*|ExecStart=/bin/true|' "$place$prefix"/lib/systemd/system/*.service
    systemd-analyze verify --man=no "$place$prefix"/lib/systemd/system/muraille* >"$place/units" 2>&1
    ! grep -E 'muraille[a-z-]*\.(service|timer)' "$place/units"
}
try "systemd reads the units" units
echo "1..$n"
exit "$failed"
