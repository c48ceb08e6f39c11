/* SPDX-License-Identifier: MIT */
/* engine/game.h -- what each of our games offers.
 * A game is one constant set of functions over three plain structs:
 *     mur_setup   seats, options, and all that chance decides: decks, tokens, boards
 *     mur_state   a whole position; after start() nothing is random any more
 *     mur_view    what one seat may know; all that a bot or a client is ever given
 * A game's own struct begins with one of these. None holds a pointer or padding: copy with memcpy,
 * compare with memcmp. Seats are 0..n-1 here, 1..n in every text.
 *
 * The usual way: init, set_option as wanted, shuffle (or read_line for each line of a record), start;
 * then, while to_act is not 0, legal and play. Code that must not see everything gets a view.
 * Nothing here allocates, prints or remembers. */
#ifndef ENGINE_GAME_H
#define ENGINE_GAME_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/event.h"
#include "engine/rng.h"
#include "engine/text.h"
#include "engine/words.h"

enum {
    MUR_SEATS = 6,     /* the most that any game has */
    MUR_MOVES = 320,   /* no seat ever has more moves to choose from */
    MUR_WATCHER = 254, /* as the seat of a view: a spectator, who sees only what all may know */
    MUR_ALL = 255,     /* as the seat of a view: nothing is hidden. For records and referees, never for bots */
    /* Buffers of these sizes hold any text of their kind, the final NUL included. */
    MUR_MOVE_TEXT = 32,
    MUR_LINE_TEXT = 128,
    MUR_SENTENCE_TEXT = 512,
    MUR_PICTURE_TEXT = 16384,
    MUR_JSON_TEXT = 16384
};

typedef uint32_t mur_move; /* packed by the game; 0 is never a move */

typedef struct {
    uint8_t seats, first; /* first: the seat that begins */
} mur_setup;

typedef struct {
    uint32_t ply;
    uint8_t seats, to_act; /* to_act: one bit per seat; 0 once the game is over */
    uint16_t spare;
} mur_state;

/* May this seat act now? Any number may be passed as the seat. */
static inline bool mur_may_act(const mur_state *s, int seat)
{
    return (unsigned)seat < MUR_SEATS && (s->to_act >> seat & 1);
}

typedef struct {
    mur_move moves[MUR_MOVES]; /* legal now for this seat, ascending; the rest is 0 */
    uint32_t ply;
    uint16_t n_moves;
    uint8_t seat, seats, to_act;
    uint8_t is_open; /* nothing is hidden: the game is over, or the view is MUR_ALL's */
    uint16_t spare;
} mur_view;

typedef struct {
    const char *id;     /* "hands": records, URLs, command line */
    const char *label;  /* gettext key, for people */
    const char *values; /* what may be set, for people and forms: "1-99", "on off", ... */
} mur_option;

typedef struct {
    const char *id;    /* "WON": for programs; never changes */
    const char *words; /* gettext key, see engine/say.h */
} mur_sentence;

typedef struct mur_game {
    const char *id;     /* "chinesische-mauer": records, URLs, command line */
    const char *name;   /* for people; a proper name, the same in every language */
    const char *credit; /* designer, publisher, year */
    int seats_min, seats_max;
    bool lowest_wins; /* scores are penalties */
    size_t setup_size, state_size, view_size;
    const mur_option *options;
    int n_options;
    const char *const *things; /* item names (pieces, cards, tokens): gettext keys; [0] is something unseen */
    int n_things;
    const mur_sentence *sentences; /* one for each kind of event */
    int n_sentences;
    const char *const *refusals; /* words for the errors from MUR_GAME_ERRS on: gettext keys */
    int n_refusals;

    /* -- Set-up -- */

    /* All options at their defaults for this many players, nothing dealt. */
    mur_err (*init)(mur_setup *u, int seats);
    mur_err (*set_option)(mur_setup *u, int option, mur_span value);
    void (*write_option)(const mur_setup *u, int option, mur_text *t);

    /* Deals everything that chance decides. */
    void (*shuffle)(mur_setup *u, mur_rng *rng);

    /* The set-up lines of a record: lines 0..n_lines()-1, each with a name and a value. An
     * invalid value is refused at once. */
    int (*n_lines)(const mur_setup *u);
    void (*write_line_name)(const mur_setup *u, int line, mur_text *t);
    mur_err (*read_line)(mur_setup *u, int line, mur_span value);
    void (*write_line)(const mur_setup *u, int line, mur_text *t);

    /* -- Play -- */

    /* An impossible setup is refused: MUR_SETUP. */
    mur_err (*start)(const mur_setup *u, mur_state *s);

    /* On any error the state stays as it was. What happened is appended to `events`, unless that is NULL. */
    mur_err (*play)(mur_state *s, int seat, mur_move m, mur_events *events);

    /* The seat's legal moves, ascending; returns how many. For search: clients find them in their view. */
    int (*legal)(const mur_state *s, int seat, mur_move out[MUR_MOVES]);

    /* Plays to the end, each move uniformly among the legal ones: what mur_rollout() does with legal and play,
     * move for move, only quicker. NULL if the game knows no quicker way. */
    void (*rollout)(mur_state *s, mur_rng *rng);

    /* Final once to_act is 0. */
    void (*scores)(const mur_state *s, int out[MUR_SEATS]);

    /* -- Hidden information -- */

    /* What this seat may know, its legal moves included. A finished game is open to all. */
    void (*view)(const mur_state *s, int seat, mur_view *v);

    /* Inverse of view: a state this seat cannot tell from the true one, the unknown parts drawn uniformly among all
     * that fit. Viewed from the same seat it gives v again. Die Mauer falls back to any consistent and at last to a
     * partly consistent state if sampling fails (docs/rulings.md). Callers use mur_redeal(), below. */
    void (*redeal)(const mur_view *v, mur_rng *rng, mur_state *s);

    /* The move that `mover` is about to make in s, as this seat sees it: hidden parts are unknown. */
    mur_move (*seen)(const mur_state *s, int mover, mur_move m, int seat);

    /* Invariants: cards conserved, counters in range. For tests, fuzzers and asserts. */
    bool (*is_sound)(const mur_state *s);

    /* May this view, from an unknown source, be given to redeal(), draw() and write_json()? True of every view that
     * view() makes; the caller has checked its common part. See record/pack.h. */
    bool (*can_redeal)(const mur_view *v);

    /* -- Text -- */

    /* As in records; what seen() made unknown is "?". */
    void (*write_move)(mur_move m, mur_text *t);
    mur_move (*read_move)(mur_span text); /* 0: not the text of a move */

    /* The position as the JSON object that traces show, with only what the view knows. */
    void (*write_json)(const mur_view *v, mur_text *t);

    /* -- For people -- */

    /* A picture of the position in plain text: at most 80 columns, lines end with LF. */
    void (*draw)(const mur_view *v, const mur_words *w, mur_text *t);

    /* A move as an event, to be said as a sentence. */
    mur_event (*describe)(mur_move m);
    void (*write_place)(int place, const mur_words *w, mur_text *t);
} mur_game;

/* The games, in the order people are shown them; NULL past the last. */
const mur_game *mur_game_at(int i);

/* NULL if there is none of this name. */
const mur_game *mur_game_of(mur_span id);

/* Redeals a view that view() made, or that mur_unpack_view() has accepted; what start() and play() assert at their end
 * is asserted here. The games' own redeal() cannot assert it: record/pack.c redeals views from outside, whose facts may
 * contradict each other, and asks is_sound() itself. Every fallback of Die Mauer is sound, too: "partly consistent"
 * means that it may contradict what the seat saw earlier, not the rules. */
static inline void mur_redeal(const mur_game *g, const mur_view *v, mur_rng *rng, mur_state *s)
{
    g->redeal(v, rng, s);
    assert(g->is_sound(s));
}

/* A uniformly random game from here to its end: the lowest seat that may act moves next, with the move that
 * mur_rng_below() picks from its list. */
void mur_rollout(const mur_game *g, mur_state *s, mur_rng *rng);

/* For a game's view(): fills the part that is the same in all games. */
void mur_view_begin(const mur_game *g, const mur_state *s, int seat, mur_view *v);

/* What was refused, in words: a gettext key. */
const char *mur_err_text(const mur_game *g, mur_err e);

/* One bit for each winner: several share a victory. */
unsigned mur_winners(const mur_game *g, const mur_state *s);

#endif
