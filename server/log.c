/* SPDX-License-Identifier: MIT */
#include "server/log.h"

#include <stdio.h>
#include <time.h>

enum { LINE = 1024 };

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

void log_tell(log_level level, const char *event, const log_field *fields)
{
    char line[LINE];
    struct timespec now;
    if (level > told)
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    mur_text t = mur_text_on(line, sizeof line);
    log_write(level, (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000, event, fields, &t);
    fprintf(stderr, "%s\n", line);
}
