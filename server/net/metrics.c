/* SPDX-License-Identifier: MIT */
/* server/net/metrics.c -- the text of /metrics, in the exposition format of Prometheus, version 0.0.4.
 * Names follow its conventions: a unit as suffix (_seconds, _bytes), _total for counters that only grow, the subsystem
 * first. Everything is collected in one call in the loop's thread, so the numbers of one answer belong together.
 * docs/hosting.md explains how to read them. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "server/net/http_int.h"

enum { METRIC_TEXT = 512 };

typedef struct {
    const char *name, *help;
    bool is_gauge;
    double value;
} metric;

static void put_metric(mur_buffer *b, const metric *m)
{
    char lines[METRIC_TEXT];
    int n = snprintf(lines, sizeof lines, "# HELP muraille_%s %s\n# TYPE muraille_%s %s\nmuraille_%s %.15g\n", m->name,
                     m->help, m->name, m->is_gauge ? "gauge" : "counter", m->name, m->value);
    assert(n > 0 && n < METRIC_TEXT);
    (void)n;
    mur_buffer_put(b, lines);
}

static void put_metrics(mur_buffer *b, const metric *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        put_metric(b, &list[i]);
}

/* Buckets are cumulative in this format: each one counts everything that took at most so long. */
static void put_histogram(mur_buffer *b, const char *name, const char *help, const histogram *h)
{
    char line[METRIC_TEXT];
    uint64_t n = 0;
    snprintf(line, sizeof line, "# HELP muraille_%s %s\n# TYPE muraille_%s histogram\n", name, help, name);
    mur_buffer_put(b, line);
    for (int i = 0; i < HISTOGRAM_BUCKETS; i++) {
        char bound[32] = "+Inf";
        n += h->bucket[i];
        if (i < HISTOGRAM_BUCKETS - 1)
            snprintf(bound, sizeof bound, "%g", histogram_bound(i));
        snprintf(line, sizeof line, "muraille_%s_bucket{le=\"%s\"} %" PRIu64 "\n", name, bound, n);
        mur_buffer_put(b, line);
    }
    assert(n == h->n); /* every observation is in one bucket */
    snprintf(line, sizeof line, "muraille_%s_sum %.9f\nmuraille_%s_count %" PRIu64 "\n", name, h->sum, name, h->n);
    mur_buffer_put(b, line);
}

static void put_histograms(mur_buffer *b, const lobby_stats *c)
{
    put_histogram(b, "move_duration_seconds", "From the arrival of a move to its answer.", &c->move_times);
    put_histogram(b, "store_commit_duration_seconds", "Writing and committing a batch.", &c->commit_times);
    put_histogram(b, "store_queue_duration_seconds", "Time that store jobs wait before they begin.", &c->store_wait);
    put_histogram(b, "bot_pool_queue_duration_seconds", "Time that bots and password hashes wait before they begin.",
                  &c->bot_wait);
}

/* Connections, HTTP and WebSocket. */
static void put_network(mur_buffer *b, const mur_http *http)
{
    const http_counts *n = &http->counts;
    const metric list[] = {
        { "connections", "Open connections.", true, conn_limit_count(http->conn_limit) },
        { "websocket_connections", "Open WebSockets.", true, http->ws.n },
        { "websocket_send_queue_bytes", "Bytes queued for WebSockets.", true, (double)http->ws.queued_bytes },
        { "connections_accepted_total", "Accepted connections.", false, (double)n->accepted },
        { "connections_refused_total", "Connections refused by a limit.", false, (double)n->refused },
        { "connections_evicted_total", "Connections without a WebSocket closed in favour of new ones.", false,
          (double)n->cut },
        { "websocket_closed_slow_total", "WebSockets closed because they did not read.", false, (double)n->slow },
        { "websocket_closed_flood_total", "WebSockets closed for too many pings, pongs or fragments.", false,
          (double)n->floods },
        { "http_requests_total", "HTTP requests.", false, (double)n->requests },
        { "websocket_messages_received_total", "Messages received by WebSocket.", false, (double)n->messages },
        { "websocket_sent_bytes_total", "Bytes sent by WebSocket.", false, (double)n->sent },
    };
    put_metrics(b, list, sizeof list / sizeof list[0]);
}

/* Requests, tables, the store, bots. */
static void put_lobby(mur_buffer *b, const lobby_stats *c)
{
    const metric list[] = {
        { "requests_total", "Requests of the protocol.", false, (double)c->requests },
        { "requests_refused_total", "Of these, refused with an error.", false, (double)c->refusals },
        { "moves_total", "Moves written.", false, (double)c->moves },
        { "bot_moves_total", "Of these, moves of bots.", false, (double)c->bot_moves },
        { "entries_total", "Entries appended to tables.", false, (double)c->entries },
        { "store_commits_total", "Commits of the store.", false, (double)c->commits },
        { "chat_messages_total", "Lines of chat.", false, (double)c->chats },
        { "logins_total", "Logins.", false, (double)c->logins },
        { "logins_failed_total", "Wrong passwords.", false, (double)c->failed_logins },
        { "tables_refused_total", "Requests refused because all tables in memory are in use.", false,
          (double)c->refused_tables },
        { "oldest_request_seconds", "Age of the oldest request without an answer.", true, (double)c->oldest_ms / 1000 },
        { "lobby_connections", "Connections known to the lobby.", true, (double)c->conns },
        { "tables", "Tables in memory.", true, (double)c->tables },
        { "bot_pool_jobs", "Bots that think and passwords that are hashed.", true, (double)c->pool_jobs },
        { "store_jobs", "Jobs submitted to the store and not done yet.", true, (double)c->store_jobs },
        { "store_outages_total", "Times the store became unavailable.", false, (double)c->outages },
        { "store_up", "1 if the store is available.", true, !c->is_store_down },
    };
    put_metrics(b, list, sizeof list / sizeof list[0]);
}

out_message *metrics_write(const mur_http *http)
{
    lobby_stats c;
    mur_buffer text = { 0 };
    lobby_get_stats(http->lobby, &c);
    put_network(&text, http);
    put_lobby(&text, &c);
    put_histograms(&text, &c);
    out_message *made = out_message_new((mur_span){ text.at, text.len });
    mur_buffer_close(&text);
    return made;
}
