# SPDX-License-Identifier: MIT
# tests/terminal/tmux.sh -- a terminal for the tests, in tmux. Tests source this file after tests/tap.sh, in the empty folder $work, after
# setting $program; both the terminal and the folder are removed when the test ends. Every wait is for a condition. Its limit is only
# for a program that hangs; it is large, because a busy machine is slow.
# shellcheck shell=sh disable=SC2154 # $program and $work are set by the test

XDG_DATA_HOME=$PWD/data
XDG_CONFIG_HOME=$PWD/config
USER=anna
HISTFILE= # an interactive bash that is ended would add to the user's history
export XDG_DATA_HOME XDG_CONFIG_HOME USER HISTFILE
unset TMUX TMUX_TMPDIR # the socket goes to /tmp: the path of a socket must be short
games=$XDG_DATA_HOME/muraille/games
server=muraille-test-$$

t() { tmux -L "$server" -f /dev/null "$@"; }

clean_up() {
    t kill-server 2>/dev/null
    cd / && rm -rf "$work" "/tmp/tmux-$(id -u)/$server" # tmux leaves its socket
}
trap clean_up EXIT

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

# screen: writes the screen to `out`; fails if there is no window
screen() { t capture-pane -p -t "$opened" >out 2>err || { echo "# no window: $(cat err)"; return 1; }; }

# wait_for PATTERN: waits until the screen shows it
wait_for() {
    tries=0
    while screen || return 1; ! says "$1"; do
        tries=$((tries + 1))
        [ "$tries" -lt 3000 ] || { echo "# the screen never shows: $1"; sed 's/^/# | /' out; return 1; }
        sleep 0.1
    done
}

# press_until PATTERN KEY...: presses the keys repeatedly until the screen shows it
press_until() {
    pattern=$1
    shift
    tries=0
    while screen || return 1; ! says "$pattern"; do
        tries=$((tries + 1))
        [ "$tries" -lt 6000 ] || { echo "# the screen never shows: $pattern"; sed 's/^/# | /' out; return 1; }
        keys "$@"
        sleep 0.05
    done
}

# wait_for_exit PID: waits until the process has ended
wait_for_exit() {
    tries=0
    while kill -0 "$1" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 3000 ] || { echo "# process $1 does not end"; return 1; }
        sleep 0.1
    done
}

# pid: the process of the program in the window
pid() { pgrep -P "$(t display-message -p -t "$opened" '#{pane_pid}')" -f muraille; }
