/* SPDX-License-Identifier: MIT */
#include "client/wire.h"

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
    PAUSE_FIRST_MS = 500,
    PAUSE_DOUBLINGS = 6, /* up to half a minute */
    PING_S = 20,         /* of silence */
    SILENCE_S = 35,      /* after which it is lost */
    WORDS_MAX = 4096,    /* that may wait, besides their bytes */
    COST = 64            /* bytes that each of them takes besides its text */
};

/* Something that was said or that happened, in a queue. */
typedef struct word {
    struct word *next;
    client_wire_kind kind;
    size_t len;
    unsigned char room[]; /* LWS_PRE bytes, then the text */
} word;

typedef struct {
    word *first, **last;
    size_t n, bytes;
} queue;

struct client_wire {
    client_link to;
    struct lws_context *context;
    pthread_t thread;
    int bell[2]; /* a pipe that holds a byte while something can be taken */

    pthread_mutex_t lock; /* for what both threads touch: */
    queue in, out;
    bool is_ending, is_dropped, is_settled;

    /* of the thread alone: */
    lws_sorted_usec_list_t timer;
    struct lws *socket;     /* NULL: none */
    bool is_alive, is_open; /* we were not told of its end; it is connected */
    mur_buffer part;        /* of a message that is not all here */
    int tries;
    const char *end; /* why we end it ourselves; NULL: we do not */
    client_wire_kind end_kind;
};

/* -- Queues, under the lock -- */

static bool queue_add(queue *q, client_wire_kind kind, mur_span text)
{
    if (q->n >= WORDS_MAX || q->bytes + text.len + COST > CLIENT_MESSAGE_MAX + COST)
        return false;
    word *w = mur_new(sizeof *w + LWS_PRE + text.len);
    w->kind = kind;
    w->len = text.len;
    if (text.len > 0)
        memcpy(w->room + LWS_PRE, text.at, text.len);
    *(q->first ? q->last : &q->first) = w;
    q->last = &w->next;
    q->n++;
    q->bytes += w->len + COST;
    return true;
}

static word *queue_take(queue *q)
{
    word *w = q->first;
    if (w) {
        q->first = w->next;
        q->n--;
        q->bytes -= w->len + COST;
    }
    return w;
}

static void queue_clear(queue *q)
{
    for (word *w; (w = queue_take(q));)
        free(w);
}

/* -- Telling the owner -- */

static void ring(client_wire *w)
{
    ssize_t n = write(w->bell[1], "", 1); /* a full pipe rings already */
    (void)n;
}

static void silence(client_wire *w)
{
    char bytes[64];
    while (read(w->bell[0], bytes, sizeof bytes) > 0) {
    }
}

static bool tell(client_wire *w, client_wire_kind kind, mur_span text)
{
    pthread_mutex_lock(&w->lock);
    bool ok = queue_add(&w->in, kind, text);
    pthread_mutex_unlock(&w->lock);
    ring(w);
    return ok;
}

/* Whatever waited to be read came before it was lost, and open asks for it again: it makes room for the news. */
static void tell_lost(client_wire *w, client_wire_kind kind, const char *why)
{
    if (tell(w, kind, mur_span_of(why)))
        return;
    pthread_mutex_lock(&w->lock);
    queue_clear(&w->in);
    queue_add(&w->in, kind, mur_span_of(why));
    pthread_mutex_unlock(&w->lock);
}

/* -- Connecting -- */

static void be_lost(client_wire *w, client_wire_kind kind, const char *why);

static const lws_retry_bo_t patience = { .secs_since_valid_ping = PING_S, .secs_since_valid_hangup = SILENCE_S };

static void connect_now(lws_sorted_usec_list_t *timer)
{
    client_wire *w = lws_container_of(timer, client_wire, timer);
    char host[CLIENT_SERVER_TEXT], path[CLIENT_FOLDER + 2];
    mur_text h = mur_text_on(host, sizeof host), p = mur_text_on(path, sizeof path);
    client_link_put_host(&w->to, &h);
    mur_put(&p, w->to.folder);
    mur_put(&p, "ws");
    const struct lws_client_connect_info info = {
        .context = w->context,
        .address = w->to.host,
        .port = w->to.port,
        .path = path,
        .host = host,
        .protocol = "muraille.1",
        .local_protocol_name = "muraille.1",
        .ssl_connection = w->to.is_secure ? LCCSCF_USE_SSL : 0,
        .retry_and_idle_policy = &patience,
        .pwsi = &w->socket,
        .userdata = w,
    };
    w->is_alive = true;
    if (!lws_client_connect_via_info(&info))
        be_lost(w, WIRE_DOWN, ""); /* unless on_event() was told why */
}

/* No two clients come back at the same moment. */
static lws_usec_t next_pause(client_wire *w)
{
    unsigned char chance = 0;
    int doublings = w->tries < PAUSE_DOUBLINGS ? w->tries : PAUSE_DOUBLINGS;
    ssize_t n = getrandom(&chance, sizeof chance, 0);
    (void)n;
    w->tries++;
    return (lws_usec_t)(PAUSE_FIRST_MS << doublings) * (256 + chance) / 512 * LWS_US_PER_MS;
}

static void be_lost(client_wire *w, client_wire_kind kind, const char *why)
{
    if (!w->is_alive)
        return;
    w->socket = NULL;
    w->is_open = w->is_alive = false;
    mur_buffer_clear(&w->part);
    pthread_mutex_lock(&w->lock);
    if (w->is_settled)
        w->tries = 0;
    w->is_settled = w->is_dropped = false;
    queue_clear(&w->out);
    bool is_ending = w->is_ending;
    pthread_mutex_unlock(&w->lock);
    if (is_ending)
        return;
    tell_lost(w, w->end ? w->end_kind : kind, w->end ? w->end : why);
    w->end = NULL;
    lws_sul_schedule(w->context, 0, &w->timer, connect_now, next_pause(w));
}

/* What was said meanwhile was meant for the connection before. */
static void be_open(client_wire *w)
{
    w->is_open = true;
    pthread_mutex_lock(&w->lock);
    queue_clear(&w->out);
    pthread_mutex_unlock(&w->lock);
    tell(w, WIRE_UP, (mur_span){ 0 });
}

/* -- What happens -- */

static int end_it(client_wire *w, client_wire_kind kind, const char *why)
{
    w->end_kind = kind;
    w->end = why;
    return -1;
}

static int receive(client_wire *w, struct lws *socket, const char *at, size_t n)
{
    if (lws_frame_is_binary(socket))
        return end_it(w, WIRE_STRANGE, N_("a binary message"));
    if (w->part.len + n > CLIENT_MESSAGE_MAX)
        return end_it(w, WIRE_STRANGE, N_("a message that is far too long"));
    mur_buffer_put_span(&w->part, (mur_span){ at, n });
    if (lws_remaining_packet_payload(socket) > 0 || !lws_is_final_fragment(socket))
        return 0;
    bool ok = tell(w, WIRE_TEXT, (mur_span){ w->part.at, w->part.len });
    mur_buffer_clear(&w->part);
    return ok ? 0 : end_it(w, WIRE_DOWN, "");
}

static int send_next(client_wire *w, struct lws *socket)
{
    pthread_mutex_lock(&w->lock);
    word *next = queue_take(&w->out);
    bool is_more = w->out.first != NULL, is_dropped = w->is_dropped;
    pthread_mutex_unlock(&w->lock);
    bool ok = !next || lws_write(socket, next->room + LWS_PRE, next->len, LWS_WRITE_TEXT) >= (int)next->len;
    free(next);
    if (is_more)
        lws_callback_on_writable(socket);
    return !ok ? -1 : is_dropped ? end_it(w, WIRE_DOWN, "") : 0;
}

static bool has_to_send(client_wire *w)
{
    pthread_mutex_lock(&w->lock);
    bool has = w->out.first || w->is_dropped;
    pthread_mutex_unlock(&w->lock);
    return has;
}

/* As libwebsockets tells it when a certificate is none for this host, or of nobody we know. */
static bool is_about_trust(const char *why)
{
    return strstr(why, "certificate") || strstr(why, "hostname") || strstr(why, "SSL") || strstr(why, "ssl");
}

static void be_refused(client_wire *w, const char *in, size_t len)
{
    char why[256];
    mur_text t = mur_text_on(why, sizeof why);
    mur_put_bytes(&t, in ? in : "", in ? strnlen(in, len) : 0);
    be_lost(w, w->to.is_secure && is_about_trust(why) ? WIRE_UNSAFE : WIRE_DOWN, why);
}

static int on_event(struct lws *socket, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    client_wire *w = user;
    switch ((int)reason) {
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: /* the owner has said something */
        w = lws_context_user(lws_get_context(socket));
        if (w->socket && w->is_open && has_to_send(w))
            lws_callback_on_writable(w->socket);
        return 0;
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        be_open(w);
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return receive(w, socket, in, len);
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return send_next(w, socket);
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        be_refused(w, in, len);
        return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
        be_lost(w, WIRE_DOWN, "");
        return 0;
    case LWS_CALLBACK_WSI_DESTROY: /* of what never became a WebSocket this is all that is told */
        if (w && socket == w->socket)
            be_lost(w, WIRE_DOWN, "");
        return 0;
    default:
        return lws_callback_http_dummy(socket, reason, user, in, len);
    }
}

/* -- The thread -- */

static bool is_ending(client_wire *w)
{
    pthread_mutex_lock(&w->lock);
    bool is = w->is_ending;
    pthread_mutex_unlock(&w->lock);
    return is;
}

static void *run(void *wire)
{
    client_wire *w = wire;
    lws_sul_schedule(w->context, 0, &w->timer, connect_now, 1);
    while (!is_ending(w))
        lws_service(w->context, 0);
    return NULL;
}

/* Signals are the owner's: it has a screen to put in order. */
static bool start_thread(client_wire *w)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool ok = pthread_create(&w->thread, NULL, run, w) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

static bool open_bell(client_wire *w)
{
    if (pipe(w->bell) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(w->bell[i], F_SETFD, FD_CLOEXEC);
        fcntl(w->bell[i], F_SETFL, O_NONBLOCK);
    }
    return true;
}

static bool open_context(client_wire *w)
{
    static const struct lws_protocols protocols[] = { { "muraille.1", on_event, 0, 1 << 14, 0, NULL, 0 }, { 0 } };
    const struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .gid = -1,
        .uid = -1,
        .user = w,
        .options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT,
    };
    lws_set_log_level(0, NULL);
    w->context = lws_create_context(&info);
    return w->context != NULL;
}

static void free_wire(client_wire *w)
{
    if (w->context)
        lws_context_destroy(w->context);
    for (int i = 0; i < 2; i++)
        if (w->bell[i] >= 0)
            close(w->bell[i]);
    queue_clear(&w->in);
    queue_clear(&w->out);
    mur_buffer_close(&w->part);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

client_wire *client_wire_open(const client_link *to)
{
    client_wire *w = mur_new(sizeof *w);
    w->to = *to;
    w->bell[0] = w->bell[1] = -1;
    pthread_mutex_init(&w->lock, NULL);
    if (open_bell(w) && open_context(w) && start_thread(w))
        return w;
    free_wire(w);
    return NULL;
}

void client_wire_close(client_wire **w)
{
    if (!*w)
        return;
    pthread_mutex_lock(&(*w)->lock);
    (*w)->is_ending = true;
    pthread_mutex_unlock(&(*w)->lock);
    lws_cancel_service((*w)->context);
    pthread_join((*w)->thread, NULL);
    free_wire(*w);
    *w = NULL;
}

/* -- The owner's side -- */

int client_wire_fd(const client_wire *w)
{
    return w->bell[0];
}

bool client_wire_take(client_wire *w, client_wire_kind *kind, mur_buffer *text)
{
    mur_buffer_clear(text);
    pthread_mutex_lock(&w->lock);
    word *next = queue_take(&w->in);
    if (!w->in.first)
        silence(w);
    pthread_mutex_unlock(&w->lock);
    if (!next)
        return false;
    *kind = next->kind;
    mur_buffer_put_span(text, (mur_span){ (const char *)next->room + LWS_PRE, next->len });
    free(next);
    return true;
}

static void order(client_wire *w, bool *flag)
{
    pthread_mutex_lock(&w->lock);
    *flag = true;
    pthread_mutex_unlock(&w->lock);
    lws_cancel_service(w->context);
}

void client_wire_say(client_wire *w, mur_span text)
{
    pthread_mutex_lock(&w->lock);
    queue_add(&w->out, WIRE_TEXT, text); /* no owner has so much unanswered */
    pthread_mutex_unlock(&w->lock);
    lws_cancel_service(w->context);
}

void client_wire_settle(client_wire *w)
{
    order(w, &w->is_settled);
}

void client_wire_drop(client_wire *w)
{
    order(w, &w->is_dropped);
}
