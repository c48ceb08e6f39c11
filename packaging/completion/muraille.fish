# SPDX-License-Identifier: MIT
# fish completion for muraille(1)

set -l commands play replay games rules show trace format random serve join admin verify arena engine bot analyse hint train solve help
set -l games chinesische-mauer die-mauer chang-cheng
set -l first "not __fish_seen_subcommand_from $commands"

complete -c muraille -f
complete -c muraille -n $first -a play -d 'play in the terminal, against bots and with friends'
complete -c muraille -n $first -a replay -d 'step through a record in the terminal, and play on from any position'
complete -c muraille -n $first -a games -d 'list the games with their options'
complete -c muraille -n $first -a rules -d 'read the rules of a game'
complete -c muraille -n $first -a show -d 'draw a position of a record'
complete -c muraille -n $first -a trace -d 'write every position of a record as JSON'
complete -c muraille -n $first -a format -d 'check a record and write it without comments'
complete -c muraille -n $first -a random -d 'play one game at random and write its record'
complete -c muraille -n $first -a serve -d 'serve the games to browsers'
complete -c muraille -n $first -a join -d 'take a seat at an online table, in the terminal'
complete -c muraille -n $first -a admin -d 'look after what a server keeps'
complete -c muraille -n $first -a verify -d 'check that an online game was dealt as promised'
complete -c muraille -n $first -a arena -d 'let bots play each other and measure them'
complete -c muraille -n $first -a engine -d 'a bot for other programs, on standard input and output'
complete -c muraille -n $first -a bot -d 'let a bot take a seat at an online table'
complete -c muraille -n $first -a analyse -d 'what a strong bot would have played in a record'
complete -c muraille -n $first -a hint -d 'what a strong bot would play in a position of a record'
complete -c muraille -n $first -a train -d 'teach a net a game by letting it play against itself'
complete -c muraille -n $first -a solve -d 'work out what the positions of a game are worth'
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

complete -c muraille -n '__fish_seen_subcommand_from play show trace analyse hint' -l seat -x -a '0 1 2 3 4 5 6' -d 'look from this seat; 0 is a spectator'
complete -c muraille -n '__fish_seen_subcommand_from show hint' -l ply -x -d 'the position after so many moves'
complete -c muraille -n '__fish_seen_subcommand_from games arena analyse hint' -l json -d 'write JSON'
complete -c muraille -n '__fish_seen_subcommand_from replay show trace format verify analyse hint' -F

set -l play '__fish_seen_subcommand_from play'
complete -c muraille -n $play -l bots -x -a 'apprentice journeyman mason master emperor' -d 'who plays against you'
complete -c muraille -n $play -l persons -x -a '0 1 2 3 4 5 6' -d 'so many of you share the keyboard'
complete -c muraille -n $play -l resume -d 'go on with the latest game that was interrupted'
complete -c muraille -n $play -l plain -d 'line by line, for screen readers and pipes'
complete -c muraille -n '__fish_seen_subcommand_from play replay' -l ascii -d 'no characters but ASCII'
complete -c muraille -n '__fish_seen_subcommand_from play replay' -l pace -x -a 'slow normal quick none' -d 'how fast bots move on the screen'
complete -c muraille -n '__fish_seen_subcommand_from help' -a "$commands"

set -l serve '__fish_seen_subcommand_from serve'
complete -c muraille -n $serve -l port -x -d 'listen on this port'
complete -c muraille -n $serve -l host -x -d 'listen on this address'
complete -c muraille -n $serve -l web -x -a '(__fish_complete_directories)' -d 'serve the browser client in this folder'
complete -c muraille -n $serve -l tls-cert -r -d 'speak encrypted, with this certificate'
complete -c muraille -n $serve -l tls-key -r -d 'the key of the certificate'
complete -c muraille -n $serve -l public-url -x -d 'how people reach it'
complete -c muraille -n $serve -l set -x -d 'as a line of the configuration file' \
    -a 'connections= per-address= tables= tables-per-person= tables-per-address= thinkers= requests= newcomers= silence= grace= drain= metrics={local,open} proxy={none,local,private} hooks={public,any,none} log={auto,all,trouble} invite={open,required}'

set -l kept '__fish_seen_subcommand_from serve admin'
complete -c muraille -n $kept -l data -x -a '(__fish_complete_directories)' -d 'keep people and tables in this folder'
complete -c muraille -n $kept -l store -r -d 'keep them in this file, or at postgresql://...'
complete -c muraille -n $kept -l config -r -d 'read lines NAME = VALUE from this file'

set -l admin "__fish_seen_subcommand_from admin; and not __fish_seen_subcommand_from list backup restore migrate export delete close people ban unban mute unmute invite reset"
complete -c muraille -n $admin -a list -d 'all tables'
complete -c muraille -n $admin -a backup -d 'copy all that is kept to a new file'
complete -c muraille -n $admin -a restore -d 'fill an empty store with such a copy'
complete -c muraille -n $admin -a migrate -d 'copy all that is kept to another, empty store'
complete -c muraille -n $admin -a export -d 'write the finished games of a person to a new folder'
complete -c muraille -n $admin -a delete -d 'forget a person'
complete -c muraille -n $admin -a close -d 'end a table'
complete -c muraille -n $admin -a people -d 'everybody who has a name'
complete -c muraille -n $admin -a ban -d 'keep somebody away'
complete -c muraille -n $admin -a unban -d 'let them come again'
complete -c muraille -n $admin -a mute -d 'let somebody play, but not write to others'
complete -c muraille -n $admin -a unmute -d 'let them write again'
complete -c muraille -n $admin -a invite -d 'print an invitation'
complete -c muraille -n $admin -a reset -d 'print a link to a new password'
set -l people '__fish_seen_subcommand_from admin; and __fish_seen_subcommand_from'
complete -c muraille -n "$people ban mute invite" -l days -x -d 'for so many days'
complete -c muraille -n "$people invite" -l uses -x -d 'so many may come with it'
complete -c muraille -n "$people invite reset" -l public-url -x -d 'how people reach it'
complete -c muraille -n '__fish_seen_subcommand_from join bot' -l invite -x -d 'the code of an invitation'
complete -c muraille -n '__fish_seen_subcommand_from migrate' -l from -r -d 'copy what is kept in this file, or at postgresql://...'
complete -c muraille -n '__fish_seen_subcommand_from migrate' -l to -r -d 'to this file or server, where nothing is kept yet'

set -l bots random greedy ismcts strong apprentice journeyman mason master emperor
set -l contests match sprt scale ladder exploit
set -l arena '__fish_seen_subcommand_from arena'
set -l contest "$arena; and __fish_seen_subcommand_from match sprt scale ladder"
set -l exploit "$arena; and __fish_seen_subcommand_from exploit"
set -l learning '__fish_seen_subcommand_from train solve'
complete -c muraille -n "$arena; and not __fish_seen_subcommand_from $contests" -a "$contests"
complete -c muraille -n "$arena; and __fish_seen_subcommand_from match sprt scale" -a "$bots"
complete -c muraille -n "$exploit; and not __fish_seen_subcommand_from $games" -a "$games"
complete -c muraille -n $contest -l game -x -a "$games" -d 'the game to be played'
complete -c muraille -n $contest -l option -x -d 'set an option of the game'
complete -c muraille -n "$arena; and __fish_seen_subcommand_from match sprt ladder" -l cpu -x -a '10ms 50ms 100ms' -d 'processor time a move'
complete -c muraille -n $contest -l limit -x -a '1s 10s' -d 'how long a foreign bot may be silent'
complete -c muraille -n "$arena; and __fish_seen_subcommand_from sprt" -l elo -x -d 'the differences to decide between'
complete -c muraille -n "$arena; and __fish_seen_subcommand_from ladder" -l pool -x -a 'all plain levels frozen' -d 'who plays'
complete -c muraille -n $exploit -l time -x -a '600s 3600s' -d 'how long to learn'
complete -c muraille -n $arena -l units -x -d 'so many deals'
complete -c muraille -n '__fish_seen_subcommand_from arena train solve' -l players -x -a '2 3 4 5 6' -d 'how many play'
complete -c muraille -n '__fish_seen_subcommand_from arena train solve' -l threads -x -d 'play so many games at the same time'
complete -c muraille -n '__fish_seen_subcommand_from arena analyse hint' -l sims -x -d 'simulations a move'
complete -c muraille -n '__fish_seen_subcommand_from arena analyse hint train solve' -l seed -x -d 'deal and think by this number'
complete -c muraille -n '__fish_seen_subcommand_from exploit engine bot analyse hint' -l bot -x -a "$bots" -d 'the bot that thinks'
complete -c muraille -n '__fish_seen_subcommand_from bot' -l url -x -d 'the link of the table'
complete -c muraille -n '__fish_seen_subcommand_from bot' -l engine -x -d 'the program that thinks'
complete -c muraille -n '__fish_seen_subcommand_from bot' -l sims -x -d 'simulations a move'
complete -c muraille -n '__fish_seen_subcommand_from bot' -l cpu -x -a '10ms 50ms 100ms' -d 'processor time a move'
complete -c muraille -n '__fish_seen_subcommand_from bot' -l limit -x -a '1s 10s' -d 'how long a foreign bot may be silent'
complete -c muraille -n '__fish_seen_subcommand_from bot join' -l name -x -d 'what to be called there'
complete -c muraille -n '__fish_seen_subcommand_from bot join' -l seat -x -a '1 2 3 4 5 6' -d 'the seat to take'
complete -c muraille -n '__fish_seen_subcommand_from join' -l watch -d 'look on, without a seat'
complete -c muraille -n '__fish_seen_subcommand_from join' -l plain -d 'line by line'
complete -c muraille -n '__fish_seen_subcommand_from join' -l ascii -d 'plain characters'
complete -c muraille -n '__fish_seen_subcommand_from analyse' -l svg -r -F -d 'draw a chart into this file'
complete -c muraille -n '__fish_seen_subcommand_from train' -a 'chinesische-mauer chang-cheng'
complete -c muraille -n '__fish_seen_subcommand_from solve' -a die-mauer
complete -c muraille -n $learning -l games -x -d 'learn from so many games'
complete -c muraille -n '__fish_seen_subcommand_from train' -l hidden -x -a '16 32 64 128 256' -d 'the size of the net'
complete -c muraille -n $learning -l out -r -F -d 'write what was learnt to this file'
