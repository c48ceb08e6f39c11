/* SPDX-License-Identifier: MIT */
/* server/common/json_value.h -- reads one JSON object (RFC 8259): a request, or the plan of a table. Every message of
 * every player is read, so all values and texts go into one allocation: that takes a quarter of the time that a tree of
 * allocations takes. Reading is strict: UTF-8 and nothing else, no key twice, no number beyond 64 bits, no NUL, nothing
 * behind the object; and an object that is larger or deeper than any request of ours is refused. */
#ifndef SERVER_COMMON_JSON_VALUE_H
#define SERVER_COMMON_JSON_VALUE_H

#include "engine/text.h"

enum { JSON_VALUES_MAX = 96, JSON_DEPTH_MAX = 8 }; /* of one message */

typedef enum {
    VALUE_NULL,
    VALUE_FALSE,
    VALUE_TRUE,
    VALUE_INTEGER,
    VALUE_REAL, /* its value is not kept: no request has one */
    VALUE_STRING,
    VALUE_ARRAY,
    VALUE_OBJECT
} json_kind;

/* The values form a flat array in the order in which they begin. The members of an object or an array o follow it: the
 * first at o + 1, the one after m at m + m->size, as long as that is before o + o->size. */
typedef struct {
    json_kind kind;
    uint32_t size;  /* number of values in it, itself included */
    mur_span key;   /* of a member of an object */
    mur_span text;  /* VALUE_STRING: without escapes */
    int64_t number; /* VALUE_INTEGER */
} json_value;

/* The first value is the object. The caller frees the array with free(), and all texts with it. NULL: the message is
 * not such an object. */
json_value *json_value_read(mur_span message);

/* The member "id" of a message that json_value_read() refuses, so that the refusal can name its request: -1 if there is
 * none that can be read. Characters that JSON allows and we do not (\u0000, half a surrogate pair) and bytes that are
 * no UTF-8 are passed over; any other fault ends the reading, and an id behind it is not found. */
int64_t json_value_read_id(mur_span message);

/* All accept NULL, and values of another kind. */
bool json_value_is(const json_value *v, json_kind kind);
const json_value *json_value_member(const json_value *object, const char *key); /* NULL: there is none */
const json_value *json_value_element(const json_value *array, int i);           /* from 0 on; NULL: there is none */
int json_value_count(const json_value *array);                                  /* 0 if it is not an array */

#endif
