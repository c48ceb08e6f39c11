/* SPDX-License-Identifier: MIT */
/* terminal/table.h -- a game that somebody at this keyboard plays or watches: here (terminal/local.h), or at a server
 * (terminal/remote.h). Screens ask a table and never where it is. What a seat is shown comes from the engine's view of
 * it. */
#ifndef TERMINAL_TABLE_H
#define TERMINAL_TABLE_H

#include "bots/bot.h"
#include "record/pack.h"

enum { TABLE_NAME = 100, TABLE_NOTE = 16 }; /* bytes of a name and a note, the final NUL included */

typedef struct {
    char name[TABLE_NAME]; /* "": "seat 2" */
    const char *level;     /* a bot's id; NULL: a person */
    bool is_here;          /* a person at this keyboard */
    bool is_thinking;      /* a bot, now */
    char note[TABLE_NOTE]; /* behind the name: time left, or that somebody is away; "": nothing */
} table_seat;

typedef struct table table;

typedef struct {
    void (*close)(table *t);

    /* The position after so many moves, as this seat (or MUR_WATCHER) saw it then. False: it cannot be shown. */
    bool (*view)(table *t, size_t ply, int seat, mur_view *v);

    /* The move that led to this ply, 1 .. plies, as this seat saw it. */
    bool (*step)(table *t, size_t ply, int seat, mur_step *s);

    /* NULL if it is done, or on its way; else why not, for people. */
    const char *(*play)(table *t, int seat, mur_move m);
    const char *(*take_back)(table *t, int seat);
    bool (*can_take_back)(table *t, int seat);

    /* Readable when something may have happened elsewhere (a bot's thought, a server's word); -1: never. */
    int (*fd)(const table *t);
    bool (*attend)(table *t); /* true: something is different now */

    /* To everybody at the table; why not, for people. NULL: nobody to talk to, and nothing was ever said. */
    const char *(*say)(table *t, const char *text);
    void (*put_said)(const table *t, mur_buffer *out); /* a line each, LF at the end */

    /* Where the game is kept, for "saved in ..."; NULL: elsewhere. `path` NULL: where games of this program are kept.
     */
    const char *(*save)(table *t, const char *path);
} table_kind;

struct table {
    const table_kind *kind;
    const mur_game *game;
    int seats;
    size_t plies;
    bool is_over;
    const char *trouble; /* what is wrong just now, for people: not saved, not connected. NULL: nothing */
    const char *no_hint; /* why nobody may ask the engine for a hint, for people. NULL: they may */
    const char *heard;   /* what was said last, for people; whoever shows it sets it to NULL */
    bool is_ticking;     /* a clock runs */
    bool can_wait;       /* bots of ours play: nobody minds if it is attended to a little later */
    table_seat seat[MUR_SEATS];
};

#endif
