/* SPDX-License-Identifier: MIT */
#include "server/keep_people.h"

#include <sodium.h>
#include <time.h>

static const store_time day_ms = 86400000;

static store_time now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (store_time)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

store_time keep_until(int days)
{
    return days > 0 ? now() + days * day_ms : STORE_FOREVER;
}

static bool draw(char code[CODE_TEXT], unsigned char key[STORE_KEY])
{
    if (sodium_init() < 0)
        return false;
    code_draw(code);
    return code_key((mur_span){ code, CODE_TEXT - 1 }, key);
}

store_err keep_invite(store *s, int uses, int days, char code[CODE_TEXT])
{
    unsigned char key[STORE_KEY];
    return draw(code, key) ? store_add_invite(s, key, now(), keep_until(days), uses) : STORE_AWAY;
}

store_err keep_reset(store *s, store_id person, char code[CODE_TEXT])
{
    unsigned char key[STORE_KEY];
    return draw(code, key) ? store_add_reset(s, key, person, keep_until(1)) : STORE_AWAY;
}
