#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the texts of cli/rulebook.h.

  rulebook.py OUTPUT.c

They are engine/GAME/rules.LANGUAGE.md, in the languages of po/languages.h."""
import pathlib
import sys

from languages import languages

ROOT = pathlib.Path(__file__).resolve().parent.parent


def rows(data, width=24):
    """The bytes as lines of a C array."""
    for i in range(0, len(data), width):
        yield "    " + " ".join(f"{byte}," for byte in data[i : i + width])


def main():
    output, books = pathlib.Path(sys.argv[1]), []
    lines = ["/* Written by cli/rulebook.py; do not edit. */", '#include "cli/rulebook.h"', ""]
    spoken = {language for language, _ in languages()}
    for path in sorted((ROOT / "engine").glob("*/rules.*.md")):
        folder, language = path.parent.name, path.name.split(".")[1]
        if language not in spoken:
            continue
        text = path.read_bytes()
        text.decode("utf-8")  # or there is no point in going on
        lines += [f"static const unsigned char {folder}_{language}[] = {{", *rows(text), "};", ""]
        books.append((folder, language, len(text)))
    lines.append("const cli_rulebook cli_rulebooks[] = {")
    for folder, language, size in books:
        game = folder.replace("_", "-")
        lines.append(f'    {{ "{game}", "{language}", {{ (const char *){folder}_{language}, {size} }} }},')
    lines += ["    { 0 },", "};", ""]
    output.write_text("\n".join(lines), encoding="utf-8")


main()
