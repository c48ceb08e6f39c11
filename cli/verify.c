/* SPDX-License-Identifier: MIT */
/* cli/verify.c -- `muraille verify FILE`: checks that an online game was dealt fairly.
 * server/table/deal_proof.h checks what docs/protocol.md describes: the server committed to a secret before the
 * game, players committed to their salts, and secret and salts together determine the deal. Here the verdict is put
 * into words: what is verified, and what the player has to compare on their own. */
#include <assert.h>

#include "cli/cli.h"
#include "cli/output.h"
#include "cli/translate.h"

#if HAS_SERVER

#include "server/table/deal_proof.h"

static void print_line(const char *phrase, const mur_format_arg *values)
{
    cli_print(stdout, phrase, values);
    putchar('\n');
}

/* The numbers of the seats in this set, separated by commas; "" for none. */
static void put_seats(mur_text *t, unsigned seats)
{
    for (int seat = 0; seats >> seat; seat++)
        if (seats >> seat & 1) {
            mur_put(t, t->len ? ", " : "");
            mur_put_int(t, seat + 1);
        }
}

/* Prints nothing for an empty set. */
static void print_seats(const char *phrase, unsigned seats)
{
    char numbers[4 * MUR_SEATS];
    mur_text t = mur_text_on(numbers, sizeof numbers);
    put_seats(&t, seats);
    if (seats)
        print_line(phrase, (const mur_format_arg[]){ { "seats", mur_span_of(numbers) }, { 0 } });
}

/* What is proven, and under which condition nobody could have chosen the deal: the record alone cannot show that the
 * commitment was published before the game. */
static int print_proven(const mur_record *r, const deal_proof *p)
{
    bool is_dealt = r->game->n_lines(r->setup) > 0;
    print_line(N_("Verified: the secret matches the server's commitment."), (const mur_format_arg[]){ { 0 } });
    print_line(is_dealt ? N_("Verified: together with the players' salts it gives exactly this deal.")
                        : N_("Nothing is dealt in this game."),
               (const mur_format_arg[]){ { 0 } });
    print_seats(N_("Committed to their salts before any salt was shown: seats {seats}."), p->committed);
    print_seats(N_("Brought a salt without committing to it: seats {seats}."), p->open);
    print_line(N_("The commitment was {commitment}."),
               (const mur_format_arg[]){ { "commitment", mur_span_of(p->commitment) }, { 0 } });
    print_line(p->committed
                   ? N_("If you were shown it before the game, and your salt and the commitments that you were shown\n"
                        "are among the tags, nobody could choose the deal.")
                   : N_("If you were shown it before the game and your salt is among the tags,\n"
                        "nobody but the operator of the server could choose the deal."),
               (const mur_format_arg[]){ { 0 } });
    return CLI_OK;
}

/* Shows the first line of the set-up that differs. */
static int print_other_deal(const mur_record *r, const deal_proof *p)
{
    char name[MUR_LINE_TEXT], given[3 * MUR_LINE_TEXT];
    mur_text n = mur_text_on(name, sizeof name), g = mur_text_on(given, sizeof given);
    r->game->write_line_name(r->setup, p->line, &n);
    r->game->write_line(r->setup, p->line, &g);
    print_line(N_("Not verified: the secret matches the commitment, but with these salts it gives another deal."),
               (const mur_format_arg[]){ { 0 } });
    print_line(N_("{line} is {given} in the record but should be {other}."),
               (const mur_format_arg[]){ { "line", mur_span_of(name) },
                                         { "given", mur_span_of(given) },
                                         { "other", mur_span_of(p->value) },
                                         { 0 } });
    return CLI_FAILED;
}

/* Returns CLI_OK only if everything is verified; a tag that is no hash is wrong input. */
static int print_verdict(const mur_record *r, deal_proof_result result, const deal_proof *p)
{
    assert(p->seat >= 0 && p->seat < MUR_SEATS);
    const char digit[] = { (char)('1' + p->seat), '\0' };
    const mur_format_arg values[] = { { "tag", mur_span_of(p->tag) },
                                      { "commitment", mur_span_of(p->commitment) },
                                      { "seat", mur_span_of(digit) },
                                      { 0 } };
    switch (result) {
    case PROOF_OK:
        return print_proven(r, p);
    case PROOF_NO_TAG:
        print_line(N_("Not verified: the record has no tag {tag}. Only finished online games contain everything that "
                      "is needed."),
                   values);
        return CLI_FAILED;
    case PROOF_BAD_TAG:
        cli_error(N_("the tag {tag} is not 64 hexadecimal digits"), values);
        return CLI_BAD_INPUT;
    case PROOF_COMMITMENT:
        print_line(N_("Not verified: this secret does not match the commitment. Its commitment would be {commitment}."),
                   values);
        return CLI_FAILED;
    case PROOF_NO_SEAT:
        print_line(N_("Not verified: the tag {tag} belongs to no seat of this game."), values);
        return CLI_FAILED;
    case PROOF_SALT:
        print_line(N_("Not verified: the salt of seat {seat} does not match its commitment."), values);
        return CLI_FAILED;
    case PROOF_DEAL:
        return print_other_deal(r, p);
    }
    return CLI_FAILED;
}

int cli_verify(const cli_args *args)
{
    mur_record *r;
    deal_proof p;
    if (!cli_read_record(args->operand, &r))
        return CLI_BAD_INPUT;
    int code = print_verdict(r, deal_proof_check(r, &p), &p);
    mur_record_close(&r);
    return code;
}

#else

int cli_verify(const cli_args *args)
{
    (void)args;
    cli_error(N_("this muraille was built without the server (libwebsockets was missing)"),
              (const mur_format_arg[]){ { 0 } });
    return CLI_FAILED;
}

#endif
