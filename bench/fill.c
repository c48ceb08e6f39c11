/* SPDX-License-Identifier: MIT */
/* bench/fill.c -- made-up tables and entries: the same ones in every run.
 *
 * Entries have the length of typical moves; their text does not matter, since the store never parses it. */
#include "bench/fill.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAME = 40 /* entries of a finished game */, TOGETHER = 1000 /* games in one transaction */ };

const char fill_text[] = "move 2 4:G after 3:W";

/* Marsaglia's xorshift with 64 bits (2003). */
uint64_t fill_random(void)
{
    static uint64_t chance = 1;
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return chance;
}

void fill_check(int err, const char *what)
{
    if (err) {
        fprintf(stderr, "%s: %d\n", what, err);
        exit(1);
    }
}

/* Ids are random bytes, as the server draws them. */
static store_id draw_id(void)
{
    store_id id;
    for (int i = 0; i < 2; i++)
        memcpy(id.at + 8 * i, (uint64_t[]){ fill_random() }, 8);
    return id;
}

store_id fill_table(store *s)
{
    static char about[300];
    memset(about, ' ', sizeof about);
    store_table t = { .id = draw_id(),
                      .since = 1763258716123,
                      .changed = 1763258716123,
                      .state = STORE_PLAYING,
                      .is_public = true,
                      .game = mur_span_of("die-mauer"),
                      .about = { about, sizeof about } };
    fill_check(store_add_table(s, &t), "store_add_table");
    return t.id;
}

store_entry fill_entry(uint32_t n)
{
    return (store_entry){ .n = n,
                          .at = 1763258716123 + n,
                          .kind = 'm',
                          .seat = (uint8_t)(n % 4),
                          .person = { { 1, 2, 3 } },
                          .text = mur_span_of(fill_text) };
}

/* A finished game: its table and all of its entries. */
static void add_game(store *s)
{
    store_append_op game[GAME];
    store_id id = fill_table(s);
    for (uint32_t k = 0; k < GAME; k++)
        game[k] =
            (store_append_op){ .table = id, .entry = fill_entry(k), .after = { .state = STORE_PLAYING, .to_act = 1 } };
    game[GAME - 1].after = (store_status){ .state = STORE_OVER, .to_act = 0 };
    fill_check(store_append_all(s, game, GAME), "store_append_all");
}

/* Many games in one transaction: filling is not what is measured. */
void fill_finished(store *s, int n)
{
    for (int done = 0; done < n;) {
        fill_check(store_begin(s), "store_begin");
        for (int i = 0; i < TOGETHER && done < n; i++, done++)
            add_game(s);
        fill_check(store_commit(s), "store_commit");
    }
}
