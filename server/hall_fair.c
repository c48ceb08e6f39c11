/* SPDX-License-Identifier: MIT */
/* server/hall_fair.c -- what a player brings to the shuffle: the fields `salt` and `commit`, the requests commit and
 * reveal, and telling the players whose part is missing. */
#include <stdlib.h>

#include "server/fair.h"
#include "server/hall_int.h"

/* -- Fields -- */

static bool take_salt(hall_request *q, mur_span *salt)
{
    if (!hall_take_text(q, "salt", TABLE_SALT, salt))
        return false;
    bool is_good = salt->len > 0 && fair_is_salt(*salt);
    if (!is_good)
        hall_refuse_field(q, "salt");
    return is_good;
}

static bool take_commit(hall_request *q, mur_span *commit)
{
    if (!hall_take_text(q, "commit", MESSAGE_MAX, commit))
        return false;
    bool is_good = fair_is_commit(*commit);
    if (!is_good)
        hall_refuse_field(q, "commit");
    return is_good;
}

/* Both at once would give the salt away that is committed to. */
bool hall_take_share(hall_request *q, hall_share *out)
{
    bool has_salt = hall_has(q, "salt"), has_commit = hall_has(q, "commit");
    *out = (hall_share){ { "", 0 }, { "", 0 } };
    if (has_salt && has_commit) {
        hall_refuse_field(q, "salt, commit");
        return false;
    }
    return (!has_salt || take_salt(q, &out->salt)) && (!has_commit || take_commit(q, &out->commit));
}

table_err hall_want_seat(const table *t, const hall_person *p, int seat, const hall_share *share, table_wish *out)
{
    table_err err = table_want_seat(t, p->node.id, seat, p->is.name, share->salt, out);
    return err ? err : table_add_commit(t, share->commit, out);
}

/* -- Requests -- */

void act_commit(hall *h, hall_request *q, hall_table *t)
{
    mur_span commit;
    if (take_commit(q, &commit))
        hall_write_wish(h, q, t, table_want_commit(t->is.t, q->line->person->node.id, commit, &t->write.wish[0]));
}

void act_reveal(hall *h, hall_request *q, hall_table *t)
{
    mur_span salt;
    if (!take_salt(q, &salt))
        return;
    table_err err = table_want_reveal(t->is.t, q->line->person->node.id, salt, &t->write.wish[0]);
    if (err == TABLE_TEXT)
        hall_refuse_field(q, "salt"); /* it is not what was committed to */
    else
        hall_write_wish(h, q, t, err);
}

/* -- Players who do not listen to the table -- */

static void fill_awaited(mur_json *j, const void *context)
{
    const hall_table *t = context;
    put_string(j, "news", "shuffle");
    put_string(j, "table", t->name);
    put_string(j, "game", table_plan_of(t->is.t)->game->id);
}

void hall_tell_awaited(hall *h, hall_table *t, bool is_ours)
{
    bool is_sealed = table_is_sealed(t->is.t);
    unsigned awaited = table_awaited(t->is.t), told = is_sealed == t->was_sealed ? t->awaited : 0;
    t->awaited = awaited;
    t->was_sealed = is_sealed;
    hall_tell_seats_apart(h, t, awaited & ~told, fill_awaited, N_("{game}: the table waits for you"), is_ours);
}
