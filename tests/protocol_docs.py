#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tests/protocol_docs.py PROGRAM [--write] -- compares what docs/ says about the protocol with the code.

- docs/notation.md: its records can be replayed, its examples follow its grammars, and the grammars describe exactly the moves in the
  traces of tests/records/conformance/.
- docs/game-json.md: every field of `state` in those traces has a row with its types, and no row is without a field; every kind of
  event of the engine has a row with the fields that its sentence uses; the boards of Chang Cheng; the examples are what
  the engine writes (--write puts them there).
- docs/protocol.md: every request with its cost, every error with its status, and every limit that the code has a name for.
- docs/hosting.md: every setting with its default and its values.

Prints all differences; then the exit code is 1."""
import collections
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
WRITES = "--write" in sys.argv[2:]
GAMES = {"chinesische-mauer": "Chinesische Mauer", "die-mauer": "Die Mauer", "chang-cheng": "Chang Cheng"}
WIDTH = 120
faults = []


def complain(text):
    faults.append(text)


def run(*args, given=None):
    done = subprocess.run([PROGRAM, *args], input=given, capture_output=True, text=True, timeout=120)
    if done.returncode:
        complain(f"muraille {' '.join(args)}: {done.stderr.strip()}")
    return done.stdout


def section(text, heading):
    """What stands below a heading, up to the next one of the same rank or a higher one."""
    rank = heading.split(" ")[0]
    lines, inside = [], False
    for line in text.splitlines():
        if line == heading:
            inside = True
        elif inside and re.match(r"#{1,%d} " % len(rank), line):
            break
        elif inside:
            lines.append(line)
    if not inside:
        complain(f'there is no heading "{heading}"')
    return "\n".join(lines)


def rows(text):
    """The cells of all rows of tables that begin with a word in backquotes; \\| is no border."""
    for line in text.splitlines():
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if cells and re.match(r"`[^`]+`", cells[0]):
            yield cells


def words(cell):
    return re.findall(r"`([^`]+)`", cell)


def differ(what, want, got):
    """Complains about what only one of two sets has: `want` is the code's, `got` the document's."""
    for name in sorted(want - got):
        complain(f"{what}: {name} is missing in the document")
    for name in sorted(got - want):
        complain(f"{what}: {name} is in the document and not in the code")


# -- Traces: a few records of each game as all kinds of viewers see them --


def traces(game):
    records = sorted((ROOT / "tests" / "records" / "conformance").glob(game + "_*.mur"))
    if not records:
        complain(f"no records of {game}")
    for record in records[::3]:
        for view in ([], ["--seat", "0"], ["--seat", "1"], ["--seat", "2"]):
            for line in run("trace", *view, str(record)).splitlines():
                yield json.loads(line)


# -- docs/notation.md --


def read_grammar(text):
    rules = {}
    for line in re.search(r"```ebnf\n(.*?)```", text, re.S).group(1).splitlines():
        name, _, right = line.partition("::=")
        rules[name.strip()] = right
    return rules


def regex_of(rules, name):
    def term(match):
        literal, rule, sign = match.groups()
        inner = re.escape(literal) if literal is not None else regex_of(rules, rule)
        return f"(?:{inner}){sign}"

    alternatives = re.split(r"\|(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", rules[name])
    return "|".join(re.sub(r"\s*(?:\"([^\"]*)\"|([a-z]+))([+?]?)\s*", term, one) for one in alternatives)


def check_grammar(game, text, all_traces):
    rules = read_grammar(text)
    move, seen = (re.compile(regex_of(rules, name)) for name in ("move", "seen"))
    kinds = {name.strip(): False for name in (rules["move"] + "|" + rules["seen"]).split("|") if name.strip() != "move"}
    known = {name: re.compile(regex_of(rules, name)) for name in kinds}
    legal, made = set(), set()
    for line in all_traces:
        for moves in line["legal"].values():
            legal.update(moves)
        if line["move"]:
            made.add(line["move"].split(" ", 1)[1])
    for one in sorted(legal):
        if not move.fullmatch(one):
            complain(f"docs/notation.md: the grammar of {game} does not know the move {one}")
    for one in sorted(made):
        if not seen.fullmatch(one):
            complain(f"docs/notation.md: the grammar of {game} does not know the seen move {one}")
    for name in kinds:
        if not any(known[name].fullmatch(one) for one in legal | made):
            complain(f"docs/notation.md: no record of {game} has a move of the kind {name}")
    for cells in rows(text):
        one = words(cells[0])[0]
        is_example = " " in one or len(cells) != 4 and not re.fullmatch(r"[A-Z0-9]", one)
        if is_example and not seen.fullmatch(one):
            complain(f"docs/notation.md: the example {one} does not follow the grammar of {game}")


def check_notation(all_traces):
    text = (DOCS / "notation.md").read_text()
    for game, title in GAMES.items():
        part = section(text, "## " + title)
        check_grammar(game, part, all_traces[game])
        record = re.search(r"```muraille\n(.*?)```", part, re.S)
        if not record:
            complain(f"docs/notation.md: {title} has no record")
            continue
        lines = run("trace", "-", given=record.group(1)).splitlines()
        if len(lines) != 1 + len(re.findall(r"^move ", record.group(1), re.M)):
            complain(f"docs/notation.md: the record of {title} cannot be replayed")


# -- docs/game-json.md --


def kind_of(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    return {int: "number", str: "string", list: "list", dict: "object"}[type(value)]


def walk(value, path, found):
    """Notes the kinds of all values below: a[] are elements, a{} the values of an object whose keys are places or seats."""
    if path:
        found[path].add(kind_of(value))
    if isinstance(value, list):
        for one in value:
            walk(one, path + "[]", found)
    elif isinstance(value, dict):
        for key, one in value.items():
            is_name = re.fullmatch(r"[a-z_]+", key)
            walk(one, (f"{path}.{key}" if path else key) if is_name else path + "{}", found)


def check_fields(game, text, all_traces):
    found = collections.defaultdict(set)
    for line in all_traces:
        walk(line["state"], "", found)
    documented = {words(cells[0])[0]: set(re.split(r" or (?!false)", cells[1])) for cells in rows(text)}
    differ(f"docs/game-json.md, fields of {game}", set(found), set(documented))
    for path in sorted(set(found) & set(documented)):
        if found[path] != documented[path]:
            complain(f"docs/game-json.md, {game}: {path} is {' or '.join(sorted(found[path]))}, not {' or '.join(sorted(documented[path]))}")


def sentences(game):
    """The kinds of events of a game and the fields their sentences speak of, from the list in its private header."""
    folder = ROOT / "engine" / game.replace("-", "_")
    code = "".join(path.read_text() for path in sorted(folder.glob("*_int.h")))
    listed = re.search(r"#define [A-Z]+_SENTENCES\(X\)(.*?)\n\n", code, re.S).group(1)
    for kind, sentence in re.findall(r'X\((\w+), N_\(((?:"[^"]*"[\s\\]*)+)\)\)', listed):
        if not kind.startswith("DO_") and kind != "UNKNOWN_MOVE":  # these describe moves and are not events
            places = set(re.findall(r"\{(\w+)\}", sentence))
            yield kind, {"n" if place == "count" else place for place in places}


def check_events(game, text):
    documented = {words(cells[0])[0]: set(words(cells[1])) for cells in rows(text)}
    known = dict(sentences(game))
    differ(f"docs/game-json.md, events of {game}", set(known), set(documented))
    for kind in sorted(set(known) & set(documented)):
        if not known[kind] <= documented[kind]:
            complain(f"docs/game-json.md, {game}: {kind} also has {', '.join(sorted(known[kind] - documented[kind]))}")


def check_boards(text):
    code = (ROOT / "engine" / "chang_cheng" / "cc_boards.h").read_text()
    want = {f"{m[0]}{m[1]}: {' '.join(m[2:5])}, {' '.join(m[5:8])}"
            for m in re.findall(r"X\(([A-D]), ([ab]), (\d), (\d), (\d), (\d), (\d), (\d)\)", code)}
    got = {f"{words(cells[0])[0]}: {cells[1]}, {cells[2]}" for cells in rows(text)}
    differ("docs/game-json.md, boards", want, got)


def lay_out(state):
    """JSON in lines of a readable width, broken between the members of the whole."""
    lines, line = [], "{"
    for i, (key, value) in enumerate(state.items()):
        member = json.dumps({key: value}, separators=(",", ":"))[1:-1] + ("," if i + 1 < len(state) else "}")
        if len(line) + len(member) > WIDTH and len(line) > 1:
            lines.append(line)
            line = " "
        line += member
    return "\n".join([*lines, line])


EXAMPLE = re.compile(r"(?:After (\d+) moves|At the end) of `muraille (random [^`]*)`, as (?:seat (\d)|a spectator) sees it:\n\n```json\n(.*?)\n```", re.S)


def check_examples():
    path = DOCS / "game-json.md"
    text = path.read_text()

    def made(match):
        ply, command, seat, shown = match.groups()
        lines = run("trace", "--seat", seat or "0", "-", given=run(*command.split())).splitlines()
        state = json.loads(lines[int(ply) if ply else -1])["state"]
        return match.group(0).replace(shown, lay_out(state))

    fresh = EXAMPLE.sub(made, text)
    if len(EXAMPLE.findall(text)) != 3 * len(GAMES):
        complain("docs/game-json.md: an example is missing")
    if WRITES:
        path.write_text(fresh)
    elif fresh != text:
        complain("docs/game-json.md: the examples are not up to date: make docs")


def check_json(all_traces):
    text = (DOCS / "game-json.md").read_text()
    for game, title in GAMES.items():
        check_fields(game, section(text, "### State of " + title), all_traces[game])
        check_events(game, section(text, "### Events of " + title))
    check_boards(section(text, "### Boards"))
    check_examples()


# -- docs/protocol.md --


def code_of(*names):
    return "".join((ROOT / "server" / name).read_text() for name in names)


def check_requests(text):
    table = re.findall(r"^ *X\((\w+), *\w+, *[\w| ]+, *(\d+), ", code_of("lobby/verbs.h"), re.M)
    want = {f"{name} costs {cost}" for name, cost in table}
    got = {f"{words(cells[0])[0]} costs {cells[1]}" for cells in rows(section(text, "## All requests"))}
    differ("docs/protocol.md, requests", want, got)
    for name in sorted(one.split()[0] for one in want):
        if f'"do":"{name}"' not in text:
            complain(f"docs/protocol.md: there is no example of the request {name}")


def check_errors(text):
    errors = re.findall(r'X\(\w+, "(\w+)", (\d+), N_', code_of("lobby/lobby_int.h"))
    want = {f"{code} ({status})" for code, status in errors}
    got = {f"{words(cells[0])[0]} ({cells[1]})" for cells in rows(section(text, "## Errors"))}
    differ("docs/protocol.md, errors", want, got)
    known = {code for code, _ in errors}
    for cells in rows(section(text, "## All requests")):
        for code in words(cells[-1]):
            if code not in known:
                complain(f"docs/protocol.md: {words(cells[0])[0]} cannot give the error {code}, there is none")


# Limits: the name in the code, and how the row of the table begins.
LIMITS = {
    "LOBBY_MESSAGE_MAX": "bytes of a message",
    "JSON_VALUES_MAX": "values in a message",
    "JSON_DEPTH_MAX": "depth of a message",
    "PENDING_MAX": "unanswered requests of a connection",
    "LISTENING_MAX": "tables that a connection listens to",
    "WAITING_MAX": "requests that wait at a table",
    "BEFORE_HELLO_MAX": "messages before hello",
    "CHAT_CHARACTERS": "characters of a chat message",
    "CHAT_MAX": "chat messages that `open` answers",
    "LIST_MAX": "tables in an answer to `lobby` and `mine`",
    "NAME_CHARACTERS": "characters of a name",
    "MOVE_MAX": "bytes of a move",
    "TABLE_ENTRIES_MAX": "entries of a table",
    "TABLE_SALT": "bytes of a salt",
}


def check_limits(text):
    code = code_of("lobby/lobby.h", "lobby/lobby_int.h", "lobby/requests.c", "lobby/moves.c", "common/json_value.h", "table/table.h", "lobby/name_rules.h")
    documented = {cells[0]: cells[1] for line in section(text, "## Limits").splitlines()
            if len(cells := [cell.strip() for cell in line.split("|")[1:-1]]) >= 2}
    for name, row in LIMITS.items():
        value = re.search(rf"\b{name} = (\d+)", code)
        if not value:
            complain(f"there is no limit {name} in the code any more")
        elif documented.get(row, "").replace(",", "") != value.group(1):
            complain(f'docs/protocol.md, limits: "{row}" is {value.group(1)}, not "{documented.get(row, "")}"')


# -- docs/hosting.md --


def check_settings():
    code = (ROOT / "cli" / "settings.c").read_text()
    named = {"UINT16_MAX": "65535"}  # constants that the rows of settings use
    for source in "cli/args.h", "server/lobby/lobby.h":
        named.update(re.findall(r"(\b[A-Z_]+) = (\d+)", (ROOT / source).read_text()))
    documented = {}
    for cells in rows(section((DOCS / "hosting.md").read_text(), "## Settings")):
        for name in words(cells[0]):
            documented[name] = cells
    known = re.findall(r'\{ "([a-z-]+)", AT\(\w+\), (\w+), (\w+), (\w+), (\w+), (?:NULL|"([^"]*)"), (?:true|false) \}', code)
    differ("docs/hosting.md, settings", {one[0] for one in known}, set(documented))
    for name, kind, least, top, usual, list_of_words in known:
        cells = documented.get(name, ["", "", ""])
        if kind == "NUMBER":
            want = [named.get(usual, usual), f"{least} to {named.get(top, top)}"]
            got = cells[1:3]
        elif kind == "WORD":
            want = [list_of_words.split()[int(usual)], sorted(list_of_words.split())]
            got = [cells[1], sorted(words(cells[2]))]
        else:
            continue
        if want != got:
            complain(f"docs/hosting.md: {name} is {want}, not {got}")


def main():
    all_traces = {game: list(traces(game)) for game in GAMES}
    check_notation(all_traces)
    check_json(all_traces)
    text = (DOCS / "protocol.md").read_text()
    check_requests(text)
    check_errors(text)
    check_limits(text)
    check_settings()
    print("\n".join(faults), end="\n" if faults else "")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
