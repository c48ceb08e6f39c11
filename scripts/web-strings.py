#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/web-words.py FILE... -- the texts of the browser client as lines of C that xgettext can read: what stands in
t("..."), and the properties `say`, `hint` and `label` of lessons and lists, which are translated where they are shown."""
import re
import sys

STRING = r'"((?:[^"\\\n]|\\.)*)"'
USED = r"\bt\(\s*" + STRING
STORED = r"\b(?:say|hint|label):\s*" + STRING  # in lessons and lists of bots

found = set()
for path in sys.argv[1:]:
    text = re.sub(r"(?m)^\s*//.*", "", open(path, encoding="utf-8").read())
    found.update(re.findall(USED, text))
    if path.endswith(("lesson.ts", "bots.ts")):
        found.update(re.findall(STORED, text))
for key in sorted(found):
    if key:
        print(f'N_("{key}")')
