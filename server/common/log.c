/* SPDX-License-Identifier: MIT */
#include "server/log.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    LINE = 1024,
    SELDOM_MS = 1000,
    GATES = 16, /* events of which there may be many */
    FIELDS = 8
};

static log_level told = LOG_INFO;

void log_only(log_level least)
{
    told = least;
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

/* In quotation marks; what could end the line or the quotation, or steer a terminal, is written as \xHH. */
static void put_quoted(mur_text *t, const char *text)
{
    static const char digits[] = "0123456789abcdef";
    mur_put_char(t, '"');
    for (const char *c = text; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte >= ' ' && byte != '"' && byte != '\\' && byte < 0x7f) {
            mur_put_char(t, *c);
            continue;
        }
        mur_put(t, "\\x");
        mur_put_char(t, digits[byte >> 4]);
        mur_put_char(t, digits[byte & 15]);
    }
    mur_put_char(t, '"');
}

static void put_number(mur_text *t, long long n)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%lld", n);
    mur_put(t, digits);
}

void log_write(log_level level, long long when, const char *event, const log_field *fields, mur_text *out)
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
            put_number(out, fields->number);
        else if (is_word(fields->text))
            mur_put(out, fields->text);
        else
            put_quoted(out, fields->text);
    }
}

static long long ms_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void log_tell(log_level level, const char *event, const log_field *fields)
{
    char line[LINE];
    if (level > told)
        return;
    mur_text t = mur_text_on(line, sizeof line);
    log_write(level, ms_of(CLOCK_REALTIME), event, fields, &t);
    fprintf(stderr, "%s\n", line);
}

/* -- What happens often -- */

static log_gate gates[GATES];

bool log_gate_pass(log_gate *g, long long now, long long *suppressed)
{
    *suppressed = g->suppressed;
    if (now < g->next) {
        g->suppressed++;
        return false;
    }
    g->next = now + SELDOM_MS;
    g->suppressed = 0;
    return true;
}

/* The last one is shared by all events that find no other. */
static log_gate *find_gate(log_level level, const char *event)
{
    int i = 0;
    while (i < GATES - 1 && gates[i].event && strcmp(gates[i].event, event) != 0)
        i++;
    gates[i].event = event;
    gates[i].level = level;
    return &gates[i];
}

void log_tell_seldom(log_level level, const char *event, const log_field *fields)
{
    log_field all[FIELDS + 2] = { 0 };
    long long suppressed;
    if (!log_gate_pass(find_gate(level, event), ms_of(CLOCK_MONOTONIC), &suppressed))
        return;
    int n = 0;
    for (; fields[n].name && n < FIELDS; n++)
        all[n] = fields[n];
    if (suppressed > 0)
        all[n] = (log_field){ "suppressed", NULL, suppressed };
    log_tell(level, event, all);
}

void log_settle(void)
{
    long long now = ms_of(CLOCK_MONOTONIC), suppressed;
    for (int i = 0; i < GATES; i++)
        if (gates[i].suppressed > 0 && now >= gates[i].next && log_gate_pass(&gates[i], now, &suppressed))
            log_tell(gates[i].level, gates[i].event, (const log_field[]){ { "suppressed", NULL, suppressed }, { 0 } });
}
