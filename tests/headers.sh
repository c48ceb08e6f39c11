#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/headers.sh -- every header compiles on its own, and twice.
set -eu
cd "$(dirname "$0")/.."
code=0
for header in $(for folder in engine record bots arena store server client terminal cli web po fuzz bench tests examples; do scripts/sources "$folder" h; done); do
    printf '#include "%s"\n#include "%s"\ntypedef int some_declaration;\n' "$header" "$header" |
        cc -std=c17 -Wall -Wextra -Wpedantic -Werror -D_POSIX_C_SOURCE=200809L -I. -Iexamples/fourth_game -fsyntax-only -x c - \
        || { echo "$header does not stand alone"; code=1; }
done
exit "$code"
