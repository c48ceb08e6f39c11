#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tests/placeholders.py NAME <CATALOGUE -- every translation has the same forms as its key (engine/say.h: a bar separates them, some may
be empty), and each form the same placeholders in braces."""
import re
import sys


def placeholders(text):
    """The placeholders of each form; None for an empty form."""
    return [sorted(re.findall(r"\{\w+\}", form)) if form else None for form in text.split("|")]


failed, texts, field = 0, {}, None
for line in [*sys.stdin, "\n"]:
    part = re.match(r'(?:(msgid|msgstr) )?"(.*)"$', line.strip())
    if part:
        field = part[1] or field
        texts[field] = texts.get(field, "") + part[2]
    elif not line.strip():
        if texts.get("msgid") and placeholders(texts["msgid"]) != placeholders(texts["msgstr"]):
            print(f"{sys.argv[1]}: {texts['msgid']!r} is translated as {texts['msgstr']!r}")
            failed = 1
        texts = {}
sys.exit(failed)
