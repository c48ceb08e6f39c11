# SPDX-License-Identifier: MIT
# bash completion for muraille(1)

_muraille_values()
{
    case $1/$2 in
        */first) echo 1 2 3 4 5 6 ;;
        die-mauer/hands) echo 1 2 3 4 5 6 ;;
        chang-cheng/neutral) echo on off ;;
        chang-cheng/events) echo none diplomacy domination recognition watchers ;;
    esac
}

_muraille_options()
{
    case $1 in
        chinesische-mauer) echo first= ;;
        die-mauer) echo first= hands= ;;
        chang-cheng) echo first= neutral= events= ;;
        *) echo first= hands= neutral= events= ;;
    esac
}

_muraille()
{
    local commands="play replay games rules show trace format random serve join admin verify arena engine bot analyse hint train solve help"
    local bots="random greedy ismcts strong apprentice journeyman mason master emperor"
    local games="chinesische-mauer die-mauer chang-cheng"
    local settings="connections= per-address= tables= tables-per-person= tables-per-address= thinkers= requests= newcomers= silence= grace= drain= metrics= proxy= hooks= log="
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local line=" ${COMP_WORDS[*]:1:COMP_CWORD-1} " command='' game='' word

    COMPREPLY=()
    for word in $commands; do
        if [[ $line == *" $word "* ]]; then
            command=$word
            break
        fi
    done
    for word in $games; do
        [[ $line == *" $word "* ]] && game=$word
    done

    # bash splits NAME=VALUE into three words
    if [[ $cur == = || $prev == = ]]; then
        local name=$prev
        [[ $prev == = ]] && name=${COMP_WORDS[COMP_CWORD - 2]} || cur=''
        mapfile -t COMPREPLY < <(compgen -W "$(_muraille_values "$game" "$name")" -- "$cur")
        return
    fi
    case $prev in
        --lang)
            mapfile -t COMPREPLY < <(compgen -W "en fr it de" -- "$cur")
            return
            ;;
        --option)
            compopt -o nospace
            mapfile -t COMPREPLY < <(compgen -W "$(_muraille_options "$game")" -- "$cur")
            return
            ;;
        --players | --persons)
            mapfile -t COMPREPLY < <(compgen -W "1 2 3 4 5 6" -- "$cur")
            return
            ;;
        --seat)
            mapfile -t COMPREPLY < <(compgen -W "0 1 2 3 4 5 6" -- "$cur")
            return
            ;;
        --pace)
            mapfile -t COMPREPLY < <(compgen -W "slow normal quick none" -- "$cur")
            return
            ;;
        --set)
            compopt -o nospace
            mapfile -t COMPREPLY < <(compgen -W "$settings" -- "$cur")
            return
            ;;
        --ply | --seed | --port | --host | --store | --public-url | --url | --engine | --name | --units | --sims | --cpu | --threads | --limit | --elo | --time | --games | --hidden)
            return
            ;;
        --game)
            mapfile -t COMPREPLY < <(compgen -W "$games" -- "$cur")
            return
            ;;
        --bot | --bots)
            mapfile -t COMPREPLY < <(compgen -W "$bots" -- "$cur")
            return
            ;;
        --pool)
            mapfile -t COMPREPLY < <(compgen -W "all plain levels frozen" -- "$cur")
            return
            ;;
        --svg | --out | --tls-cert | --tls-key | --config)
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -f -- "$cur")
            return
            ;;
        --web | --data)
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -d -- "$cur")
            return
            ;;
    esac

    local words="--lang --help"
    case $command in
        '') words="$commands --lang --help --version" ;;
        play) words="$words --players --seat --seed --option --bots --persons --resume --plain --ascii --pace" ;;
        replay) words="$words --ascii --pace" ;;
        random) words="$words --players --seed --option" ;;
        games) words="$words --json" ;;
        show) words="$words --ply --seat" ;;
        trace) words="$words --seat" ;;
        serve) words="$words --port --host --web --data --store --tls-cert --tls-key --public-url --config --set" ;;
        admin)
            if [[ $line == *" migrate "* ]]; then
                words="$words --from --to"
            elif [[ $line =~ \ (list|backup|restore|export|delete|close|people|ban|unban|mute|unmute|invite|reset)\  ]]; then
                words="$words --data --store --config"
                [[ $line =~ \ (ban|mute|invite)\  ]] && words="$words --days"
                [[ $line =~ \ (invite|reset)\  ]] && words="$words --public-url"
                [[ $line == *" invite "* ]] && words="$words --uses"
            else
                words="list backup restore migrate export delete close people ban unban mute unmute invite reset"
            fi
            ;;
        arena)
            if [[ $line =~ \ (match|sprt|scale|ladder)\  ]]; then
                words="$words --game --players --option --units --sims --seed --threads --limit --json"
                [[ $line == *" ladder "* ]] && words="$words --pool" || words="$words $bots"
                [[ $line == *" scale "* ]] || words="$words --cpu"
                [[ $line == *" sprt "* ]] && words="$words --elo"
            elif [[ $line == *" exploit "* ]]; then
                words="$words --players --bot --sims --time --units --seed --threads --json"
                [[ $game ]] || words="$words $games"
            else
                words="match sprt scale ladder exploit"
            fi
            ;;
        engine) words="$words --bot" ;;
        bot) words="$words --url --engine --bot --seat --name --invite --sims --cpu --limit" ;;
        join) words="$words --name --invite --seat --watch --plain --ascii" ;;
        analyse) words="$words --seat --sims --bot --seed --json --svg" ;;
        hint) words="$words --ply --seat --sims --bot --seed --json" ;;
        train) words="$words --players --games --hidden --seed --threads --out" ;;
        solve) words="$words --players --games --seed --threads --out" ;;
        help) words=$commands ;;
    esac
    case $command in
        solve) [[ $game ]] || words="$words die-mauer" ;;
        train) [[ $game ]] || words="$words chinesische-mauer chang-cheng" ;;
        play | random | rules) [[ $game ]] || words="$words $games" ;;
        replay | show | trace | format | verify | analyse | hint)
            if [[ $cur != -* ]]; then
                compopt -o filenames
                mapfile -t COMPREPLY < <(compgen -f -X '!*.mur' -- "$cur"; compgen -d -- "$cur")
                return
            fi
            ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}

complete -F _muraille muraille
