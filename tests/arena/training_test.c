/* SPDX-License-Identifier: MIT */
/* tests/arena/training_test.c -- training is reproducible, can be resumed, and improves the net. */
#include "arena/training/learner.h"
#include "arena/training/train.h"
#include "tests/engine/walk.h"

#include <stdlib.h>
#include <unistd.h>

static learner_config small_config(void)
{
    learner_config p = learner_config_of(&cm_game, 2);
    p.hidden = 16;
    p.games = 400;
    p.seed = 3;
    p.measured_games = 2;
    return p;
}

static void expect_same_net(learner *a, learner *b)
{
    mur_span one = learner_model(a), two = learner_model(b);
    cr_assert_eq(one.len, two.len);
    cr_expect_arr_eq(one.at, two.at, one.len);
}

Test(learner, makes_the_same_net_from_the_same_configuration)
{
    learner_config p = small_config();
    learner *a = learner_open(&p), *b = learner_open(&p);
    cr_assert(a && b);
    while (learner_run_batch(a) < 100)
        learner_run_batch(b);
    learner_run_batch(b);
    expect_same_net(a, b);
    learner_close(&a);
    learner_close(&b);
    cr_expect_null(a);
    learner_close(&a);
}

Test(learner, resumes_from_a_checkpoint)
{
    learner_config p = small_config();
    learner *a = learner_open(&p), *b = learner_open(&p);
    FILE *file = tmpfile();
    cr_assert(a && b && file);
    while (learner_run_batch(a) < 60)
        ;
    cr_assert(learner_save(a, file));
    rewind(file);
    cr_assert(learner_load(b, file));
    while (learner_run_batch(a) < 120)
        learner_run_batch(b);
    learner_run_batch(b);
    expect_same_net(a, b);
    p.seed++;
    learner *other = learner_open(&p);
    rewind(file);
    cr_expect_not(learner_load(other, file), "of another configuration");
    fclose(file);
    learner_close(&a);
    learner_close(&b);
    learner_close(&other);
}

Test(learner, refuses_impossible_configurations)
{
    learner_config p = small_config();
    p.hidden = 17;
    cr_expect_null(learner_open(&p));
    p = small_config();
    p.seats = 6;
    cr_expect_null(learner_open(&p));
    p = small_config();
    p.hidden = MUR_NET_HIDDEN + 16;
    cr_expect_null(learner_open(&p));
}

Test(learner, improves_against_greedy)
{
    learner_config p = small_config();
    p.games = 3000;
    learner *l = learner_open(&p);
    double before = learner_measure(l, 20, 5);
    while (learner_run_batch(l) < p.games)
        ;
    double after = learner_measure(l, 20, 5);
    cr_expect_gt(after, before + 0.2, "%.2f, then %.2f", before, after);
    learner_close(&l);
}

/* -- Against a fixed opponent -- */

/* The first of its moves; counts them by seat. */
static mur_move choose_first(void *context, const mur_view *v, mur_rng *rng)
{
    int *asked = context;
    (void)rng;
    asked[v->seat]++;
    return v->moves[0];
}

Test(learner, opponent_has_all_seats_but_one_random_one)
{
    int asked[MUR_SEATS] = { 0 };
    learner_config p = small_config();
    p.seats = 3;
    p.opponent = (learner_opponent){ choose_first, asked };
    learner *l = learner_open(&p);
    cr_assert_not_null(l);
    while (learner_run_batch(l) < 12)
        ;
    for (int seat = 0; seat < 3; seat++)
        cr_expect_gt(asked[seat], 0);
    learner_close(&l);
    p.threads = 2;
    cr_expect_null(learner_open(&p), "an opponent needs a single thread");
}

Test(learner, starts_with_the_given_net)
{
    learner_config p = small_config();
    learner *a = learner_open(&p);
    while (learner_run_batch(a) < 40)
        ;
    p.model = learner_model(a);
    learner *b = learner_open(&p);
    cr_assert_not_null(b);
    expect_same_net(a, b);
    p.hidden = 32;
    cr_expect_null(learner_open(&p), "of another size");
    learner_close(&a);
    learner_close(&b);
}

/* -- Files -- */

static char folder[] = "/tmp/muraille-train-XXXXXX";

static const char *path_of(const char *ending)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/net.model%s", folder, ending);
    return path;
}

Test(train, writes_its_files_and_resumes_from_them)
{
    static const char *const endings[] = { "", ".csv", ".svg", ".checkpoint" };
    learner_config p = small_config();
    bool failed;
    p.games = 80;
    cr_assert_not_null(mkdtemp(folder));
    train *t = train_open(&p, path_of(""));
    cr_assert_not_null(t);
    while (train_games(t) < 40)
        cr_assert(train_batch(t, &failed));
    int points = train_n_points(t);
    uint64_t games = train_point_at(t, points - 1).games;
    train_close(&t);
    t = train_open(&p, path_of(""));
    cr_assert_not_null(t, "resumes");
    cr_expect_eq(train_games(t), games);
    cr_expect_eq(train_n_points(t), points);
    while (train_batch(t, &failed))
        ;
    cr_expect_not(failed);
    cr_expect_eq(train_games(t), p.games);
    train_close(&t);
    p.seed++;
    cr_expect_null(train_open(&p, path_of("")), "a checkpoint of another configuration");
    for (size_t i = 0; i < countof(endings); i++)
        cr_expect_eq(unlink(path_of(endings[i])), 0, "%s", endings[i]);
    rmdir(folder);
}
