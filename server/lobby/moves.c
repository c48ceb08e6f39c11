/* SPDX-License-Identifier: MIT */
/* server/lobby/moves.c -- the verbs `move` and `back`: read the request, check it, append it, answer.
 * The right to move is checked by table_check_move() (server/table/table_moves.c), which also asks the engine. Neither
 * function here changes anything: an accepted change goes to lobby_write(), and the player is answered by on_moved()
 * once it is on disk. If another process has moved first, the handler runs again on the table with that move. */
#include "server/lobby/lobby_int.h"

enum { MOVE_MAX = 64 }; /* bytes of a move's notation */

typedef struct {
    uint32_t ply, length;
} move_result;

static void fill_move_result(mur_json *j, const void *context)
{
    const move_result *p = context;
    mur_json_put_long(j, "ply", p->ply);
    mur_json_put_long(j, "length", p->length);
}

/* The table stands right behind the move here; the others get a message afterwards (publish.c). */
static void on_moved(lobby *lb, lobby_request *req, lobby_table *t)
{
    move_result p = { table_ply(t->journal.table), table_length(t->journal.table) };
    lb->stats.moves++;
    lobby_reply(req, fill_move_result, &p);
}

static void refuse_move(lobby_request *req, const lobby_table *t, const table_change *change)
{
    if (change->err == TABLE_ILLEGAL)
        lobby_refuse_why(req, LOBBY_ILLEGAL, mur_err_text(table_plan_of(t->journal.table)->game, change->why));
    else if (change->err == TABLE_BOT_PLAYS)
        lobby_refuse_why(req, LOBBY_NOT_YOURS, N_("a bot plays for you: take your seat back first"));
    else
        lobby_refuse(req, lobby_err_of(change->err));
}

void handle_move(lobby *lb, lobby_request *req, lobby_table *t)
{
    int64_t ply;
    mur_span move;
    if (!lobby_require_number(req, "ply", 0, UINT32_MAX, &ply) || !lobby_require_text(req, "move", MOVE_MAX, &move))
        return;
    table_change change = table_check_move(t->journal.table, req->conn->person->node.id, (uint32_t)ply, move);
    if (change.err)
        refuse_move(req, t, &change);
    else
        lobby_write(lb, t, req, &change, on_moved);
}

/* A choice made while others of the same stage are about to be written joins them, so that one commit is enough for all
 * seats. Whatever is wrong with the request is found by handle_move() later, when its turn comes. */
bool lobby_join_write(lobby *lb, lobby_request *req, lobby_table *t)
{
    int64_t ply;
    mur_span move;
    size_t n;
    if (!lobby_read_number(req, "ply", 0, UINT32_MAX, &ply) || !lobby_read_text(req, "move", MOVE_MAX, &move))
        return false;
    const table_draft *earlier = lobby_pending_drafts(t, &n);
    table_change change =
        table_check_joint_move(t->journal.table, earlier, n, req->conn->person->node.id, (uint32_t)ply, move);
    return !change.err && lobby_extend_write(lb, t, req, &change, on_moved);
}

/* -- Taking back -- */

static void fill_may(mur_json *j, const void *context)
{
    mur_json_put_bool(j, "may", *(const bool *)context);
}

/* With "try" the answer says whether it would be allowed, and nothing is written. People who do not
 * play here are refused in any case. */
void handle_back(lobby *lb, lobby_request *req, lobby_table *t)
{
    int64_t ply;
    if (!lobby_require_number(req, "ply", 0, UINT32_MAX, &ply))
        return;
    table_change change = table_check_take_back(t->journal.table, req->conn->person->node.id, (uint32_t)ply);
    bool may = change.err == TABLE_OK, is_player = change.err != TABLE_NOT_YOURS && change.err != TABLE_BOT_PLAYS;
    if (lobby_read_flag(req, "try") && is_player)
        lobby_reply(req, fill_may, &may);
    else if (change.err)
        refuse_move(req, t, &change);
    else
        lobby_write(lb, t, req, &change, on_moved);
}
