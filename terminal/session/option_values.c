/* SPDX-License-Identifier: MIT */
#include "terminal/values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/buffer.h"

/* Added if the game takes it and it means something else than those there are. */
static void try_value(const mur_game *g, mur_setup *u, int seats, int option, const char *text, values *out)
{
    char written[LOCAL_VALUE];
    mur_text t = mur_text_on(written, sizeof written);
    g->init(u, seats);
    if (out->n == VALUES || g->set_option(u, option, mur_span_of(text)) != MUR_OK)
        return;
    g->write_option(u, option, &t);
    for (int i = 0; i < out->n; i++)
        if (strcmp(out->at[i], written) == 0)
            return;
    memcpy(out->at[out->n++], written, sizeof written);
}

static void try_words(const mur_game *g, mur_setup *u, int seats, int option, values *out)
{
    mur_span first, second, from = mur_span_of(g->options[option].values);
    char text[LOCAL_VALUE];
    for (mur_span rest = from; mur_take_word(&rest, &first); mur_take_char(&rest, ' ')) {
        snprintf(text, sizeof text, "%.*s", (int)first.len, first.at);
        try_value(g, u, seats, option, text, out);
    }
    for (mur_span rest = from; mur_take_word(&rest, &first); mur_take_char(&rest, ' ')) {
        mur_span others = rest;
        while (mur_take_char(&others, ' ') && mur_take_word(&others, &second)) {
            snprintf(text, sizeof text, "%.*s,%.*s", (int)first.len, first.at, (int)second.len, second.at);
            try_value(g, u, seats, option, text, out);
        }
    }
}

static bool try_numbers(const mur_game *g, mur_setup *u, int seats, int option, values *out)
{
    mur_span text = mur_span_of(g->options[option].values);
    int from, to;
    if (!mur_take_number(&text, &from) || !mur_take_char(&text, '-') || !mur_take_number(&text, &to))
        return false;
    for (int n = from; n <= to; n++) {
        char number[16];
        snprintf(number, sizeof number, "%d", n);
        try_value(g, u, seats, option, number, out);
    }
    return true;
}

void values_of(const mur_game *g, int seats, int option, values *out)
{
    mur_setup *u = mur_new(g->setup_size);
    char usual[LOCAL_VALUE];
    mur_text t = mur_text_on(usual, sizeof usual);
    *out = (values){ 0 };
    if (!try_numbers(g, u, seats, option, out))
        try_words(g, u, seats, option, out);
    g->init(u, seats);
    g->write_option(u, option, &t);
    while (out->usual < out->n && strcmp(out->at[out->usual], usual) != 0)
        out->usual++;
    free(u);
}
