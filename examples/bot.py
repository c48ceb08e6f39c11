#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A bot for Muraille in a few lines: docs/bot-protocol.md tells what the lines mean.

    muraille arena match 'cmd:python3 examples/bot.py' random --game chinesische-mauer --units 20

It knows a rule of thumb for each game, and otherwise moves at random."""

import json
import random
import sys


def chinesische_mauer(move):
    """Many strong cards in one place; take the more valuable token; draw if there is nothing better."""
    worth = {"W": 1, "G": 2, "T": 3, "N": 1, "S": 2, "H": 2, "D": 2}
    if "=" in move:
        return int(move.split("=")[1][0])
    return sum(worth.get(letter, 0) for letter in move) if ":" in move else 1.5


def die_mauer(move):
    """Be rid of what costs most: tower and gate, then long walls."""
    costs = {"T": 6, "G": 5, "6": 4, "4": 3, "3": 2, "2": 1, "1": 1}
    return max((cost for piece, cost in costs.items() if piece in move), default=0.5)


def chang_cheng(move):
    """Walls before cards, the double wall first of all."""
    return {"double": 3, "wall": 2, "tower": 1.5, "card": 1, "pass": -1}.get(move.split()[0], 1)


TASTES = {"chinesische-mauer": chinesische_mauer, "die-mauer": die_mauer, "chang-cheng": chang_cheng}


def choose(game, view, rng):
    taste = TASTES[game]
    return max(view["legal"], key=lambda move: taste(move) + rng.random())


def main():
    game, view, rng = None, None, random.Random(0)
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "muraille":
            print("name example bot", "ready", sep="\n", flush=True)
        elif word == "new":
            game = rest.split()[0]
            rng = random.Random(rest)  # the seed is in it: the same seed, the same game
            if game not in TASTES:
                print("error this game is not known here", flush=True)
        elif word == "view":
            view = json.loads(rest)
        elif word == "go":
            print("bestmove", choose(game, view, rng), flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
