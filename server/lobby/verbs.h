/* SPDX-License-Identifier: MIT */
/* server/lobby/verbs.h -- every request of the protocol: its handler, what it needs, what it costs, permission, and
 * where to read on. docs/protocol.md describes the fields and answers. AT_TABLE verbs are about one table and wait in
 * its queue; ALONE verbs are not. The flags are those of lobby_int.h; a verb without BEFORE_HELLO needs a known person.
 * The cost counts against a person's allowance of requests per second. The most frequent verbs come first, because they
 * are searched in this order. The handler of verb X is handle_X(). */
#ifndef SERVER_LOBBY_VERBS_H
#define SERVER_LOBBY_VERBS_H

#include "server/lobby/lobby_int.h"

/* clang-format off */
/*  verb       where     flags           cost  file                 permission */
#define VERBS(X) \
    X(move,      AT_TABLE, CAN_JOIN_WRITE, 1,   "moves.c",            "plays a seat: table_check_move()") \
    X(back,      AT_TABLE, 0,              1,   "moves.c",            "plays a seat: table_check_take_back()") \
    X(open,      AT_TABLE, NEEDS_CONN,     2,   "listen.c",           "anybody with the id, unless the deal is live elsewhere") \
    X(leave,     AT_TABLE, NEEDS_CONN,     1,   "listen.c",           "anybody") \
    X(hello,     ALONE,    BEFORE_HELLO,   1,   "people.c",           "anybody; a token, or as a new guest") \
    X(say,       AT_TABLE, 0,              4,   "chat.c",             "the host, anybody who has had a seat; others unless the table is quiet") \
    X(look,      AT_TABLE, 0,              2,   "review.c",           "as open; sees what their seat may see") \
    X(point,     AT_TABLE, NEEDS_CONN,     1,   "review.c",           "anybody who has had a seat, once it is over") \
    X(sit,       AT_TABLE, 0,              2,   "seats.c",            "anybody for an open seat: table_check_sit()") \
    X(commit,    AT_TABLE, 0,              2,   "shuffle.c",          "a seated person: table_check_commit()") \
    X(reveal,    AT_TABLE, 0,              1,   "shuffle.c",          "a seated person who committed: table_check_reveal()") \
    X(stand,     AT_TABLE, 0,              2,   "seats.c",            "the person of a seat: table_check_stand()") \
    X(seat,      AT_TABLE, 0,              2,   "seats.c",            "the host: table_check_bot(), table_check_free()") \
    X(start,     AT_TABLE, 0,              2,   "seats.c",            "the host: table_check_start()") \
    X(close,     AT_TABLE, 0,              2,   "seats.c",            "the host: table_check_close()") \
    X(record,    AT_TABLE, 0,              5,   "review.c",           "anybody with the id, once no table plays this deal") \
    X(rematch,   AT_TABLE, 0,              5,   "rematch.c",          "who sits at a finished table: table_check_rematch()") \
    X(deal,      AT_TABLE, 0,              20,  "same_deal.c",        "anybody with the id, once no table plays this deal") \
    X(create,    ALONE,    0,              10,  "create.c",           "anybody, within the limits of person and address") \
    X(lobby,     ALONE,    0,              5,   "table_lists.c",      "anybody") \
    X(mine,      ALONE,    0,              5,   "table_lists.c",      "own tables") \
    X(name,      ALONE,    0,              5,   "people_names.c",     "oneself; with a password it is asked for") \
    X(password,  ALONE,    0,              30,  "people_passwords.c", "oneself; with a password it is asked for") \
    X(login,     ALONE,    BEFORE_HELLO,   20,  "people_passwords.c", "name and password") \
    X(reset,     ALONE,    BEFORE_HELLO,   30,  "people_passwords.c", "a code of the operator") \
    X(logout,    ALONE,    0,              1,   "people_sessions.c",  "own session") \
    X(sessions,  ALONE,    0,              5,   "people_sessions.c",  "own sessions") \
    X(revoke,    ALONE,    0,              5,   "people_sessions.c",  "own sessions") \
    X(hook,      ALONE,    0,              5,   "people.c",           "oneself") \
    X(lang,      ALONE,    0,              5,   "people.c",           "oneself") \
    X(export,    ALONE,    0,              60,  "people_data.c",      "own data") \
    X(forget,    ALONE,    0,              60,  "people_data.c",      "oneself; with a password it is asked for")
/* clang-format on */

#define AT_TABLE_PARAMETERS                           lobby *lb, lobby_request *req, lobby_table *t
#define ALONE_PARAMETERS                              lobby *lb, lobby_request *req
#define X(name, where, flags, cost, file, permission) void handle_##name(where##_PARAMETERS);
VERBS(X)
#undef X
#undef AT_TABLE_PARAMETERS
#undef ALONE_PARAMETERS

#endif
