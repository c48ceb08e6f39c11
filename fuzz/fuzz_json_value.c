/* SPDX-License-Identifier: MIT */
/* What a stranger says, read by our own reader and by Jansson: both understand the same objects in the same way, but
 * for those that are larger or deeper than ours reads. */
#include <jansson.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "server/body.h"

static void compare(const body_value *v, json_t *j);

static bool is_text(mur_span s, const char *text, size_t length)
{
    return s.len == length && memcmp(s.at, text, length) == 0;
}

static void compare_members(const body_value *v, json_t *j)
{
    size_t n = 0;
    for (const body_value *m = v + 1; m < v + v->size; m += m->size, n++) {
        json_t *theirs = v->kind == BODY_ARRAY ? json_array_get(j, n) : json_object_getn(j, m->key.at, m->key.len);
        demand(theirs);
        compare(m, theirs);
    }
    demand(n == (v->kind == BODY_ARRAY ? json_array_size(j) : json_object_size(j)));
}

static void compare(const body_value *v, json_t *j)
{
    static const json_type types[] = {
        [BODY_NULL] = JSON_NULL, [BODY_FALSE] = JSON_FALSE,   [BODY_TRUE] = JSON_TRUE,   [BODY_INTEGER] = JSON_INTEGER,
        [BODY_REAL] = JSON_REAL, [BODY_STRING] = JSON_STRING, [BODY_ARRAY] = JSON_ARRAY, [BODY_OBJECT] = JSON_OBJECT
    };
    demand(json_typeof(j) == types[v->kind]);
    if (v->kind == BODY_INTEGER)
        demand(v->number == json_integer_value(j));
    else if (v->kind == BODY_STRING)
        demand(is_text(v->text, json_string_value(j), json_string_length(j)));
    else if (v->kind >= BODY_ARRAY)
        compare_members(v, j);
}

/* Jansson refuses those that no double can hold. */
static bool has_real(const body_value *v)
{
    for (uint32_t i = 0; i < v->size; i++)
        if (v[i].kind == BODY_REAL)
            return true;
    return false;
}

static int depth_of(json_t *j)
{
    int deepest = 0, depth;
    const char *key;
    size_t i;
    json_t *m;
    json_array_foreach(j, i, m) deepest = (depth = depth_of(m)) > deepest ? depth : deepest;
    json_object_foreach(j, key, m) deepest = (depth = depth_of(m)) > deepest ? depth : deepest;
    return deepest + json_is_array(j) + json_is_object(j);
}

static int count(json_t *j)
{
    int n = 1;
    const char *key;
    size_t i;
    json_t *m;
    json_array_foreach(j, i, m) n += count(m);
    json_object_foreach(j, key, m) n += count(m);
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_error_t error;
    body_value *ours = body_read((mur_span){ (const char *)data, size });
    json_t *theirs = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, &error);
    int64_t id = body_read_id((mur_span){ (const char *)data, size });
    if (ours) {
        const body_value *own = body_member(ours, "id");
        demand(id == (body_is(own, BODY_INTEGER) ? own->number : -1));
        demand(theirs || has_real(ours));
        if (theirs)
            compare(ours, theirs);
    } else if (json_is_object(theirs) && !memchr(data, '\0', size)) { /* which Jansson passes over after a number */
        demand(depth_of(theirs) > BODY_DEPTH || count(theirs) > BODY_VALUES);
    }
    json_decref(theirs);
    free(ours);
    return 0;
}
