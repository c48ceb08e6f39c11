#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tests/places.py NAME <CATALOGUE -- every translation fills the same places in braces as its key."""
import re
import sys

failed, texts, field = 0, {}, None
for line in [*sys.stdin, "\n"]:
    part = re.match(r'(?:(msgid|msgstr) )?"(.*)"$', line.strip())
    if part:
        field = part[1] or field
        texts[field] = texts.get(field, "") + part[2]
    elif not line.strip():
        key, translation = (sorted(re.findall(r"\{\w+\}", texts.get(f, ""))) for f in ("msgid", "msgstr"))
        if key != translation:
            print(f"{sys.argv[1]}: {texts['msgid']!r} is translated as {texts['msgstr']!r}")
            failed = 1
        texts = {}
sys.exit(failed)
