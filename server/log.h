/* SPDX-License-Identifier: MIT */
/* server/log.h -- what the server tells whoever runs it: one line an event, on standard error.
 *     time=2026-11-16T06:00:00.000Z level=info event=listening port=8080
 * A line is words of the form name=value, values in quotation marks where they would not be one word; there is never
 * more than one line, whatever a value holds. Never given to a log: tokens, passwords, chat, hidden cards. */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

#include <stdbool.h>

#include "engine/text.h"

typedef enum { LOG_ERROR, LOG_WARNING, LOG_INFO } log_level;

/* Up to one without a name. */
typedef struct {
    const char *name;
    const char *text; /* NULL: the number */
    long long number;
} log_field;

/* Nothing less important than this is told; LOG_INFO at the beginning. */
void log_only(log_level least);
void log_tell(log_level level, const char *event, const log_field *fields);

/* The same for what may happen very often, such as wrong passwords: at most one line a second of each event; the next
 * one says how many were `suppressed`. log_settle(), called once a second, tells of those that no other follows. Both
 * belong to one thread, that of the event loop. */
void log_tell_seldom(log_level level, const char *event, const log_field *fields);
void log_settle(void);

/* What decides that, with the time in milliseconds. */
typedef struct {
    const char *event; /* NULL: free */
    log_level level;
    long long next; /* no line before */
    long long suppressed;
} log_gate;

/* May a line be written now? Then *suppressed is how many were not since the last one. */
bool log_gate_pass(log_gate *g, long long now, long long *suppressed);

/* The line of an event, for tests; `when` in milliseconds since 1970. */
void log_write(log_level level, long long when, const char *event, const log_field *fields, mur_text *out);

#endif
