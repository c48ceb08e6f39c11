/* SPDX-License-Identifier: MIT */
/* server/common/json_value.c -- the JSON reader: recursive descent over the bytes of a message. Values go into an array
 * in the order in which they begin, each with the number of values it contains, so that the next sibling of a value is
 * found by adding its size. Texts without escapes are collected behind each other in a buffer as long as the message,
 * which is always enough: unescaping never makes a text longer. In the end both are copied into one block.
 * fuzz/fuzz_json_value.c compares the reader with Jansson. */
#include "server/common/json_value.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "record/buffer.h"
#include "record/safe_text.h"

typedef struct {
    mur_span rest; /* of the message */
    char *text;    /* where the next text is written; texts never get longer by unescaping */
    uint32_t n;    /* values so far */
    int depth;
    bool is_lenient; /* json_value_read_id(): faults in strings do not matter */
    int64_t id;      /* member "id" of the outermost object; -1: not read yet */
    json_value values[JSON_VALUES_MAX];
} reader;

static bool read_value(reader *r, mur_span key);

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_space(reader *r)
{
    while (r->rest.len > 0 && is_space(*r->rest.at)) {
        r->rest.at++;
        r->rest.len--;
    }
}

/* Takes this character and the space after it. */
static bool take(reader *r, char c)
{
    bool is_there = mur_take_char(&r->rest, c);
    if (is_there)
        skip_space(r);
    return is_there;
}

/* -- Strings -- */

static bool take_hex(mur_span *s, int32_t *out)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    *out = 0;
    for (int i = 0; i < 4; i++) {
        const char *found = s->len > 0 && *s->at ? memchr(digits, *s->at, sizeof digits - 1) : NULL;
        if (!found)
            return false;
        *out = *out << 4 | (int32_t)((found - digits) & 15);
        s->at++;
        s->len--;
    }
    return true;
}

/* The digits after \u in lenient mode: half a surrogate pair and NUL become the replacement character. */
static bool take_any_point(mur_span *s, int32_t *point)
{
    if (!take_hex(s, point))
        return false;
    if (*point == 0 || (*point >= 0xd800 && *point < 0xe000))
        *point = 0xfffd;
    return true;
}

/* The digits after \u: one character, or the two halves of a surrogate pair. NUL and a lone half are refused. */
static bool take_point(mur_span *s, int32_t *point)
{
    int32_t low;
    if (!take_hex(s, point) || *point == 0 || (*point >= 0xdc00 && *point < 0xe000))
        return false;
    if (*point < 0xd800 || *point >= 0xe000)
        return true;
    if (!mur_take(s, "\\u") || !take_hex(s, &low) || low < 0xdc00 || low >= 0xe000)
        return false;
    *point = 0x10000 + ((*point - 0xd800) << 10) + (low - 0xdc00);
    return true;
}

static char *put_utf8(char *to, int32_t point)
{
    assert(point >= 0 && point < 0x110000);
    int more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    static const unsigned char first[] = { 0, 0xc0, 0xe0, 0xf0 };
    *to++ = (char)(first[more] | point >> 6 * more);
    while (more-- > 0)
        *to++ = (char)(0x80 | (point >> 6 * more & 0x3f));
    return to;
}

/* Resolves the escape after a backslash. */
static bool take_escape(mur_span *s, char **to, bool is_lenient)
{
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    int32_t point;
    if (mur_take_char(s, 'u')) {
        if (!(is_lenient ? take_any_point : take_point)(s, &point))
            return false;
        *to = put_utf8(*to, point);
        return true;
    }
    const char *found = s->len > 0 && *s->at ? strchr(letters, *s->at) : NULL;
    if (!found)
        return false;
    *(*to)++ = meant[found - letters];
    s->at++;
    s->len--;
    return true;
}

/* Copies bytes up to the next quotation mark or backslash. False: a control character or broken UTF-8. */
static bool take_unescaped(mur_span *s, char **to, bool is_lenient)
{
    mur_span before = *s;
    while (s->len > 0 && *s->at != '"' && *s->at != '\\')
        if (is_lenient || ((unsigned char)*s->at >= 0x20 && (unsigned char)*s->at < 0x80)) {
            s->at++;
            s->len--;
        } else if (mur_take_utf8(s) < 0x20) {
            return false;
        }
    memcpy(*to, before.at, before.len - s->len);
    *to += before.len - s->len;
    return true;
}

/* Appends the unescaped text to r->text. */
static bool read_string(reader *r, mur_span *out)
{
    char *to = r->text;
    if (!mur_take_char(&r->rest, '"'))
        return false;
    while (!mur_take_char(&r->rest, '"'))
        if (!take_unescaped(&r->rest, &to, r->is_lenient) ||
            (mur_take_char(&r->rest, '\\') && !take_escape(&r->rest, &to, r->is_lenient)) || r->rest.len == 0)
            return false;
    *out = (mur_span){ r->text, (size_t)(to - r->text) };
    r->text = to;
    return true;
}

/* -- Numbers -- */

static size_t count_digits(mur_span s)
{
    size_t n = 0;
    while (n < s.len && s.at[n] >= '0' && s.at[n] <= '9')
        n++;
    return n;
}

static bool take_digits(mur_span *s)
{
    size_t n = count_digits(*s);
    *s = (mur_span){ s->at + n, s->len - n };
    return n > 0;
}

/* Computed as a negative number, since INT64_MIN has no positive counterpart. */
static bool to_number(mur_span digits, bool is_negative, int64_t *out)
{
    int64_t n = 0;
    for (size_t i = 0; i < digits.len; i++) {
        int digit = digits.at[i] - '0';
        if (n < (INT64_MIN + digit) / 10)
            return false;
        n = 10 * n - digit;
    }
    if (!is_negative && n == INT64_MIN)
        return false;
    *out = is_negative ? n : -n;
    return true;
}

static bool read_number(reader *r, json_value *v)
{
    mur_span *s = &r->rest;
    bool is_negative = mur_take_char(s, '-');
    mur_span digits = { s->at, count_digits(*s) };
    if (!take_digits(s) || (digits.len > 1 && *digits.at == '0'))
        return false;
    bool has_point = mur_take_char(s, '.');
    if (has_point && !take_digits(s))
        return false;
    bool has_power = mur_take_char(s, 'e') || mur_take_char(s, 'E');
    if (has_power && !mur_take_char(s, '+'))
        mur_take_char(s, '-');
    if (has_power && !take_digits(s))
        return false;
    v->kind = has_point || has_power ? VALUE_REAL : VALUE_INTEGER;
    return v->kind == VALUE_REAL || to_number(digits, is_negative, &v->number);
}

/* -- Objects and arrays -- */

/* An object with the same key twice is refused: it is ambiguous. Objects are small, so a linear search is enough. */
static bool read_member(reader *r, const json_value *object)
{
    assert(object->kind == VALUE_OBJECT);
    mur_span key;
    if (!read_string(r, &key))
        return false;
    skip_space(r);
    for (const json_value *m = object + 1; m < r->values + r->n; m += m->size)
        if (m->key.len == key.len && memcmp(m->key.at, key.at, key.len) == 0)
            return false;
    const json_value *value = r->values + r->n;
    if (!take(r, ':') || !read_value(r, key))
        return false;
    if (object == r->values && mur_span_is(key, "id") && value->kind == VALUE_INTEGER)
        r->id = value->number;
    return true;
}

/* Members of an object or elements of an array. v->size is known when the closing bracket is read. */
static bool read_all(reader *r, json_value *v)
{
    char end = v->kind == VALUE_OBJECT ? '}' : ']';
    r->rest.at++;
    r->rest.len--;
    skip_space(r);
    if (++r->depth > JSON_DEPTH_MAX)
        return false;
    if (!mur_take_char(&r->rest, end)) {
        do
            if (!(v->kind == VALUE_OBJECT ? read_member(r, v) : read_value(r, (mur_span){ "", 0 })))
                return false;
        while (take(r, ','));
        if (!mur_take_char(&r->rest, end))
            return false;
    }
    r->depth--;
    v->size = (uint32_t)(r->values + r->n - v);
    return true;
}

static bool read_word(reader *r, json_value *v)
{
    v->kind = mur_take(&r->rest, "true") ? VALUE_TRUE : mur_take(&r->rest, "false") ? VALUE_FALSE : VALUE_NULL;
    return v->kind != VALUE_NULL || mur_take(&r->rest, "null");
}

/* The first character decides what follows (RFC 8259 is LL(1)); anything else must be a number. */
static bool read_kind(reader *r, json_value *v)
{
    switch (*r->rest.at) {
    case '{':
        v->kind = VALUE_OBJECT;
        return read_all(r, v);
    case '[':
        v->kind = VALUE_ARRAY;
        return read_all(r, v);
    case '"':
        v->kind = VALUE_STRING;
        return read_string(r, &v->text);
    case 't':
    case 'f':
    case 'n':
        return read_word(r, v);
    default:
        return read_number(r, v);
    }
}

static bool read_value(reader *r, mur_span key)
{
    if (r->n == JSON_VALUES_MAX || r->rest.len == 0)
        return false;
    json_value *v = &r->values[r->n++];
    *v = (json_value){ .size = 1, .key = key };
    bool is_good = read_kind(r, v);
    skip_space(r);
    return is_good;
}

/* -- A message -- */

/* Copies values and texts into one block that the caller frees; the texts' pointers move along. */
static json_value *copy_result(const reader *r, const char *texts)
{
    size_t n_texts = (size_t)(r->text - texts), bytes = r->n * sizeof(json_value);
    json_value *made = malloc(bytes + n_texts + 1);
    if (!made)
        abort();
    char *to = (char *)made + bytes;
    memcpy(made, r->values, bytes);
    memcpy(to, texts, n_texts);
    for (uint32_t i = 0; i < r->n; i++) {
        made[i].key.at = made[i].key.len > 0 ? to + (made[i].key.at - texts) : "";
        assert(made[i].size >= 1 && i + made[i].size <= r->n);
        made[i].text.at = made[i].text.len > 0 ? to + (made[i].text.at - texts) : "";
    }
    return made;
}

/* The array of values is not cleared: it is large, and read_value() sets each one that it uses. */
static bool read_object(reader *r, mur_span message, char *texts, bool is_lenient)
{
    r->rest = message;
    r->text = texts;
    r->n = 0;
    r->depth = 0;
    r->is_lenient = is_lenient;
    r->id = -1;
    skip_space(r);
    return read_value(r, (mur_span){ "", 0 }) && r->rest.len == 0 && r->values[0].kind == VALUE_OBJECT;
}

/* A message of up to FEW bytes needs no buffer on the heap. */
json_value *json_value_read(mur_span message)
{
    enum { FEW = 512 };
    char few[FEW], *texts = message.len <= FEW ? few : malloc(message.len);
    json_value *made = NULL;
    reader r;
    if (!texts)
        abort();
    if (read_object(&r, message, texts, false))
        made = copy_result(&r, texts);
    if (texts != few)
        free(texts);
    return made;
}

int64_t json_value_read_id(mur_span message)
{
    char *texts = mur_new(message.len + 1);
    reader r;
    read_object(&r, message, texts, true);
    free(texts);
    return r.id;
}

bool json_value_is(const json_value *v, json_kind kind)
{
    return v && v->kind == kind;
}

const json_value *json_value_member(const json_value *object, const char *key)
{
    if (!json_value_is(object, VALUE_OBJECT))
        return NULL;
    for (const json_value *m = object + 1; m < object + object->size; m += m->size)
        if (mur_span_is(m->key, key))
            return m;
    return NULL;
}

const json_value *json_value_element(const json_value *array, int i)
{
    if (!json_value_is(array, VALUE_ARRAY))
        return NULL;
    for (const json_value *m = array + 1; m < array + array->size; m += m->size)
        if (i-- == 0)
            return m;
    return NULL;
}

int json_value_count(const json_value *array)
{
    int n = 0;
    while (json_value_element(array, n))
        n++;
    return n;
}
