/* SPDX-License-Identifier: MIT */
/* fuzz/fuzz_seat_feed.c -- a seat feed from a hostile server: lines in batches, separated by bytes 0xff.
 *
 * The first byte chooses the game, the second the number of seats and the seat. What was accepted can be used: every
 * step can be put into words, every view redealt into a sound position. */
#include "record/seat_feed.h"

#include <string.h>

#include "engine/muraille.h"
#include "fuzz/fuzz.h"

static void check_step(const mur_feed *t, size_t ply)
{
    mur_step s;
    char sentence[MUR_SENTENCE_TEXT];
    mur_text say = mur_text_on(sentence, sizeof sentence);
    mur_feed_step(t, ply, &s);
    demand(s.seat < t->seats);
    mur_say_move(t->game, s.move, NULL, &say);
}

static void check(const mur_feed *t)
{
    mur_view *v = mur_new(t->game->view_size);
    for (size_t ply = 0; ply <= t->plies; ply++) {
        if (ply > 0)
            check_step(t, ply);
        mur_state *s = mur_feed_state(t, ply);
        demand((s != NULL) == mur_feed_view(t, ply, v));
        demand(!s || t->game->is_sound(s));
        free(s);
    }
    free(v);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int games = 0;
    while (mur_game_at(games))
        games++;
    if (size < 2)
        return 0;
    const mur_game *g = mur_game_at(data[0] % games);
    int seats = g->seats_min + data[1] % 8 % (g->seats_max - g->seats_min + 1), seat = data[1] / 8 % (seats + 1);
    mur_feed *t = mur_feed_open(g, seats, seat < seats ? seat : MUR_WATCHER);
    mur_span rest = { (const char *)data + 2, size - 2 };
    while (rest.len > 0) {
        const char *end = memchr(rest.at, 0xff, rest.len);
        size_t n = end ? (size_t)(end - rest.at) : rest.len;
        mur_feed_apply(t, (mur_span){ rest.at, n });
        n += end != NULL;
        rest = (mur_span){ rest.at + n, rest.len - n };
    }
    check(t);
    mur_feed_close(&t);
    return 0;
}
