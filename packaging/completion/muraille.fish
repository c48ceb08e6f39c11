# SPDX-License-Identifier: MIT
# fish completion for muraille(1)

set -l commands play games rules show trace format random serve help
set -l games chinesische-mauer die-mauer chang-cheng
set -l first "not __fish_seen_subcommand_from $commands"

complete -c muraille -f
complete -c muraille -n $first -a play -d 'play in the terminal against opponents who move at random'
complete -c muraille -n $first -a games -d 'list the games with their options'
complete -c muraille -n $first -a rules -d 'read the rules of a game'
complete -c muraille -n $first -a show -d 'draw a position of a record'
complete -c muraille -n $first -a trace -d 'write every position of a record as JSON'
complete -c muraille -n $first -a format -d 'check a record and write it without comments'
complete -c muraille -n $first -a random -d 'play one game at random and write its record'
complete -c muraille -n $first -a serve -d 'serve the games to browsers'
complete -c muraille -n $first -a help -d 'explain a command'
complete -c muraille -n $first -s V -l version -d 'write the version'
complete -c muraille -s h -l help -d explain
complete -c muraille -l lang -x -a 'en fr it de' -d 'speak this language'

set -l wants_game "__fish_seen_subcommand_from play rules random; and not __fish_seen_subcommand_from $games"
complete -c muraille -n $wants_game -a chinesische-mauer -d '2 to 5 players'
complete -c muraille -n $wants_game -a die-mauer -d '3 to 6 players'
complete -c muraille -n $wants_game -a chang-cheng -d '2 to 4 players'

set -l new_game '__fish_seen_subcommand_from play random'
complete -c muraille -n $new_game -l players -x -a '2 3 4 5 6' -d 'how many play'
complete -c muraille -n $new_game -l seed -x -d 'deal and play by this number'
complete -c muraille -n "$new_game; and not __fish_seen_subcommand_from $games" -l option -x -d 'set an option of the game'
complete -c muraille -n "$new_game; and __fish_seen_subcommand_from chinesische-mauer" -l option -x \
    -a 'first={1,2,3,4,5}' -d 'set an option of the game'
complete -c muraille -n "$new_game; and __fish_seen_subcommand_from die-mauer" -l option -x \
    -a 'first={1,2,3,4,5,6} hands={1,2,3,4,5,6}' -d 'set an option of the game'
complete -c muraille -n "$new_game; and __fish_seen_subcommand_from chang-cheng" -l option -x \
    -a 'first={1,2,3,4} neutral={on,off} events={none,diplomacy,domination,recognition,watchers}' -d 'set an option of the game'

complete -c muraille -n '__fish_seen_subcommand_from play show trace' -l seat -x -a '0 1 2 3 4 5 6' -d 'look from this seat; 0 is a spectator'
complete -c muraille -n '__fish_seen_subcommand_from show' -l ply -x -d 'the position after so many moves'
complete -c muraille -n '__fish_seen_subcommand_from games' -l json -d 'write JSON'
complete -c muraille -n '__fish_seen_subcommand_from show trace format' -F
complete -c muraille -n '__fish_seen_subcommand_from help' -a "$commands"

set -l serve '__fish_seen_subcommand_from serve'
complete -c muraille -n $serve -l port -x -d 'listen on this port'
complete -c muraille -n $serve -l host -x -d 'listen on this address'
complete -c muraille -n $serve -l web -x -a '(__fish_complete_directories)' -d 'serve the browser client in this folder'
