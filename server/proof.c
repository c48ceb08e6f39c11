/* SPDX-License-Identifier: MIT */
#include "server/proof.h"

#include <string.h>

static mur_span tag_of(const mur_record *r, const char *name, int seat)
{
    char tag[24];
    mur_text t = mur_text_on(tag, sizeof tag);
    mur_put(&t, name);
    if (seat >= 0)
        mur_put_int(&t, seat + 1);
    const char *text = mur_record_tag(r, mur_span_of(tag));
    return mur_span_of(text ? text : "");
}

static void write_line(const mur_record *r, int line, char out[3 * MUR_LINE_TEXT])
{
    mur_text t = mur_text_on(out, 3 * MUR_LINE_TEXT);
    r->game->write_line(r->setup, line, &t);
}

/* A record of the same game and options, nothing dealt yet. */
static mur_record *open_alike(const mur_record *r)
{
    mur_record *made;
    mur_record_open(&made, r->game, r->setup->seats);
    for (int i = 0; i < r->options.n; i++) {
        char value[MUR_LINE_TEXT];
        mur_text t = mur_text_on(value, sizeof value);
        r->game->write_option(r->setup, r->options.at[i], &t);
        mur_record_set_option(made, r->options.at[i], mur_span_of(value));
    }
    return made;
}

static proof_result compare(const mur_record *r, const mur_record *dealt, proof *out)
{
    for (out->line = 0; out->line < r->game->n_lines(r->setup); out->line++) {
        char given[3 * MUR_LINE_TEXT];
        write_line(r, out->line, given);
        write_line(dealt, out->line, out->value);
        if (strcmp(given, out->value) != 0)
            return PROOF_DEAL;
    }
    return PROOF_GIVEN;
}

static proof_result check_deal(const mur_record *r, const unsigned char secret[FAIR_SECRET], proof *out)
{
    mur_span salts[MUR_SEATS];
    mur_rng rng;
    int seats = r->setup->seats;
    for (int seat = 0; seat < seats; seat++)
        salts[seat] = tag_of(r, "salt", seat);
    fair_deal(secret, salts, seats, &rng);
    mur_record *dealt = open_alike(r);
    mur_record_deal(dealt, &rng);
    proof_result result = compare(r, dealt, out);
    mur_record_close(&dealt);
    return result;
}

proof_result proof_check(const mur_record *r, proof *out)
{
    unsigned char secret[FAIR_SECRET];
    mur_span promised = tag_of(r, "commitment", -1), digits = tag_of(r, "secret", -1);
    *out = (proof){ .tag = promised.len ? "secret" : "commitment" };
    if (!promised.len || !digits.len)
        return PROOF_NO_TAG;
    if (!fair_read_secret(digits, secret))
        return PROOF_BAD_TAG;
    fair_commit(secret, out->commitment);
    if (!mur_span_is(promised, out->commitment))
        return PROOF_PROMISE;
    return check_deal(r, secret, out);
}
