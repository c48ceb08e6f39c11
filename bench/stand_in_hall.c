/* SPDX-License-Identifier: MIT */
/* Stands in for server/hall.c until that is there: every message is echoed, with some length, to a group of four. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "record/buffer.h"
#include "server/hall.h"

enum { GROUP = 4, PAYLOAD = 1000 };
struct hall_line {
    void *peer;
    size_t at;
};
struct hall {
    hall_door door;
    int fd;
    hall_line **lines;
    size_t n, max;
    hall_counts counts;
    bool drained;
};

store_err hall_open(hall **h, const hall_plan *plan, const hall_door *door, char why[256])
{
    (void)plan;
    (void)why;
    *h = mur_new(sizeof **h);
    (*h)->door = *door;
    (*h)->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return STORE_OK;
}
void hall_close(hall **h)
{
    if (!*h)
        return;
    close((*h)->fd);
    free((*h)->lines);
    free(*h);
    *h = NULL;
}
hall_line *hall_enter(hall *h, void *peer, mur_span address)
{
    (void)address;
    hall_line *l = mur_new(sizeof *l);
    h->lines = mur_grow(h->lines, &h->max, h->n + 1, sizeof *h->lines);
    l->peer = peer;
    l->at = h->n;
    h->lines[h->n++] = l;
    h->counts.lines++;
    return l;
}
static void say(hall *h, hall_line *l, const char *text)
{
    note *n = note_new(mur_span_of(text));
    h->door.send(h->door.context, l->peer, n);
    note_drop(&n);
}
void hall_hear(hall *h, hall_line *line, mur_span message)
{
    static char payload[PAYLOAD + 1];
    char small[5000];
    h->counts.requests++;
    if (message.len >= 3 && memcmp(message.at, "end", 3) == 0) {
        say(h, line, "bye");
        h->door.end(h->door.context, line->peer, 1008, "as you like");
        return;
    }
    if (message.len >= 4 && memcmp(message.at, "echo", 4) == 0) {
        snprintf(small, sizeof small, "%.*s", (int)message.len, message.at);
        say(h, line, small);
        return;
    }
    if (message.len >= 5 && memcmp(message.at, "flood", 5) == 0) {
        memset(payload, 'x', PAYLOAD);
        for (int i = 0; i < 3000; i++)
            say(h, line, payload);
        return;
    }
    memset(payload, 'x', PAYLOAD);
    note *n = note_new(mur_span_of(payload));
    size_t first = line->at / GROUP * GROUP;
    for (size_t i = first; i < first + GROUP && i < h->n; i++)
        if (h->lines[i])
            h->door.send(h->door.context, h->lines[i]->peer, n);
    note_drop(&n);
}
void hall_leave(hall *h, hall_line *line)
{
    h->counts.lines--;
    if (line->at != SIZE_MAX)
        h->lines[line->at] = NULL;
    free(line);
}
hall_line *hall_ask(hall *h, void *peer, mur_span address, mur_span token, mur_span message)
{
    char text[5000];
    snprintf(text, sizeof text, "{\"address\":\"%.*s\",\"has_token\":%s,\"length\":%zu}", (int)address.len, address.at,
             token.len ? "true" : "false", message.len);
    note *n = note_new(mur_span_of(text));
    h->door.send(h->door.context, peer, n);
    note_drop(&n);
    h->door.end(h->door.context, peer, 200, "");
    return NULL;
}
int hall_fd(const hall *h)
{
    return h->fd;
}
void hall_go_on(hall *h)
{
    (void)h;
}
int hall_tick(hall *h)
{
    (void)h;
    return 1000;
}
bool hall_drain(hall *h)
{
    for (size_t i = 0; i < h->n && !h->drained; i++)
        if (h->lines[i])
            say(h, h->lines[i], "{\"news\":\"bye\",\"why\":\"restart\"}");
    return h->drained = true;
}
void hall_count(const hall *h, hall_counts *out)
{
    *out = h->counts;
}
