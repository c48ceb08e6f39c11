/* SPDX-License-Identifier: MIT */
/* server/lobby/shuffle.c -- the verbs `commit` and `reveal`, and the fields `salt` and `commit` of `create`, `sit` and
 * `rematch`. The rules of the shuffle are in server/table/table_shuffle.c. Here its input is read, and players whom the
 * table waits for get a notice, on other connections or by their hook. */
#include <stdlib.h>

#include "server/lobby/lobby_int.h"
#include "server/table/fair.h"

/* -- Fields -- */

static bool require_salt(lobby_request *req, mur_span *salt)
{
    if (!lobby_require_text(req, "salt", TABLE_SALT, salt))
        return false;
    bool is_good = salt->len > 0 && fair_is_salt(*salt);
    if (!is_good)
        lobby_refuse_field(req, "salt");
    return is_good;
}

static bool require_commit(lobby_request *req, mur_span *commit)
{
    if (!lobby_require_text(req, "commit", MESSAGE_MAX, commit))
        return false;
    bool is_good = fair_is_commit(*commit);
    if (!is_good)
        lobby_refuse_field(req, "commit");
    return is_good;
}

/* A request with both would give away the salt that it commits to. */
bool lobby_read_shuffle_input(lobby_request *req, shuffle_input *out)
{
    bool has_salt = lobby_has_field(req, "salt"), has_commit = lobby_has_field(req, "commit");
    *out = (shuffle_input){ { "", 0 }, { "", 0 } };
    if (has_salt && has_commit) {
        lobby_refuse_field(req, "salt, commit");
        return false;
    }
    return (!has_salt || require_salt(req, &out->salt)) && (!has_commit || require_commit(req, &out->commit));
}

/* -- Requests -- */

void handle_commit(lobby *lb, lobby_request *req, lobby_table *t)
{
    mur_span commit;
    if (require_commit(req, &commit))
        lobby_write_and_reply(lb, req, t, table_check_commit(t->journal.table, req->conn->person->node.id, commit));
}

void handle_reveal(lobby *lb, lobby_request *req, lobby_table *t)
{
    mur_span salt;
    if (!require_salt(req, &salt))
        return;
    table_change change = table_check_reveal(t->journal.table, req->conn->person->node.id, salt);
    if (change.err == TABLE_TEXT)
        lobby_refuse_field(req, "salt"); /* it is not the salt that was committed to */
    else
        lobby_write_and_reply(lb, req, t, change);
}

/* -- Players who do not listen to the table -- */

static void fill_awaited(mur_json *j, const void *context)
{
    const lobby_table *t = context;
    mur_json_put_string(j, "news", "shuffle");
    mur_json_put_string(j, "table", t->name);
    mur_json_put_string(j, "game", table_plan_of(t->journal.table)->game->id);
}

/* Seats that are awaited now and were not at the last notice. When the table was sealed or the seal broken in
 * between, everybody is asked for something new, so all get a notice. */
void lobby_notify_awaited(lobby *lb, lobby_table *t, bool is_ours)
{
    bool is_sealed = table_is_sealed(t->journal.table);
    unsigned awaited = table_awaited(t->journal.table), known = is_sealed == t->sent_sealed ? t->sent_awaited : 0;
    t->sent_awaited = awaited;
    t->sent_sealed = is_sealed;
    lobby_notify_seats(lb, t, awaited & ~known, fill_awaited, N_("{game}: the table waits for you"), is_ours);
}
