/* SPDX-License-Identifier: MIT */
#include "arena/foreign.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena/image.h"
#include "engine/muraille.h"
#include "record/quote.h"

enum {
    LINE_MAX_BYTES = 1 << 16, /* no answer is longer */
    LINES_MAX = 10000,        /* between a question and its answer */
    FAREWELL = 500            /* milliseconds to leave by itself */
};

struct arena_foreign {
    pid_t process;
    int to, from;       /* pipes; -1: closed */
    int limit;          /* milliseconds of silence */
    mur_buffer out, in; /* to be sent; received and not read yet */
    size_t read;        /* of in */
    bool wants_image;
    const mur_game *game;
    char name[64];
    char fault[ARENA_FAULT_TEXT]; /* "": none */
};

/* -- Faults -- */

static bool fail(arena_foreign *f, const char *what, mur_span shown)
{
    mur_text t = mur_text_on(f->fault, sizeof f->fault);
    mur_put(&t, what);
    if (shown.len > 0) {
        mur_put(&t, ": ");
        mur_put_quoted(&t, shown);
    }
    return false;
}

const char *arena_foreign_fault(const arena_foreign *f)
{
    return f->fault[0] ? f->fault : NULL;
}

const char *arena_foreign_name(const arena_foreign *f)
{
    return f->name;
}

/* -- Pipes -- */

/* True when the pipe is ready before the time of the clock on the wall; else false, and failed. */
static bool wait_for(arena_foreign *f, int fd, short event, uint64_t until)
{
    for (;;) {
        uint64_t now = arena_wall_now();
        struct pollfd p = { .fd = fd, .events = event };
        int n = poll(&p, 1, now < until ? (int)((until - now) / 1000000 + 1) : 0);
        if (n > 0)
            return true;
        if (n == 0)
            return fail(f, N_("no answer in time"), (mur_span){ 0 });
        if (errno != EINTR)
            return fail(f, N_("its pipe is broken"), (mur_span){ 0 });
    }
}

static uint64_t deadline(int milliseconds)
{
    return arena_wall_now() + (uint64_t)milliseconds * 1000000U;
}

/* Sends all that was put. */
static bool flush(arena_foreign *f)
{
    uint64_t until = deadline(f->limit);
    size_t sent = 0;
    while (sent < f->out.len) {
        ssize_t n = write(f->to, f->out.at + sent, f->out.len - sent);
        if (n > 0)
            sent += (size_t)n;
        else if (errno == EAGAIN ? !wait_for(f, f->to, POLLOUT, until) : errno != EINTR)
            return f->fault[0] ? false : fail(f, N_("it has ended"), (mur_span){ 0 });
    }
    mur_buffer_clear(&f->out);
    return true;
}

/* A whole line of what was received; false if there is none yet. */
static bool take_line(arena_foreign *f, mur_span *line)
{
    const char *begin = f->in.at + f->read;
    const char *end = f->in.len > f->read ? memchr(begin, '\n', f->in.len - f->read) : NULL;
    if (!end)
        return false;
    *line = (mur_span){ begin, (size_t)(end - begin) };
    f->read += line->len + 1;
    if (line->len > 0 && line->at[line->len - 1] == '\r')
        line->len--;
    return true;
}

static void forget_what_was_read(arena_foreign *f)
{
    size_t rest = f->in.len - f->read;
    if (f->read > 0)
        memmove(f->in.at, f->in.at + f->read, rest);
    f->in.len = rest;
    f->read = 0;
}

/* The next line, valid until the next call. */
static bool next_line(arena_foreign *f, uint64_t until, mur_span *line)
{
    while (!take_line(f, line)) {
        forget_what_was_read(f);
        if (f->in.len > LINE_MAX_BYTES)
            return fail(f, N_("a line without end"), (mur_span){ f->in.at, 40 });
        if (!wait_for(f, f->from, POLLIN, until))
            return false;
        mur_text t = mur_buffer_text(&f->in, 4096 + 1);
        ssize_t n = read(f->from, t.at, 4096);
        if (n == 0)
            return fail(f, N_("it has ended"), (mur_span){ 0 });
        if (n < 0 && errno != EINTR && errno != EAGAIN)
            return fail(f, N_("its pipe is broken"), (mur_span){ 0 });
        f->in.len += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* -- The process -- */

static void keep_from_children(int fd)
{
    fcntl(fd, F_SETFD, FD_CLOEXEC);
}

static void close_pipe(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* In a group of its own, so that all it starts ends with it; with the signals as a fresh program expects them. */
static bool spawn(arena_foreign *f, const char *command, int in, int out)
{
    char line[4096];
    char *const argv[] = { (char[]){ "sh" }, (char[]){ "-c" }, line, NULL };
    extern char **environ;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    mur_text t = mur_text_on(line, sizeof line);
    mur_put(&t, "exec "); /* no shell stays in between and keeps the pipes open */
    mur_put(&t, command);
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    bool ok = !mur_text_is_cut(&t) && posix_spawn(&f->process, "/bin/sh", &actions, &attributes, argv, environ) == 0;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return ok;
}

/* Pipes that one thread makes must not slip into the process that another starts at the same time. */
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

static bool start(arena_foreign *f, const char *command)
{
    int down[2] = { -1, -1 }, up[2] = { -1, -1 };
    pthread_mutex_lock(&starting);
    bool ok = pipe(down) == 0 && pipe(up) == 0;
    for (int i = 0; ok && i < 2; i++) {
        keep_from_children(down[i]);
        keep_from_children(up[i]);
    }
    ok = ok && spawn(f, command, down[0], up[1]);
    pthread_mutex_unlock(&starting);
    close_pipe(&down[0]);
    close_pipe(&up[1]);
    f->to = down[1];
    f->from = up[0];
    if (ok)
        fcntl(f->to, F_SETFL, O_NONBLOCK);
    else
        f->process = 0;
    return ok || fail(f, N_("it cannot be started"), mur_span_of(command));
}

static bool has_left(arena_foreign *f)
{
    return waitpid(f->process, NULL, WNOHANG) != 0;
}

/* It is asked to leave; whoever stays is made to. */
static void stop(arena_foreign *f)
{
    close_pipe(&f->to);
    for (int waited = 0; waited < FAREWELL && !f->fault[0]; waited += 5) {
        if (has_left(f)) {
            f->process = 0;
            break;
        }
        nanosleep(&(struct timespec){ .tv_nsec = 5000000 }, NULL);
    }
    if (f->process) {
        kill(-f->process, SIGKILL);
        kill(f->process, SIGKILL); /* it may have joined another group */
        waitpid(f->process, NULL, 0);
    }
    close_pipe(&f->from);
}

/* -- The handshake -- */

static bool take_span(mur_span *rest, const char *word, mur_span *value)
{
    if (!mur_take(rest, word) || !mur_take_char(rest, ' '))
        return false;
    *value = *rest;
    return true;
}

static void keep_name(arena_foreign *f, mur_span name)
{
    mur_text t = mur_text_on(f->name, sizeof f->name);
    mur_span kept = mur_cut(name, 24);
    while (kept.len > 0) {
        const char *at = kept.at;
        int32_t c = mur_take_utf8(&kept);
        if (c < 0)
            break;
        if (!mur_is_control(c))
            mur_put_bytes(&t, at, (size_t)(kept.at - at));
    }
}

static bool greet(arena_foreign *f)
{
    uint64_t until = deadline(f->limit);
    mur_span line, value;
    mur_buffer_put(&f->out, "muraille 1\n");
    if (!flush(f))
        return false;
    for (int i = 0; i < LINES_MAX && next_line(f, until, &line); i++) {
        if (mur_span_is(line, "ready"))
            return true;
        if (mur_span_is(line, "wants image"))
            f->wants_image = true;
        else if (take_span(&line, "name", &value))
            keep_name(f, value);
        else if (take_span(&line, "error", &value))
            return fail(f, N_("it reports an error"), value);
    }
    return f->fault[0] ? false : fail(f, N_("it does not get ready"), (mur_span){ 0 });
}

arena_foreign *arena_foreign_open(const char *command, int limit)
{
    arena_foreign *f = mur_new(sizeof *f);
    sigset_t pipes;
    sigemptyset(&pipes);
    sigaddset(&pipes, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipes, NULL);
    f->to = f->from = -1;
    f->limit = limit;
    mur_buffer_put(&f->in, ""); /* there is something to point at */
    if (start(f, command))
        greet(f);
    return f;
}

void arena_foreign_close(arena_foreign **f)
{
    if (!*f)
        return;
    if (!(*f)->fault[0]) {
        mur_buffer_put(&(*f)->out, "quit\n");
        flush(*f);
    }
    if ((*f)->process)
        stop(*f);
    close_pipe(&(*f)->to);
    close_pipe(&(*f)->from);
    mur_buffer_close(&(*f)->out);
    mur_buffer_close(&(*f)->in);
    free(*f);
    *f = NULL;
}

/* -- A game -- */

static void put_number(arena_foreign *f, uint64_t n)
{
    char digits[24];
    int at = (int)sizeof digits - 1;
    digits[at] = '\0';
    do
        digits[--at] = (char)('0' + n % 10);
    while (n /= 10);
    mur_buffer_put(&f->out, digits + at);
}

/* A word and a number behind it. */
static void put_pair(arena_foreign *f, const char *word, uint64_t n)
{
    mur_buffer_put(&f->out, word);
    mur_buffer_put(&f->out, " ");
    put_number(f, n);
}

void arena_foreign_begin(arena_foreign *f, const mur_game *g, const mur_setup *u, int seat, uint64_t seed)
{
    f->game = g;
    mur_buffer_put(&f->out, "new ");
    mur_buffer_put(&f->out, g->id);
    put_pair(f, "", u->seats);
    put_pair(f, "", (uint64_t)seat + 1);
    put_pair(f, " seed", seed);
    mur_buffer_put(&f->out, "\n");
    for (int i = 0; i < g->n_options; i++) {
        mur_buffer_put(&f->out, "option ");
        mur_buffer_put(&f->out, g->options[i].id);
        mur_buffer_put(&f->out, " ");
        mur_text t = mur_buffer_text(&f->out, MUR_LINE_TEXT);
        g->write_option(u, i, &t);
        mur_buffer_keep(&f->out, &t);
        mur_buffer_put(&f->out, "\n");
    }
}

static void put_move(arena_foreign *f, mur_move m)
{
    mur_text t = mur_buffer_text(&f->out, MUR_MOVE_TEXT);
    f->game->write_move(m, &t);
    mur_buffer_keep(&f->out, &t);
}

void arena_foreign_tell(arena_foreign *f, int mover, mur_move seen)
{
    put_pair(f, "seen", (uint64_t)mover + 1);
    mur_buffer_put(&f->out, " ");
    put_move(f, seen);
    mur_buffer_put(&f->out, "\n");
}

static void put_view(arena_foreign *f, const mur_view *v)
{
    mur_buffer_put(&f->out, "view {\"ply\":");
    put_number(f, v->ply);
    mur_buffer_put(&f->out, ",\"legal\":[");
    for (int i = 0; i < v->n_moves; i++) {
        mur_buffer_put(&f->out, i > 0 ? ",\"" : "\"");
        put_move(f, v->moves[i]);
        mur_buffer_put(&f->out, "\"");
    }
    mur_buffer_put(&f->out, "],\"state\":");
    mur_text json = mur_buffer_text(&f->out, MUR_JSON_TEXT);
    f->game->write_json(v, &json);
    mur_buffer_keep(&f->out, &json);
    mur_buffer_put(&f->out, "}\n");
    if (f->wants_image) {
        mur_buffer_put(&f->out, "image ");
        arena_image_write(f->game, v, &f->out);
        mur_buffer_put(&f->out, "\n");
    }
}

static void put_go(arena_foreign *f, const arena_budget *budget)
{
    mur_buffer_put(&f->out, "go");
    if (budget->simulations)
        put_pair(f, " sims", budget->simulations);
    if (budget->nanoseconds)
        put_pair(f, " ms", (budget->nanoseconds + 999999) / 1000000);
    mur_buffer_put(&f->out, "\n");
}

static mur_move judge(arena_foreign *f, const mur_view *v, mur_span text)
{
    mur_move m = f->game->read_move(text);
    for (int i = 0; m && i < v->n_moves; i++)
        if (v->moves[i] == m)
            return m;
    fail(f, m ? N_("a move that is not possible") : N_("this is not the text of a move"), text);
    return 0;
}

static void note_simulations(mur_span line, uint32_t *simulations)
{
    uint64_t n;
    if (mur_take(&line, "info sims ") && arena_take_uint(&line, &n))
        *simulations = (uint32_t)n;
}

mur_move arena_foreign_choose(arena_foreign *f, const mur_view *v, const arena_budget *budget, uint32_t *simulations)
{
    mur_span line, value;
    *simulations = 0;
    if (f->fault[0])
        return 0;
    put_view(f, v);
    put_go(f, budget);
    if (!flush(f))
        return 0;
    uint64_t until = deadline(f->limit) + budget->nanoseconds;
    for (int i = 0; i < LINES_MAX && next_line(f, until, &line); i++) {
        if (take_span(&line, "bestmove", &value))
            return judge(f, v, value);
        if (take_span(&line, "error", &value))
            return fail(f, N_("it reports an error"), value), 0;
        note_simulations(line, simulations);
    }
    if (!f->fault[0])
        fail(f, N_("too many lines and no move"), (mur_span){ 0 });
    return 0;
}

void arena_foreign_end(arena_foreign *f, const mur_state *s)
{
    int scores[MUR_SEATS];
    if (f->fault[0])
        return;
    f->game->scores(s, scores);
    mur_buffer_put(&f->out, "over");
    for (int seat = 0; seat < s->seats; seat++) {
        mur_buffer_put(&f->out, " ");
        mur_buffer_put_int(&f->out, scores[seat]);
    }
    mur_buffer_put(&f->out, "\n");
}
