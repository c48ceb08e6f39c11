/* SPDX-License-Identifier: MIT */
/* client/connection.c -- the connection thread: libwebsockets on one side, two queues and a lock on the other.
 * Threads. The connection thread runs lws_service() and owns everything in the last part of struct client_conn. The
 * owner's thread calls the public functions. Both touch the queues `in` and `out` and three flags, under `lock`. The
 * owner wakes the thread with lws_cancel_service(), the thread wakes the owner by a byte in a pipe.
 *
 * States of a socket: is_alive from connect_now() to on_lost(), is_open from on_open() to on_lost(). libwebsockets may
 * report one end several times (error, closed, destroyed); is_alive makes on_lost() act on the first. */
#include "client/connection.h"

#include <assert.h>
#include <fcntl.h>
#include <libwebsockets.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "engine/words.h"

enum {
    BACKOFF_FIRST_MS = 500,
    BACKOFF_DOUBLINGS = 6, /* 500 ms to 32 s, before jitter takes off up to half */
    PING_S = 20,           /* of silence, then we send a ping */
    SILENCE_S = 35,        /* of silence, then the connection counts as lost */
    QUEUE_MAX = 4096,      /* texts in a queue, besides the limit in bytes */
    QUEUE_OVERHEAD = 64    /* memory of a queued text besides its bytes */
};

/* An event for the owner, or a text to send. */
typedef struct queued_text {
    struct queued_text *next;
    client_conn_event kind;
    size_t len;
    unsigned char buf[]; /* LWS_PRE bytes of headroom for libwebsockets, then the text */
} queued_text;

typedef struct {
    queued_text *first, **last;
    size_t n, bytes;
} queue;

struct client_conn {
    client_link to;
    struct lws_context *context;
    pthread_t thread;
    int wake_pipe[2]; /* holds at least one byte while `in` is not empty */

    pthread_mutex_t lock; /* guards what both threads touch: */
    queue in, out;
    bool is_ending;  /* the owner closes the connection */
    bool is_dropped; /* the owner wants to reconnect after a pause */
    bool is_stable;  /* the server has accepted us: the backoff starts anew after the next loss */

    /* the connection thread's own: */
    lws_sorted_usec_list_t timer;
    struct lws *socket;     /* NULL: none */
    bool is_alive, is_open; /* see the states above */
    mur_buffer partial;     /* the beginning of a message in pieces */
    int attempts;
    const char *close_reason; /* why we close it ourselves; NULL: we do not */
    client_conn_event close_event;
};

/* -- Queues, under the lock -- */

/* False: the queue is full. One message of the maximal size always fits into an empty queue. */
static bool queue_add(queue *q, client_conn_event kind, mur_span text)
{
    if (q->n >= QUEUE_MAX || q->bytes + text.len + QUEUE_OVERHEAD > CLIENT_MESSAGE_MAX + QUEUE_OVERHEAD)
        return false;
    queued_text *w = mur_new(sizeof *w + LWS_PRE + text.len);
    w->kind = kind;
    w->len = text.len;
    if (text.len > 0)
        memcpy(w->buf + LWS_PRE, text.at, text.len);
    *(q->first ? q->last : &q->first) = w;
    q->last = &w->next;
    q->n++;
    q->bytes += w->len + QUEUE_OVERHEAD;
    assert(q->n <= QUEUE_MAX);
    return true;
}

/* NULL: empty. The caller frees it. */
static queued_text *queue_take(queue *q)
{
    queued_text *w = q->first;
    if (w) {
        q->first = w->next;
        assert(q->n > 0 && q->bytes >= w->len + QUEUE_OVERHEAD);
        q->n--;
        q->bytes -= w->len + QUEUE_OVERHEAD;
    }
    return w;
}

static void queue_clear(queue *q)
{
    for (queued_text *w; (w = queue_take(q));)
        free(w);
}

/* -- Events for the owner -- */

static void wake(client_conn *c)
{
    ssize_t n = write(c->wake_pipe[1], "", 1); /* a full pipe wakes the owner anyway */
    (void)n;
}

static void clear_wake(client_conn *c)
{
    char bytes[64];
    while (read(c->wake_pipe[0], bytes, sizeof bytes) > 0) {
    }
}

/* False: the queue is full, the event is dropped. */
static bool post_event(client_conn *c, client_conn_event kind, mur_span text)
{
    pthread_mutex_lock(&c->lock);
    bool ok = queue_add(&c->in, kind, text);
    pthread_mutex_unlock(&c->lock);
    wake(c);
    return ok;
}

/* The loss must be reported even if the queue is full. Then what waits in it is dropped: the session asks for
 * everything it missed when it opens the table again. */
static void post_lost(client_conn *c, client_conn_event kind, const char *why)
{
    if (post_event(c, kind, mur_span_of(why)))
        return;
    pthread_mutex_lock(&c->lock);
    queue_clear(&c->in);
    queue_add(&c->in, kind, mur_span_of(why));
    pthread_mutex_unlock(&c->lock);
    wake(c); /* again: the owner may have emptied queue and pipe since post_event() */
}

/* -- Connecting -- */

static void on_lost(client_conn *c, client_conn_event kind, const char *why);

static const lws_retry_bo_t keepalive = { .secs_since_valid_ping = PING_S, .secs_since_valid_hangup = SILENCE_S };

/* Starts an attempt to connect; called by the timer in the connection thread. If libwebsockets fails at once it may
 * have called on_event() with the reason before it returned. */
static void connect_now(lws_sorted_usec_list_t *timer)
{
    client_conn *c = lws_container_of(timer, client_conn, timer);
    char host[CLIENT_HOST_TEXT], path[CLIENT_FOLDER + 2];
    mur_text h = mur_text_on(host, sizeof host), p = mur_text_on(path, sizeof path);
    client_link_put_host(&c->to, &h);
    mur_put(&p, c->to.folder);
    mur_put(&p, "ws");
    const struct lws_client_connect_info info = {
        .context = c->context,
        .address = c->to.host,
        .port = c->to.port,
        .path = path,
        .host = host,
        .protocol = "muraille.1",
        .local_protocol_name = "muraille.1",
        .ssl_connection = c->to.is_secure ? LCCSCF_USE_SSL : 0,
        .retry_and_idle_policy = &keepalive,
        .pwsi = &c->socket,
        .userdata = c,
    };
    assert(!c->is_alive && !c->is_open);
    c->is_alive = true;
    if (!lws_client_connect_via_info(&info))
        on_lost(c, CLIENT_CONN_DOWN, ""); /* no effect if on_event() has reported it */
}

/* Exponential backoff: 500 ms, doubled with each failed attempt, up to 32 s. Jitter takes off up to half of it, so that
 * clients do not all come back to a restarted server at once. `attempts` starts again at 0 only after a connection on
 * which the server accepted us (is_stable): a server that accepts sockets and then closes them is not hammered. */
static lws_usec_t next_backoff(client_conn *c)
{
    unsigned char chance = 0;
    int doublings = c->attempts < BACKOFF_DOUBLINGS ? c->attempts : BACKOFF_DOUBLINGS;
    ssize_t n = getrandom(&chance, sizeof chance, 0);
    (void)n;
    c->attempts++;
    return (lws_usec_t)(BACKOFF_FIRST_MS << doublings) * (256 + chance) / 512 * LWS_US_PER_MS;
}

/* Reports the loss and schedules the next attempt. */
static void on_lost(client_conn *c, client_conn_event kind, const char *why)
{
    if (!c->is_alive)
        return;
    c->socket = NULL;
    c->is_open = c->is_alive = false;
    mur_buffer_clear(&c->partial);
    pthread_mutex_lock(&c->lock);
    if (c->is_stable)
        c->attempts = 0;
    c->is_stable = c->is_dropped = false;
    queue_clear(&c->out);
    bool is_ending = c->is_ending;
    pthread_mutex_unlock(&c->lock);
    if (is_ending)
        return;
    post_lost(c, c->close_reason ? c->close_event : kind, c->close_reason ? c->close_reason : why);
    c->close_reason = NULL;
    lws_sul_schedule(c->context, 0, &c->timer, connect_now, next_backoff(c));
}

/* Texts queued before this moment belonged to the previous connection. */
static void on_open(client_conn *c)
{
    assert(c->is_alive && !c->is_open);
    c->is_open = true;
    pthread_mutex_lock(&c->lock);
    queue_clear(&c->out);
    pthread_mutex_unlock(&c->lock);
    post_event(c, CLIENT_CONN_UP, (mur_span){ 0 });
}

/* -- Events from libwebsockets -- */

static int close_because(client_conn *c, client_conn_event kind, const char *why)
{
    c->close_event = kind;
    c->close_reason = why;
    return -1;
}

/* Collects the pieces of a message. An owner that does not take its events for too long loses the connection. */
static int on_receive(client_conn *c, struct lws *socket, const char *at, size_t n)
{
    if (lws_frame_is_binary(socket))
        return close_because(c, CLIENT_CONN_BAD_DATA, N_("a binary message"));
    if (c->partial.len + n > CLIENT_MESSAGE_MAX)
        return close_because(c, CLIENT_CONN_BAD_DATA, N_("the message is too long"));
    mur_buffer_put_span(&c->partial, (mur_span){ at, n });
    if (lws_remaining_packet_payload(socket) > 0 || !lws_is_final_fragment(socket))
        return 0;
    bool ok = post_event(c, CLIENT_CONN_TEXT, (mur_span){ c->partial.at, c->partial.len });
    mur_buffer_clear(&c->partial);
    return ok ? 0 : close_because(c, CLIENT_CONN_DOWN, "");
}

/* One text per writable event, as libwebsockets demands; asks for the next event while there are more. */
static int send_next(client_conn *c, struct lws *socket)
{
    pthread_mutex_lock(&c->lock);
    queued_text *next = queue_take(&c->out);
    bool is_more = c->out.first != NULL, is_dropped = c->is_dropped;
    pthread_mutex_unlock(&c->lock);
    bool ok = !next || lws_write(socket, next->buf + LWS_PRE, next->len, LWS_WRITE_TEXT) >= (int)next->len;
    free(next);
    if (is_more)
        lws_callback_on_writable(socket);
    return !ok ? -1 : is_dropped ? close_because(c, CLIENT_CONN_DOWN, "") : 0;
}

static bool has_output(client_conn *c)
{
    pthread_mutex_lock(&c->lock);
    bool has = c->out.first || c->is_dropped;
    pthread_mutex_unlock(&c->lock);
    return has;
}

/* libwebsockets reports a wrong host or an unknown issuer only in words. */
static bool is_certificate_error(const char *why)
{
    return strstr(why, "certificate") || strstr(why, "hostname") || strstr(why, "SSL") || strstr(why, "ssl");
}

static void on_refused(client_conn *c, const char *in, size_t len)
{
    char why[256];
    mur_text t = mur_text_on(why, sizeof why);
    mur_put_bytes(&t, in ? in : "", in ? strnlen(in, len) : 0);
    on_lost(c, c->to.is_secure && is_certificate_error(why) ? CLIENT_CONN_UNTRUSTED : CLIENT_CONN_DOWN, why);
}

/* Runs in the connection thread. `user` is the client_conn, except for a wake-up, which belongs to no socket. -1 closes
 * the socket. */
static int on_event(struct lws *socket, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    client_conn *c = user;
    switch ((int)reason) {
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: /* woken by the owner: there may be something to send */
        c = lws_context_user(lws_get_context(socket));
        if (c->socket && c->is_open && has_output(c))
            lws_callback_on_writable(c->socket);
        return 0;
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        on_open(c);
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return on_receive(c, socket, in, len);
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return send_next(c, socket);
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        on_refused(c, in, len);
        return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
        on_lost(c, CLIENT_CONN_DOWN, "");
        return 0;
    case LWS_CALLBACK_WSI_DESTROY: /* the only event of a socket that never became a WebSocket */
        if (c && socket == c->socket)
            on_lost(c, CLIENT_CONN_DOWN, "");
        return 0;
    default:
        return lws_callback_http_dummy(socket, reason, user, in, len);
    }
}

/* -- The thread -- */

static bool is_ending(client_conn *c)
{
    pthread_mutex_lock(&c->lock);
    bool is = c->is_ending;
    pthread_mutex_unlock(&c->lock);
    return is;
}

static void *run(void *conn)
{
    client_conn *c = conn;
    lws_sul_schedule(c->context, 0, &c->timer, connect_now, 1);
    while (!is_ending(c))
        lws_service(c->context, 0);
    return NULL;
}

/* All signals are blocked in the new thread: the owner handles them, it has a terminal to restore. */
static bool start_thread(client_conn *c)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool ok = pthread_create(&c->thread, NULL, run, c) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

static bool open_wake_pipe(client_conn *c)
{
    if (pipe(c->wake_pipe) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(c->wake_pipe[i], F_SETFD, FD_CLOEXEC);
        fcntl(c->wake_pipe[i], F_SETFL, O_NONBLOCK);
    }
    return true;
}

static bool open_context(client_conn *c)
{
    static const struct lws_protocols protocols[] = { { "muraille.1", on_event, 0, 1 << 14, 0, NULL, 0 }, { 0 } };
    const struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .gid = -1,
        .uid = -1,
        .user = c,
        .options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT,
    };
    lws_set_log_level(0, NULL);
    c->context = lws_create_context(&info);
    return c->context != NULL;
}

static void free_conn(client_conn *c)
{
    if (c->context)
        lws_context_destroy(c->context);
    for (int i = 0; i < 2; i++)
        if (c->wake_pipe[i] >= 0)
            close(c->wake_pipe[i]);
    queue_clear(&c->in);
    queue_clear(&c->out);
    mur_buffer_close(&c->partial);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

client_conn *client_conn_open(const client_link *to)
{
    client_conn *c = mur_new(sizeof *c);
    c->to = *to;
    c->wake_pipe[0] = c->wake_pipe[1] = -1;
    pthread_mutex_init(&c->lock, NULL);
    if (open_wake_pipe(c) && open_context(c) && start_thread(c))
        return c;
    free_conn(c);
    return NULL;
}

/* Must not be called by the connection thread, which it waits for. */
void client_conn_close(client_conn **c)
{
    if (!*c)
        return;
    pthread_mutex_lock(&(*c)->lock);
    (*c)->is_ending = true;
    pthread_mutex_unlock(&(*c)->lock);
    lws_cancel_service((*c)->context);
    pthread_join((*c)->thread, NULL);
    free_conn(*c);
    *c = NULL;
}

/* -- The owner's side -- */

int client_conn_fd(const client_conn *c)
{
    return c->wake_pipe[0];
}

/* The pipe is emptied with the last event, under the lock, so an event that arrives meanwhile fills it again. */
bool client_conn_next(client_conn *c, client_conn_event *kind, mur_buffer *text)
{
    mur_buffer_clear(text);
    pthread_mutex_lock(&c->lock);
    queued_text *next = queue_take(&c->in);
    if (!c->in.first)
        clear_wake(c);
    pthread_mutex_unlock(&c->lock);
    if (!next)
        return false;
    *kind = next->kind;
    mur_buffer_put_span(text, (mur_span){ (const char *)next->buf + LWS_PRE, next->len });
    free(next);
    return true;
}

/* Sets a flag for the connection thread and wakes it. */
static void set_flag(client_conn *c, bool *flag)
{
    pthread_mutex_lock(&c->lock);
    *flag = true;
    pthread_mutex_unlock(&c->lock);
    lws_cancel_service(c->context);
}

void client_conn_send(client_conn *c, mur_span text)
{
    pthread_mutex_lock(&c->lock);
    queue_add(&c->out, CLIENT_CONN_TEXT, text); /* cannot be full: a session has few open requests */
    pthread_mutex_unlock(&c->lock);
    lws_cancel_service(c->context);
}

void client_conn_reset_backoff(client_conn *c)
{
    set_flag(c, &c->is_stable);
}

void client_conn_drop(client_conn *c)
{
    set_flag(c, &c->is_dropped);
}
