/* SPDX-License-Identifier: MIT */
/* fuzz/fuzz_json_value.c -- arbitrary bytes, parsed by our JSON parser and by Jansson: both accept the same objects
 * with the same values, except those that are larger or deeper than our limits. */
#include <jansson.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "server/common/json_value.h"

static void compare(const json_value *v, json_t *j);

static bool is_text(mur_span s, const char *text, size_t length)
{
    return s.len == length && memcmp(s.at, text, length) == 0;
}

static void compare_members(const json_value *v, json_t *j)
{
    size_t n = 0;
    for (const json_value *m = v + 1; m < v + v->size; m += m->size, n++) {
        json_t *theirs = v->kind == VALUE_ARRAY ? json_array_get(j, n) : json_object_getn(j, m->key.at, m->key.len);
        demand(theirs);
        compare(m, theirs);
    }
    demand(n == (v->kind == VALUE_ARRAY ? json_array_size(j) : json_object_size(j)));
}

static void compare(const json_value *v, json_t *j)
{
    static const json_type types[] = {
        [VALUE_NULL] = JSON_NULL,       [VALUE_FALSE] = JSON_FALSE,  [VALUE_TRUE] = JSON_TRUE,
        [VALUE_INTEGER] = JSON_INTEGER, [VALUE_REAL] = JSON_REAL,    [VALUE_STRING] = JSON_STRING,
        [VALUE_ARRAY] = JSON_ARRAY,     [VALUE_OBJECT] = JSON_OBJECT
    };
    demand(json_typeof(j) == types[v->kind]);
    if (v->kind == VALUE_INTEGER)
        demand(v->number == json_integer_value(j));
    else if (v->kind == VALUE_STRING)
        demand(is_text(v->text, json_string_value(j), json_string_length(j)));
    else if (v->kind >= VALUE_ARRAY)
        compare_members(v, j);
}

/* Jansson refuses numbers that are too large for a double. */
static bool has_real(const json_value *v)
{
    for (uint32_t i = 0; i < v->size; i++)
        if (v[i].kind == VALUE_REAL)
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
    json_value *ours = json_value_read((mur_span){ (const char *)data, size });
    json_t *theirs = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, &error);
    int64_t id = json_value_read_id((mur_span){ (const char *)data, size });
    if (ours) {
        const json_value *own = json_value_member(ours, "id");
        demand(id == (json_value_is(own, VALUE_INTEGER) ? own->number : -1));
        demand(theirs || has_real(ours));
        if (theirs)
            compare(ours, theirs);
    } else if (json_is_object(theirs) && !memchr(data, '\0', size)) { /* Jansson ignores a NUL after a number */
        demand(depth_of(theirs) > JSON_DEPTH_MAX || count(theirs) > JSON_VALUES_MAX);
    }
    json_decref(theirs);
    free(ours);
    return 0;
}
