/* SPDX-License-Identifier: MIT */
/* tests/arena/learn_test.c -- a learner does the same again, goes on where it was stopped, and gets better. */
#include "arena/learn.h"
#include "arena/train.h"
#include "tests/engine/walk.h"

#include <stdlib.h>
#include <unistd.h>

static learn_plan small_plan(void)
{
    learn_plan p = learn_plan_of(&cm_game, 2);
    p.hidden = 16;
    p.games = 400;
    p.seed = 3;
    p.match = 2;
    return p;
}

static void expect_same_net(learn *a, learn *b)
{
    mur_span one = learn_lore(a), two = learn_lore(b);
    cr_assert_eq(one.len, two.len);
    cr_expect_arr_eq(one.at, two.at, one.len);
}

Test(learn, makes_the_same_net_from_the_same_plan)
{
    learn_plan p = small_plan();
    learn *a = learn_open(&p), *b = learn_open(&p);
    cr_assert(a && b);
    while (learn_on(a) < 100)
        learn_on(b);
    learn_on(b);
    expect_same_net(a, b);
    learn_close(&a);
    learn_close(&b);
    cr_expect_null(a);
    learn_close(&a);
}

Test(learn, goes_on_where_it_was_saved)
{
    learn_plan p = small_plan();
    learn *a = learn_open(&p), *b = learn_open(&p);
    FILE *file = tmpfile();
    cr_assert(a && b && file);
    while (learn_on(a) < 60)
        ;
    cr_assert(learn_save(a, file));
    rewind(file);
    cr_assert(learn_load(b, file));
    while (learn_on(a) < 120)
        learn_on(b);
    learn_on(b);
    expect_same_net(a, b);
    p.seed++;
    learn *other = learn_open(&p);
    rewind(file);
    cr_expect_not(learn_load(other, file), "another plan's");
    fclose(file);
    learn_close(&a);
    learn_close(&b);
    learn_close(&other);
}

Test(learn, is_refused_what_cannot_be)
{
    learn_plan p = small_plan();
    p.hidden = 17;
    cr_expect_null(learn_open(&p));
    p = small_plan();
    p.seats = 6;
    cr_expect_null(learn_open(&p));
    p = small_plan();
    p.hidden = MUR_NET_HIDDEN + 16;
    cr_expect_null(learn_open(&p));
}

Test(learn, gets_better)
{
    learn_plan p = small_plan();
    p.games = 3000;
    learn *l = learn_open(&p);
    double before = learn_match(l, 20, 5);
    while (learn_on(l) < p.games)
        ;
    double after = learn_match(l, 20, 5);
    cr_expect_gt(after, before + 0.2, "%.2f, then %.2f", before, after);
    learn_close(&l);
}

/* -- Against somebody else -- */

/* The first of its moves; counts them by seat. */
static mur_move choose_first(void *context, const mur_view *v, mur_rng *rng)
{
    int *asked = context;
    (void)rng;
    asked[v->seat]++;
    return v->moves[0];
}

Test(learn, a_rival_has_all_seats_but_one_and_that_one_goes_round)
{
    int asked[MUR_SEATS] = { 0 };
    learn_plan p = small_plan();
    p.seats = 3;
    p.rival = (learn_rival){ choose_first, asked };
    learn *l = learn_open(&p);
    cr_assert_not_null(l);
    while (learn_on(l) < 12)
        ;
    for (int seat = 0; seat < 3; seat++)
        cr_expect_gt(asked[seat], 0);
    learn_close(&l);
    p.threads = 2;
    cr_expect_null(learn_open(&p), "a rival is one");
}

Test(learn, begins_with_the_net_it_is_given)
{
    learn_plan p = small_plan();
    learn *a = learn_open(&p);
    while (learn_on(a) < 40)
        ;
    p.lore = learn_lore(a);
    learn *b = learn_open(&p);
    cr_assert_not_null(b);
    expect_same_net(a, b);
    p.hidden = 32;
    cr_expect_null(learn_open(&p), "of another size");
    learn_close(&a);
    learn_close(&b);
}

/* -- Files -- */

static char folder[] = "/tmp/muraille-train-XXXXXX";

static const char *path_of(const char *ending)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/net.lore%s", folder, ending);
    return path;
}

Test(train, leaves_its_files_and_finds_them_again)
{
    static const char *const endings[] = { "", ".csv", ".svg", ".checkpoint" };
    learn_plan p = small_plan();
    bool failed;
    p.games = 80;
    cr_assert_not_null(mkdtemp(folder));
    train *t = train_open(&p, path_of(""));
    cr_assert_not_null(t);
    while (train_games(t) < 40)
        cr_assert(train_on(t, &failed));
    int points = train_n_points(t);
    uint64_t games = train_point_at(t, points - 1).games;
    train_close(&t);
    t = train_open(&p, path_of(""));
    cr_assert_not_null(t, "goes on");
    cr_expect_eq(train_games(t), games);
    cr_expect_eq(train_n_points(t), points);
    while (train_on(t, &failed))
        ;
    cr_expect_not(failed);
    cr_expect_eq(train_games(t), p.games);
    train_close(&t);
    p.seed++;
    cr_expect_null(train_open(&p, path_of("")), "another plan's checkpoint");
    for (size_t i = 0; i < countof(endings); i++)
        cr_expect_eq(unlink(path_of(endings[i])), 0, "%s", endings[i]);
    rmdir(folder);
}
