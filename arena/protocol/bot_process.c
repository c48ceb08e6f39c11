/* SPDX-License-Identifier: MIT */
/* arena/protocol/bot_process.c -- runs an external bot and speaks the arena's side of the bot protocol with it.
 *
 * Layers, from the bottom: pipes with deadlines (wait_for, flush, next_line), the process (spawn, start, stop), the
 * handshake (greet), and the messages of a game. Requests are collected in `out` and sent by flush(); replies are read
 * line by line from `in`. Every wait has a deadline on the monotonic clock, and every loop over lines has a limit, so a
 * hostile program can cost time and memory only within bounds. All functions that can fail return false after fail()
 * has recorded the reason. */
#include "arena/protocol/bot_process.h"

#include <assert.h>
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

#include "arena/protocol/view_image.h"
#include "engine/muraille.h"
#include "record/safe_text.h"

enum {
    LINE_MAX_BYTES = 1 << 16, /* of a reply; a longer line is a failure */
    LINES_MAX = 10000,        /* of a reply, before the line that answers the question */
    QUIT_GRACE_MS = 500       /* after "quit", before the process is killed */
};

struct arena_bot_process {
    pid_t process;
    int to, from;       /* pipes; -1: closed */
    int timeout_ms;     /* milliseconds of silence */
    mur_buffer out, in; /* to be sent; received and not read yet */
    size_t read;        /* of in */
    bool wants_image;
    const mur_game *game;
    char fault[ARENA_FAULT_TEXT]; /* "": none */
};

/* -- Faults -- */

/* Records the reason, with what the program sent in quotation marks if that explains it. Always false. */
static bool fail(arena_bot_process *bot, const char *what, mur_span shown)
{
    mur_text t = mur_text_on(bot->fault, sizeof bot->fault);
    mur_put(&t, what);
    if (shown.len > 0) {
        mur_put(&t, ": ");
        mur_put_quoted(&t, shown);
    }
    return false;
}

const char *arena_bot_process_fault(const arena_bot_process *bot)
{
    return bot->fault[0] ? bot->fault : NULL;
}

/* -- Pipes -- */

/* Waits until the pipe is ready for reading or writing. False, and failed, if that takes until the deadline. poll()
 * takes whole milliseconds: rounded up, so that it never spins; interruptions by signals start it again. */
static bool wait_for(arena_bot_process *bot, int fd, short event, uint64_t deadline_ns)
{
    for (;;) {
        uint64_t now = arena_wall_ns();
        struct pollfd p = { .fd = fd, .events = event };
        int n = poll(&p, 1, now < deadline_ns ? (int)((deadline_ns - now) / 1000000 + 1) : 0);
        if (n > 0)
            return true;
        if (n == 0)
            return fail(bot, N_("no answer in time"), (mur_span){ 0 });
        if (errno != EINTR)
            return fail(bot, N_("its pipe broke"), (mur_span){ 0 });
    }
}

static uint64_t deadline_after(int milliseconds)
{
    return arena_wall_ns() + (uint64_t)milliseconds * 1000000U;
}

/* Sends everything in `out`. The pipe is non-blocking: a program that does not read fills it, and then the deadline
 * applies. */
static bool flush(arena_bot_process *bot)
{
    uint64_t deadline_ns = deadline_after(bot->timeout_ms);
    size_t sent = 0;
    while (sent < bot->out.len) {
        ssize_t n = write(bot->to, bot->out.at + sent, bot->out.len - sent);
        if (n > 0)
            sent += (size_t)n;
        else if (errno == EAGAIN ? !wait_for(bot, bot->to, POLLOUT, deadline_ns) : errno != EINTR)
            return bot->fault[0] ? false : fail(bot, N_("it has ended"), (mur_span){ 0 });
    }
    mur_buffer_clear(&bot->out);
    return true;
}

/* Takes a whole line off what was received, without its line end (LF or CR LF). False if there is none yet. */
static bool take_line(arena_bot_process *bot, mur_span *line)
{
    const char *begin = bot->in.at + bot->read;
    const char *end = bot->in.len > bot->read ? memchr(begin, '\n', bot->in.len - bot->read) : NULL;
    if (!end)
        return false;
    *line = (mur_span){ begin, (size_t)(end - begin) };
    bot->read += line->len + 1;
    if (line->len > 0 && line->at[line->len - 1] == '\r')
        line->len--;
    return true;
}

/* Moves the unread rest to the beginning, so that the buffer does not grow with the length of the conversation. */
static void drop_read_bytes(arena_bot_process *bot)
{
    size_t rest = bot->in.len - bot->read;
    if (bot->read > 0)
        memmove(bot->in.at, bot->in.at + bot->read, rest);
    bot->in.len = rest;
    bot->read = 0;
}

/* The next line; it points into `in` and is valid until the next call. Reads until there is one: the program may send
 * it in pieces or several at once. */
static bool next_line(arena_bot_process *bot, uint64_t deadline_ns, mur_span *line)
{
    while (!take_line(bot, line)) {
        drop_read_bytes(bot);
        if (bot->in.len > LINE_MAX_BYTES)
            return fail(bot, N_("the line is too long"), (mur_span){ bot->in.at, 40 });
        if (!wait_for(bot, bot->from, POLLIN, deadline_ns))
            return false;
        assert(bot->read == 0);
        mur_text t = mur_buffer_reserve(&bot->in, 4096 + 1);
        ssize_t n = read(bot->from, t.at, 4096);
        if (n == 0)
            return fail(bot, N_("it has ended"), (mur_span){ 0 });
        if (n < 0 && errno != EINTR && errno != EAGAIN)
            return fail(bot, N_("its pipe broke"), (mur_span){ 0 });
        bot->in.len += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* -- The process -- */

static void set_cloexec(int fd)
{
    fcntl(fd, F_SETFD, FD_CLOEXEC);
}

static void close_pipe(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Starts the command with these pipes as its standard input and output. It gets a process group of its own, so that
 * stop() can kill everything it started, and the default signal mask and handlers, because this thread may have blocked
 * some. posix_spawn() instead of fork(): other threads may hold locks. */
static bool spawn(arena_bot_process *bot, const char *command, int in, int out)
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
    bool ok = !mur_text_is_cut(&t) && posix_spawn(&bot->process, "/bin/sh", &actions, &attributes, argv, environ) == 0;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return ok;
}

/* Held from pipe() to the end of the spawn: otherwise a process that another thread starts in between would inherit our
 * pipe ends before they are marked close-on-exec, and we would never see end of file. */
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

/* Makes two pipes and starts the program with the far ends. Our ends stay open, the far ends are closed here, so that
 * the end of the program is end of file for us. */
static bool start(arena_bot_process *bot, const char *command)
{
    int down[2] = { -1, -1 }, up[2] = { -1, -1 };
    pthread_mutex_lock(&starting);
    bool ok = pipe(down) == 0 && pipe(up) == 0;
    for (int i = 0; ok && i < 2; i++) {
        set_cloexec(down[i]);
        set_cloexec(up[i]);
    }
    ok = ok && spawn(bot, command, down[0], up[1]);
    pthread_mutex_unlock(&starting);
    close_pipe(&down[0]);
    close_pipe(&up[1]);
    bot->to = down[1];
    bot->from = up[0];
    if (ok)
        fcntl(bot->to, F_SETFL, O_NONBLOCK);
    else
        bot->process = 0;
    return ok || fail(bot, N_("it cannot be started"), mur_span_of(command));
}

static bool has_exited(arena_bot_process *bot)
{
    return waitpid(bot->process, NULL, WNOHANG) != 0;
}

/* Closing its standard input asks it to leave, too, in case it does not know "quit". A program that has failed gets no
 * grace. Whatever is still there is killed, group and process, and reaped. */
static void stop(arena_bot_process *bot)
{
    assert(bot->process > 0); /* kill(0) and kill(-1) would hit others */
    close_pipe(&bot->to);
    for (int waited = 0; waited < QUIT_GRACE_MS && !bot->fault[0]; waited += 5) {
        if (has_exited(bot)) {
            bot->process = 0;
            break;
        }
        nanosleep(&(struct timespec){ .tv_nsec = 5000000 }, NULL);
    }
    if (bot->process) {
        kill(-bot->process, SIGKILL);
        kill(bot->process, SIGKILL); /* it may have joined another group */
        waitpid(bot->process, NULL, 0);
    }
    close_pipe(&bot->from);
}

/* -- The handshake -- */

/* If the line begins with this word: what follows it after a space. */
static bool take_span(mur_span *rest, const char *word, mur_span *value)
{
    if (!mur_take(rest, word) || !mur_take_char(rest, ' '))
        return false;
    *value = *rest;
    return true;
}

/* Sends the greeting and reads lines up to "ready". Lines that are not understood ("name", "plays" and whatever later
 * versions may add) are skipped. */
static bool greet(arena_bot_process *bot)
{
    uint64_t deadline_ns = deadline_after(bot->timeout_ms);
    mur_span line, value;
    mur_buffer_put(&bot->out, "muraille 1\n");
    if (!flush(bot))
        return false;
    for (int i = 0; i < LINES_MAX && next_line(bot, deadline_ns, &line); i++) {
        if (mur_span_is(line, "ready"))
            return true;
        if (mur_span_is(line, "wants image"))
            bot->wants_image = true;
        else if (take_span(&line, "error", &value))
            return fail(bot, N_("it reports an error"), value);
    }
    return bot->fault[0] ? false : fail(bot, N_("it did not say that it is ready"), (mur_span){ 0 });
}

arena_bot_process *arena_bot_process_open(const char *command, int timeout_ms)
{
    arena_bot_process *bot = mur_new(sizeof *bot);
    sigset_t pipes;
    sigemptyset(&pipes);
    sigaddset(&pipes, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipes, NULL);
    bot->to = bot->from = -1;
    bot->timeout_ms = timeout_ms;
    mur_buffer_put(&bot->in, ""); /* there is something to point at */
    if (start(bot, command))
        greet(bot);
    return bot;
}

void arena_bot_process_close(arena_bot_process **bot)
{
    if (!*bot)
        return;
    if (!(*bot)->fault[0]) {
        mur_buffer_put(&(*bot)->out, "quit\n");
        flush(*bot);
    }
    if ((*bot)->process)
        stop(*bot);
    close_pipe(&(*bot)->to);
    close_pipe(&(*bot)->from);
    mur_buffer_close(&(*bot)->out);
    mur_buffer_close(&(*bot)->in);
    free(*bot);
    *bot = NULL;
}

/* -- A game -- */

static void put_number(arena_bot_process *bot, uint64_t n)
{
    char digits[24];
    int at = (int)sizeof digits - 1;
    digits[at] = '\0';
    do
        digits[--at] = (char)('0' + n % 10);
    while (n /= 10);
    mur_buffer_put(&bot->out, digits + at);
}

/* A word and a number behind it. */
static void put_pair(arena_bot_process *bot, const char *word, uint64_t n)
{
    mur_buffer_put(&bot->out, word);
    mur_buffer_put(&bot->out, " ");
    put_number(bot, n);
}

void arena_bot_process_new_game(arena_bot_process *bot, const mur_game *g, const mur_setup *u, int seat, uint64_t seed)
{
    assert(seat >= 0 && seat < u->seats);
    bot->game = g;
    mur_buffer_put(&bot->out, "new ");
    mur_buffer_put(&bot->out, g->id);
    put_pair(bot, "", u->seats);
    put_pair(bot, "", (uint64_t)seat + 1);
    put_pair(bot, " seed", seed);
    mur_buffer_put(&bot->out, "\n");
    for (int i = 0; i < g->n_options; i++) {
        mur_buffer_put(&bot->out, "option ");
        mur_buffer_put(&bot->out, g->options[i].id);
        mur_buffer_put(&bot->out, " ");
        mur_text t = mur_buffer_reserve(&bot->out, MUR_LINE_TEXT);
        g->write_option(u, i, &t);
        mur_buffer_commit(&bot->out, &t);
        mur_buffer_put(&bot->out, "\n");
    }
}

static void put_move(arena_bot_process *bot, mur_move m)
{
    mur_text t = mur_buffer_reserve(&bot->out, MUR_MOVE_TEXT);
    bot->game->write_move(m, &t);
    mur_buffer_commit(&bot->out, &t);
}

void arena_bot_process_send_move(arena_bot_process *bot, int mover, mur_move seen)
{
    put_pair(bot, "seen", (uint64_t)mover + 1);
    mur_buffer_put(&bot->out, " ");
    put_move(bot, seen);
    mur_buffer_put(&bot->out, "\n");
}

/* The position as JSON with the legal moves, for programs in any language; then, if the program asked for it ("wants
 * image"), the same as an image (view_image.h), for programs built from this engine. */
static void put_view(arena_bot_process *bot, const mur_view *v)
{
    mur_buffer_put(&bot->out, "view {\"ply\":");
    put_number(bot, v->ply);
    mur_buffer_put(&bot->out, ",\"legal\":[");
    for (int i = 0; i < v->n_moves; i++) {
        mur_buffer_put(&bot->out, i > 0 ? ",\"" : "\"");
        put_move(bot, v->moves[i]);
        mur_buffer_put(&bot->out, "\"");
    }
    mur_buffer_put(&bot->out, "],\"state\":");
    mur_text json = mur_buffer_reserve(&bot->out, MUR_JSON_TEXT);
    bot->game->write_json(v, &json);
    mur_buffer_commit(&bot->out, &json);
    mur_buffer_put(&bot->out, "}\n");
    if (bot->wants_image) {
        mur_buffer_put(&bot->out, "image ");
        arena_view_image_write(bot->game, v, &bot->out);
        mur_buffer_put(&bot->out, "\n");
    }
}

/* The budget; milliseconds are rounded up, 0 would mean no limit. */
static void put_go(arena_bot_process *bot, const arena_budget *budget)
{
    mur_buffer_put(&bot->out, "go");
    if (budget->simulations)
        put_pair(bot, " sims", budget->simulations);
    if (budget->nanoseconds)
        put_pair(bot, " ms", (budget->nanoseconds + 999999) / 1000000);
    mur_buffer_put(&bot->out, "\n");
}

/* The move of a "bestmove" line, if it is legal. */
static mur_move read_bestmove(arena_bot_process *bot, const mur_view *v, mur_span text)
{
    mur_move m = bot->game->read_move(text);
    for (int i = 0; m && i < v->n_moves; i++)
        if (v->moves[i] == m)
            return m;
    fail(bot, m ? N_("an illegal move") : N_("this is not a move"), text);
    return 0;
}

static void read_simulations(mur_span line, uint32_t *simulations)
{
    uint64_t n;
    if (mur_take(&line, "info sims ") && arena_parse_uint(&line, &n))
        *simulations = (uint32_t)n;
}

/* Sends the position and "go", then reads up to "bestmove". The deadline is the budget plus the usual patience. */
mur_move arena_bot_process_choose_move(arena_bot_process *bot, const mur_view *v, const arena_budget *budget,
                                       uint32_t *simulations)
{
    mur_span line, value;
    *simulations = 0;
    if (bot->fault[0])
        return 0;
    put_view(bot, v);
    put_go(bot, budget);
    if (!flush(bot))
        return 0;
    assert(v->n_moves > 0 && bot->game);
    uint64_t deadline_ns = deadline_after(bot->timeout_ms) + budget->nanoseconds;
    for (int i = 0; i < LINES_MAX && next_line(bot, deadline_ns, &line); i++) {
        if (take_span(&line, "bestmove", &value))
            return read_bestmove(bot, v, value);
        if (take_span(&line, "error", &value))
            return fail(bot, N_("it reports an error"), value), 0;
        read_simulations(line, simulations);
    }
    if (!bot->fault[0])
        fail(bot, N_("too many lines without a move"), (mur_span){ 0 });
    return 0;
}

void arena_bot_process_end_game(arena_bot_process *bot, const mur_state *s)
{
    int scores[MUR_SEATS];
    if (bot->fault[0])
        return;
    assert(bot->game && s->to_act == 0);
    bot->game->scores(s, scores);
    mur_buffer_put(&bot->out, "over");
    for (int seat = 0; seat < s->seats; seat++) {
        mur_buffer_put(&bot->out, " ");
        mur_buffer_put_int(&bot->out, scores[seat]);
    }
    mur_buffer_put(&bot->out, "\n");
}
