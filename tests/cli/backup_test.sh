#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/cli/backup_test.sh [MURAILLE] -- packaging/backup, which a timer starts every night: it keeps the newest backups, and one
# that fails removes none. A program of our own stands for `muraille admin backup`, so that days can pass. Prints TAP.
set -u
cd "$(dirname "$0")/../.." || exit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
n=0
failed=0
try() { # name command...
    n=$((n + 1))
    name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        echo "ok $n - $name"
    else
        echo "not ok $n - $name"
        sed 's/^/# /' "$work/log"
        failed=1
    fi
}

cat >"$work/good" <<'END'
#!/bin/sh
[ "$1 $2" = "admin backup" ] && [ ! -e "$3" ] && echo whole >"$3"
END
cat >"$work/bad" <<'END'
#!/bin/sh
echo half >"$3"
exit 1
END
chmod +x "$work/good" "$work/bad"
mkdir "$work/kept"
for day in 01 02 03 04; do
    echo whole >"$work/kept/muraille-2026-01-${day}T030000Z.db"
done
echo "something else" >"$work/kept/notes.db"

names() { (cd "$work/kept" && echo *); }
first() {
    packaging/backup "$work/good" "$work/kept" 3 || return 1
    case $(names) in
    "muraille-2026-01-03T030000Z.db muraille-2026-01-04T030000Z.db muraille-"*Z.db" notes.db") ;;
    *) names && return 1 ;;
    esac
}
private() { # readable by nobody else
    [ "$(stat -c %a "$work/kept/$(cd "$work/kept" && ls -t muraille-* | head -n 1)")" = 600 ]
}
fails() {
    before=$(names)
    ! packaging/backup "$work/bad" "$work/kept" 1 && [ "$(names)" = "$before" ]
}
cut_off() {
    touch "$work/kept/muraille-2026-01-05T030000Z.db.part"
    sleep 1 # names have seconds
    packaging/backup "$work/good" "$work/kept" 3 && [ -z "$(find "$work/kept" -name '*.part')" ]
}
refuses() {
    for keep in 0 -1 all ''; do
        ! packaging/backup "$work/good" "$work/kept" "$keep" || return 1
    done
}
try "the newest three stay, and what is no backup" first
try "a backup is private" private
try "one that fails leaves nothing and removes nothing" fails
try "what was cut off is removed" cut_off
try "none is not a number of backups to keep" refuses
echo "1..$n"
exit "$failed"
