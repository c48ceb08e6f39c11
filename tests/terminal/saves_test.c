/* SPDX-License-Identifier: MIT */
/* tests/terminal/saves_test.c -- saved games on disk: atomic writing, names, listing, broken files. */
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/reader.h"
#include "terminal/session/saves.h"
#include "tests/terminal/folder.h"

TestSuite(saves, .init = folder_open, .fini = folder_close);

static mur_record *some_record(uint64_t seed, int plies)
{
    mur_record *r;
    mur_rng rng;
    mur_move moves[MUR_MOVES];
    mur_rng_seed(&rng, seed);
    cr_assert_eq(mur_record_open(&r, mur_game_at(0), 2), MUR_OK);
    mur_record_deal(r, &rng);
    for (int i = 0; i < plies && !mur_record_is_over(r); i++) {
        int seat = mur_may_act(r->state, 0) ? 0 : 1;
        r->game->legal(r->state, seat, moves);
        cr_assert_eq(mur_record_play(r, seat, moves[0], NULL), MUR_OK);
    }
    return r;
}

static void expect_same(const mur_record *a, const mur_record *b)
{
    mur_buffer x = { 0 }, y = { 0 };
    mur_record_write(a, &x);
    mur_record_write(b, &y);
    cr_expect_str_eq(x.at, y.at);
    mur_buffer_close(&x);
    mur_buffer_close(&y);
}

Test(saves, a_saved_game_is_read_back_unchanged)
{
    char path[SAVE_PATH], why[MUR_MESSAGE_TEXT];
    mur_record *r = some_record(1, 7);
    cr_assert(save_path_new(r->game, path));
    cr_assert(save_write(path, r));
    mur_record *back = save_read(path, why);
    cr_assert_not_null(back, "%s", why);
    expect_same(r, back);
    mur_record_close(&back);
    mur_record_close(&r);
}

Test(saves, every_game_gets_a_new_name)
{
    char a[SAVE_PATH], b[SAVE_PATH];
    cr_assert(save_path_new(mur_game_at(0), a));
    cr_assert(save_path_new(mur_game_at(0), b));
    cr_expect_str_neq(a, b);
}

Test(saves, saves_are_readable_by_their_owner_only)
{
    char path[SAVE_PATH];
    struct stat is;
    mur_record *r = some_record(1, 7);
    cr_assert(save_path_new(r->game, path));
    cr_assert(save_write(path, r));
    cr_assert_eq(stat(path, &is), 0);
    cr_expect_eq(is.st_mode & 077, 0);
    mur_record_close(&r);
}

Test(saves, a_failed_write_keeps_the_old_file)
{
    char path[SAVE_PATH], in_the_way[SAVE_PATH + 8], why[MUR_MESSAGE_TEXT];
    mur_record *old = some_record(1, 3), *new = some_record(1, 5);
    cr_assert(save_path_new(old->game, path));
    cr_assert(save_write(path, old));
    snprintf(in_the_way, sizeof in_the_way, "%s.new", path); /* a folder of that name makes writing fail */
    cr_assert_eq(mkdir(in_the_way, 0700), 0);
    cr_expect_not(save_write(path, new));
    cr_expect_eq(errno, EISDIR);
    mur_record *back = save_read(path, why);
    cr_assert_not_null(back);
    expect_same(old, back);
    rmdir(in_the_way);
    mur_record_close(&back);
    mur_record_close(&new);
    mur_record_close(&old);
}

static void played_at(const char *path, time_t second)
{
    const struct timespec times[2] = { { .tv_sec = second }, { .tv_sec = second } };
    cr_assert_eq(utimensat(AT_FDCWD, path, times, 0), 0);
}

Test(saves, unfinished_games_are_listed_the_latest_first)
{
    char path[3][SAVE_PATH];
    save_entry *list = mur_new(SAVES_MAX * sizeof list[0]);
    const int plies[] = { 3, 1000, 5 };
    for (int i = 0; i < 3; i++) {
        mur_record *r = some_record(1, plies[i]);
        cr_assert(save_path_new(r->game, path[i]));
        if (mur_record_is_over(r))
            mur_record_finish(r);
        cr_assert(save_write(path[i], r));
        played_at(path[i], 1000 + i);
        mur_record_close(&r);
    }
    cr_assert_eq(saves_list(NULL, list), 2, "the second is over");
    cr_expect_str_eq(list[0].path, path[2]);
    cr_expect_eq(list[0].plies, 5);
    cr_expect_str_eq(list[1].path, path[0]);
    cr_expect_eq(list[1].game, mur_game_at(0));
    cr_expect_eq(saves_list(mur_game_at(1), list), 0);
    free(list);
}

Test(saves, files_that_are_no_records_are_skipped)
{
    char path[SAVE_PATH], why[MUR_MESSAGE_TEXT];
    save_entry *list = mur_new(SAVES_MAX * sizeof list[0]);
    cr_assert(
        save_path_new(mur_game_at(0), path)); /* an empty file: the process died before the first move was saved */
    cr_expect_eq(saves_list(NULL, list), 0);
    cr_expect_null(save_read(path, why));
    cr_expect(strstr(why, "line 1"));
    cr_expect_null(save_read("/nowhere", why));
    cr_expect_str_neq(why, "");
    free(list);
}

Test(saves, without_a_data_folder_there_are_no_saves)
{
    char path[SAVE_PATH];
    save_entry *list = mur_new(SAVES_MAX * sizeof list[0]);
    setenv("XDG_DATA_HOME", "/dev/null", 1);
    cr_expect_not(save_path_new(mur_game_at(0), path));
    cr_expect_eq(saves_list(NULL, list), 0);
    free(list);
}
