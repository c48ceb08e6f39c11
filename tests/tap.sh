# SPDX-License-Identifier: MIT
# tests/tap.sh -- helpers for the tests of the command line, which source this file after setting $program.
# shellcheck shell=sh disable=SC2154 # $program is set by the test
unset MURAILLE_LANG LC_ALL LC_MESSAGES NO_COLOR
LANG=C
XDG_DATA_HOME=$PWD/data # for saved games
SHELL=/bin/sh           # script and tmux run commands with it; that of the user may be no POSIX shell
export LANG XDG_DATA_HOME SHELL

trap 'exit 143' HUP INT TERM # so that the EXIT trap also runs after a signal
count=0
failed=0

# report NAME: prints a line of TAP for the preceding command
report() {
    ok=$?
    count=$((count + 1))
    if [ "$ok" -eq 0 ]; then
        echo "ok $count - $1"
    else
        failed=$((failed + 1))
        echo "not ok $count - $1"
        sed 's/^/# out: /' out | head -n 5
        sed 's/^/# err: /' err | head -n 5
    fi
}

# run CODE ARGUMENT...: standard input is `in` if there is one; the output is left in `out` and `err`
run() {
    wanted=$1
    shift
    touch in
    "$program" "$@" <in >out 2>err
    code=$?
    rm -f in
    [ "$code" -eq "$wanted" ] || { echo "# exit code $code instead of $wanted: $*"; return 1; }
}

says() { grep -q -e "$1" out; }
complains() { grep -q -e "$1" err && [ ! -s out ]; }
is_quiet() { [ ! -s err ]; }

# finish: prints the plan; its status is the exit code of the test
finish() {
    echo "1..$count"
    [ "$failed" -eq 0 ]
}
