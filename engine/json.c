/* SPDX-License-Identifier: MIT */
#include "engine/json.h"

static void next(mur_json *j)
{
    if (j->more)
        mur_put_char(j->t, ',');
    j->more = true;
}

void mur_json_begin(mur_json *j, char bracket)
{
    next(j);
    mur_put_char(j->t, bracket);
    j->more = false;
}

void mur_json_end(mur_json *j, char bracket)
{
    mur_put_char(j->t, bracket);
    j->more = true;
}

void mur_json_int(mur_json *j, int n)
{
    next(j);
    mur_put_int(j->t, n);
}

void mur_json_word(mur_json *j, const char *word)
{
    next(j);
    mur_put(j->t, word);
}

void mur_json_quote(mur_json *j)
{
    next(j);
    mur_put_char(j->t, '"');
}

void mur_json_unquote(mur_json *j)
{
    mur_put_char(j->t, '"');
}

void mur_json_string(mur_json *j, const char *s)
{
    mur_json_quote(j);
    mur_put(j->t, s);
    mur_json_unquote(j);
}

void mur_json_colon(mur_json *j)
{
    mur_put_char(j->t, ':');
    j->more = false;
}

void mur_json_key(mur_json *j, const char *key)
{
    mur_json_quote(j);
    mur_put(j->t, key);
    mur_put_bytes(j->t, "\":", 2);
    j->more = false;
}

void mur_json_put_int(mur_json *j, const char *key, int n)
{
    mur_json_key(j, key);
    mur_json_int(j, n);
}

void mur_json_put_bytes(mur_json *j, const char *key, const uint8_t *bytes, int n)
{
    mur_json_key(j, key);
    mur_json_begin(j, '[');
    for (int i = 0; i < n; i++)
        mur_json_int(j, bytes[i]);
    mur_json_end(j, ']');
}
