/* SPDX-License-Identifier: MIT */
/* fuzz/fuzz_record.c -- reading records from arbitrary bytes. What is accepted can be written and read again unchanged.
 */
#include <string.h>

#include "fuzz/fuzz.h"
#include "record/reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mur_record *r, *again;
    mur_record_error e = { 0 };
    mur_buffer first = { 0 }, second = { 0 };
    if (!mur_record_read((mur_span){ (const char *)data, size }, NULL, &r, &e)) {
        demand(e.line > 0 && e.message[0] != '\0');
        return 0;
    }
    mur_record_write(r, &first);
    demand(mur_record_read((mur_span){ first.at, first.len }, NULL, &again, &e));
    mur_record_write(again, &second);
    demand(first.len == second.len && memcmp(first.at, second.at, first.len) == 0);
    demand(memcmp(r->state, again->state, r->game->state_size) == 0);
    mur_buffer_close(&first);
    mur_buffer_close(&second);
    mur_record_close(&r);
    mur_record_close(&again);
    return 0;
}
