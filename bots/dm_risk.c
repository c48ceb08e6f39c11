/* SPDX-License-Identifier: MIT */
#include "bots/dm_risk.h"

#include <string.h>

#include "bots/dm_habit.h"

enum { SEATS = DM_RISK_SEATS, ROWS = (SEATS - 1) * DM_CHOICES + 1, PIVOTS = 64, SLACK = DM_CHOICES /* and after */ };

/* -- Linear programs -- */

/* Most of a sum, if other sums are at most so much, and no variable is below 0. The variables of the columns are 0,
 * those of the rows are what is in the last column. It is counted in doubles: pivots lose digits. */
typedef struct {
    int rows, columns;
    double at[ROWS + 1][DM_CHOICES + 1]; /* the last row is the sum that is wanted */
    int row_is[ROWS], column_is[DM_CHOICES];
} program;

static const double nothing = 1e-9;

static int find_column(const program *p)
{
    int best = -1;
    double most = -nothing;
    for (int k = 0; k < p->columns; k++)
        if (p->at[p->rows][k] < most)
            most = p->at[p->rows][best = k];
    return best;
}

static int find_row(const program *p, int column)
{
    int best = -1;
    double least = 0;
    for (int i = 0; i < p->rows; i++) {
        if (p->at[i][column] <= nothing)
            continue;
        double ratio = p->at[i][p->columns] / p->at[i][column];
        if (best < 0 || ratio < least) {
            best = i;
            least = ratio;
        }
    }
    return best;
}

static void subtract(program *p, int row, int from, int column)
{
    double times = p->at[from][column];
    for (int k = 0; k <= p->columns; k++)
        p->at[from][k] -= k == column ? 0 : times * p->at[row][k];
    p->at[from][column] = -times * p->at[row][column];
}

static void pivot(program *p, int row, int column)
{
    double inverse = 1 / p->at[row][column];
    int was = p->row_is[row];
    p->at[row][column] = 1;
    for (int k = 0; k <= p->columns; k++)
        p->at[row][k] *= inverse;
    for (int i = 0; i <= p->rows; i++)
        if (i != row)
            subtract(p, row, i, column);
    p->row_is[row] = p->column_is[column];
    p->column_is[column] = was;
}

/* False: it went on for too long. */
static bool maximize(program *p)
{
    for (int i = 0; i < p->rows; i++)
        p->row_is[i] = SLACK + i;
    for (int k = 0; k < p->columns; k++)
        p->column_is[k] = k;
    for (int n = 0; n < PIVOTS; n++) {
        int column = find_column(p), row = column < 0 ? -1 : find_row(p, column);
        if (row < 0)
            return column < 0;
        pivot(p, row, column);
    }
    return false;
}

/* -- One seat -- */

/* What the choices of a seat are worth to it if another always makes this one. */
static void worth_if(const dm_cases *c, const dm_balance *b, int other, int choice, int seat, dm_lanes *out)
{
    dm_balance sure = *b;
    memset(&sure.choice[other], 0, sizeof sure.choice[other]);
    sure.choice[other][choice] = 1;
    dm_choice_worth(c, &sure, seat, out);
}

static float least_of(const dm_lanes *worth, unsigned may, float least)
{
    for (int choice = 0; choice < DM_CHOICES; choice++)
        if ((may >> choice & 1) && (*worth)[choice] < least)
            least = (*worth)[choice];
    return least;
}

/* None of a seat's choices may be worth more to it than this. Chances add up to 1, so all worths may be counted from
 * the least, and no number is below 0. */
static void forbid(const dm_cases *c, const dm_balance *b, int me, int seat, const dm_lanes *most, program *p)
{
    dm_lanes worth[DM_CHOICES];
    float least = least_of(most, c->may[seat], (*most)[DM_EMPTY]);
    for (int k = 0; k < p->columns; k++) {
        worth_if(c, b, me, p->column_is[k], seat, &worth[k]);
        least = least_of(&worth[k], c->may[seat], least);
    }
    for (int choice = 0; choice < DM_CHOICES; choice++) {
        if (!(c->may[seat] >> choice & 1))
            continue;
        for (int k = 0; k < p->columns; k++)
            p->at[p->rows][k] = (double)worth[k][choice] - (double)least;
        p->at[p->rows++][p->columns] = (double)(*most)[choice] - (double)least;
    }
}

/* Chances are worth far more than anything that is won, so they add up to 1 if they can. */
static void wish(const dm_lanes *gains, program *p)
{
    static const double far = 1e3;
    for (int k = 0; k < p->columns; k++) {
        p->at[p->rows][k] = 1;
        p->at[p->rows + 1][k] = -far - (double)(*gains)[p->column_is[k]];
    }
    p->at[p->rows++][p->columns] = 1;
}

/* The rows know their variables by column; here they are choices again. False: they do not add up. */
static bool read_chances(const program *p, const int choice_of[DM_CHOICES], dm_lanes *out)
{
    static const float whole = 0.9999F;
    float sum = 0;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < p->rows; i++)
        if (p->row_is[i] < SLACK && p->at[i][p->columns] > 0)
            sum += (*out)[choice_of[p->row_is[i]]] = (float)p->at[i][p->columns];
    *out *= 1 / (sum > whole ? sum : 1);
    return sum > whole;
}

static float mean_of(const dm_lanes *worth, const dm_lanes *chance)
{
    float sum = 0;
    for (int choice = 0; choice < DM_CHOICES; choice++)
        sum += (*worth)[choice] * (*chance)[choice];
    return sum;
}

/* What the choices of a seat are worth to it among people of habit: in points, but for who wins. */
static void look_for_gains(const dm_cases *c, const dm_match *m, const dm_habits *h, int me, dm_lanes *out)
{
    dm_cases wanted = *c;
    dm_balance others = { 0 };
    memcpy(others.choice, h->habit, sizeof others.choice);
    dm_match_cases(m, &wanted);
    dm_choice_worth(&wanted, &others, me, out);
}

static void choose(const dm_cases *c, const dm_lanes *gains, const dm_lanes most[SEATS], int me, dm_balance *b)
{
    program p = { 0 };
    int choice_of[DM_CHOICES] = { 0 };
    dm_lanes found;
    for (int choice = 0; choice < DM_CHOICES; choice++)
        if (c->may[me] >> choice & 1)
            p.column_is[p.columns++] = choice;
    memcpy(choice_of, p.column_is, sizeof choice_of);
    for (int seat = 0; seat < SEATS; seat++)
        if (seat != me)
            forbid(c, b, me, seat, &most[seat], &p);
    wish(gains, &p);
    if (maximize(&p) && read_chances(&p, choice_of, &found) && mean_of(gains, &found) > mean_of(gains, &b->choice[me]))
        b->choice[me] = found;
}

/* -- All seats -- */

bool dm_risk_is_much(const dm_risk *r)
{
    static const float much = 0.25F;
    bool is_much = false;
    for (int seat = 0; seat < SEATS; seat++)
        is_much |= r->spare[seat] > much;
    return is_much;
}

/* What a choice may be worth to a seat. Worths are rounded; so that a choice that was clearly worse does not become one
 * of the best because of that, it stays a little worse. */
static void set_most(const dm_cases *c, const dm_balance *b, int seat, float spare, dm_lanes *most)
{
    static const float little = 0.2F, rounding = 1e-4F;
    dm_lanes worth;
    dm_choice_worth(c, b, seat, &worth);
    float below = dm_best_worth(&worth, c->may[seat]) - little;
    for (int choice = 0; choice < DM_CHOICES; choice++)
        (*most)[choice] = (worth[choice] > below ? worth[choice] : below) + spare + rounding;
}

/* Each in its turn, the choices of those before it being changed already: so it holds for all of them together. */
void dm_risk_take(const dm_spot *s, const dm_cases *c, const dm_risk *r, dm_balance *b)
{
    dm_habits habits = { 0 };
    dm_lanes most[SEATS];
    dm_habits_of(s, &habits);
    for (int seat = 0; seat < SEATS; seat++)
        set_most(c, b, seat, r->spare[seat], &most[seat]);
    for (int seat = 0; seat < SEATS; seat++) {
        dm_lanes gains;
        look_for_gains(c, &r->match, &habits, seat, &gains);
        choose(c, &gains, most, seat, b);
    }
}

void dm_risk_learn(const dm_cases *c, const dm_balance *before, const dm_balance *taken, const uint8_t choice[SEATS],
                   dm_risk *r)
{
    for (int seat = 0; seat < SEATS; seat++) {
        dm_lanes could, got;
        dm_choice_worth(c, before, seat, &could);
        dm_choice_worth(c, taken, seat, &got);
        if (!(c->may[seat] >> choice[seat] & 1))
            continue; /* stocks were guessed wrongly */
        float spare = r->spare[seat] + dm_best_worth(&could, c->may[seat]) - got[choice[seat]];
        r->spare[seat] = spare > 0 ? spare : 0;
    }
}
