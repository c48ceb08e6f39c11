#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/arena/bad_bot.sh FAULT [MOVES] -- an external bot that plays the first legal move MOVES times and then fails in the
# given way.
fault=$1
left=${2-0}
while read -r word rest; do
    case $word in
    muraille)
        [ "$fault" = deaf ] || printf 'name bad bot\nready\n'
        ;;
    view) move=$(printf '%s' "$rest" | sed 's/.*"legal":\["\([^"]*\)".*/\1/') ;;
    go)
        if [ "$left" -gt 0 ]; then
            left=$((left - 1))
            echo "bestmove $move"
            continue
        fi
        case $fault in
        crash) kill -9 $$ ;;
        hang) sleep 60 ;;
        illegal) echo 'bestmove 9:WWWW' ;;
        impossible) echo 'bestmove pass' ;;
        nonsense) printf 'bestmove \033[2J\n' ;;
        endless) yes x | tr -d '\n' ;;
        chatter) yes 'info still thinking' ;;
        honest) echo 'error I give up' ;;
        mute) exec >&- && sleep 60 ;;
        blind) exec <&- && echo "bestmove $move" && sleep 60 ;;
        heir) sleep 60 & exit ;;
        hasty) printf 'bestmove %s\nbestmove %s\n' "$move" "$move" ;;
        stopped) kill -STOP $$ ;;
        esac
        ;;
    quit) exit ;;
    esac
done
