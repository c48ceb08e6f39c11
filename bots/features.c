/* SPDX-License-Identifier: MIT */
/* bots/features.c -- the games whose positions nets can read. Die Mauer is not among them: its nets read positions of a
 * round (bots/die_mauer/dm_net.h). */
#include "bots/features.h"

const mur_features *mur_features_of(const mur_game *g)
{
    static const mur_features *const all[] = { &mur_features_cm, &mur_features_cc };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i]->game == g)
            return all[i];
    return NULL;
}
