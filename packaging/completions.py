#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the completion of a shell from the description of the program.

  completions.py bash|zsh|fish DESCRIPTION.json OUTPUT        the description is what `muraille describe` prints

Commands, options, games, bots, languages and settings come from the description alone, so a new one needs no line here.
This file contains the syntax of each shell, and what to offer for each kind of value: FILE, FOLDER, GAME, BOT, LEVEL.
For other kinds it offers the suggestions of the program's own tables, or nothing."""
import json
import pathlib
import re
import sys

HEAD = "# SPDX-License-Identifier: MIT\n# {shell} completion for muraille(1), written by packaging/completions.py; do not edit\n"


def operands(command):
    """The kinds of a command's operands: its syntax without options and their values."""
    kinds, after_option = [], False
    for word in command["syntax"].replace("|", " ").split():
        bare = word.strip("[].")
        if bare.startswith("--"):
            after_option = not word.endswith("]")
        elif after_option:
            after_option = False
        elif re.fullmatch(r"[A-Z]+", bare):
            kinds.append(bare)
    return kinds


def numbers(values, most=6):
    """The values of an option of a game: words, or the first of a range such as "1-99"."""
    span = re.fullmatch(r"(\d+)-(\d+)", values)
    return [str(n) for n in range(int(span[1]), min(int(span[2]), most) + 1)] if span else values.split()


class Program:
    """The description, with the queries that all shells need."""

    def __init__(self, path):
        known = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        self.commands, self.games = known["commands"], known["games"]
        self.bots, self.levels, self.languages = known["bots"], known["levels"], known["languages"]
        self.settings = known["settings"]
        self.option = {one["name"]: one for one in known["options"]}
        self.names = [one["name"] for one in self.commands] + ["help"]
        self.game_ids = [one["id"] for one in self.games]

    def words(self, one, kind=None):
        """What to offer for an option's value or an operand; [] for files, folders and what only the user knows."""
        kinds = {"GAME": self.game_ids, "BOT": self.bots, "LEVEL": self.levels}
        return one["suggestions"] or kinds.get(kind or one.get("kind"), [])

    def leaves(self):
        """("arena match", command) for every command that runs."""
        for command in self.commands:
            if not command["commands"]:
                yield command["name"], command
            for inner in command["commands"]:
                yield f"{command['name']} {inner['name']}", inner

    def groups(self):
        """The commands that have subcommands."""
        return [one for one in self.commands if one["commands"]]

    def setting_words(self):
        """The names of all settings that are not also options."""
        return [one["name"] for one in self.settings if one["name"] not in self.option]


# -- bash --

BASH_FILES = 'compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur")'
BASH_FOLDERS = 'compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$cur")'

BASH_FIND_COMMAND = """\
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
"""

BASH_SPLIT_SETTING = """\
    # bash splits NAME=VALUE into three words
    if [[ $cur == = || $prev == = ]]; then
        local name=$prev
        [[ $prev == = ]] && name=${COMP_WORDS[COMP_CWORD - 2]} || cur=''
        mapfile -t COMPREPLY < <(compgen -W "$(_muraille_values "$game" "$name")" -- "$cur")
        return
    fi
"""


def bash_offer(words):
    """Completes one of these words."""
    return f'mapfile -t COMPREPLY < <(compgen -W "{" ".join(words)}" -- "$cur")'


def bash_tables(p):
    """The functions _muraille_values and _muraille_options, which print the options of games and their values."""
    out = ["# The values of an option of a game, or of a setting of a server.\n_muraille_values()\n{\n    case $1/$2 in"]
    for game in p.games:
        for option in game["options"]:
            out.append(f"        {game['id']}/{option['id']}) echo {' '.join(numbers(option['values']))} ;;")
    # Before the game is typed: the longest list of values that any game has for this option.
    longest = sorted({(option["id"], max((o["values"] for g in p.games for o in g["options"] if o["id"] == option["id"]), key=len))
                      for game in p.games for option in game["options"]})
    for name, values in longest:
        out.append(f"        /{name}) echo {' '.join(numbers(values))} ;;")
    for setting in p.settings:
        if setting["words"]:
            out.append(f"        */{setting['name']}) echo {' '.join(setting['words'])} ;;")
    out.append("    esac\n}\n\n_muraille_options()\n{\n    case $1 in")
    for game in p.games:
        out.append(f"        {game['id']}) echo {' '.join(option['id'] + '=' for option in game['options'])} ;;")
    every = dict.fromkeys(option["id"] + "=" for game in p.games for option in game["options"])
    out.append(f"        *) echo {' '.join(every)} ;;\n    esac\n}}\n")
    return out


def bash_groups(p):
    """Appends the subcommand to $command if that is a group."""
    out = ["    # A command with subcommands: which one?\n    case $command in"]
    for group in p.groups():
        out.append(f"        {group['name']})\n            for word in {' '.join(one['name'] for one in group['commands'])}; do")
        out.append('                [[ $line == *" $word "* ]] && command="$command $word" && break\n            done\n            ;;')
    return [*out, "    esac\n"]


def bash_option_values(p):
    """What follows an option: a case for each option with a value."""
    out = ["    case $prev in\n        --lang) " + bash_offer(p.languages) + "; return ;;"]
    for option in p.option.values():
        name, kind = f"--{option['name']}", option["kind"]
        if name == "--option":
            action = 'compopt -o nospace; mapfile -t COMPREPLY < <(compgen -W "$(_muraille_options "$game")" -- "$cur"); '
        elif name == "--set":
            action = "compopt -o nospace; " + bash_offer([one + "=" for one in p.setting_words()]) + "; "
        elif not kind:
            continue
        elif p.words(option):
            action = bash_offer(p.words(option)) + "; "
        else:
            action = {"FILE": BASH_FILES + "; ", "WHERE": BASH_FILES + "; ", "FOLDER": BASH_FOLDERS + "; "}.get(kind, "")
        out.append(f"        {name}) {action}return ;;")
    return [*out, "    esac\n"]


def bash_words(p):
    """Sets $words: commands, or the options and operands of a command."""
    out = ['    local words="--lang --help"\n    case $command in']
    out.append("        '') words=\"$commands --lang --help --version\" ;;")
    for group in p.groups():
        out.append(f"        {group['name']}) words=\"{' '.join(one['name'] for one in group['commands'])}\" ;;")
    for path, command in p.leaves():
        label = f"'{path}'" if " " in path else path
        options = " ".join(f"--{one}" for one in command["options"])
        kinds = operands(command)
        action = f'words="$words {options}"' if options else ":"
        if kinds and p.words(command, kinds[0]):
            guard = "[[ $game ]] || " if kinds[0] == "GAME" else ""
            action += f'; {guard}words="$words {" ".join(p.words(command, kinds[0]))}"'
        out.append(f"        {label}) {action} ;;")
    return [*out, "        help) words=$commands ;;\n    esac"]


def bash_operands(p):
    """Completes files: records for commands, any file for the commands of a group."""
    records = [path for path, command in p.leaves() if operands(command) == ["FILE"] and " " not in path]
    others = [f"'{path}'" for path, command in p.leaves() if {"FILE", "FOLDER"} & set(operands(command)) and " " in path]
    return [f"""\
    case $command in
        {' | '.join(records)})
            if [[ $cur != -* ]]; then
                compopt -o filenames
                mapfile -t COMPREPLY < <(compgen -f -X '!*.mur' -- "$cur"; compgen -d -- "$cur")
                return
            fi
            ;;
        {' | '.join(others)})
            if [[ $cur != -* ]]; then
                {BASH_FILES}
                return
            fi
            ;;
    esac"""]


def bash(p):
    out = [HEAD.format(shell="bash"), *bash_tables(p), "_muraille()\n{"]
    out.append(f'    local commands="{" ".join(p.names)}"')
    out.append(f'    local games="{" ".join(p.game_ids)}"')
    out += [BASH_FIND_COMMAND, *bash_groups(p), BASH_SPLIT_SETTING, *bash_option_values(p), *bash_words(p), *bash_operands(p)]
    out.append('    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")\n}\n\ncomplete -F _muraille muraille\n')
    return "\n".join(out)


# -- zsh --


def zsh_text(words):
    """A text inside the brackets of _arguments."""
    return re.sub(r"([\[\]:\\])", r"\\\1", words).replace("'", "’")


def zsh_row(name, about):
    """An entry of _describe."""
    return "'" + name.replace(":", "\\:") + ":" + about.replace("'", "’") + "'"


def zsh_action(p, one, kind=None, is_record=False):
    """What to offer for an option's value or an operand."""
    kind = kind or one["kind"]
    named = {"GAME": "_muraille_game", "BOT": "_muraille_bot", "FOLDER": "_files -/", "WHERE": "_files", "LINK": "_urls",
             "URL": "_urls", "ADDRESS": "_hosts", "COMMAND": "_command_names"}
    if one["suggestions"]:
        return f"({' '.join(one['suggestions'])})"
    if kind == "LEVEL":
        return f"({' '.join(p.levels)})"
    if kind == "FILE":
        return '_files -g "*.mur"' if is_record else "_files"
    return named.get(kind, "")


def zsh_option(p, name):
    one = p.option[name]
    many = "*" if "=" in one["kind"] else ""
    action = "_muraille_setting" if name == "option" else zsh_action(p, one)
    value = f":{one['kind'].lower()}:{action}" if one["kind"] else ""
    return f"'{many}--{name}[{zsh_text(one['about'])}]{value}'"


def zsh_arguments(p, command, first, is_record):
    """The call of _arguments for a command; `first` is the number of its first operand."""
    parts = [zsh_option(p, one) for one in command["options"]]
    for i, kind in enumerate(operands(command)):
        parts.append(f"'{first + i}:{kind.lower()}:{zsh_action(p, command, kind, is_record)}'")
    return " \\\n                        ".join(["_arguments $common", *parts])


def zsh_functions(p):
    """The functions that complete games, bots and the options of games."""
    out = ["_muraille_game() {\n    local -a games\n    games=("]
    out += [f"        '{one['id']}:{one['name']}, {one['players'][0]} to {one['players'][1]} players'" for one in p.games]
    out.append("    )\n    _describe game games\n}\n")
    out.append(f"_muraille_bot() {{\n    _values bot {' '.join(p.bots)}\n}}\n")
    out.append("_muraille_setting() {\n    local -a names")
    about, values, games_of = {}, {}, {}
    for game in p.games:
        for one in game["options"]:
            about[one["id"]] = one["about"]
            values[one["id"]] = max(values.get(one["id"], []), numbers(one["values"]), key=len)
            games_of.setdefault(one["id"], []).append(game["id"])
    for i, name in enumerate(about):
        out.append(f"    {'el' if i else ''}if compset -P '{name}='; then\n        _values -s , '{zsh_text(about[name])}' {' '.join(values[name])}")
    out.append("    else\n        names=()")
    for name, games in games_of.items():
        guard = "" if len(games) == len(p.games) else " || ".join(f"(( $words[(I){game}] ))" for game in games) + " && "
        out.append(f"        {guard}names+=({zsh_row(name, about[name])})")
    return [*out, "        _describe -S = option names\n    fi\n}\n"]


def zsh_lists(p):
    """The arrays of commands, and of the commands of each group."""
    out = ["    commands=("]
    out += [f"        {zsh_row(one['name'], one['about'])}" for one in p.commands] + ["        'help:explain a command'", "    )"]
    for group in p.groups():
        out.append(f"    local -a {group['name']}\n    {group['name']}=(")
        out += [f"        {zsh_row(one['name'], one['about'])}" for one in group["commands"]] + ["    )"]
    return out


def zsh_commands(p):
    """One case for each command, with the options and operands it takes."""
    out = []
    for command in p.commands:
        if not command["commands"]:
            out.append(f"                {command['name']})\n                    {zsh_arguments(p, command, 1, True)}\n                    ;;")
            continue
        out.append(f"                {command['name']})\n                    if (( CURRENT == 2 )); then\n                        _describe command {command['name']}")
        out.append("                        return\n                    fi\n                    case $words[2] in")
        for inner in command["commands"]:
            out.append(f"                    {inner['name']})\n                        {zsh_arguments(p, inner, 2, False)}\n                        ;;")
        out.append("                    esac\n                    ;;")
    return out


def zsh(p):
    out = ["#compdef muraille", HEAD.format(shell="zsh"), *zsh_functions(p)]
    out.append("_muraille() {\n    local curcontext=$curcontext state line\n    local -a commands common")
    out += zsh_lists(p)
    out.append(f"""\
    common=(
        '--lang[speak this language]:language:({' '.join(p.languages)})'
        '(- *)'{{-h,--help}}'[explain]'
    )

    _arguments -C $common '(- *)'{{-V,--version}}'[write the version]' '1:command:->command' '*::argument:->argument'
    case $state in
        command)
            _describe command commands
            ;;
        argument)
            case $words[1] in""")
    out += zsh_commands(p)
    out.append("                help) _describe command commands ;;\n            esac\n            ;;\n    esac\n}\n\n_muraille \"$@\"\n")
    return "\n".join(out)


# -- fish --


def fish_quote(words):
    return "'" + words.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish_line(condition, *rest):
    return " ".join(["complete -c muraille", f"-n {fish_quote(condition)}" if condition else "", *rest]).replace("  ", " ")


def fish_seen(names):
    return "__fish_seen_subcommand_from " + " ".join(names)


def fish_value(p, one):
    """The flags of complete(1) for the value of an option."""
    if one["name"] == "set":
        words = [one["name"] + "=" + ("{" + ",".join(one["words"]) + "}" if one["words"] else "")
                 for one in p.settings if one["name"] in p.setting_words()]
    else:
        words = p.words(one)
    if words:
        return f"-x -a {fish_quote(' '.join(words))}"
    kinds = {"": "", "FILE": "-r -F", "WHERE": "-r -F", "FOLDER": "-x -a '(__fish_complete_directories)'"}
    return kinds.get(one["kind"], "-x")


def fish_commands(p):
    """Commands, the commands of groups, and the options that all of them take."""
    first, out = f"not {fish_seen(p.names)}", []
    for command in p.commands:
        out.append(fish_line(first, f"-a {command['name']} -d {fish_quote(command['about'])}"))
    out.append(fish_line(first, "-a help -d 'explain a command'"))
    out.append(fish_line(fish_seen(["help"]), f"-a {fish_quote(' '.join(p.names))}"))
    out.append(fish_line(first, "-s V -l version -d 'write the version'"))
    out.append(fish_line("", "-s h -l help -d explain"))
    out.append(fish_line("", f"-l lang -x -a {fish_quote(' '.join(p.languages))} -d 'speak this language'"))
    for group in p.groups():
        inside = f"{fish_seen([group['name']])}; and not {fish_seen([one['name'] for one in group['commands']])}"
        out += [fish_line(inside, f"-a {one['name']} -d {fish_quote(one['about'])}") for one in group["commands"]]
    return out


def fish_operands(p):
    out = ["\n# Operands"]
    for path, command in p.leaves():
        condition = "; and ".join(fish_seen([name]) for name in path.split())
        for kind in dict.fromkeys(operands(command)):
            words = p.words(command, kind)
            if kind == "GAME":
                condition += f"; and not {fish_seen(p.game_ids)}"
            if words:
                out.append(fish_line(condition, f"-a {fish_quote(' '.join(words))}"))
            elif kind in ("FILE", "FOLDER"):
                out.append(fish_line(condition, "-F"))
    return out


def fish_option(p, option, condition):
    """The lines of one option; --option has one for each game, and one for when no game has been typed yet."""
    about = fish_quote(option["about"])
    rest = f"-l {option['name']} {fish_value(p, option)} -d {about}"
    if option["name"] != "option":
        return [fish_line(condition, rest)]
    out = []
    for game in p.games:
        words = [f"{one['id']}={{{','.join(numbers(one['values']))}}}" for one in game["options"]]
        out.append(fish_line(f"{condition}; and {fish_seen([game['id']])}", f"-l option -x -a {fish_quote(' '.join(words))} -d {about}"))
    return [*out, fish_line(f"{condition}; and not {fish_seen(p.game_ids)}", rest)]


def fish_options(p):
    out = ["\n# Options"]
    for option in p.option.values():
        takers = {}  # names of the commands that take it, by group; "" for those in no group
        for path, command in p.leaves():
            if option["name"] in command["options"]:
                takers.setdefault(path.split()[0] if " " in path else "", []).append(path.split()[-1])
        for group, names in takers.items():
            condition = (fish_seen([group]) + "; and " if group else "") + fish_seen(names)
            out += fish_option(p, option, condition)
    return out


def fish(p):
    out = [HEAD.format(shell="fish"), "complete -c muraille -f", *fish_commands(p), *fish_operands(p), *fish_options(p)]
    return "\n".join(out) + "\n"


def main():
    shell, description, output = sys.argv[1:]
    write = {"bash": bash, "zsh": zsh, "fish": fish}[shell]
    pathlib.Path(output).write_text(write(Program(description)), encoding="utf-8")


main()
