/* SPDX-License-Identifier: MIT */
/* server/table/deal_proof.c -- does the record of a game prove that it was dealt as promised? For `muraille verify`. It
 * repeats everything from the tags of the record: the commitment must be the hash of the secret, each commitment the
 * hash of its salt, and the set-up must be what secret and salts give. Tags that only look like those are refused,
 * since a reader might believe them. */
#include "server/table/deal_proof.h"

#include <assert.h>
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

/* The set-up line by line, so that the first difference can be shown. */
static deal_proof_result compare(const mur_record *r, const mur_record *dealt, deal_proof *out)
{
    for (out->line = 0; out->line < r->game->n_lines(r->setup); out->line++) {
        char given[3 * MUR_LINE_TEXT];
        write_line(r, out->line, given);
        write_line(dealt, out->line, out->value);
        if (strcmp(given, out->value) != 0)
            return PROOF_DEAL;
    }
    return PROOF_OK;
}

static deal_proof_result check_deal(const mur_record *r, const unsigned char secret[FAIR_SECRET], deal_proof *out)
{
    mur_span salts[MUR_SEATS];
    mur_rng rng;
    int seats = r->setup->seats;
    for (int seat = 0; seat < seats; seat++)
        salts[seat] = tag_of(r, "salt", seat);
    fair_deal(secret, salts, seats, &rng);
    mur_record *dealt = open_alike(r);
    mur_record_deal(dealt, &rng);
    deal_proof_result result = compare(r, dealt, out);
    mur_record_close(&dealt);
    return result;
}

/* -- The tags of the shuffle -- */

static void name_tag(deal_proof *out, const char *name)
{
    assert(name);
    mur_text t = mur_text_on(out->tag, sizeof out->tag);
    mur_put(&t, name);
}

static bool begins_with(const char *tag, const char *word)
{
    return strncmp(tag, word, strlen(word)) == 0;
}

/* A word and a seat, written in the only way there is: no leading zero, no other digits. */
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

static deal_proof_result check_tags(const mur_record *r, deal_proof *out)
{
    for (size_t i = 0; i < r->n_tags; i++)
        if (is_misleading(r->tags[i].name, r->setup->seats)) {
            name_tag(out, r->tags[i].name);
            return PROOF_NO_SEAT;
        }
    return PROOF_OK;
}

/* A seat without a commitment may have brought its salt openly; that is listed separately. */
static deal_proof_result check_commits(const mur_record *r, deal_proof *out)
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
    return PROOF_OK;
}

/* The first fault found is the result; out names the tag, seat or line. */
deal_proof_result deal_proof_check(const mur_record *r, deal_proof *out)
{
    unsigned char secret[FAIR_SECRET];
    mur_span promised = tag_of(r, "commitment", -1), digits = tag_of(r, "secret", -1);
    *out = (deal_proof){ .line = 0 };
    name_tag(out, promised.len ? "secret" : "commitment");
    if (!promised.len || !digits.len)
        return PROOF_NO_TAG;
    if (!fair_read_secret(digits, secret))
        return PROOF_BAD_TAG;
    fair_commit_secret(secret, out->commitment);
    if (!mur_span_is(promised, out->commitment))
        return PROOF_COMMITMENT;
    deal_proof_result result = check_tags(r, out);
    if (result == PROOF_OK)
        result = check_commits(r, out);
    return result == PROOF_OK ? check_deal(r, secret, out) : result;
}
