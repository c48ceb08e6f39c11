/* SPDX-License-Identifier: MIT */
/* engine/muraille.h -- the one header to include for programs that use libmuraille.
 * engine/game.h explains how games are played; the games' own headers show what their views hold. */
#ifndef MURAILLE_H
#define MURAILLE_H

#include "engine/chang_cheng/cc.h"
#include "engine/chinesische_mauer/cm.h"
#include "engine/die_mauer/dm.h"
#include "engine/game.h"
#include "engine/say.h"

#define MUR_VERSION "0.1.0"

/* The version of the library that is running. */
const char *mur_version(void);

#endif
