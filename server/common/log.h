/* SPDX-License-Identifier: MIT */
/* server/common/log.h -- the server's log: one line per event on standard error, in logfmt.
 *     time=2026-11-16T06:00:00.000Z level=info event=listening port=8080
 * A line is words of the form name=value; values are quoted where they would not be one word, and a value can never
 * begin a new line. Never logged: tokens, passwords, chat, hidden cards. docs/hosting.md lists the events. */
#ifndef SERVER_COMMON_LOG_H
#define SERVER_COMMON_LOG_H

#include <stdbool.h>

#include "engine/text.h"

typedef enum { LOG_ERROR, LOG_WARNING, LOG_INFO } log_level;

/* Fields of an event; the list ends with one without a name. */
typedef struct {
    const char *name;
    const char *text; /* NULL: the number */
    long long number;
} log_field;

/* Events less important than this are dropped; LOG_INFO at the start. */
void log_set_level(log_level level);
void log_event(log_level level, const char *event, const log_field *fields);

/* The same for events that strangers can cause, such as wrong passwords: at most one line a second for each event, and
 * the next line says how many were `suppressed`. log_flush_suppressed(), called once a second, reports those that no
 * further event follows. Both belong to the thread of the event loop. */
void log_event_limited(log_level level, const char *event, const log_field *fields);
void log_flush_suppressed(void);

/* The limiter of one event; times in milliseconds. */
typedef struct {
    const char *event; /* NULL: not used yet */
    log_level level;
    long long next; /* no line before this time */
    long long suppressed;
} log_limiter;

/* May a line be written now? If so, *suppressed is how many were dropped since the last one. */
bool log_limiter_pass(log_limiter *l, long long now, long long *suppressed);

/* Writes the line of an event without the newline, for tests; `when` in milliseconds since 1970. */
void log_format(log_level level, long long when, const char *event, const log_field *fields, mur_text *out);

#endif
