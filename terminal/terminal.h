/* SPDX-License-Identifier: MIT */
/* terminal/terminal.h -- the terminal client, as the command line sees it: games on a whole screen. */
#ifndef TERMINAL_TERMINAL_H
#define TERMINAL_TERMINAL_H

#include "bots/bot.h"
#include "record/buffer.h"
#include "terminal/pace.h"

typedef struct {
    mur_words words;             /* of whoever opens it; names are not used */
    const mur_game *game;        /* NULL: the start screen asks */
    int players, persons;        /* 0: as usual; persons -1: none, all look on */
    int seat;                    /* where the first person sits, from 0 on; -1: at the first seat */
    const mur_bot *bot;          /* on the other seats; NULL: the usual level */
    const char *const *settings; /* NAME=VALUE: options of the game */
    int n_settings;
    uint64_t seed;
    bool has_seed, resumes, is_ascii;
    pace_speed pace; /* at first: it can be changed */

    /* Texts that the opener has: the rules of a game, laid out for so many columns, LF after each line. */
    void (*put_rules)(const mur_game *g, int columns, mur_buffer *out);

    /* The languages there are, NULL after the last, and how another one is chosen. */
    const char *const *languages;
    bool (*speak)(const char *language);
    const char *(*language)(void);
} term_wish;

/* Is there a terminal that can show a whole screen? If not, a game is played line by line. */
bool terminal_is_there(void);

/* Both return an exit code: 0, 1 if the system is at fault, 2 if what was given is; why is told on standard error. */
int terminal_play(const term_wish *w);
int terminal_replay(const term_wish *w, const char *path);

#endif
