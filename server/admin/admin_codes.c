/* SPDX-License-Identifier: MIT */
/* server/admin/admin_codes.c -- invitations and password resets. A code is drawn, its hash is written to the store, and
 * the code itself is only shown: nobody can read it from the database. */
#include "server/admin/admin_codes.h"

#include <sodium.h>

#include "server/common/system_clock.h"

store_time admin_expiry_after(int days)
{
    return days > 0 ? wall_clock_ms() + days * DAY_MS : STORE_FOREVER;
}

static bool draw(char code[ACCESS_CODE_TEXT], unsigned char key[STORE_KEY])
{
    if (sodium_init() < 0)
        return false;
    access_code_draw(code);
    return access_code_key((mur_span){ code, ACCESS_CODE_TEXT - 1 }, key);
}

store_err admin_create_invite(store *s, int uses, int days, char code[ACCESS_CODE_TEXT])
{
    unsigned char key[STORE_KEY];
    return draw(code, key) ? store_add_invite(s, key, wall_clock_ms(), admin_expiry_after(days), uses)
                           : STORE_UNAVAILABLE;
}

store_err admin_create_reset(store *s, store_id person, char code[ACCESS_CODE_TEXT])
{
    unsigned char key[STORE_KEY];
    return draw(code, key) ? store_add_reset(s, key, person, admin_expiry_after(1)) : STORE_UNAVAILABLE;
}
