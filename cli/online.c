/* SPDX-License-Identifier: MIT */
#include "cli/visit.h"

#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "cli/cli.h"
#include "cli/io.h"
#include "cli/words.h"
#include "engine/muraille.h"

enum { RESULT_TEXT = 1024 };

bool cli_visit_read_link(const char *text, client_link *link)
{
    const char *why = text ? client_link_read(link, mur_span_of(text)) : NULL;
    if (!text)
        cli_complain(N_("something is missing; expected: {word}"),
                     (const mur_place[]){ { "word", mur_span_of("--url") }, { 0 } });
    else if (why)
        cli_complain(N_("\"{word}\": {reason}"),
                     (const mur_place[]){ { "word", mur_span_of(text) }, { "reason", mur_span_of(_(why)) }, { 0 } });
    return text && !why;
}

client *cli_visit_open(const client_link *link, const cli_args *args, const char *device, bool watches)
{
    const client_who who = {
        .name = args->name, .lang = cli_language(), .device = device, .invite = args->invite, .watches = watches
    };
    client *c = client_open(link, &who);
    if (!c)
        cli_complain(N_("libwebsockets cannot be used"), (const mur_place[]){ { 0 } });
    else if (client_forgets(c))
        cli_complain(N_("we will be a stranger next time, since nothing can be kept ({why})"),
                     (const mur_place[]){ { "why", mur_span_of(cli_why(client_forgets(c))) }, { 0 } });
    return c;
}

int cli_visit_tell_fault(const client_fault *f)
{
    const char *what = _(f->what), *why = _(f->why); /* its own words, or ours */
    if (*why)
        cli_complain(N_("{what}: {why}"),
                     (const mur_place[]){ { "what", mur_span_of(what) }, { "why", mur_span_of(why) }, { 0 } });
    else
        cli_complain(f->what, (const mur_place[]){ { 0 } });
    return f->is_wish ? CLI_BAD : CLI_FAILED;
}

/* -- The result -- */

static const char *level_name(const char *id)
{
    const mur_bot *bot = mur_bot_of(mur_span_of(id));
    return bot ? _(bot->name) : id;
}

/* Bots of one level, and guests who chose nothing else, are told apart by their seats. */
static void tell_apart(cli_visit_names *names, int seats)
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

void cli_visit_names_of(const client_room *r, cli_visit_names *names)
{
    *names = (cli_visit_names){ 0 };
    for (int seat = 0; seat < r->seats; seat++) {
        const client_seat *s = &r->seat[seat];
        mur_text t = mur_text_on(names->text[seat], sizeof names->text[seat]);
        mur_put(&t, s->name[0] ? s->name : s->is_person || !s->bot[0] ? "" : level_name(s->bot));
        if (names->text[seat][0])
            names->name[seat] = names->text[seat];
    }
    tell_apart(names, r->seats);
}

/* "Anna 12, seat 2 9" or, without scores, who is in the set: "Anna, seat 2". */
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

bool cli_visit_tell_result(const client_room *r)
{
    int scores[MUR_SEATS];
    char all[RESULT_TEXT], best[RESULT_TEXT];
    mur_text a = mur_text_on(all, sizeof all), b = mur_text_on(best, sizeof best);
    cli_visit_names names;
    mur_state *s = r->told ? mur_told_state(r->told, r->told->plies) : NULL;
    if (!s)
        return false;
    cli_visit_names_of(r, &names);
    mur_words w = cli_words(names.name);
    r->game->scores(s, scores);
    put_people(&a, ~0U, scores, r->seats, &w);
    put_people(&b, mur_winners(r->game, s), NULL, r->seats, &w);
    cli_say(stdout, N_("{game} is over: {scores}. Won by {winners}."),
            (const mur_place[]){ { "game", mur_span_of(r->game->name) },
                                 { "scores", mur_span_of(all) },
                                 { "winners", mur_span_of(best) },
                                 { 0 } });
    putchar('\n');
    free(s);
    return true;
}
