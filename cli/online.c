/* SPDX-License-Identifier: MIT */
/* cli/online.c -- connects `muraille bot` and `muraille join` to a table, and prints results of online games.
 * The client library keeps the connection; this file is its link to the command line: which link, which name, and
 * what its faults mean for the exit code. */
#include "cli/online.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "cli/translate.h"
#include "engine/muraille.h"

enum { RESULT_TEXT = 1024 };

bool cli_online_read_link(const char *text, client_link *link)
{
    const char *why = text ? client_link_parse(link, mur_span_of(text)) : NULL;
    if (!text)
        cli_error(N_("something is missing; expected: {word}"),
                  (const mur_format_arg[]){ { "word", mur_span_of("--url") }, { 0 } });
    else if (why)
        cli_error(N_("\"{word}\": {reason}"),
                  (const mur_format_arg[]){ { "word", mur_span_of(text) }, { "reason", mur_span_of(_(why)) }, { 0 } });
    return text && !why;
}

/* The server knows a guest by a token. If it cannot be saved, the next run is a new guest without this seat: a
 * warning. */
client *cli_online_open(const client_link *link, const cli_args *args, const char *device, bool watches)
{
    const client_identity who = {
        .name = args->name, .lang = cli_language(), .device = device, .invite = args->invite, .watches = watches
    };
    client *c = client_open(link, &who);
    if (!c)
        cli_error(N_("libwebsockets cannot be used"), (const mur_format_arg[]){ { 0 } });
    else if (client_token_error(c))
        cli_error(N_("the token cannot be saved, so you will be a new guest next time ({why})"),
                  (const mur_format_arg[]){ { "why", mur_span_of(cli_strerror(client_token_error(c))) }, { 0 } });
    return c;
}

/* `what` is a text of the client; `why`, if it is not empty, is a reason of the client or the server. A mistake of the
 * user is bad input, everything else a failure. */
int cli_online_report_fault(const client_fault *f)
{
    const char *what = _(f->what), *why = _(f->why);
    if (*why)
        cli_error(N_("{what}: {why}"),
                  (const mur_format_arg[]){ { "what", mur_span_of(what) }, { "why", mur_span_of(why) }, { 0 } });
    else
        cli_error(f->what, (const mur_format_arg[]){ { 0 } });
    return f->is_user_error ? CLI_BAD_INPUT : CLI_FAILED;
}

/* -- The result -- */

/* The names of the seats, in the form that mur_words takes: names of people, levels of bots, NULL for open seats. No
 * two are alike: where they would be, the number of the seat follows. */
typedef struct {
    const char *name[MUR_SEATS];
    char text[MUR_SEATS][CLIENT_NAME + 4];
} seat_names;

/* The name of a bot's level for people; an id that this program does not know stays as it is. */
static const char *level_name(const char *id)
{
    const mur_bot *bot = mur_bot_of(mur_span_of(id));
    return bot ? _(bot->name) : id;
}

/* Bots of one level, or guests with the same name, get the number of their seat behind it. */
static void distinguish_names(seat_names *names, int seats)
{
    bool is_double[MUR_SEATS] = { false };
    for (int a = 0; a < seats; a++)
        for (int b = 0; b < seats; b++)
            if (a != b && names->name[a] && names->name[b] && strcmp(names->name[a], names->name[b]) == 0)
                is_double[a] = true;
    for (int seat = 0; seat < seats; seat++)
        if (is_double[seat]) {
            mur_text t = { names->text[seat], sizeof names->text[seat], strlen(names->text[seat]) };
            mur_put_char(&t, ' ');
            mur_put_int(&t, seat + 1);
        }
}

/* A seat is named after the person, else after the bot's level; an open seat has no name. */
static void read_names(const client_table *table, seat_names *names)
{
    *names = (seat_names){ 0 };
    for (int seat = 0; seat < table->seats; seat++) {
        const client_seat *s = &table->seat[seat];
        mur_text t = mur_text_on(names->text[seat], sizeof names->text[seat]);
        mur_put(&t, s->name[0] ? s->name : s->is_person || !s->bot[0] ? "" : level_name(s->bot));
        if (names->text[seat][0])
            names->name[seat] = names->text[seat];
    }
    assert(table->seats <= MUR_SEATS);
    distinguish_names(names, table->seats);
}

/* "Anna 12, seat 2 9"; without scores the seats of the set alone: "Anna, seat 2". */
static void put_people(mur_text *t, unsigned who, const int *scores, int seats, const mur_words *w)
{
    bool is_first = true;
    for (int seat = 0; seat < seats; seat++) {
        if (!(who >> seat & 1))
            continue;
        mur_put(t, is_first ? "" : ", ");
        mur_say_seat(seat, w, t);
        is_first = false;
        if (scores) {
            mur_put_char(t, ' ');
            mur_put_int(t, scores[seat]);
        }
    }
}

/* The final state comes from the observation of our seat, which is complete when the game is over. */
bool cli_online_print_result(const client_table *table)
{
    int scores[MUR_SEATS];
    char all[RESULT_TEXT], best[RESULT_TEXT];
    mur_text a = mur_text_on(all, sizeof all), b = mur_text_on(best, sizeof best);
    seat_names names;
    mur_state *s = table->feed ? mur_feed_state(table->feed, table->feed->plies) : NULL;
    if (!s)
        return false;
    read_names(table, &names);
    mur_words w = cli_translation(names.name);
    table->game->scores(s, scores);
    put_people(&a, ~0U, scores, table->seats, &w);
    put_people(&b, mur_winners(table->game, s), NULL, table->seats, &w);
    cli_print(stdout, N_("{game} is over: {scores}. Won by {winners}."),
              (const mur_format_arg[]){ { "game", mur_span_of(table->game->name) },
                                        { "scores", mur_span_of(all) },
                                        { "winners", mur_span_of(best) },
                                        { 0 } });
    putchar('\n');
    free(s);
    return true;
}
