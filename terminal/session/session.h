/* SPDX-License-Identifier: MIT */
/* terminal/session/session.h -- a game session: one game that somebody at this keyboard plays or watches. Its record
 * and bots are in this process (local.h) or at a server (remote.h); screens use `ops` and never ask which. What a
 * seat may see is decided by the engine's view() alone.
 *
 * A session changes in three places only: in play() and take_back(), which a screen calls, and in update(), which
 * the event loop calls when fd() is readable. So a screen that has not called one of them can rely on what it has
 * read. */
#ifndef TERMINAL_SESSION_SESSION_H
#define TERMINAL_SESSION_SESSION_H

#include "bots/bot.h"
#include "record/pack.h"

enum { SEAT_NAME = 100, SEAT_STATUS = 16 }; /* bytes of a name and of a status, the final NUL included */

typedef struct {
    char name[SEAT_NAME];     /* "": unnamed, shown as "seat 2" */
    const char *level;        /* id of the bot that plays; NULL: a person */
    bool is_here;             /* a person who plays at this keyboard */
    bool is_thinking;         /* a bot that is computing its move now */
    char status[SEAT_STATUS]; /* behind the name: time left on the clock, or "(away)"; "": nothing */
} session_seat;

typedef struct session session;

/* The functions of a local or a remote session. */
typedef struct {
    /* Frees the session; a bot that is thinking is stopped, a local game is on disk already. */
    void (*close)(session *gs);

    /* The position after `ply` moves as this seat (or MUR_WATCHER, MUR_ALL) saw it. False: not allowed, or unknown. */
    bool (*view)(session *gs, size_t ply, int seat, mur_view *v);

    /* Move number `ply`, 1 .. plies, and its events as this seat saw them. False: as for view(). */
    bool (*step)(session *gs, size_t ply, int seat, mur_step *s);

    /* Return NULL on success, else the reason in the user's language. A refused request changes nothing. */
    const char *(*play)(session *gs, int seat, mur_move m);
    const char *(*take_back)(session *gs, int seat);
    bool (*can_take_back)(session *gs, int seat);

    /* Readable when update() has something to do: a bot's move, a message of the server. -1: never. */
    int (*fd)(const session *gs);
    bool (*update)(session *gs); /* true: the session has changed */

    /* Chat with the others at the table; returns as play(). Both are NULL where nobody else is there (local games). */
    const char *(*send_chat)(session *gs, const char *text);
    void (*put_chat)(const session *gs, mur_buffer *out); /* all lines so far, each ended by LF */

    /* Writes a copy to `path`; with NULL nothing is written. Returns where the record is, or NULL if it could not be
     * written (errno says why) or is kept elsewhere. */
    const char *(*save)(session *gs, const char *path);
} session_ops;

/* What every session shows about itself. Screens only read it, except for latest_chat. */
struct session {
    const session_ops *ops;
    const mur_game *game;
    int seats;
    size_t plies; /* moves played so far */
    bool is_over;
    const char *problem;      /* shown while it lasts: not saved, not connected; translated. NULL: none */
    const char *hint_refusal; /* why hints are off here, translated. NULL: hints are allowed */
    const char *latest_chat;  /* a chat line not shown yet; the screen that shows it sets it to NULL */
    bool has_running_clock;   /* somebody's time is running: redraw every quarter of a second */
    bool can_delay;           /* update() may be called late, to show bots' moves at a readable speed */
    session_seat seat[MUR_SEATS];
};

/* How many seats are played by persons at this keyboard; with two or more, the screen is handed over. */
int session_count_persons(const session *gs);

/* The translation with the names of the session's seats. `words` points into `name`: do not copy the struct. */
typedef struct {
    const char *name[MUR_SEATS];
    mur_words words;
} session_words;

/* The names are borrowed from the session. A person who plays alone at this keyboard is spoken to as "you"; several
 * are called by their names, because they all read the screen. */
void session_words_init(const session *gs, session_words *w);

/* Scores in the position of a view, which are public in every game. Returns the winners, one bit each; 0 before the
 * end. */
unsigned session_scores(const session *gs, const mur_view *v, int scores[MUR_SEATS]);

/* What happened in a move, in sentences: one line for each event, each ended by LF. */
void session_put_step(const session *gs, const mur_step *step, const mur_words *w, mur_buffer *out);

#endif
