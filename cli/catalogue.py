#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the table of cli/catalogue.h from gettext catalogues.

  catalogue.py OUTPUT.c

The languages are those of po/languages.h, and each but English has its po/ID.po. Fuzzy and empty translations are left out, so the program speaks English there. Plural forms and contexts are not
used in this project and are refused."""
import ast
import pathlib
import sys

from languages import languages

ROOT = pathlib.Path(__file__).resolve().parent.parent


def read_po(path):
    """The translations of one catalogue as a dict."""
    phrases, entry, field, fuzzy = {}, {}, None, False

    def close():
        if entry.get("msgid") and entry.get("msgstr") and not fuzzy:
            phrases[entry["msgid"]] = entry["msgstr"]

    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = line.strip()
        if line.startswith("#"):
            if entry.get("msgstr") is not None:  # the comments of the next entry begin
                close()
                entry, fuzzy = {}, False
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
        elif line.startswith(("msgid ", "msgstr ")):
            field, text = line.split(" ", 1)
            if field == "msgid" and "msgstr" in entry:
                close()
                entry, fuzzy = {}, False
            entry[field] = ast.literal_eval(text)
        elif line.startswith('"') and field in entry:
            entry[field] += ast.literal_eval(line)
        elif line:
            sys.exit(f"{path}:{number}: not understood: {line}")
    close()
    return phrases


def quote(text):
    """A C string literal."""
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{text}"'


def main():
    output = pathlib.Path(sys.argv[1])
    catalogues = {language: read_po(ROOT / f"po/{language}.po") for language, _ in languages() if language != "en"}
    lines = ["/* Written by cli/catalogue.py; do not edit. */", '#include "cli/catalogue.h"', ""]
    for language, phrases in sorted(catalogues.items()):
        lines.append(f"static const cli_phrase {language}[] = {{")
        for key in sorted(phrases, key=lambda k: k.encode()):
            lines.append(f"    {{ {quote(key)}, {quote(phrases[key])} }},")
        lines += ["    { 0 },", "};", ""]  # so that no table is empty
    lines.append("const cli_catalogue cli_catalogues[] = {")
    for language, phrases in sorted(catalogues.items()):
        lines.append(f'    {{ "{language}", {language}, {len(phrases)} }},')
    lines += ["    { 0 },", "};", "", "const char *const cli_languages[] = {"]
    lines += [f'    "{language}",' for language in ["en", *sorted(catalogues)]]
    lines += ["    NULL,", "};", ""]
    output.write_text("\n".join(lines), encoding="utf-8")


main()
