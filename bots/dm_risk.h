/* SPDX-License-Identifier: MIT */
/* bots/dm_risk.h -- winning from people of habit without risking more than they gave away.
 * Where nobody gains by choosing otherwise there are often many mixtures that keep it so, and some win more than others
 * from people who do not reckon (bots/dm_habit.h). Of all mixtures by which no other seat could get more than by the
 * balance, the one is taken that gets most from such people. And a seat that gave something away earlier in the hand,
 * by a choice that was worth less to it than another, may be let get that back: whoever gives nothing away finds a bot
 * that risks nothing, and whoever does gains nothing by it (safe exploitation: Ganzfried and Sandholm 2015). Three
 * seats. */
#ifndef BOTS_DM_RISK_H
#define BOTS_DM_RISK_H

#include "bots/dm_balance.h"
#include "bots/dm_match.h"

enum { DM_RISK_SEATS = 3 };

typedef struct {
    float spare[DM_RISK_SEATS]; /* what each seat may be let get, in points above what the balance gives it */
    dm_match match;             /* what is to be won */
} dm_risk;

/* Is it enough to be worth while? */
bool dm_risk_is_much(const dm_risk *r);

/* Changes how the seats of a balance choose; its worths and its gap are left as they were. */
void dm_risk_take(const dm_spot *s, const dm_cases *c, const dm_risk *r, dm_balance *b);

/* What may be risked in the next round, for the seats of this one: `before` is its balance, `taken` what was made of
 * it, and these the choices. */
void dm_risk_learn(const dm_cases *c, const dm_balance *before, const dm_balance *taken,
                   const uint8_t choice[DM_RISK_SEATS], dm_risk *r);

#endif
