/* SPDX-License-Identifier: MIT */
/* tests/server/shuffle_test.c -- commitments, sealing and revealed salts of a single table. */
#include "server/table/fair.h"
#include "tests/server/tables.h"

static table_err sit_down(table *t, entry_list *log, int who, int seat, const char *salt, bool commits)
{
    table_change w;
    char commit[FAIR_HEX] = "";
    if (commits)
        fair_commit_salt(mur_span_of(salt), commit);
    w = table_check_sit(t, person(who), seat, "P", mur_span_of(commits ? "" : salt), mur_span_of(commit));
    if (!w.err)
        grant(t, log, &w);
    return w.err;
}

static table_err reveal(table *t, entry_list *log, int who, const char *salt)
{
    table_change w;
    table_err e = (w = table_check_reveal(t, person(who), mur_span_of(salt))).err;
    if (!e)
        grant(t, log, &w);
    return e;
}

static table_err commit(table *t, entry_list *log, int who, const char *salt)
{
    table_change w;
    char digits[FAIR_HEX];
    fair_commit_salt(mur_span_of(salt), digits);
    table_err e = (w = table_check_commit(t, person(who), mur_span_of(digits))).err;
    if (!e)
        grant(t, log, &w);
    return e;
}

static table_err stand(table *t, entry_list *log, int who)
{
    table_change w;
    table_err e = (w = table_check_stand(t, person(who))).err;
    if (!e)
        grant(t, log, &w);
    return e;
}

/* A sealed table: all have committed to "salt0", "salt1", ... */
static table *sealed(const table_plan *p, entry_list *log)
{
    table *t = table_open(person(99), person(1), p);
    log->n = 0;
    for (int seat = 0; seat < p->seats; seat++) {
        char salt[] = { 's', 'a', 'l', 't', (char)('0' + seat), '\0' };
        cr_assert_eq(sit_down(t, log, seat + 1, seat, salt, true), TABLE_OK);
    }
    cr_assert_eq(start(t, log, p->waits_for_host ? person(1) : nobody), TABLE_OK);
    cr_assert(table_is_sealed(t));
    cr_assert_null(table_position(t));
    return t;
}

/* The same log gives the same table, at every length. */
static void expect_replayed(const table_plan *p, const table *t, const entry_list *log)
{
    table *again = replayed(p, log);
    cr_expect_eq(table_awaited(again), table_awaited(t));
    cr_expect_eq(table_is_sealed(again), table_is_sealed(t));
    cr_expect_eq(table_position(again) != NULL, table_position(t) != NULL);
    if (table_position(t))
        cr_expect_arr_eq(table_position(again), table_position(t), p->game->state_size);
    table_close(&again);
}

Test(shuffle, starts_when_every_salt_is_revealed)
{
    table_plan p = plan_of("chinesische-mauer", 3);
    static entry_list log;
    table_change w;
    table *t = sealed(&p, &log);
    cr_expect_eq(table_awaited(t), 7);
    cr_expect_eq(table_status(t).state, STORE_OPEN);
    cr_expect_eq(reveal(t, &log, 1, "salt1"), TABLE_TEXT, "another's salt");
    cr_expect_eq(reveal(t, &log, 1, ""), TABLE_TEXT);
    cr_expect_eq(reveal(t, &log, 9, "salt0"), TABLE_NOT_YOURS);
    for (int who = 3; who > 0; who--) {
        char salt[] = { 's', 'a', 'l', 't', (char)('0' + who - 1), '\0' };
        cr_expect_eq((w = table_check_start(t, nobody)).err, TABLE_STATE);
        cr_expect_eq((w = table_check_start(t, person(1))).err, TABLE_STATE);
        cr_assert_eq(reveal(t, &log, who, salt), TABLE_OK);
        cr_expect_eq(reveal(t, &log, who, salt), TABLE_STATE, "once is enough");
        expect_replayed(&p, t, &log);
    }
    cr_expect_eq(table_awaited(t), 0);
    cr_assert_eq(start(t, &log, nobody), TABLE_OK);
    cr_expect(table_position(t));
    expect_replayed(&p, t, &log);
    mur_span salts[MUR_SEATS];
    table_salts(t, salts);
    cr_expect(mur_span_is(salts[2], "salt2"));
    table_close(&t);
}

/* The deal depends on the salts alone, not on whether they were committed. */
Test(shuffle, committed_salts_give_the_same_deal_as_open_ones)
{
    table_plan p = plan_of("chinesische-mauer", 2);
    static entry_list log, other;
    table *t = sealed(&p, &log), *open = table_open(person(99), person(1), &p);
    reveal(t, &log, 1, "salt0");
    reveal(t, &log, 2, "salt1");
    cr_assert_eq(start(t, &log, nobody), TABLE_OK);
    sit_down(open, &other, 1, 0, "salt0", false);
    sit_down(open, &other, 2, 1, "salt1", false);
    cr_assert_eq(start(open, &other, nobody), TABLE_OK);
    cr_expect_arr_eq(table_position(t), table_position(open), p.game->state_size);
    table_close(&t);
    table_close(&open);
}

Test(shuffle, seats_cannot_change_while_sealed)
{
    table_plan p = plan_of("chinesische-mauer", 3);
    static entry_list log;
    table_change w;
    log.n = 0;
    table *t = table_open(person(99), person(1), &p);
    sit_down(t, &log, 1, 0, "one", true);
    sit_down(t, &log, 2, 1, "two", true);
    cr_assert_eq((w = table_check_bot(t, person(1), 2, mur_span_of("mason"))).err, TABLE_OK);
    grant(t, &log, &w);
    cr_assert_eq(start(t, &log, nobody), TABLE_OK);
    cr_expect_eq(sit(t, &log, 4, 2), TABLE_TAKEN);
    cr_expect_eq(commit(t, &log, 1, "another"), TABLE_STATE);
    cr_expect_eq((w = table_check_free(t, person(1), 2)).err, TABLE_STATE);
    cr_expect_eq((w = table_check_bot(t, person(1), 2, mur_span_of("emperor"))).err, TABLE_STATE);
    cr_assert_eq(reveal(t, &log, 2, "two"), TABLE_OK);
    cr_expect_eq((w = table_check_bot(t, person(1), 1, mur_span_of("mason"))).err, TABLE_TAKEN, "their part is there");
    cr_expect_eq((w = table_check_bot(t, person(2), 0, mur_span_of("mason"))).err, TABLE_NOT_YOURS);
    table_close(&t);
}

Test(shuffle, a_broken_seal_makes_every_salt_void)
{
    table_plan p = plan_of("chinesische-mauer", 3);
    static entry_list log;
    table_change w;
    table *t = sealed(&p, &log);
    reveal(t, &log, 1, "salt0");
    cr_assert_eq((w = table_check_bot(t, person(1), 1, mur_span_of("mason"))).err, TABLE_OK);
    grant(t, &log, &w);
    cr_expect_not(table_is_sealed(t));
    cr_expect_eq(table_awaited(t), 5, "the others commit again");
    cr_expect_str_eq(table_seat_of(t, 1)->bot, "mason");
    cr_expect_eq(table_find_person(t, person(2)), 1, "the seat stays theirs");
    cr_expect_eq(sit(t, &log, 2, 1), TABLE_STATE, "not before the start");
    cr_expect_eq((w = table_check_free(t, person(1), 1)).err, TABLE_TAKEN);
    cr_expect_eq((w = table_check_start(t, nobody)).err, TABLE_STATE);
    cr_expect_eq(reveal(t, &log, 3, "salt2"), TABLE_STATE);
    cr_expect_eq(commit(t, &log, 2, "late"), TABLE_STATE, "a bot has their seat");
    cr_assert_eq(commit(t, &log, 1, "new0"), TABLE_OK);
    expect_replayed(&p, t, &log);
    cr_assert_eq(commit(t, &log, 3, "new2"), TABLE_OK);
    cr_assert_eq(start(t, &log, nobody), TABLE_OK);
    cr_expect_eq(reveal(t, &log, 1, "salt0"), TABLE_TEXT, "the old one is worth nothing");
    cr_assert_eq(reveal(t, &log, 1, "new0"), TABLE_OK);
    cr_assert_eq(reveal(t, &log, 3, "new2"), TABLE_OK);
    cr_assert_eq(start(t, &log, nobody), TABLE_OK);
    mur_span salts[MUR_SEATS];
    table_salts(t, salts);
    cr_expect(mur_span_is(salts[0], "new0") && salts[1].len == 0 && mur_span_is(salts[2], "new2"));
    cr_expect_eq(sit(t, &log, 2, 1), TABLE_OK, "after the start the seat can be taken back");
    expect_replayed(&p, t, &log);
    table_close(&t);
}

/* If the seat were open again, its player could leave and return until the deal suits them. */
Test(shuffle, standing_up_while_sealed_leaves_the_seat_to_a_bot)
{
    table_plan p = plan_of("chinesische-mauer", 2);
    static entry_list log;
    table *t = sealed(&p, &log);
    cr_assert_eq(reveal(t, &log, 2, "salt1"), TABLE_OK);
    cr_assert_eq(stand(t, &log, 2), TABLE_OK);
    cr_expect_str_eq(table_seat_of(t, 1)->bot, "master");
    cr_expect_eq(table_awaited(t), 1);
    cr_expect_eq(stand(t, &log, 2), TABLE_STATE);
    cr_assert_eq(commit(t, &log, 1, "new"), TABLE_OK);
    cr_assert_eq(start(t, &log, nobody), TABLE_OK);
    cr_assert_eq(stand(t, &log, 1), TABLE_OK);
    cr_expect_eq(table_awaited(t), 0);
    cr_assert_eq(start(t, &log, nobody), TABLE_OK, "only bots are left: they play");
    expect_replayed(&p, t, &log);
    table_close(&t);
}

Test(shuffle, a_person_who_has_not_committed_again_may_still_leave)
{
    table_plan p = plan_of("chinesische-mauer", 3);
    static entry_list log;
    table *t = sealed(&p, &log);
    stand(t, &log, 3);
    cr_expect_eq(table_awaited(t), 3);
    cr_assert_eq(stand(t, &log, 2), TABLE_OK);
    cr_expect(table_is_open(t, 1), "nothing is sealed: it is an open seat");
    cr_expect_eq(table_awaited(t), 1);
    cr_assert_eq(sit_down(t, &log, 4, 1, "four", true), TABLE_OK);
    cr_assert_eq(commit(t, &log, 1, "one"), TABLE_OK);
    cr_assert_eq(start(t, &log, nobody), TABLE_OK);
    cr_expect_eq(table_awaited(t), 3);
    table_close(&t);
}

static void expect_deadline(table *t, entry_list *log, store_time ms)
{
    int64_t left[MUR_SEATS];
    unsigned running;
    store_time out;
    table_change w;
    cr_assert(table_clock(t, log->now, left, &running, &out));
    cr_expect_eq(out, log->now + ms);
    cr_expect_eq((w = table_check_overdue(t, out - 1)).err, TABLE_STATE);
    cr_assert_eq((w = table_check_overdue(t, out)).err, TABLE_OK);
    cr_expect(mur_span_is(table_draft_entry(&w.draft[0], 0).text, "master\nreveal"));
    grant(t, log, &w);
}

Test(shuffle, a_salt_that_does_not_come_in_time_costs_the_seat)
{
    table_plan plans[] = { plan_of("chinesische-mauer", 2), plan_of("chinesische-mauer", 2) };
    static entry_list log;
    plans[0].timing = TABLE_CLOCK, plans[0].minutes = 180;
    plans[1].timing = TABLE_DAYS, plans[1].days = 2;
    for (int i = 0; i < 2; i++) {
        store_time ms = i ? INT64_C(2) * 86400000 : 60000;
        table *t = sealed(&plans[i], &log);
        expect_deadline(t, &log, ms);
        cr_expect_eq(table_awaited(t), 2);
        cr_expect_str_eq(table_seat_of(t, 0)->bot, "master");
        expect_replayed(&plans[i], t, &log);
        expect_deadline(t, &log, ms); /* nor commits again */
        cr_assert_eq(start(t, &log, nobody), TABLE_OK);
        table_close(&t);
    }
}

Test(shuffle, an_untimed_table_waits)
{
    table_plan p = plan_of("chinesische-mauer", 2);
    static entry_list log;
    int64_t left[MUR_SEATS];
    unsigned running;
    store_time out;
    table_change w;
    table *t = sealed(&p, &log);
    cr_expect_not(table_clock(t, log.now, left, &running, &out));
    cr_expect_eq(out, 0);
    cr_expect_eq((w = table_check_overdue(t, INT64_MAX)).err, TABLE_STATE);
    table_close(&t);
}

Test(shuffle, the_host_needs_to_start_only_once)
{
    table_plan p = plan_of("chinesische-mauer", 3);
    static entry_list log;
    table_change w;
    p.waits_for_host = true;
    table *t = sealed(&p, &log);
    stand(t, &log, 3);
    commit(t, &log, 1, "one");
    cr_assert_eq(stand(t, &log, 2), TABLE_OK);
    cr_assert_eq(sit_down(t, &log, 4, 1, "four", true), TABLE_OK);
    cr_expect_eq((w = table_check_start(t, nobody)).err, TABLE_NOT_YOURS, "somebody else sits there now");
    cr_assert_eq(start(t, &log, person(1)), TABLE_OK);
    stand(t, &log, 4);
    commit(t, &log, 1, "two");
    cr_assert_eq(start(t, &log, nobody), TABLE_OK, "sealed again by itself");
    cr_assert_eq(reveal(t, &log, 1, "two"), TABLE_OK);
    cr_assert_eq(start(t, &log, nobody), TABLE_OK);
    cr_expect(table_position(t));
    table_close(&t);
}

Test(shuffle, an_open_salt_is_fixed_by_the_seal_as_well)
{
    table_plan p = plan_of("chinesische-mauer", 2);
    static entry_list log;
    written o = { 0 };
    char hash[FAIR_HEX];
    log.n = 0;
    table *t = table_open(person(99), person(1), &p);
    sit_down(t, &log, 1, 0, "an open one", false);
    sit_down(t, &log, 2, 1, "hidden", true);
    fair_commit_salt(mur_span_of("an open one"), hash);
    cr_assert_eq(start(t, &log, nobody), TABLE_OK);
    cr_expect_eq(table_awaited(t), 2);
    begin_written(&o);
    table_write_fair(t, &o.json);
    const char *text = end_written(&o);
    cr_expect(mentions(text, hash), "%s", text);
    cr_expect_not(mentions(text, "an open one"));
    cr_expect_not(mentions(text, "salts"));
    free(o.at);
    table_close(&t);
}

/* -- An operator who knows the secret and reads the whole log, and sits in the last seat -- */

/* The log before the operator has to commit, with the commitments masked. */
static void read_as_operator(const char *first, const char *second, mur_buffer *out)
{
    table_plan p = plan_of("chinesische-mauer", 3);
    static entry_list log;
    const char *salts[] = { first, second };
    log.n = 0;
    log.now = 0;
    table *t = table_open(person(99), person(3), &p);
    for (int seat = 0; seat < 2; seat++)
        cr_assert_eq(sit_down(t, &log, seat + 1, seat, salts[seat], true), TABLE_OK);
    for (int i = 0; i < log.n; i++) {
        mur_span text = log.at[i].text;
        cr_assert_gt(text.len, (size_t)FAIR_HEX);
        mur_buffer_put_span(out, (mur_span){ text.at, text.len - (FAIR_HEX - 1) });
        mur_buffer_put_span(out, (mur_span){ &log.at[i].kind, 1 });
    }
    table_close(&t);
}

Test(shuffle, an_operator_who_knows_the_secret_cannot_choose)
{
    mur_buffer one = { 0 }, other = { 0 };
    read_as_operator("salt0", "salt1", &one);
    read_as_operator("something", "else", &other);
    cr_expect_eq(one.len, other.len);
    cr_expect_arr_eq(one.at, other.at, one.len, "nothing depends on the salts of the others");
    mur_buffer_close(&one);
    mur_buffer_close(&other);
    /* Once the salts of the others are known, the operator cannot change its own. */
    table_plan p = plan_of("chinesische-mauer", 3);
    static entry_list log;
    table *t = sealed(&p, &log);
    reveal(t, &log, 1, "salt0");
    reveal(t, &log, 2, "salt1");
    cr_expect_eq(commit(t, &log, 3, "better"), TABLE_STATE);
    cr_expect_eq(reveal(t, &log, 3, "better"), TABLE_TEXT);
    cr_expect_eq(sit_down(t, &log, 4, 2, "better", true), TABLE_TAKEN);
    /* Refusing to reveal costs the seat, and the salts of the others become void. */
    cr_assert_eq(stand(t, &log, 3), TABLE_OK);
    cr_expect_eq(table_awaited(t), 3);
    cr_expect_eq(sit_down(t, &log, 3, 2, "better", true), TABLE_STATE);
    cr_expect_eq(sit_down(t, &log, 4, 2, "better", true), TABLE_TAKEN, "nor as somebody else");
    table_close(&t);
}

Test(shuffle, a_commitment_replaces_an_open_salt)
{
    table_plan p = plan_of("chinesische-mauer", 2);
    static entry_list log;
    table_change w;
    log.n = 0;
    table *t = table_open(person(99), person(1), &p);
    sit_down(t, &log, 1, 0, "open", false);
    sit_down(t, &log, 2, 1, "open too", false);
    cr_assert_eq(commit(t, &log, 1, "first"), TABLE_OK);
    cr_assert_eq(commit(t, &log, 1, "second"), TABLE_OK);
    cr_assert_eq(start(t, &log, nobody), TABLE_OK);
    cr_expect_eq(table_awaited(t), 1);
    cr_expect_eq((w = table_check_commit(t, person(1), mur_span_of("xyz"))).err, TABLE_TEXT);
    cr_expect_eq(reveal(t, &log, 1, "first"), TABLE_TEXT);
    cr_assert_eq(reveal(t, &log, 1, "second"), TABLE_OK);
    cr_assert_eq(start(t, &log, nobody), TABLE_OK);
    mur_span salts[MUR_SEATS];
    table_salts(t, salts);
    cr_expect(mur_span_is(salts[0], "second") && mur_span_is(salts[1], "open too"));
    table_close(&t);
}

Test(shuffle, the_deal_of_another_table_is_not_shuffled_again)
{
    table_plan p = plan_of("chinesische-mauer", 2);
    static entry_list log;
    log.n = 0;
    p.repeats_deal = true;
    table *t = table_open(person(99), person(1), &p);
    cr_assert_eq(sit_down(t, &log, 1, 0, "one", true), TABLE_OK);
    cr_expect_eq(commit(t, &log, 1, "one"), TABLE_STATE);
    cr_assert_eq(sit_down(t, &log, 2, 1, "two", true), TABLE_OK);
    cr_assert_eq(start(t, &log, nobody), TABLE_OK);
    cr_expect(table_position(t));
    table_close(&t);
}

Test(shuffle, entries_that_cheat_are_refused)
{
    table_plan p = plan_of("chinesische-mauer", 2);
    static entry_list log;
    static const struct {
        char kind;
        const char *text;
    } wrong[] = { { TABLE_START, "" },       { TABLE_SEAL, "" },           { TABLE_REVEAL, "salt1" },
                  { TABLE_REVEAL, "" },      { TABLE_STAND, "P" },         { TABLE_FREE, "" },
                  { TABLE_COMMIT, "salt0" }, { TABLE_SIT, "P\nsalt\nx" },  { TABLE_RESERVE, "P" },
                  { TABLE_RETURN, "P" },     { TABLE_BOT_SITS, "master" }, { TABLE_MOVE, "1:WW" } };
    table *t = sealed(&p, &log);
    for (size_t i = 0; i < countof(wrong); i++) {
        store_entry e = { .n = table_length(t), .kind = wrong[i].kind, .person = person(1), .at = log.now };
        e.text = mur_span_of(wrong[i].text);
        cr_expect_not(table_apply(t, &e), "%c %s", e.kind, wrong[i].text);
    }
    cr_expect_eq(reveal(t, &log, 1, "salt0"), TABLE_OK, "the table is as it was");
    table_close(&t);
}

/* Entries of a server without commitments. */
Test(shuffle, entries_of_the_first_version_are_read_unchanged)
{
    static const struct {
        char kind;
        uint8_t seat, who;
        const char *text;
    } old[] = { { 's', 0, 1, "Anna\ngrain of salt" },
                { 's', 1, 2, "Ben\n" },
                { 'b', 2, 1, "mason\nhere" },
                { 'l', 1, 2, "Ben" },
                { 's', 1, 3, "\npepper" },
                { 'g', 0, 0, "" } };
    table_plan p = plan_of("chinesische-mauer", 3);
    table *t = table_open(person(99), person(1), &p);
    for (size_t i = 0; i < countof(old); i++) {
        store_entry e = { .n = (uint32_t)i, .kind = old[i].kind, .seat = old[i].seat, .at = 1000 };
        e.person = old[i].who ? person(old[i].who) : nobody;
        e.text = mur_span_of(old[i].text);
        cr_assert(table_apply(t, &e), "entry %zu", i);
    }
    mur_span salts[MUR_SEATS] = { mur_span_of("grain of salt"), mur_span_of("pepper"), mur_span_of("") };
    mur_setup *u = mur_new(p.game->setup_size);
    mur_state *s = mur_new(p.game->state_size);
    mur_rng rng;
    fair_deal(p.secret, salts, 3, &rng);
    p.game->init(u, 3);
    p.game->shuffle(u, &rng);
    cr_assert_eq(p.game->start(u, s), MUR_OK);
    cr_expect_arr_eq(table_position(t), s, p.game->state_size);
    free(u);
    free(s);
    table_close(&t);
}
