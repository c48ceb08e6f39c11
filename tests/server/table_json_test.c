/* SPDX-License-Identifier: MIT */
/* tests/server/table_json_test.c -- the JSON that listeners are sent: everything they may know, and not a byte that
 * depends on anything else. */
#include <stdio.h>

#include "record/pack.h"
#include "server/table/table_int.h"
#include "tests/server/tables.h"
#include "tests/server/twins.h"

/* -- Two games that a listener cannot distinguish -- */

typedef struct {
    table *a, *b;
    entry_list *log_a, *log_b;
    int listener; /* a seat, or MUR_WATCHER */
    mur_rng rng;
    int compared, different; /* messages; those where the true positions differ */
} twins;

static const mur_game *game_of_twins(const twins *w)
{
    return table_plan_of(w->a)->game;
}

static void play(table *t, entry_list *log, int seat, mur_move m)
{
    char text[MUR_MOVE_TEXT];
    mur_text out = mur_text_on(text, sizeof text);
    table_plan_of(t)->game->write_move(m, &out);
    cr_assert_eq(move(t, log, seat, table_ply(t), text), TABLE_OK, "%s", text);
}

static mur_move match(twins *w, int seat, mur_move m)
{
    return match_move(game_of_twins(w), table_position(w->a), table_position(w->b), seat, m, w->listener,
                      mur_rng_below(&w->rng, 3) == 0);
}

static int some_actor(twins *w)
{
    const mur_state *s = table_position(w->a);
    int seat;
    do
        seat = (int)mur_rng_below(&w->rng, s->seats);
    while (!mur_may_act(s, seat));
    return seat;
}

/* Makes a move in both that looks the same to the listener; false: no such move was found. */
static bool move_both(twins *w)
{
    const mur_game *g = game_of_twins(w);
    int seat = some_actor(w);
    mur_move moves[MUR_MOVES];
    int n = g->legal(table_position(w->a), seat, moves);
    for (int tries = 0; tries < 20; tries++) {
        mur_move a = moves[mur_rng_below(&w->rng, (uint32_t)n)], b = match(w, seat, a);
        if (!b)
            continue;
        play(w->a, w->log_a, seat, a);
        play(w->b, w->log_b, seat, b);
        return true;
    }
    return false;
}

/* Takes back a choice in both, if the rules allow it. */
static void back_both(twins *w)
{
    int seat = (int)mur_rng_below(&w->rng, table_position(w->a)->seats);
    table_change a, b;
    table_err e = (a = check_take_back_at(w->a, seat, table_ply(w->a))).err;
    cr_assert_eq(e, (b = check_take_back_at(w->b, seat, table_ply(w->b))).err,
                 "whether a move can be taken back reveals hidden information");
    if (!e) {
        grant(w->a, w->log_a, &a);
        grant(w->b, w->log_b, &b);
    }
}

static void compare_written(twins *w)
{
    static written one, two;
    uint32_t length = table_length(w->a),
             from = mur_rng_below(&w->rng, 4) ? length - 1 : mur_rng_below(&w->rng, length);
    for (int form = TABLE_JSON; form <= TABLE_BYTES; form++)
        cr_assert_str_eq(write_all(&one, w->a, from, w->listener, (table_form)form),
                         write_all(&two, w->b, from, w->listener, (table_form)form));
    begin_written(&one);
    begin_written(&two);
    uint32_t ply = mur_rng_below(&w->rng, table_ply(w->a) + 1);
    cr_assert(table_write_past(w->a, ply, w->listener, TABLE_BYTES, &one.json));
    cr_assert(table_write_past(w->b, ply, w->listener, TABLE_BYTES, &two.json));
    cr_assert_str_eq(end_written(&one), end_written(&two));
    w->compared++;
    w->different += memcmp(table_position(w->a), table_position(w->b), game_of_twins(w)->state_size) != 0;
}

static void play_both(twins *w)
{
    const mur_game *g = game_of_twins(w);
    deal_otherwise(w->b, w->listener, &w->rng);
    for (;;) {
        const mur_state *a = table_position(w->a), *b = table_position(w->b);
        if (!looks_the_same(g, a, b, w->listener))
            return; /* something was revealed */
        compare_written(w);
        if (!a->to_act || !move_both(w))
            return;
        if (looks_the_same(g, a, b, w->listener) && mur_rng_below(&w->rng, 8) == 0)
            back_both(w);
    }
}

static void compare_pairs(const char *game, int seats, int pairs)
{
    static entry_list log_a, log_b;
    int compared = 0, different = 0;
    for (int i = 0; i < pairs; i++) {
        table_plan p = plan_of(game, seats);
        p.secret[0] = (unsigned char)i;
        memset(&log_a, 0, sizeof log_a);
        memset(&log_b, 0, sizeof log_b);
        twins w = { .log_a = &log_a, .log_b = &log_b };
        w.a = begun(&p, &log_a);
        w.b = begun(&p, &log_b);
        w.listener = i % (seats + 1) < seats ? i % (seats + 1) : MUR_WATCHER;
        mur_rng_seed(&w.rng, (uint64_t)i + 1);
        play_both(&w);
        compared += w.compared;
        different += w.different;
        table_close(&w.a);
        table_close(&w.b);
    }
    cr_expect_gt(different, pairs, "%s: %d messages, %d of them about different games", game, compared, different);
}

enum { PAIRS = IS_SANITIZED ? 8 : 60 };

Test(written, what_a_seat_cannot_know_changes_no_byte_of_chinesische_mauer)
{
    compare_pairs("chinesische-mauer", 3, PAIRS);
}

Test(written, what_a_seat_cannot_know_changes_no_byte_of_die_mauer)
{
    compare_pairs("die-mauer", 4, PAIRS);
}

Test(written, what_a_seat_cannot_know_changes_no_byte_of_chang_cheng)
{
    compare_pairs("chang-cheng", 2, PAIRS);
    compare_pairs("chang-cheng", 4, PAIRS);
}

/* -- Contents -- */

Test(written, a_move_is_sent_with_the_events_that_the_seat_saw)
{
    table_plan p = plan_of("die-mauer", 3);
    static entry_list log;
    written o = { 0 };
    table *t = begun(&p, &log);
    move(t, &log, 1, 0, "T");
    cr_expect(mentions(write_all(&o, t, 4, 1, TABLE_JSON),
                       "{\"entries\":[{\"n\":4,\"at\":5000,\"kind\":\"move\",\"seat\":2,"
                       "\"ply\":1,\"move\":\"T\",\"events\":[{\"kind\":\"CHOSE\","
                       "\"seat\":2,\"other\":0,\"what\":\"tower\""),
              "%s", o.at);
    cr_expect(mentions(write_all(&o, t, 4, 0, TABLE_JSON), "\"ply\":1,\"move\":\"?\",\"events\":[{\"kind\":\"CHOSE\","
                                                           "\"seat\":2,\"other\":0,\"what\":\"something\""),
              "%s", o.at);
    cr_expect(mentions(o.at, "\"position\":{\"ply\":1,\"to_act\":[1,3],\"seat\":1,\"state\":{"), "%s", o.at);
    cr_expect(mentions(o.at, "\"legal\":[\"T\","), "%s", o.at);
    cr_expect(mentions(o.at, "\"scores\":[0,0,0],\"over\":false,\"winners\":[]}"), "%s", o.at);
    cr_expect(mentions(write_all(&o, t, 5, 1, TABLE_JSON), "{\"entries\":[],\"position\""), "%s", o.at);
    cr_expect(mentions(o.at, "\"legal\":[]"), "has chosen");
    cr_expect(mentions(write_all(&o, t, 5, MUR_WATCHER, TABLE_JSON), "\"seat\":0,"), "%s", o.at);
    free(o.at);
    table_close(&t);
}

Test(written, entries_say_who_sat_down_and_stood_up)
{
    table_plan p = plan_of("die-mauer", 3);
    static entry_list log;
    table_change w;
    written o = { 0 };
    table *t = table_open(person(99), person(1), &p);
    w = table_check_sit(t, person(1), 0, "An\"na", mur_span_of("s1"), NO_COMMIT);
    grant(t, &log, &w);
    w = table_check_stand(t, person(1));
    grant(t, &log, &w);
    w = table_check_bot(t, person(1), 2, mur_span_of("mason"));
    grant(t, &log, &w);
    w = table_check_free(t, person(1), 2);
    grant(t, &log, &w);
    cr_expect_str_eq(write_all(&o, t, 0, MUR_WATCHER, TABLE_JSON),
                     "{\"entries\":["
                     "{\"n\":0,\"at\":1000,\"kind\":\"sit\",\"seat\":1,\"name\":\"An\\\"na\"},"
                     "{\"n\":1,\"at\":2000,\"kind\":\"stand\",\"seat\":1,\"name\":\"An\\\"na\"},"
                     "{\"n\":2,\"at\":3000,\"kind\":\"bot\",\"seat\":3,\"bot\":\"mason\",\"why\":\"here\"},"
                     "{\"n\":3,\"at\":4000,\"kind\":\"free\",\"seat\":3}]}");
    free(o.at);
    table_close(&t);
}

Test(written, packed_bytes_unpack_to_the_same_position)
{
    table_plan p = plan_of("chang-cheng", 3);
    static entry_list log;
    written o = { 0 };
    table *t = begun(&p, &log);
    mur_rng rng;
    mur_rng_seed(&rng, 3);
    while (table_position(t)->to_act) {
        move_at_random(t, &log, &rng);
        write_all(&o, t, table_length(t) - 1, 1, TABLE_BYTES);
        mur_buffer bytes = { 0 };
        mur_view *v = mur_new(p.game->view_size), *truth = mur_new(p.game->view_size);
        mur_step step;
        const char *view = strstr(o.at, "\"view\":\"") + 8, *at = strstr(o.at, "\"step\":\"") + 8;
        cr_assert(mur_take_base64((mur_span){ view, strcspn(view, "\"") }, &bytes));
        cr_assert(mur_unpack_view(p.game, (mur_span){ bytes.at, bytes.len }, v));
        p.game->view(table_position(t), 1, truth);
        cr_assert_arr_eq(v, truth, p.game->view_size);
        mur_buffer_clear(&bytes);
        cr_assert(mur_take_base64((mur_span){ at, strcspn(at, "\"") }, &bytes));
        cr_assert(mur_unpack_step(p.game, (mur_span){ bytes.at, bytes.len }, &step));
        cr_assert_eq(step.seat, log.at[log.n - 1].seat);
        mur_buffer_close(&bytes);
        free(v);
        free(truth);
    }
    free(o.at);
    table_close(&t);
}

/* The newest entry is written from the positions in memory, all others by a replay: both give the same bytes. */
Test(written, entries_read_the_same_at_any_time)
{
    table_plan p = plan_of("die-mauer", 3);
    static entry_list log;
    written o = { 0 };
    table *t = begun(&p, &log);
    char *told_then[200];
    mur_rng rng;
    mur_rng_seed(&rng, 4);
    uint32_t first = table_length(t);
    for (int i = 0; i < 200 && table_position(t)->to_act; i++) {
        if (mur_rng_below(&rng, 6) == 0)
            back(t, &log, (int)mur_rng_below(&rng, 3), table_ply(t));
        else
            move_at_random(t, &log, &rng);
    }
    uint32_t length = table_length(t), n = length - first < 200 ? length - first : 200;
    table *again = table_open(person(99), person(1), &p);
    for (uint32_t i = 0; i < first + n; i++) {
        cr_assert(table_apply(again, &log.at[i]));
        if (i >= first) {
            begin_written(&o);
            table_write_entries(again, i, 2, TABLE_JSON, &o.json);
            told_then[i - first] = strdup(end_written(&o));
        }
    }
    write_all(&o, again, 0, 2, TABLE_JSON);
    for (uint32_t i = 0; i < n; i++) {
        const char *entry = strchr(told_then[i], '[') + 1;
        told_then[i][strlen(told_then[i]) - 2] = '\0';
        cr_expect(mentions(o.at, entry), "%s", entry);
        free(told_then[i]);
    }
    free(o.at);
    table_close(&t);
    table_close(&again);
}

Test(written, a_past_position_is_sent_as_it_was_seen_then)
{
    table_plan p = plan_of("chinesische-mauer", 2);
    static entry_list log;
    written o = { 0 }, then = { 0 };
    table *t = begun(&p, &log);
    mur_rng rng;
    mur_rng_seed(&rng, 5);
    for (int i = 0; i < 9; i++)
        move_at_random(t, &log, &rng);
    begin_written(&then);
    table_write_position(t, 0, TABLE_BYTES, &then.json);
    end_written(&then);
    while (table_position(t)->to_act)
        move_at_random(t, &log, &rng);
    begin_written(&o);
    cr_assert(table_write_past(t, 9, 0, TABLE_BYTES, &o.json));
    end_written(&o);
    const char *view = strstr(o.at, "\"view\""), *view_then = strstr(then.at, "\"view\"");
    cr_expect_eq(strncmp(view, view_then, strlen(view) - 1), 0);
    begin_written(&o);
    cr_expect_not(table_write_past(t, table_ply(t) + 1, 0, TABLE_JSON, &o.json));
    cr_expect_str_eq(end_written(&o), "{}");
    free(o.at);
    free(then.at);
    table_close(&t);
}

Test(written, the_result_is_sent_once)
{
    table_plan p = plan_of("chinesische-mauer", 2);
    static entry_list log;
    written o = { 0 };
    table *t = begun(&p, &log);
    mur_rng rng;
    mur_rng_seed(&rng, 6);
    while (table_position(t)->to_act)
        move_at_random(t, &log, &rng);
    const char *all = write_all(&o, t, 0, 0, TABLE_JSON), *over = strstr(all, "\"kind\":\"over\"");
    cr_assert(over);
    cr_expect_null(strstr(over + 1, "\"kind\":\"over\""));
    cr_expect(mentions(over, "\"winners\":["));
    cr_expect(mentions(over, "\"over\":true"));
    free(o.at);
    table_close(&t);
}

/* -- Bounds -- */

/* Fills the log: a player replaces a choice as often as it is allowed. */
static void fill_log(table *t, entry_list *log)
{
    const mur_game *g = table_plan_of(t)->game;
    mur_move moves[MUR_MOVES];
    table_err e = TABLE_OK;
    cr_assert_gt(g->legal(table_position(t), 0, moves), 1);
    for (int i = 0; !e && i < 2 * TABLE_ENTRIES_MAX; i++) {
        char text[MUR_MOVE_TEXT];
        mur_text out = mur_text_on(text, sizeof text);
        g->write_move(moves[i % 2], &out);
        e = move(t, log, 0, 0, text);
    }
    cr_expect_eq(e, TABLE_STATE);
    cr_expect_eq(back(t, log, 0, 1), TABLE_STATE);
}

Test(written, the_entries_of_a_table_are_bounded_and_fit_into_a_message)
{
    static const struct {
        const char *game;
        int seats;
    } longest[] = { { "chinesische-mauer", 5 }, { "die-mauer", 5 }, { "chang-cheng", 4 } };
    static entry_list log;
    for (size_t i = 0; i < countof(longest); i++) {
        table_plan p = plan_of(longest[i].game, longest[i].seats);
        written o = { 0 };
        mur_rng rng;
        memset(&log, 0, sizeof log);
        mur_rng_seed(&rng, 9);
        table *t = begun(&p, &log);
        if (mur_may_act(table_position(t), 1)) /* several choose at once */
            fill_log(t, &log);
        while (table_position(t)->to_act)
            move_at_random(t, &log, &rng);
        write_all(&o, t, 0, 0, TABLE_JSON);
        cr_expect_lt(strlen(o.at), 1 << 20, "%s: %zu bytes for %u entries", p.game->id, strlen(o.at), table_length(t));
        free(o.at);
        table_close(&t);
    }
}

Test(written, changes_of_seats_are_bounded)
{
    table_plan p = plan_of("die-mauer", 3);
    static entry_list log;
    table_change w;
    table *t = table_open(person(99), person(1), &p);
    for (uint32_t i = 0; i < TABLE_ENTRIES_MAX; i++) {
        if (table_is_open(t, 2))
            cr_assert_eq((w = table_check_bot(t, person(1), 2, mur_span_of("mason"))).err, TABLE_OK);
        else
            cr_assert_eq((w = table_check_free(t, person(1), 2)).err, TABLE_OK);
        grant(t, &log, &w);
    }
    cr_expect_eq((w = table_check_bot(t, person(1), 2, mur_span_of("mason"))).err, TABLE_STATE);
    cr_expect_eq((w = table_check_sit(t, person(1), 0, "Anna", mur_span_of(""), NO_COMMIT)).err, TABLE_STATE);
    cr_expect_eq((w = table_check_close(t, person(1))).err, TABLE_OK, "it can be closed");
    table_close(&t);
}

/* -- The table -- */

Test(written, seats_plan_clock_and_commitment_are_written)
{
    table_plan p = plan_of("die-mauer", 3);
    static entry_list log;
    written o = { 0 };
    char label[TABLE_LABEL], other[TABLE_LABEL];
    p.timing = TABLE_CLOCK;
    p.minutes = 2;
    p.is_public = true;
    strcpy(p.option[mur_option_of(p.game, mur_span_of("hands"))], "2");
    table *t = begun(&p, &log);
    table_label(t, person(2), label);
    begin_written(&o);
    table_write_seats(t, 2, &o.json);
    end_written(&o);
    char wanted[256];
    snprintf(wanted, sizeof wanted, "{\"name\":\"P2\",\"bot\":\"\",\"here\":true,\"person\":\"%s\"}", label);
    cr_expect(mentions(o.at, wanted), "%s", o.at);
    begin_written(&o);
    table_write_settings(t, &o.json);
    cr_expect_str_eq(end_written(&o), "{\"options\":{\"hands\":\"2\"},\"clock\":{\"minutes\":2,\"increment\":0},"
                                      "\"start\":\"full\",\"public\":true,\"quiet\":false,\"hints\":false}");
    begin_written(&o);
    table_write_clock(t, log.now + 500, &o.json);
    cr_expect_str_eq(end_written(&o), "{\"clock\":{\"left\":[119500,119500,119500],\"running\":[1,2,3],\"at\":4500}}");
    begin_written(&o);
    table_write_fair(t, &o.json);
    end_written(&o);
    cr_expect(mentions(o.at, "\"salts\":[\"\",\"\",\"\"]"), "%s", o.at);
    cr_expect(mentions(o.at, "{\"fair\":{\"commitment\":\""), "%s", o.at);
    table_label(t, person(3), other);
    cr_expect_str_neq(label, other);
    table *elsewhere = table_open(person(98), person(1), &p);
    table_label(elsewhere, person(2), other);
    cr_expect_str_neq(label, other, "another table, another label");
    free(o.at);
    table_close(&t);
    table_close(&elsewhere);
}

/* No message contains the secret or the id of a person. */
Test(written, no_secret_is_sent)
{
    table_plan p = plan_of("chinesische-mauer", 2);
    static entry_list log;
    written o = { 0 };
    char secret[65], id[23];
    mur_text t_secret = mur_text_on(secret, sizeof secret);
    for (int i = 0; i < TABLE_SECRET; i++) {
        static const char digits[] = "0123456789abcdef";
        mur_put_char(&t_secret, digits[p.secret[i] >> 4]);
        mur_put_char(&t_secret, digits[p.secret[i] & 15]);
    }
    table *t = begun(&p, &log);
    mur_rng rng;
    mur_rng_seed(&rng, 7);
    while (table_position(t)->to_act)
        move_at_random(t, &log, &rng);
    begin_written(&o);
    table_write_entries(t, 0, 0, TABLE_JSON, &o.json);
    table_write_position(t, 0, TABLE_JSON, &o.json);
    table_write_seats(t, 3, &o.json);
    table_write_settings(t, &o.json);
    table_write_fair(t, &o.json);
    end_written(&o);
    cr_expect_not(mentions(o.at, secret));
    id_write(person(2), id);
    cr_expect_not(mentions(o.at, id));
    free(o.at);
    table_close(&t);
}

Test(written, ids_are_written_and_read_as_letters)
{
    mur_rng rng;
    mur_rng_seed(&rng, 8);
    for (int i = 0; i < 1000; i++) {
        store_id id, again;
        char text[23];
        for (size_t k = 0; k < sizeof id.at; k++)
            id.at[k] = (unsigned char)mur_rng_below(&rng, 256);
        id_write(id, text);
        cr_assert_eq(strlen(text), 22);
        cr_assert(id_read(mur_span_of(text), &again));
        cr_assert_arr_eq(&id, &again, sizeof id);
    }
    store_id id;
    cr_expect_not(id_read(mur_span_of("AAAAAAAAAAAAAAAAAAAAAB"), &id), "bits that mean nothing");
    cr_expect_not(id_read(mur_span_of("AAAAAAAAAAAAAAAAAAAAA"), &id));
    cr_expect_not(id_read(mur_span_of("AAAAAAAAAAAAAAAAAAAA+A"), &id));
}
