# SPDX-License-Identifier: MIT
"""cli/languages.py -- reads po/languages.h, the list of our languages, for the other Python tools of the build."""
import pathlib
import re

LINE = re.compile(r'^\s*X\((\w+), "([^"]+)"\)', re.M)


def languages(root=pathlib.Path(__file__).resolve().parent.parent):
    """[("en", "English"), ("fr", "Français"), ...] in the order of the list."""
    found = LINE.findall((root / "po/languages.h").read_text(encoding="utf-8"))
    if not found or found[0][0] != "en":
        raise SystemExit("po/languages.h: expected lines X(id, \"name\"), English first")
    return found
