#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bots/embed_models.py OUT FILE... -- writes a C file that embeds these files (GAME.SEATS.model) and defines mur_model_of() of bots/model.h."""
import os
import sys

HEAD = """/* Made by bots/embed_models.py. */
#include "bots/model.h"
"""

EMBED = """
__asm__(".section .rodata\\n.balign 64\\nmodel_%(n)d:\\n.incbin \\"%(path)s\\"\\nmodel_end_%(n)d:\\n.byte 0\\n.text\\n");
extern const char model_%(n)d[], model_end_%(n)d[];
"""

FIND = """
mur_span mur_model_of(const mur_game *g, int seats)
{
    static const struct {
        const char *game;
        int seats;
        const char *at, *end;
    } all[] = {
%s        { "", 0, 0, 0 },
    };
    for (int i = 0; all[i].seats; i++)
        if (all[i].seats == seats && mur_span_is(mur_span_of(g->id), all[i].game))
            return (mur_span){ all[i].at, (size_t)(all[i].end - all[i].at) };
    return (mur_span){ "", 0 };
}
"""


def main(out, *files):
    entries = ""
    with open(out, "w", encoding="utf-8") as c:
        c.write(HEAD)
        for n, path in enumerate(sorted(files)):
            game, seats, _ = os.path.basename(path).split(".")
            c.write(EMBED % {"n": n, "path": os.path.abspath(path)})
            entries += f'        {{ "{game}", {int(seats)}, model_{n}, model_end_{n} }},\n'
        c.write(FIND % entries)


main(*sys.argv[1:])
