/* SPDX-License-Identifier: MIT */
/* tests/server/id_test.c -- ids of tables and people as text. */
#include <criterion/criterion.h>

#include "server/lobby/lobby_int.h"

Test(ids, ids_can_be_typed_after_a_command)
{
    for (int i = 0; i < 2000; i++) {
        char text[ID_TEXT];
        store_id id = id_draw(), again;
        id_write(id, text);
        cr_assert_neq(text[0], '-');
        cr_assert(id_read(mur_span_of(text), &again));
        cr_assert_arr_eq(again.at, id.at, sizeof id.at);
    }
}
