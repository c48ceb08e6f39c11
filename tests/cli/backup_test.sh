#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/cli/backup_test.sh [MURAILLE] -- packaging/backup, which a timer starts every night: it keeps the newest backups, and a failed
# backup removes none. A fake program replaces `muraille admin backup`. Prints TAP.
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
mkdir "$work/backups"
for day in 01 02 03 04; do
    echo whole >"$work/backups/muraille-2001-01-${day}T030000Z.db"
done
echo "something else" >"$work/backups/notes.db"

names() { (cd "$work/backups" && echo *); }
first() {
    packaging/backup "$work/good" "$work/backups" 3 || return 1
    case $(names) in
    "muraille-2001-01-03T030000Z.db muraille-2001-01-04T030000Z.db muraille-"*Z.db" notes.db") ;;
    *) names && return 1 ;;
    esac
}
private() { # not readable by others
    [ "$(stat -c %a "$work/backups/$(cd "$work/backups" && ls -t muraille-* | head -n 1)")" = 600 ]
}
fails() {
    before=$(names)
    ! packaging/backup "$work/bad" "$work/backups" 1 && [ "$(names)" = "$before" ]
}
cut_off() {
    touch "$work/backups/muraille-2001-01-05T030000Z.db.part"
    now=$(date -u +%s) # the names contain the second
    while [ "$(date -u +%s)" = "$now" ]; do sleep 0.1; done
    packaging/backup "$work/good" "$work/backups" 3 && [ -z "$(find "$work/backups" -name '*.part')" ]
}
refuses() {
    for keep in 0 -1 all ''; do
        ! packaging/backup "$work/good" "$work/backups" "$keep" || return 1
    done
}
try "the newest three backups and other files are kept" first
try "a backup is private" private
try "a failed backup leaves nothing and removes nothing" fails
try "an interrupted backup is removed" cut_off
try "an invalid number of backups is refused" refuses
echo "1..$n"
exit "$failed"
