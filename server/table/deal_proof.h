/* SPDX-License-Identifier: MIT */
/* server/table/deal_proof.h -- was the game of a record dealt as it was promised?
 * The record says what the server promised, what the secret was and what salts the players brought, in its tags
 * (docs/protocol.md, Fair deals). deal_proof_check() recomputes it. */
#ifndef SERVER_TABLE_DEAL_PROOF_H
#define SERVER_TABLE_DEAL_PROOF_H

#include "record/record.h"
#include "server/table/fair.h"

typedef enum {
    PROOF_OK,
    PROOF_NO_TAG,     /* without it nothing can be proven */
    PROOF_BAD_TAG,    /* it is not what it should be */
    PROOF_NO_SEAT,    /* it looks like a part of the shuffle, but is none of any seat */
    PROOF_COMMITMENT, /* this is not the secret that the server committed to */
    PROOF_SALT,       /* the salt of `seat` is not the one that was committed to */
    PROOF_DEAL        /* secret and salts give another deal */
} deal_proof_result;

typedef struct {
    char tag[32];                  /* PROOF_NO_TAG, PROOF_BAD_TAG, PROOF_NO_SEAT: which */
    int seat;                      /* PROOF_SALT */
    unsigned committed, open;      /* seats that committed to their salt, and that brought it openly: one bit each */
    char commitment[FAIR_HEX];     /* of the secret in the record, once it was read */
    int line;                      /* PROOF_DEAL: the first set-up line that differs */
    char value[3 * MUR_LINE_TEXT]; /* and what it should be */
} deal_proof;

/* The record has started. */
deal_proof_result deal_proof_check(const mur_record *r, deal_proof *out);

#endif
