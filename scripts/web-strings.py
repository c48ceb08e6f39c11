#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/web-strings.py FILE... -- the texts of the browser client as lines of C that xgettext can read: what stands in
t("...") and tYou("..."), the properties `say`, `hint` and `label` of lessons and lists, which are translated where they are shown, and
the paragraphs <p data-translate> of static pages, which web/build.mjs translates."""
import re
import sys

STRING = r'"((?:[^"\\\n]|\\.)*)"'
USED = r"\bt(?:You)?\(\s*" + STRING
STORED = r"\b(?:say|hint|label):\s*" + STRING  # in lessons and lists of bots
PARAGRAPH = r"(?m)^ *<p data-translate>(.*)</p>$"

found = set()
for path in sys.argv[1:]:
    if path.endswith(".html"):
        found.update(key.replace('"', '\\"') for key in re.findall(PARAGRAPH, open(path, encoding="utf-8").read()))
        continue
    text = re.sub(r"(?m)^\s*//.*", "", open(path, encoding="utf-8").read())
    found.update(re.findall(USED, text))
    if path.endswith(("lesson.ts", "bots.ts")):
        found.update(re.findall(STORED, text))
for key in sorted(found):
    if key:
        print(f'N_("{key}")')
