/* SPDX-License-Identifier: MIT */
/* `muraille verify FILE`: was the game of a record dealt as its server had promised? */
#include "cli/cli.h"
#include "cli/io.h"
#include "cli/words.h"

#if HAS_SERVER

#include "server/proof.h"

static void say(const char *phrase, const mur_place *places)
{
    cli_say(stdout, phrase, places);
    putchar('\n');
}

/* The numbers of these seats, with commas between them; "" for none. */
static void put_seats(mur_text *t, unsigned seats)
{
    for (int seat = 0; seats >> seat; seat++)
        if (seats >> seat & 1) {
            mur_put(t, t->len ? ", " : "");
            mur_put_int(t, seat + 1);
        }
}

static void tell_seats(const char *phrase, unsigned seats)
{
    char numbers[4 * MUR_SEATS];
    mur_text t = mur_text_on(numbers, sizeof numbers);
    put_seats(&t, seats);
    if (seats)
        say(phrase, (const mur_place[]){ { "seats", mur_span_of(numbers) }, { 0 } });
}

static int tell_proven(const mur_record *r, const proof *p)
{
    bool is_dealt = r->game->n_lines(r->setup) > 0;
    say(N_("Proven: the secret is the one that the server had promised."), (const mur_place[]){ { 0 } });
    say(is_dealt ? N_("Proven: it gives, with the salts of the players, this deal and no other.")
                 : N_("Nothing is dealt in this game."),
        (const mur_place[]){ { 0 } });
    tell_seats(N_("Committed to their salts before any salt was shown: seats {seats}."), p->committed);
    tell_seats(N_("Brought a salt without committing to it: seats {seats}."), p->open);
    say(N_("The promise was {commitment}."),
        (const mur_place[]){ { "commitment", mur_span_of(p->commitment) }, { 0 } });
    say(p->committed
            ? N_("If you were shown it before the game, and your salt and the commitments that you were shown\n"
                 "are among the tags, nobody could choose the deal.")
            : N_("If you were shown it before the game and your salt is among the tags,\n"
                 "nobody but the operator of the server could choose the deal."),
        (const mur_place[]){ { 0 } });
    return CLI_OK;
}

static int tell_other_deal(const mur_record *r, const proof *p)
{
    char name[MUR_LINE_TEXT], given[3 * MUR_LINE_TEXT];
    mur_text n = mur_text_on(name, sizeof name), g = mur_text_on(given, sizeof given);
    r->game->write_line_name(r->setup, p->line, &n);
    r->game->write_line(r->setup, p->line, &g);
    say(N_("Not proven: the secret is the one that was promised, but with these salts it gives another deal."),
        (const mur_place[]){ { 0 } });
    say(N_("{line} is {given} in the record and would be {other}."),
        (const mur_place[]){ { "line", mur_span_of(name) },
                             { "given", mur_span_of(given) },
                             { "other", mur_span_of(p->value) },
                             { 0 } });
    return CLI_FAILED;
}

static int tell(const mur_record *r, proof_result result, const proof *p)
{
    const char digit[] = { (char)('1' + p->seat), '\0' };
    const mur_place places[] = { { "tag", mur_span_of(p->tag) },
                                 { "commitment", mur_span_of(p->commitment) },
                                 { "seat", mur_span_of(digit) },
                                 { 0 } };
    switch (result) {
    case PROOF_GIVEN:
        return tell_proven(r, p);
    case PROOF_NO_TAG:
        say(N_("Not proven: the record has no tag {tag}. Only games that were played online and are over have all it "
               "takes."),
            places);
        return CLI_FAILED;
    case PROOF_BAD_TAG:
        cli_complain(N_("the tag {tag} is not 64 hexadecimal digits"), places);
        return CLI_BAD;
    case PROOF_PROMISE:
        say(N_("Not proven: this is not the secret that was promised. Its commitment is {commitment}."), places);
        return CLI_FAILED;
    case PROOF_NO_SEAT:
        say(N_("Not proven: the tag {tag} belongs to no seat of this game, so it did not count."), places);
        return CLI_FAILED;
    case PROOF_SALT:
        say(N_("Not proven: the salt of seat {seat} is not the one that was committed to."), places);
        return CLI_FAILED;
    case PROOF_DEAL:
        return tell_other_deal(r, p);
    }
    return CLI_FAILED;
}

int cli_verify(const cli_args *args)
{
    mur_record *r;
    proof p;
    if (!cli_read_record(args->word, &r))
        return CLI_BAD;
    int code = tell(r, proof_check(r, &p), &p);
    mur_record_close(&r);
    return code;
}

#else

int cli_verify(const cli_args *args)
{
    (void)args;
    cli_complain(N_("this muraille was built without a server (libwebsockets was missing)"),
                 (const mur_place[]){ { 0 } });
    return CLI_FAILED;
}

#endif
