#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/shell.sh -- runs shellcheck on our scripts, and checks that shells can read the generated completions.
set -eu
cd "$(dirname "$0")/.."
scripts=$(grep -lE '^#!(/bin/sh|/usr/bin/env bash)' scripts/* .ci/* tests/*.sh tests/*/*.sh cli/* packaging/* 2>/dev/null || true)
# shellcheck disable=SC2086 # one word a file
shellcheck --severity=warning $scripts
bash -n build/packaging/muraille
if command -v zsh >/dev/null 2>&1; then
    zsh -n build/packaging/_muraille
fi
if command -v fish >/dev/null 2>&1; then
    fish --no-execute build/packaging/muraille.fish
fi
