/* SPDX-License-Identifier: MIT */
/* terminal/terminal.h -- the full-screen client as the command line sees it: what to play, and how.
 * terminal/README.md is the map of this folder. */
#ifndef TERMINAL_TERMINAL_H
#define TERMINAL_TERMINAL_H

#include "bots/bot.h"
#include "record/buffer.h"
#include "terminal/ui/speed.h"

/* Filled in by cli/play.c and cli/join.c; borrowed until the functions below return. */
typedef struct {
    mur_words words;             /* translation; its names are not used */
    const mur_game *game;        /* NULL: the start screen, or a question in line mode, asks */
    int players, persons;        /* 0: default; persons -1: none, everybody watches */
    int seat;                    /* of the first person, from 0; -1: the first seat */
    const mur_bot *bot;          /* on all other seats; NULL: the default level */
    const char *const *settings; /* NAME=VALUE: options of the game */
    int n_settings;
    uint64_t seed;
    bool has_seed;
    bool resumes;     /* the latest interrupted game, instead of a new one */
    bool is_ascii;    /* only ASCII characters, even if the terminal can show others */
    move_speed speed; /* pauses between bots' moves at first; + and - change them */

    /* Appends the rules of a game, laid out for this many columns, LF after each line. */
    void (*put_rules)(const mur_game *g, int columns, mur_buffer *out);

    /* The ids of all languages (NULL after the last), how to switch to one, and which one is active. */
    const char *const *languages;
    bool (*set_language)(const char *language);
    const char *(*language)(void);
} terminal_options;

/* Can a full screen be shown? If not, the caller uses the line mode (plain/plain.h). */
bool terminal_is_available(void);

/* Exit codes: success, the system failed, the input was wrong. cli/play.c checks that they are those of cli/cli.h. */
enum { TERMINAL_OK = 0, TERMINAL_FAILED = 1, TERMINAL_BAD_INPUT = 2 };

/* Both return an exit code; messages go to standard error. */
int terminal_play(const terminal_options *options);
int terminal_replay(const terminal_options *options, const char *path);

#endif
