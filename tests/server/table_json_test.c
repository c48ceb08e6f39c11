/* SPDX-License-Identifier: MIT */
/* What listeners are told: all they may know, and not a byte that depends on anything else. */
#include <stdio.h>

#include "record/pack.h"
#include "server/table_int.h"
#include "tests/server/tables.h"
#include "tests/server/twins.h"

/* -- Two games that a listener cannot tell apart -- */

typedef struct {
    table *a, *b;
    paper *log_a, *log_b;
    int listener; /* a seat, or MUR_WATCHER */
    mur_rng rng;
    int compared, different; /* messages; those where the true positions differ */
} twins;

static const mur_game *game_of_twins(const twins *w)
{
    return table_plan_of(w->a)->game;
}

static void play(table *t, paper *log, int seat, mur_move m)
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

/* One move in both, alike to the listener; false: no such move was found. */
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

/* Now and then somebody takes a choice back that all others could make without it. */
static void back_both(twins *w)
{
    int seat = (int)mur_rng_below(&w->rng, table_position(w->a)->seats);
    table_wish a, b;
    table_err e = table_want_back(w->a, seat, table_ply(w->a), &a);
    cr_assert_eq(e, table_want_back(w->b, seat, table_ply(w->b), &b), "what may be taken back tells what is hidden");
    if (!e) {
        grant(w->a, w->log_a, &a);
        grant(w->b, w->log_b, &b);
    }
}

static void compare_told(twins *w)
{
    static told one, two;
    uint32_t length = table_length(w->a),
             from = mur_rng_below(&w->rng, 4) ? length - 1 : mur_rng_below(&w->rng, length);
    for (int form = TABLE_JSON; form <= TABLE_BYTES; form++)
        cr_assert_str_eq(tell_all(&one, w->a, from, w->listener, (table_form)form),
                         tell_all(&two, w->b, from, w->listener, (table_form)form));
    begin_told(&one);
    begin_told(&two);
    uint32_t ply = mur_rng_below(&w->rng, table_ply(w->a) + 1);
    cr_assert(table_tell_past(w->a, ply, w->listener, TABLE_BYTES, &one.json));
    cr_assert(table_tell_past(w->b, ply, w->listener, TABLE_BYTES, &two.json));
    cr_assert_str_eq(end_told(&one), end_told(&two));
    w->compared++;
    w->different += memcmp(table_position(w->a), table_position(w->b), game_of_twins(w)->state_size) != 0;
}

static void live(twins *w)
{
    const mur_game *g = game_of_twins(w);
    deal_otherwise(w->b, w->listener, &w->rng);
    for (;;) {
        const mur_state *a = table_position(w->a), *b = table_position(w->b);
        if (!looks_the_same(g, a, b, w->listener))
            return; /* something was revealed */
        compare_told(w);
        if (!a->to_act || !move_both(w))
            return;
        if (looks_the_same(g, a, b, w->listener) && mur_rng_below(&w->rng, 8) == 0)
            back_both(w);
    }
}

static void check_law(const char *game, int seats, int pairs)
{
    static paper log_a, log_b;
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
        live(&w);
        compared += w.compared;
        different += w.different;
        table_close(&w.a);
        table_close(&w.b);
    }
    cr_expect_gt(different, pairs, "%s: %d messages, %d of them about different games", game, compared, different);
}

enum { PAIRS = IS_SANITIZED ? 8 : 60 };

Test(told, what_a_seat_cannot_know_changes_no_byte_of_chinesische_mauer)
{
    check_law("chinesische-mauer", 3, PAIRS);
}

Test(told, what_a_seat_cannot_know_changes_no_byte_of_die_mauer)
{
    check_law("die-mauer", 4, PAIRS);
}

Test(told, what_a_seat_cannot_know_changes_no_byte_of_chang_cheng)
{
    check_law("chang-cheng", 2, PAIRS);
    check_law("chang-cheng", 4, PAIRS);
}

/* -- What is there -- */

Test(told, a_move_is_told_with_its_events_and_as_it_was_seen)
{
    table_plan p = plan_of("die-mauer", 3);
    static paper log;
    told o = { 0 };
    table *t = begun(&p, &log);
    move(t, &log, 1, 0, "T");
    cr_expect(tells(tell_all(&o, t, 4, 1, TABLE_JSON),
                    "{\"entries\":[{\"n\":4,\"at\":5000,\"kind\":\"move\",\"seat\":2,"
                    "\"ply\":1,\"move\":\"T\",\"events\":[{\"kind\":\"CHOSE\","
                    "\"seat\":2,\"other\":0,\"what\":\"tower\""),
              "%s", o.at);
    cr_expect(tells(tell_all(&o, t, 4, 0, TABLE_JSON), "\"ply\":1,\"move\":\"?\",\"events\":[{\"kind\":\"CHOSE\","
                                                       "\"seat\":2,\"other\":0,\"what\":\"something\""),
              "%s", o.at);
    cr_expect(tells(o.at, "\"position\":{\"ply\":1,\"to_act\":[1,3],\"seat\":1,\"state\":{"), "%s", o.at);
    cr_expect(tells(o.at, "\"legal\":[\"T\","), "%s", o.at);
    cr_expect(tells(o.at, "\"scores\":[0,0,0],\"over\":false,\"winners\":[]}"), "%s", o.at);
    cr_expect(tells(tell_all(&o, t, 5, 1, TABLE_JSON), "{\"entries\":[],\"position\""), "%s", o.at);
    cr_expect(tells(o.at, "\"legal\":[]"), "has chosen");
    cr_expect(tells(tell_all(&o, t, 5, MUR_WATCHER, TABLE_JSON), "\"seat\":0,"), "%s", o.at);
    free(o.at);
    table_close(&t);
}

Test(told, entries_tell_who_came_and_went)
{
    table_plan p = plan_of("die-mauer", 3);
    static paper log;
    table_wish w;
    told o = { 0 };
    table *t = table_open(person(99), person(1), &p);
    table_want_seat(t, person(1), 0, "An\"na", mur_span_of("s1"), &w);
    grant(t, &log, &w);
    table_want_stand(t, person(1), &w);
    grant(t, &log, &w);
    table_want_bot(t, person(1), 2, mur_span_of("mason"), &w);
    grant(t, &log, &w);
    table_want_free(t, person(1), 2, &w);
    grant(t, &log, &w);
    cr_expect_str_eq(tell_all(&o, t, 0, MUR_WATCHER, TABLE_JSON),
                     "{\"entries\":["
                     "{\"n\":0,\"at\":1000,\"kind\":\"sit\",\"seat\":1,\"name\":\"An\\\"na\"},"
                     "{\"n\":1,\"at\":2000,\"kind\":\"stand\",\"seat\":1,\"name\":\"An\\\"na\"},"
                     "{\"n\":2,\"at\":3000,\"kind\":\"bot\",\"seat\":3,\"bot\":\"mason\",\"why\":\"here\"},"
                     "{\"n\":3,\"at\":4000,\"kind\":\"free\",\"seat\":3}]}");
    free(o.at);
    table_close(&t);
}

Test(told, bytes_come_out_as_what_they_were)
{
    table_plan p = plan_of("chang-cheng", 3);
    static paper log;
    told o = { 0 };
    table *t = begun(&p, &log);
    mur_rng rng;
    mur_rng_seed(&rng, 3);
    while (table_position(t)->to_act) {
        move_at_random(t, &log, &rng);
        tell_all(&o, t, table_length(t) - 1, 1, TABLE_BYTES);
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

/* The newest entry is told from what was kept, all others by playing again: nobody can tell. */
Test(told, it_does_not_matter_when_one_asks)
{
    table_plan p = plan_of("die-mauer", 3);
    static paper log;
    told o = { 0 };
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
            begin_told(&o);
            table_tell_entries(again, i, 2, TABLE_JSON, &o.json);
            told_then[i - first] = strdup(end_told(&o));
        }
    }
    tell_all(&o, again, 0, 2, TABLE_JSON);
    for (uint32_t i = 0; i < n; i++) {
        const char *entry = strchr(told_then[i], '[') + 1;
        told_then[i][strlen(told_then[i]) - 2] = '\0';
        cr_expect(tells(o.at, entry), "%s", entry);
        free(told_then[i]);
    }
    free(o.at);
    table_close(&t);
    table_close(&again);
}

Test(told, the_past_is_told_as_it_was_seen_then)
{
    table_plan p = plan_of("chinesische-mauer", 2);
    static paper log;
    told o = { 0 }, then = { 0 };
    table *t = begun(&p, &log);
    mur_rng rng;
    mur_rng_seed(&rng, 5);
    for (int i = 0; i < 9; i++)
        move_at_random(t, &log, &rng);
    begin_told(&then);
    table_tell_position(t, 0, TABLE_BYTES, &then.json);
    end_told(&then);
    while (table_position(t)->to_act)
        move_at_random(t, &log, &rng);
    begin_told(&o);
    cr_assert(table_tell_past(t, 9, 0, TABLE_BYTES, &o.json));
    end_told(&o);
    const char *view = strstr(o.at, "\"view\""), *view_then = strstr(then.at, "\"view\"");
    cr_expect_eq(strncmp(view, view_then, strlen(view) - 1), 0);
    begin_told(&o);
    cr_expect_not(table_tell_past(t, table_ply(t) + 1, 0, TABLE_JSON, &o.json));
    cr_expect_str_eq(end_told(&o), "{}");
    free(o.at);
    free(then.at);
    table_close(&t);
}

Test(told, the_end_is_told_once)
{
    table_plan p = plan_of("chinesische-mauer", 2);
    static paper log;
    told o = { 0 };
    table *t = begun(&p, &log);
    mur_rng rng;
    mur_rng_seed(&rng, 6);
    while (table_position(t)->to_act)
        move_at_random(t, &log, &rng);
    const char *all = tell_all(&o, t, 0, 0, TABLE_JSON), *over = strstr(all, "\"kind\":\"over\"");
    cr_assert(over);
    cr_expect_null(strstr(over + 1, "\"kind\":\"over\""));
    cr_expect(tells(over, "\"winners\":["));
    cr_expect(tells(over, "\"over\":true"));
    free(o.at);
    table_close(&t);
}

/* -- Not without bound -- */

/* Somebody chooses anew again and again, as long as it is allowed; then all play on, and all of it is told at once. */
static void fill_log(table *t, paper *log)
{
    const mur_game *g = table_plan_of(t)->game;
    mur_move moves[MUR_MOVES];
    table_err e = TABLE_OK;
    cr_assert_gt(g->legal(table_position(t), 0, moves), 1);
    for (int i = 0; !e && i < 2 * TABLE_LOG; i++) {
        char text[MUR_MOVE_TEXT];
        mur_text out = mur_text_on(text, sizeof text);
        g->write_move(moves[i % 2], &out);
        e = move(t, log, 0, 0, text);
    }
    cr_expect_eq(e, TABLE_STATE);
    cr_expect_eq(back(t, log, 0, 1), TABLE_STATE);
}

Test(told, a_log_is_bounded_and_fits_into_a_message)
{
    static const struct {
        const char *game;
        int seats;
    } longest[] = { { "chinesische-mauer", 5 }, { "die-mauer", 5 }, { "chang-cheng", 4 } };
    static paper log;
    for (size_t i = 0; i < countof(longest); i++) {
        table_plan p = plan_of(longest[i].game, longest[i].seats);
        told o = { 0 };
        mur_rng rng;
        memset(&log, 0, sizeof log);
        mur_rng_seed(&rng, 9);
        table *t = begun(&p, &log);
        if (mur_may_act(table_position(t), 1)) /* several choose at once */
            fill_log(t, &log);
        while (table_position(t)->to_act)
            move_at_random(t, &log, &rng);
        tell_all(&o, t, 0, 0, TABLE_JSON);
        cr_expect_lt(strlen(o.at), 1 << 20, "%s: %zu bytes for %u entries", p.game->id, strlen(o.at), table_length(t));
        free(o.at);
        table_close(&t);
    }
}

Test(told, seats_are_not_changed_for_ever)
{
    table_plan p = plan_of("die-mauer", 3);
    static paper log;
    table_wish w;
    table *t = table_open(person(99), person(1), &p);
    for (uint32_t i = 0; i < TABLE_LOG; i++) {
        if (table_is_open(t, 2))
            cr_assert_eq(table_want_bot(t, person(1), 2, mur_span_of("mason"), &w), TABLE_OK);
        else
            cr_assert_eq(table_want_free(t, person(1), 2, &w), TABLE_OK);
        grant(t, &log, &w);
    }
    cr_expect_eq(table_want_bot(t, person(1), 2, mur_span_of("mason"), &w), TABLE_STATE);
    cr_expect_eq(table_want_seat(t, person(1), 0, "Anna", mur_span_of(""), &w), TABLE_STATE);
    cr_expect_eq(table_want_close(t, person(1), &w), TABLE_OK, "it can be closed");
    table_close(&t);
}

/* -- Around it -- */

Test(told, seats_plan_clock_and_promise)
{
    table_plan p = plan_of("die-mauer", 3);
    static paper log;
    told o = { 0 };
    char label[TABLE_LABEL], other[TABLE_LABEL];
    p.timing = TABLE_CLOCK;
    p.minutes = 2;
    p.is_public = true;
    strcpy(p.option[mur_option_of(p.game, mur_span_of("hands"))], "2");
    table *t = begun(&p, &log);
    table_label(t, person(2), label);
    begin_told(&o);
    table_tell_seats(t, 2, &o.json);
    end_told(&o);
    char wanted[256];
    snprintf(wanted, sizeof wanted, "{\"name\":\"P2\",\"bot\":\"\",\"here\":true,\"person\":\"%s\"}", label);
    cr_expect(tells(o.at, wanted), "%s", o.at);
    begin_told(&o);
    table_tell_plan(t, &o.json);
    cr_expect_str_eq(end_told(&o), "{\"options\":{\"hands\":\"2\"},\"clock\":{\"minutes\":2,\"increment\":0},"
                                   "\"start\":\"full\",\"public\":true,\"quiet\":false,\"hints\":false}");
    begin_told(&o);
    table_tell_clock(t, log.now + 500, &o.json);
    cr_expect_str_eq(end_told(&o), "{\"clock\":{\"left\":[119500,119500,119500],\"running\":[1,2,3],\"at\":4500}}");
    begin_told(&o);
    table_tell_fair(t, &o.json);
    end_told(&o);
    cr_expect(tells(o.at, "\"salts\":[\"\",\"\",\"\"]"), "%s", o.at);
    cr_expect(tells(o.at, "{\"fair\":{\"commitment\":\""), "%s", o.at);
    table_label(t, person(3), other);
    cr_expect_str_neq(label, other);
    table *elsewhere = table_open(person(98), person(1), &p);
    table_label(elsewhere, person(2), other);
    cr_expect_str_neq(label, other, "another table, another label");
    free(o.at);
    table_close(&t);
    table_close(&elsewhere);
}

/* Neither the secret nor an id of a person is in anything that is told. */
Test(told, no_secret_is_told)
{
    table_plan p = plan_of("chinesische-mauer", 2);
    static paper log;
    told o = { 0 };
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
    begin_told(&o);
    table_tell_entries(t, 0, 0, TABLE_JSON, &o.json);
    table_tell_position(t, 0, TABLE_JSON, &o.json);
    table_tell_seats(t, 3, &o.json);
    table_tell_plan(t, &o.json);
    table_tell_fair(t, &o.json);
    end_told(&o);
    cr_expect_not(tells(o.at, secret));
    table_write_id(person(2), id);
    cr_expect_not(tells(o.at, id));
    free(o.at);
    table_close(&t);
}

Test(told, ids_are_letters_and_back)
{
    mur_rng rng;
    mur_rng_seed(&rng, 8);
    for (int i = 0; i < 1000; i++) {
        store_id id, again;
        char text[23];
        for (size_t k = 0; k < sizeof id.at; k++)
            id.at[k] = (unsigned char)mur_rng_below(&rng, 256);
        table_write_id(id, text);
        cr_assert_eq(strlen(text), 22);
        cr_assert(table_read_id(mur_span_of(text), &again));
        cr_assert_arr_eq(&id, &again, sizeof id);
    }
    store_id id;
    cr_expect_not(table_read_id(mur_span_of("AAAAAAAAAAAAAAAAAAAAAB"), &id), "bits that mean nothing");
    cr_expect_not(table_read_id(mur_span_of("AAAAAAAAAAAAAAAAAAAAA"), &id));
    cr_expect_not(table_read_id(mur_span_of("AAAAAAAAAAAAAAAAAAAA+A"), &id));
}
