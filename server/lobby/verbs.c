/* SPDX-License-Identifier: MIT */
/* server/lobby/verbs.c -- the list of verbs (verbs.h) as a table, and finding one by its name. A linear search is fast
 * enough: moves come first, and the list is short. */
#include "server/lobby/verbs.h"

#define AT_TABLE_HANDLER(name)                        NULL, handle_##name
#define ALONE_HANDLER(name)                           handle_##name, NULL
#define X(name, where, flags, cost, file, permission) { #name, where##_HANDLER(name), flags, cost, permission, file },
static const verb verbs[] = { VERBS(X) };
#undef X

enum { N_VERBS = sizeof verbs / sizeof verbs[0] };

const verb *lobby_verb_at(int i)
{
    return i >= 0 && i < N_VERBS ? &verbs[i] : NULL;
}

const char *lobby_verb_name(int i)
{
    const verb *v = lobby_verb_at(i);
    return v ? v->name : NULL;
}

const verb *lobby_find_verb(mur_span name)
{
    for (int i = 0; i < N_VERBS; i++)
        if (mur_span_is(name, verbs[i].name))
            return &verbs[i];
    return NULL;
}
