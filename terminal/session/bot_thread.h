/* SPDX-License-Identifier: MIT */
/* terminal/session/bot_thread.h -- a bot that computes in a thread of its own while the screen stays responsive. One
 * request at a time: a new request cancels the previous one, whose reply is then never delivered. All functions are
 * called by the main thread; the descriptor tells it when a reply is there. */
#ifndef TERMINAL_SESSION_BOT_THREAD_H
#define TERMINAL_SESSION_BOT_THREAD_H

#include "bots/bot.h"

/* What the bot is asked. */
typedef struct {
    const mur_game *game;
    const mur_bot *bot;
    const mur_view *view; /* of a seat that may act; copied */
    uint64_t seed;        /* the same request with the same seed gives the same reply */
    uint32_t style;       /* see mur_bot_env */
    bool wants_reasons;   /* fill in bot_reply.why; may take longer */
} bot_request;

typedef struct {
    mur_move move;
    mur_reasons why; /* values of all moves and more, if wants_reasons */
} bot_reply;

typedef struct bot_thread bot_thread;

/* Starts the thread. Closing cancels a request and waits for the thread; *t becomes NULL. */
bot_thread *bot_thread_open(void);
void bot_thread_close(bot_thread **t);

/* Begins to compute; cancels what was asked before. */
void bot_thread_ask(bot_thread *t, const bot_request *q);
void bot_thread_cancel(bot_thread *t);

/* Readable while a reply waits. */
int bot_thread_fd(const bot_thread *t);

/* False: there is no reply yet. A reply is delivered once. */
bool bot_thread_take_reply(bot_thread *t, bot_reply *out);

#endif
