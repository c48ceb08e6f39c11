/* SPDX-License-Identifier: MIT */
/* bots/levels.h -- the levels that people play against, weakest first: the one list of them.
 * A level is a bot (bots/bot.h) of the same id. Everything that offers or checks levels reads this list: the terminal,
 * the command line, the server and, through the request "games" of web/session.h, the browser. A new level is one entry
 * in MUR_LEVELS, with three groups of parameters, one per game (level_params in bots/levels.c says what they mean;
 * .others = POINT counts the others' gain in full, .candidates = ALL evaluates every move), and its translations in
 * po/. */
#ifndef BOTS_LEVELS_H
#define BOTS_LEVELS_H

#include "bots/bot.h"

/* X(id, name, title, says, Chinesische Mauer, Die Mauer, Chang Cheng)
 * The three texts are gettext keys: the name inside a sentence, the name as a heading, one sentence of introduction.
 * The last three are how strongly the level plays each game, as initializers of level_params in bots/levels.c. They
 * were found by matches between neighbouring levels: docs/strength.md. */
#define MUR_LEVELS(X)                                                                                                  \
    X(apprentice, N_("apprentice"), N_("Apprentice"), N_("Looks one move ahead, and mostly at its own gain."),         \
      (.others = 850, .guesses = 8), (.others = 0, .tolerance = 2000, .guesses = 8), (.others = 750, .guesses = 2))    \
    X(journeyman, N_("journeyman"), N_("Journeyman"), N_("Keeps an eye on what the others gain."),                     \
      (.others = POINT, .guesses = 2, .candidates = 2, .simulations = 1),                                              \
      (.others = 800, .tolerance = 1300, .guesses = 8),                                                                \
      (.others = POINT, .guesses = 8, .candidates = 2, .simulations = 1))                                              \
    X(mason, N_("mason"), N_("Mason"), N_("Knows from experience which moves only seem good."),                        \
      (.others = POINT, .guesses = 8, .candidates = 6, .simulations = 1),                                              \
      (.others = POINT, .tolerance = 600, .guesses = 8),                                                               \
      (.others = POINT, .guesses = 8, .candidates = 11, .simulations = 1))                                             \
    X(master, N_("master"), N_("Master"), N_("Has learnt from thousands of games."),                                   \
      (.others = POINT, .guesses = 1, .candidates = ALL, .simulations = 12),                                           \
      (.others = POINT, .guesses = 8, .candidates = ALL, .simulations = 1, .pieces = 4),                               \
      (.others = POINT, .guesses = 4, .candidates = ALL, .simulations = 8))                                            \
    X(emperor, N_("emperor"), N_("Emperor"), N_("Knows all that and thinks ahead. Good luck."),                        \
      (.others = POINT, .guesses = 1, .candidates = ALL, .simulations = 150),                                          \
      (.others = POINT, .guesses = 1, .candidates = ALL, .simulations = 1),                                            \
      (.others = POINT, .guesses = 1, .candidates = ALL, .simulations = 36))

/* The level that an interface suggests to somebody who has not chosen one. */
#define MUR_LEVEL_DEFAULT "journeyman"

/* The level of the bot that plays for an absent person. */
#define MUR_LEVEL_SUBSTITUTE "master"

typedef struct {
    const char *id;    /* "apprentice": command line, URLs, protocol; mur_bot_of() finds the bot */
    const char *name;  /* gettext key, inside a sentence: "apprentice" */
    const char *title; /* gettext key, as a heading: "Apprentice" */
    const char *says;  /* gettext key: how the level introduces itself */
} mur_level;

/* The i-th level, weakest first; NULL past the last. */
const mur_level *mur_level_at(int i);

/* Is this the id of a level? Bots that are no level (random, greedy, ismcts, strong) are offered only where any bot
 * may be named. */
bool mur_is_level(mur_span id);

#endif
