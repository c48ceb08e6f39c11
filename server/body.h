/* SPDX-License-Identifier: MIT */
/* server/body.h -- what a request says, or the plan of a table: one JSON object (RFC 8259), read into one piece of
 * memory.
 * Every message of every player is read, so this takes a quarter of what building a tree of allocations does. Reading
 * is strict: UTF-8 and nothing else, no key twice, no number beyond 64 bits, no NUL, nothing behind the object; and
 * what is larger or deeper than any request of ours is none. */
#ifndef SERVER_BODY_H
#define SERVER_BODY_H

#include "engine/text.h"

enum { BODY_VALUES = 96, BODY_DEPTH = 8 }; /* at most */

typedef enum {
    BODY_NULL,
    BODY_FALSE,
    BODY_TRUE,
    BODY_INTEGER,
    BODY_REAL, /* that it is one is all that is known of it */
    BODY_STRING,
    BODY_ARRAY,
    BODY_OBJECT
} body_kind;

/* What an object or an array holds stands right behind it: the first at o + 1, the one after m at m + m->size, as long
 * as that is before o + o->size. */
typedef struct {
    body_kind kind;
    uint32_t size; /* how many values it is, itself included */
    mur_span key;  /* in an object */
    mur_span text; /* of a string, its escapes resolved */
    int64_t number;
} body_value;

/* To be freed with free(), and all texts with it. NULL: this is no such object. */
body_value *body_read(mur_span message);

/* The member "id" of a message that body_read() refuses, so that the refusal can name its request: -1 if there is none
 * that can be read. Characters that JSON allows and we do not (\u0000, half a surrogate pair) and bytes that are no
 * UTF-8 are passed over; any other fault ends the reading, and an id behind it is not found. */
int64_t body_read_id(mur_span message);

bool body_is(const body_value *v, body_kind kind);                        /* NULL is of no kind */
const body_value *body_member(const body_value *object, const char *key); /* NULL: none, or this is no object */
const body_value *body_element(const body_value *array, int i);           /* the same, from 0 on */
int body_count(const body_value *array);                                  /* 0 unless it is one */

#endif
