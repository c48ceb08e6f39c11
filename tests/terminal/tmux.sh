# SPDX-License-Identifier: MIT
# tests/terminal/tmux.sh -- a terminal for the tests, in tmux. Tests source this file after tests/tap.sh, in an empty folder, after
# setting $program. Every wait is for a condition, with a limit.
# shellcheck shell=sh disable=SC2154 # $program is set by the test

XDG_DATA_HOME=$PWD/data
XDG_CONFIG_HOME=$PWD/config
USER=anna
export XDG_DATA_HOME XDG_CONFIG_HOME USER
games=$XDG_DATA_HOME/muraille/games
server=muraille-test-$$

t() { tmux -L "$server" -f /dev/null "$@"; }

trap 't kill-server 2>/dev/null' EXIT

# open COLUMNSxROWS COMMAND...: a window in which a command runs; then its exit code is shown and a shell waits
open() {
    size=$1
    shift
    if [ -n "${opened-}" ]; then
        t kill-session -t "$opened" 2>/dev/null
    fi
    opened=w$((count + 1))
    t new-session -d -s keeper -x 80 -y 24 'sleep 3600' 2>/dev/null
    t new-session -d -s "$opened" -x "${size%x*}" -y "${size#*x}" \
        "export LC_ALL=${locale-C.UTF-8} USER=$USER XDG_DATA_HOME='$XDG_DATA_HOME' ${environment-}; $*; echo \"left with \$?\"; exec sleep 3600"
}

keys() { t send-keys -t "$opened" -- "$@"; }

# screen: writes the screen to `out`
screen() { t capture-pane -p -t "$opened" >out 2>err; }

# wait_for PATTERN: waits until the screen shows it
wait_for() {
    tries=0
    while screen && ! says "$1"; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || { echo "# the screen never shows: $1"; sed 's/^/# | /' out; return 1; }
        sleep 0.1
    done
}

# press_until PATTERN KEY...: presses the keys repeatedly until the screen shows it
press_until() {
    pattern=$1
    shift
    tries=0
    while screen && ! says "$pattern"; do
        tries=$((tries + 1))
        [ "$tries" -lt 2400 ] || { echo "# the screen never shows: $pattern"; sed 's/^/# | /' out; return 1; }
        keys "$@"
        sleep 0.05
    done
}

# wait_for_exit PID: waits until the process has ended
wait_for_exit() {
    tries=0
    while kill -0 "$1" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || { echo "# process $1 does not end"; return 1; }
        sleep 0.1
    done
}

# pid: the process of the program in the window
pid() { pgrep -P "$(t display-message -p -t "$opened" '#{pane_pid}')" -f muraille; }
