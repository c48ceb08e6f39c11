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

/* -- The tags of the shuffle -- */

static void name_tag(proof *out, const char *name)
{
    mur_text t = mur_text_on(out->tag, sizeof out->tag);
    mur_put(&t, name);
}

static bool begins_with(const char *tag, const char *word)
{
    return strncmp(tag, word, strlen(word)) == 0;
}

/* Of this word and a seat, written in the one way there is. */
static bool is_of_seat(const char *tag, const char *word, int seats)
{
    const char *digits = tag + strlen(word);
    return begins_with(tag, word) && digits[0] >= '1' && digits[0] < '1' + seats && !digits[1];
}

_Static_assert(MUR_SEATS < 10, "a seat is one digit");

/* A tag that only looks as if it belonged to the shuffle could make a reader believe in a salt that did not count. */
static bool is_misleading(const char *tag, int seats)
{
    if (!begins_with(tag, "salt") && !begins_with(tag, "commit") && !begins_with(tag, "secret"))
        return false;
    return strcmp(tag, "commitment") != 0 && strcmp(tag, "secret") != 0 && !is_of_seat(tag, "salt", seats) &&
           !is_of_seat(tag, "commit", seats);
}

static proof_result check_tags(const mur_record *r, proof *out)
{
    for (size_t i = 0; i < r->n_tags; i++)
        if (is_misleading(r->tags[i].name, r->setup->seats)) {
            name_tag(out, r->tags[i].name);
            return PROOF_NO_SEAT;
        }
    return PROOF_GIVEN;
}

static proof_result check_commits(const mur_record *r, proof *out)
{
    for (out->seat = 0; out->seat < r->setup->seats; out->seat++) {
        char hash[FAIR_HEX], name[] = { 'c', 'o', 'm', 'm', 'i', 't', (char)('1' + out->seat), '\0' };
        mur_span commit = tag_of(r, "commit", out->seat), salt = tag_of(r, "salt", out->seat);
        unsigned bit = 1U << out->seat;
        out->open |= salt.len && !commit.len ? bit : 0;
        if (!commit.len)
            continue;
        name_tag(out, name);
        if (!fair_is_commit(commit))
            return PROOF_BAD_TAG;
        fair_commit_salt(salt, hash);
        if (!salt.len || !mur_span_is(commit, hash))
            return PROOF_SALT;
        out->committed |= bit;
    }
    return PROOF_GIVEN;
}

proof_result proof_check(const mur_record *r, proof *out)
{
    unsigned char secret[FAIR_SECRET];
    mur_span promised = tag_of(r, "commitment", -1), digits = tag_of(r, "secret", -1);
    *out = (proof){ .line = 0 };
    name_tag(out, promised.len ? "secret" : "commitment");
    if (!promised.len || !digits.len)
        return PROOF_NO_TAG;
    if (!fair_read_secret(digits, secret))
        return PROOF_BAD_TAG;
    fair_commit(secret, out->commitment);
    if (!mur_span_is(promised, out->commitment))
        return PROOF_PROMISE;
    proof_result result = check_tags(r, out);
    if (result == PROOF_GIVEN)
        result = check_commits(r, out);
    return result == PROOF_GIVEN ? check_deal(r, secret, out) : result;
}
