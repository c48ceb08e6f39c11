/* SPDX-License-Identifier: MIT */
/* bots/model.h -- the models: nets and the solved table, made by `muraille train` and `muraille solve`.
 * One file per game and number of seats, bots/models/GAME.SEATS.model; its first four bytes say what it is ("MNET":
 * bots/net.h, "DMN1": bots/die_mauer/dm_net.h, "DMT2": bots/die_mauer/dm_table.h). bots/models/README.md says how each
 * was made. The native programs carry all of them inside (bots/embed_models.py); the browser fetches the one it needs.
 */
#ifndef BOTS_MODEL_H
#define BOTS_MODEL_H

#include "engine/game.h"

/* The bytes of the model, aligned to 64; empty if there is none. */
mur_span mur_model_of(const mur_game *g, int seats);

#endif
