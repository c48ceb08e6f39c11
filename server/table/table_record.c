/* SPDX-License-Identifier: MIT */
/* server/table/table_record.c -- the record of a finished game: who played, what proves the deal, all moves that count.
 * The deal is drawn again from secret and salts, exactly as `muraille verify` does it (deal_proof.h), so a record that
 * this writes verifies unless the table itself is wrong. */
#include <assert.h>
#include <sodium.h>

#include "server/table/fair.h"
#include "server/table/table_int.h"

static void set_tag(mur_record *r, const char *name, int seat, mur_span text)
{
    assert(seat < MUR_SEATS);
    char tag[24];
    mur_text t = mur_text_on(tag, sizeof tag);
    mur_put(&t, name);
    if (seat >= 0)
        mur_put_int(&t, seat + 1);
    if (text.len)
        mur_record_set_tag(r, mur_span_of(tag), text);
}

/* Players, the server's promise, the secret if it may be shown, and what each seat brought to the shuffle. */
static void set_tags(const table *t, bool with_secret, mur_record *r)
{
    char digits[FAIR_HEX];
    mur_span salts[MUR_SEATS];
    for (int seat = 0; seat < t->plan.seats; seat++) {
        const table_seat *s = &t->seat[seat];
        set_tag(r, "player", seat, mur_span_of(s->name[0] ? s->name : s->bot));
    }
    fair_commit_secret(t->plan.secret, digits);
    set_tag(r, "commitment", -1, mur_span_of(digits));
    fair_write_secret(t->plan.secret, digits);
    if (with_secret)
        set_tag(r, "secret", -1, mur_span_of(digits));
    sodium_memzero(digits, sizeof digits);
    table_salts(t, salts);
    for (int seat = 0; seat < t->plan.seats; seat++)
        set_tag(r, "salt", seat, salts[seat]);
    for (int seat = 0; seat < t->plan.seats; seat++)
        set_tag(r, "commit", seat, mur_span_of(t->commit[seat]));
}

/* The moves come from the history, without those taken back. with_secret: the secret that proves the deal; it must not
 * be shown while the same deal is played elsewhere. */
bool table_record(const table *t, bool with_secret, mur_buffer *out)
{
    assert(out);
    const table_plan *p = &t->plan;
    const mur_game *g = p->game;
    mur_record *r;
    mur_rng rng;
    mur_span salts[MUR_SEATS];
    if (!is_over(t) || mur_record_open(&r, g, p->seats))
        return false;
    for (int i = 0; i < g->n_options; i++)
        if (p->option[i][0])
            mur_record_set_option(r, i, mur_span_of(p->option[i]));
    set_tags(t, with_secret, r);
    table_salts(t, salts);
    fair_deal(p->secret, salts, p->seats, &rng);
    mur_record_deal(r, &rng);
    for (size_t i = 0; i < t->history.n; i++)
        mur_record_play(r, t->history.moves[i].seat, t->history.moves[i].move, NULL);
    mur_record_finish(r);
    mur_record_write(r, out);
    mur_record_close(&r);
    return true;
}
