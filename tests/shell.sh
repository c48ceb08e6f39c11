#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/shell.sh -- shellcheck over our scripts, and completions that a shell can read.
set -eu
cd "$(dirname "$0")/.."
scripts=$(grep -lE '^#!(/bin/sh|/usr/bin/env bash)' scripts/* .ci/* tests/*.sh tests/*/*.sh cli/* packaging/* 2>/dev/null || true)
# shellcheck disable=SC2086 # one word a file
shellcheck --severity=warning $scripts
for file in packaging/completion/*bash*; do
    [ ! -f "$file" ] || bash -n "$file"
done
if command -v zsh >/dev/null 2>&1; then
    for file in packaging/completion/_* packaging/completion/*.zsh; do
        [ ! -f "$file" ] || zsh -n "$file"
    done
fi
