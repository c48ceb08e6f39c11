/* SPDX-License-Identifier: MIT */
/* server/common/log.c -- writes log lines in logfmt and limits events that could flood the log. See log.h.
 * Limiters are a small fixed array, searched by event name. Event names are string constants of ours, and the few
 * events that are limited fit; if there are ever more, the last limiter is shared. */
#include "server/common/log.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "server/common/system_clock.h"

enum {
    LINE_MAX_BYTES = 1024,
    LIMITED_MS = 1000,
    LIMITERS = 16, /* events that are limited */
    FIELDS_MAX = 8
};

static log_level max_level = LOG_INFO; /* LOG_ERROR is the lowest number */

void log_set_level(log_level level)
{
    max_level = level;
}

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == ':' ||
           c == '-' || c == '_' || c == '/';
}

static bool is_word(const char *text)
{
    for (const char *c = text; *c; c++)
        if (!is_plain(*c))
            return false;
    return *text != '\0';
}

/* In quotation marks; bytes that could end the line or the quotation, or control a terminal, become \xHH. */
static void put_quoted(mur_text *t, const char *text)
{
    mur_put_char(t, '"');
    for (const char *c = text; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte >= ' ' && byte != '"' && byte != '\\' && byte < 0x7f) {
            mur_put_char(t, *c);
            continue;
        }
        mur_put(t, "\\x");
        mur_put_hex(t, byte);
    }
    mur_put_char(t, '"');
}

/* time=... level=... event=..., then the fields in the given order. */
void log_format(log_level level, long long when, const char *event, const log_field *fields, mur_text *out)
{
    static const char *const names[] = { [LOG_ERROR] = "error", [LOG_WARNING] = "warning", [LOG_INFO] = "info" };
    char stamp[48];
    struct tm day;
    time_t seconds = (time_t)(when / 1000);
    gmtime_r(&seconds, &day);
    size_t n = strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &day);
    snprintf(stamp + n, sizeof stamp - n, ".%03dZ", (int)(when % 1000));
    mur_put(out, "time=");
    mur_put(out, stamp);
    mur_put(out, " level=");
    mur_put(out, names[level]);
    mur_put(out, " event=");
    mur_put(out, event);
    for (; fields->name; fields++) {
        mur_put_char(out, ' ');
        mur_put(out, fields->name);
        mur_put_char(out, '=');
        if (!fields->text)
            mur_put_long(out, fields->number);
        else if (is_word(fields->text))
            mur_put(out, fields->text);
        else
            put_quoted(out, fields->text);
    }
}

void log_event(log_level level, const char *event, const log_field *fields)
{
    char line[LINE_MAX_BYTES];
    if (level > max_level)
        return;
    mur_text t = mur_text_on(line, sizeof line);
    log_format(level, wall_clock_ms(), event, fields, &t);
    fprintf(stderr, "%s\n", line);
}

/* -- Limited events -- */

static log_limiter limiters[LIMITERS];

static long long monotonic_ms(void)
{
    return monotonic_ns() / 1000000;
}

bool log_limiter_pass(log_limiter *l, long long now, long long *suppressed)
{
    *suppressed = l->suppressed;
    if (now < l->next) {
        l->suppressed++;
        return false;
    }
    l->next = now + LIMITED_MS;
    l->suppressed = 0;
    return true;
}

/* The limiter of this event, or a free one. The last one is shared by all events that find no other. */
static log_limiter *find_limiter(log_level level, const char *event)
{
    int i = 0;
    while (i < LIMITERS - 1 && limiters[i].event && strcmp(limiters[i].event, event) != 0)
        i++;
    limiters[i].event = event;
    limiters[i].level = level;
    return &limiters[i];
}

void log_event_limited(log_level level, const char *event, const log_field *fields)
{
    log_field all[FIELDS_MAX + 2] = { 0 };
    long long suppressed;
    assert(fields);
    if (!log_limiter_pass(find_limiter(level, event), monotonic_ms(), &suppressed))
        return;
    int n = 0;
    for (; fields[n].name && n < FIELDS_MAX; n++)
        all[n] = fields[n];
    assert(!fields[n].name); /* none is left out */
    if (suppressed > 0)
        all[n] = (log_field){ "suppressed", NULL, suppressed };
    log_event(level, event, all);
}

void log_flush_suppressed(void)
{
    long long now = monotonic_ms(), suppressed;
    for (int i = 0; i < LIMITERS; i++)
        if (limiters[i].suppressed > 0 && now >= limiters[i].next && log_limiter_pass(&limiters[i], now, &suppressed))
            log_event(limiters[i].level, limiters[i].event,
                      (const log_field[]){ { "suppressed", NULL, suppressed }, { 0 } });
}
