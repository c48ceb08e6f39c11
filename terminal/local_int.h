/* SPDX-License-Identifier: MIT */
/* terminal/local_int.h -- the table at this keyboard from inside: local.c opens and plays, local_look.c shows, and
 * local_back.c takes back. */
#ifndef TERMINAL_LOCAL_INT_H
#define TERMINAL_LOCAL_INT_H

#include "record/replay.h"
#include "terminal/local.h"
#include "terminal/saves.h"
#include "terminal/think.h"

typedef struct {
    table base;
    mur_record *record;
    mur_replay *replay;   /* somewhere in the record; opened anew when that changes */
    thinker *thinker;     /* NULL: no bots */
    int asked;            /* the seat whose bot thinks; MUR_NOBODY */
    uint64_t seed;        /* of the bots' thoughts */
    char path[SAVE_PATH]; /* "": nothing is kept */
    char trouble[256];
    bool is_shown; /* only looked at */
    struct {
        size_t plies;
        uint8_t asked, may; /* one bit a seat: what is known of taking back at this ply */
    } back;
} local;

bool local_view(table *t, size_t ply, int seat, mur_view *v);
bool local_step(table *t, size_t ply, int seat, mur_step *s);

bool local_can_take_back(table *t, int seat);

/* A record with the same set-up that has started, without moves, and without tags unless they are wanted. */
mur_record *local_copy(const mur_record *from, bool has_tags);

/* The record without the latest move of this seat, which may be taken back; NULL if it is not. The caller owns it. */
mur_record *local_without(local *l, int seat);

#endif
