#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write a manual page from its template and the description of the program.

  manual.py TEMPLATE DESCRIPTION.json OUTPUT        the description is what `muraille describe --lang LANGUAGE` prints

A template (packaging/man/LANGUAGE.1.in) is roff with the prose of the page. Headings and lists come from the description:

  @command NAME@              the command with its arguments; `@command arena match@` for a subcommand
  @option NAME...@            the options with their values
  @setting NAME...@           settings of a server with their defaults
  @settings with options@     the names of all settings that are also options
  @other commands@            commands and options that the template does not describe, with their help texts
  @other options@
  @levels|or|,@               levels of bots as a list in bold; `or` stands before the last if it is not empty, and the last
  @languages|or|,@            is followed by what stands at the end

A name that the program does not have is an error; so is a setting that the template does not describe."""
import json
import pathlib
import re
import sys


def roff(text):
    """Plain text within a line of roff."""
    return text.replace("\\", "\\e").replace("-", "\\-")


class Page:
    """One page while it is written."""

    def __init__(self, known, name):
        self.name = name
        self.commands = {}
        for command in known["commands"]:
            if not command["commands"]:
                self.commands[command["name"]] = command
            for inner in command["commands"]:
                self.commands[f"{command['name']} {inner['name']}"] = inner
        self.options = {one["name"]: one for one in known["options"]}
        self.settings = {one["name"]: one for one in known["settings"]}
        self.lists = {
            "levels": known["levels"],
            "languages": known["languages"],
        }
        self.described = {"command": set(), "option": set(), "setting": set()}

    def fail(self, why):
        sys.exit(f"{self.name}: {why}")

    def take(self, kind, names, where):
        """Marks these names as described; each must exist."""
        for name in names:
            if name not in where:
                self.fail(f"there is no {kind} {name}")
            self.described[kind].add(name)

    # -- Headings --

    def usage(self, command):
        """The usage with bold options and slanted values; an ellipsis at the end gives way to the other options."""
        text = command["usage"]
        if text.endswith(" ..."):
            text = text[:-3].strip()
            for name in command["options"]:
                option = self.options[name]
                if f"--{name}" not in text:
                    text += f" [--{name} {option['value']}]" if option["value"] else f" [--{name}]"
                    text += "..." if "=" in option["kind"] else ""
        bold = lambda found: f"\\fB{roff(found[0])}\\fR"
        slanted = lambda found: f"\\fI{found[0]}\\fR"
        text = re.sub(r"(?<![\w-])[^\W\d_a-zß-öø-ÿ]+(?![\w-])", slanted, text)  # words in capitals
        return re.sub(r"--[a-z]+(?:-[a-z]+)*", bold, text)

    def command(self, name):
        self.take("command", [name], self.commands)
        usage = self.usage(self.commands[name])
        bold = f'"{name}"' if " " in name else name
        return f'.BR {bold} " {usage}"' if usage else f".B {bold}"

    def option(self, *names):
        self.take("option", names, self.options)
        parts = []
        for i, name in enumerate(names):
            value = self.options[name]["value"]
            last = i + 1 == len(names)
            parts.append(roff(f"--{name}"))
            if value or not last:
                parts.append(f'" {value}{"" if last else chr(92) + "fR, "}"')
        return f".BI {' '.join(parts)}" if len(parts) > 1 else f".B {parts[0]}"

    def setting(self, *names):
        self.take("setting", names, self.settings)
        parts = []
        for i, name in enumerate(names):
            one = self.settings[name]
            words = one["words"]
            first = f"\\fB{words[0]}\\fR" if words else str(one.get("default", ""))
            comma = "" if i + 1 == len(names) else ", "
            parts += [roff(name), f'" ({", ".join([first, *words[1:]])}){comma}"']
        return f".BR {' '.join(parts)}"

    def settings_with_options(self):
        names = [name for name in self.settings if name in self.options]
        self.take("setting", names, self.settings)
        return ".BR " + ' ", " '.join(roff(name) for name in names)

    # -- Lists --

    def list(self, name, conjunction, end):
        names = [roff(one) for one in self.lists[name]]
        lines = [f".BR {one} ," for one in names[:-1]]
        if conjunction:
            lines[-1] = f".B {names[-2]}"
            lines.append(conjunction)
        return "\n".join([*lines, f".BR {names[-1]} {end}"])

    def others(self, kind, where, heading):
        rest = [name for name in where if name not in self.described[kind]]
        return "\n".join(f".TP\n{heading(name)}\n{roff(where[name]['about'])[0].upper()}{roff(where[name]['about'])[1:]}." for name in rest)

    # -- The page --

    def expand(self, place):
        words, *more = place.split("|")
        if words in self.lists and len(more) == 2:
            return self.list(words, *more)
        if words == "settings with options":
            return self.settings_with_options()
        if words == "other commands":
            return self.others("command", self.commands, self.command)
        if words == "other options":
            return self.others("option", self.options, self.option)
        kind, _, names = words.partition(" ")
        if kind == "command":
            return self.command(names)
        if kind in ("option", "setting"):
            return getattr(self, kind)(*names.split())
        return self.fail(f"@{place}@ is unknown")

    def write(self, template):
        lines = []
        for line in template.splitlines():
            place = re.fullmatch(r"@(.*)@", line)
            made = self.expand(place[1]) if place else line
            if made:
                lines.append(made)
        missing = set(self.settings) - self.described["setting"]
        if missing:
            self.fail(f"does not describe the settings {', '.join(sorted(missing))}")
        return "\n".join(lines) + "\n"


def main():
    template, description, output = map(pathlib.Path, sys.argv[1:])
    known = json.loads(description.read_text(encoding="utf-8"))
    page = Page(known, str(template)).write(template.read_text(encoding="utf-8"))
    output.write_text(page, encoding="utf-8")


main()
