/* SPDX-License-Identifier: MIT */
/* bots/dm_polish.h -- the last step to a balanced mixture, with three players.
 * Regret matching comes near to one and then creeps, or circles round it. But it soon tells which choices are made at
 * all, and from there the chances follow from equations: whatever a seat mixes is worth the same to it. Newton's method
 * solves them in a few steps. */
#ifndef BOTS_DM_POLISH_H
#define BOTS_DM_POLISH_H

#include "bots/dm_law.h"

enum { DM_POLISH_SEATS = 3 };

/* Mixes the choices whose chance is above `least` so that each is worth the same to the seat that makes it. Nothing is
 * told of choices that are left out: they may be better. False: there is no such mixture near to this one, which stays
 * as it is. */
bool dm_polish(const dm_cases *c, float least, dm_lanes mix[DM_SEATS]);

#endif
