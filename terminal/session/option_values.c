/* SPDX-License-Identifier: MIT */
/* terminal/session/option_values.c -- finds the values of an option by trying: each candidate is set on a setup, and
 * what the game writes back is its canonical form. Refused values and duplicates are dropped, so the list depends on
 * the number of players. */
#include "terminal/session/option_values.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/buffer.h"

/* Adds a value if the game accepts it and its canonical form is not in the list yet. */
static void try_value(const mur_game *g, mur_setup *u, int seats, int option, const char *text, option_values *out)
{
    assert(out->n >= 0 && out->n <= OPTION_VALUES_MAX);
    char written[OPTION_VALUE_TEXT];
    mur_text t = mur_text_on(written, sizeof written);
    g->init(u, seats);
    if (out->n == OPTION_VALUES_MAX || g->set_option(u, option, mur_span_of(text)) != MUR_OK)
        return;
    g->write_option(u, option, &t);
    for (int i = 0; i < out->n; i++)
        if (strcmp(out->at[i], written) == 0)
            return;
    memcpy(out->at[out->n++], written, sizeof written);
}

/* Words of the description one by one, then all pairs: an option such as the events of Chang Cheng takes one or two
 * of them. */
static void try_words(const mur_game *g, mur_setup *u, int seats, int option, option_values *out)
{
    mur_span first, second, from = mur_span_of(g->options[option].values);
    char text[OPTION_VALUE_TEXT];
    for (mur_span rest = from; mur_take_word(&rest, &first); mur_take_char(&rest, ' ')) {
        snprintf(text, sizeof text, "%.*s", (int)first.len, first.at);
        try_value(g, u, seats, option, text, out);
    }
    /* All pairs in the order of the words; the game refuses those it does not take. */
    for (mur_span rest = from; mur_take_word(&rest, &first); mur_take_char(&rest, ' ')) {
        mur_span others = rest;
        while (mur_take_char(&others, ' ') && mur_take_word(&others, &second)) {
            snprintf(text, sizeof text, "%.*s,%.*s", (int)first.len, first.at, (int)second.len, second.at);
            try_value(g, u, seats, option, text, out);
        }
    }
}

/* A description such as "1-99". False: it is no range. */
static bool try_numbers(const mur_game *g, mur_setup *u, int seats, int option, option_values *out)
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

/* If the default is not among the values found, default_index is n, past the last. */
void option_values_list(const mur_game *g, int seats, int option, option_values *out)
{
    assert(option >= 0 && option < g->n_options);
    mur_setup *u = mur_new(g->setup_size);
    char default_value[OPTION_VALUE_TEXT];
    mur_text t = mur_text_on(default_value, sizeof default_value);
    *out = (option_values){ 0 };
    if (!try_numbers(g, u, seats, option, out))
        try_words(g, u, seats, option, out);
    g->init(u, seats);
    g->write_option(u, option, &t);
    while (out->default_index < out->n && strcmp(out->at[out->default_index], default_value) != 0)
        out->default_index++;
    free(u);
}
