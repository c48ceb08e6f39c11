/* SPDX-License-Identifier: MIT */
/* tests/engine/dm_test.c -- Die Mauer, chapter by chapter of its rules. */
#include "engine/die_mauer/dm_int.h"
#include "tests/engine/walk.h"

static game_run t;

static void sit_down(int seats)
{
    static const char *const lines[] = { "hands 2", NULL };
    run_open(&t, &dm_game, seats, 1, lines);
}

static const dm_board *board(void)
{
    return &t.state.dm.board;
}

/* "T6-": the choices of seats 1, 2, 3, ... */
static void choose(const char *choices)
{
    for (int seat = 0; choices[seat]; seat++) {
        char move[] = { (char)('1' + seat), ' ', choices[seat], '\0' };
        run_play(&t, move);
    }
}

/* A round in which nobody builds, gives or is asked: the master blocked, or several empty hands. */
static void pass_round(void)
{
    choose(t.state.base.seats == 3 ? "---" : "----");
}

static const char *wall(void)
{
    static char out[MUR_LINE_TEXT];
    dm_block blocks[DM_IN_WALL];
    int n = dm_wall(board(), blocks);
    mur_text text = mur_text_on(out, sizeof out);
    for (int i = 0; i < n; i++) {
        mur_put_int(&text, dm_block_seat(blocks[i]) + 1);
        mur_put_char(&text, dm_letter[dm_block_kind(blocks[i])]);
    }
    return out;
}

/* Builds all pieces of a seat except these, ignoring the rules: a short way to a late position. */
static void leave_only(int seat, unsigned kinds)
{
    dm_state *s = &t.state.dm;
    for (int kind = 0; kind < DM_KINDS; kind++)
        if (!(kinds >> kind & 1)) {
            s->board.wall[s->board.n_wall++] = (dm_block)(DM_RIGHT << 6 | seat << 3 | kind);
            s->board.walls_left = (uint8_t)(s->board.walls_left - !dm_is_special(kind));
            s->stock[seat] -= dm_one(kind);
            s->board.size[seat]--;
        }
    s->held[seat] = (uint8_t)kinds;
    unsigned left = !dm_is_special(dm_block_kind(s->board.wall[0]));
    unsigned right = !dm_is_special(dm_block_kind(s->board.wall[s->board.n_wall - 1]));
    s->board.free_ends = (uint8_t)(left << DM_LEFT | right << DM_RIGHT);
}

/* -- A building round -- */

Test(dm, choices_are_hidden_until_all_are_made_and_may_come_in_any_order)
{
    sit_down(3);
    cr_expect_eq(t.state.base.to_act, 7);
    cr_expect_eq(n_legal(&t, 1), 8);
    run_play(&t, "3 T; 1 6");
    cr_expect(shows(&t, 0, "\"chosen\":{\"1\":\"6\",\"3\":\"?\"}"));
    cr_expect(shows(&t, 2, "\"chosen\":{\"1\":\"?\",\"3\":\"T\"}"));
    cr_expect(shows(&t, MUR_WATCHER, "\"chosen\":{\"1\":\"?\",\"3\":\"?\"}"));
    cr_expect(shows(&t, MUR_ALL, "\"chosen\":{\"1\":\"6\",\"3\":\"T\"}"));
    cr_expect_str_eq(why_not(&t, "1 T"), "it is not this seat's turn"); /* a choice is made once */
    run_play(&t, "2 -");
    cr_expect(shows(&t, MUR_WATCHER,
                    "\"last\":{\"hand\":1,\"round\":1,\"master\":1,\"chosen\":{\"1\":\"6\",\"2\":\"-\",\"3\":\"T\"}"));
}

/* choices of seats 1.. (1 is master), who acts next, in which phase */
static const struct {
    const char *choices;
    int phase;
    const char *builders;
} reveals[] = {
    { "6TG", DM_BUILD, "1" },                            /* no thieves */
    { "66G", DM_BUILD, "2" },                            /* the thief builds, the master does not */
    { "666", DM_BUILD, "23" },                           /* in turn order from the master's left */
    { "T11", DM_BUILD, "1" },  { "TT1", DM_BUILD, "2" }, /* on an empty table one special fits */
    { "TTT", DM_BUILD, "1" }, /* discord: not all thieves can build, the master builds alone */
    { "-12", DM_FREE, "1" },  /* the empty hand alone */
    { "-1-", DM_GIFT, "3" },  /* one other: a gift */
    { "---", DM_CHOOSE, "" }, /* several others: nothing */
    { "1--", DM_BUILD, "1" }, /* empty hands of others mean nothing when the master chose a piece */
};

Test(dm, who_builds_follows_from_the_choices)
{
    for (size_t i = 0; i < countof(reveals); i++) {
        char builders[8] = "";
        sit_down(3);
        choose(reveals[i].choices);
        for (int k = 0; k < board()->n_builders; k++)
            builders[k] = (char)('1' + board()->builder[k]);
        cr_expect_eq(board()->phase, reveals[i].phase, "%s", reveals[i].choices);
        cr_expect_str_eq(builders, reveals[i].builders, "%s", reveals[i].choices);
    }
}

Test(dm, the_next_master_sits_to_the_left)
{
    sit_down(3);
    for (int round = 0; round < 7; round++) {
        cr_expect_eq(board()->master, round % 3);
        cr_expect_eq(board()->round, round + 1);
        pass_round();
    }
}

Test(dm, the_master_with_the_empty_hand_may_decline)
{
    sit_down(3);
    choose("-12");
    cr_expect(is_legal(&t, 1, "pass") && is_legal(&t, 1, "6 right") && is_legal(&t, 1, "T right"));
    cr_expect_not(is_legal(&t, 1, "6 left")); /* on an empty table the end is always right */
    cr_expect_str_eq(why_not(&t, "1 6 left"), "the first piece of a wall is built at its right end");
    cr_expect_str_eq(why_not(&t, "1 left"), "now the master builds any piece at one end, or passes");
    run_play(&t, "1 pass");
    cr_expect_eq(board()->n_wall, 0);
    cr_expect_eq(board()->idle, 1);
}

Test(dm, a_gift_is_seen_by_giver_and_receiver_only)
{
    sit_down(4);
    choose("-12-");
    cr_expect_eq(n_legal(&t, 4), 7);
    cr_expect_str_eq(why_not(&t, "4 T"), "now a piece is given to the master");
    for (int seat = 0; seat < 4; seat++) {
        char text[MUR_MOVE_TEXT];
        mur_text out = mur_text_on(text, sizeof text);
        mur_move give = dm_game.read_move(mur_span_of("give T"));
        dm_game.write_move(dm_game.seen(&t.state.base, 3, give, seat), &out);
        cr_expect_str_eq(text, seat == 0 || seat == 3 ? "give T" : "give ?");
    }
    run_play(&t, "4 give T");
    cr_expect(shows(&t, 0, "\"stock\":[\"TTG12346\",7,7,6]"));
    cr_expect(shows(&t, 3, "\"stock\":[8,7,7,\"G12346\"]"));
    cr_expect(shows(&t, 1, "\"stock\":[8,\"TG12346\",7,6]"));
    int known = 0;
    for (int i = 0; i < t.events.n; i++) {
        mur_event e = t.events.at[i];
        if (e.seat == 3 && e.other == 0 && e.knows != MUR_EVERYONE) {
            known++;
            cr_expect_neq(mur_event_for(e, 0).what, MUR_UNSEEN);
            cr_expect_eq(mur_event_for(e, 1).what, MUR_UNSEEN);
            cr_expect_eq(mur_event_for(e, MUR_WATCHER).what, MUR_UNSEEN);
        }
    }
    cr_expect_eq(known, 1);
}

/* -- Building -- */

Test(dm, pieces_are_added_at_either_end)
{
    sit_down(3);
    choose("6TG");
    cr_expect_eq(n_legal(&t, 1), 1); /* still a decision */
    run_play(&t, "1 right");
    choose("11G");
    run_play(&t, "1 left");
    choose("2TG");
    run_play(&t, "3 right");
    cr_expect_str_eq(wall(), "1116"
                             "3G");
}

Test(dm, a_special_never_stands_next_to_a_special)
{
    sit_down(3);
    choose("T12");
    run_play(&t, "1 right");
    cr_expect_eq(board()->free_ends, 0);
    choose("1G2"); /* seat 2 is master and blocked: nobody builds */
    cr_expect_eq(board()->phase, DM_CHOOSE);
    cr_expect_eq(board()->idle, 1);
    choose("126");
    run_play(&t, "3 left");
    choose("G21");
    cr_expect_str_eq(why_not(&t, "1 right"), "a tower or a gate may not stand next to a tower or a gate");
    run_play(&t, "1 left");
    cr_expect_str_eq(wall(), "1G36"
                             "1T");
    cr_expect_eq(dm_room_for(board(), DM_TOWER), 0);
    cr_expect_gt(dm_room_for(board(), DM_ONE), 2);
}

Test(dm, two_thieves_build_specials_at_different_ends)
{
    sit_down(3);
    choose("6TG");
    run_play(&t, "1 right");
    choose("TTT"); /* seat 2 is master; 3 and 1 steal, in this order */
    run_play(&t, "3 left");
    cr_expect_eq(n_legal(&t, 1), 1);
    run_play(&t, "1 right");
    cr_expect_str_eq(wall(), "3T16"
                             "1T");
    cr_expect_eq(board()->idle, 0);
}

Test(dm, discord_when_only_one_end_takes_a_special)
{
    sit_down(4);
    choose("6TG1");
    run_play(&t, "1 right");
    choose("1T12");
    run_play(&t, "2 left"); /* wall: tower, 6; one end is left for specials */
    choose("GGGG");
    cr_expect_eq(board()->n_builders, 1);
    cr_expect_eq(board()->builder[0], 2); /* the master builds alone */
    run_play(&t, "3 right");
    choose("GG1G");
    cr_expect_eq(board()->phase, DM_CHOOSE); /* and where it cannot be built, nobody does */
}

/* -- Hands and scoring -- */

Test(dm, a_hand_ends_with_the_round_that_empties_a_stock)
{
    sit_down(3);
    leave_only(1, 1 << DM_SIX); /* seat 2 has one piece left */
    choose("666");
    run_play(&t, "2 right; 3 right"); /* all thieves still build */
    cr_expect_eq(board()->hand, 2);
    cr_expect_eq(board()->score[0], 15 + 10 + 1 + 2 + 3 + 4 + 6);
    cr_expect_eq(board()->score[1], 0);
    cr_expect_eq(board()->score[2], 15 + 10 + 1 + 2 + 3 + 4);
    cr_expect(shows(&t, 0, "\"stock\":[\"TG12346\",\"\",\"TG1234\"]}")); /* everybody shows what is left */
    cr_expect_eq(board()->first, 1); /* the seat after the one that began the hand before */
    cr_expect_eq(board()->master, 1);
    cr_expect_eq(board()->n_wall, 0);
    cr_expect_eq(board()->round, 1);
}

Test(dm, giving_away_the_last_piece_ends_the_hand_too)
{
    sit_down(3);
    leave_only(1, 1 << DM_ONE);
    choose("--6");
    run_play(&t, "2 give 1");
    cr_expect_eq(board()->hand, 2);
    cr_expect_eq(board()->score[0], 41 + 1);
}

Test(dm, a_hand_ends_when_no_wall_is_left_and_both_ends_are_closed)
{
    sit_down(3);
    for (int seat = 0; seat < 3; seat++)
        leave_only(seat, DM_SPECIALS);
    choose("TG-");
    run_play(&t, "1 right");
    cr_expect_eq(board()->hand, 1);
    choose("-TG");
    run_play(&t, "2 left"); /* now both ends are towers */
    cr_expect_eq(board()->hand, 2);
    cr_expect_eq(board()->score[0], 10);
    cr_expect_eq(board()->score[2], 25);
}

Test(dm, a_hand_ends_after_30_rounds_without_building)
{
    sit_down(3);
    for (int round = 0; round < 29; round++)
        pass_round();
    cr_expect_eq(board()->hand, 1);
    cr_expect_eq(board()->idle, 29);
    pass_round();
    cr_expect_eq(board()->hand, 2);
    cr_expect_eq(board()->score[0], 41);
    for (int round = 0; round < 30; round++)
        pass_round();
    cr_expect_eq(board()->phase, DM_OVER);
    cr_expect_eq(board()->hand, 2);
    cr_expect_eq(board()->round, 30);
    cr_expect_eq(board()->idle, 30);
    cr_expect_eq(mur_winners(&dm_game, &t.state.base), 7U); /* equal players share the victory */
}

Test(dm, the_lowest_total_wins)
{
    sit_down(3);
    t.state.dm.board.score[0] = 50;
    t.state.dm.board.score[1] = 20;
    t.state.dm.board.score[2] = 20;
    cr_expect_eq(mur_winners(&dm_game, &t.state.base), 6U);
}

Test(dm, the_number_of_hands_is_the_number_of_players_by_default)
{
    for (int seats = 3; seats <= 6; seats++) {
        run_open(&t, &dm_game, seats, 1, NULL);
        cr_expect_eq(board()->hands, seats);
    }
}

/* -- What players know: redeals -- */

enum { DRAWS = 42000 };

/* Counts, over many redeals for a seat, how often each of n worlds occurs. */
static void count_worlds(int observer, int (*world)(const dm_state *), int *counts, int n)
{
    dm_view v;
    dm_state s;
    mur_rng rng;
    mur_rng_seed(&rng, 77);
    memset(counts, 0, (size_t)n * sizeof *counts);
    dm_game.view(&t.state.base, observer, &v.base);
    for (int i = 0; i < DRAWS; i++) {
        mur_redeal(&dm_game, &v.base, &rng, &s.base);
        int k = world(&s);
        cr_assert(k >= 0 && k < n, "an impossible world: %d", k);
        counts[k]++;
    }
}

/* The kind seat 3 holds twice. */
static int double_of_3(const dm_state *s)
{
    for (int kind = 0; kind < DM_KINDS; kind++)
        if (dm_count(s->stock[2], kind) == 2)
            return kind;
    return -1;
}

Test(dm, a_gift_may_be_any_of_seven_pieces)
{
    int counts[DM_KINDS];
    sit_down(3);
    pass_round();
    pass_round();
    choose("1--"); /* seat 3 is master: seat 2 gives */
    run_play(&t, "2 give 4");
    count_worlds(0, double_of_3, counts, DM_KINDS);
    cr_expect_lt(chi_square(counts, DM_KINDS), 3.5);
    count_worlds(1, double_of_3, counts, DM_KINDS);
    cr_expect_eq(counts[DM_FOUR], DRAWS); /* the giver knows */
    count_worlds(2, double_of_3, counts, DM_KINDS);
    cr_expect_eq(counts[DM_FOUR], DRAWS); /* so does the receiver */
}

Test(dm, what_the_giver_shows_later_was_not_the_gift)
{
    int counts[DM_KINDS];
    sit_down(3);
    pass_round();
    pass_round();
    choose("1--");
    run_play(&t, "2 give 4");
    choose("1T6"); /* seat 2 still has its tower */
    run_play(&t, "1 right");
    count_worlds(0, double_of_3, counts, DM_KINDS);
    cr_expect_eq(counts[DM_TOWER], 0);
    cr_expect_lt(chi_square(counts + 1, DM_KINDS - 1), 3.5);
}

/* Seat 3 builds its 6, then shows another one: it must be the gift. */
Test(dm, what_the_receiver_shows_twice_was_the_gift)
{
    sit_down(3);
    pass_round();
    pass_round();
    choose("1--");
    run_play(&t, "2 give 6");
    choose("1-6");
    run_play(&t, "1 right");
    choose("T-6"); /* seat 2 is master, with the empty hand alone */
    run_play(&t, "2 pass");
    choose("TG6");
    run_play(&t, "3 right");
    choose("TG6"); /* a second 6 */
    dm_view v;
    dm_state s;
    mur_rng rng;
    mur_rng_seed(&rng, 78);
    dm_game.view(&t.state.base, 0, &v.base);
    for (int i = 0; i < 200; i++) {
        mur_redeal(&dm_game, &v.base, &rng, &s.base);
        cr_assert_eq(dm_count(s.stock[2], DM_SIX), 1);
        cr_assert_eq(dm_count(s.stock[1], DM_SIX), 0);
    }
}

/* Seat 2 gives to 3, later 3 gives to 2: 49 histories, of which 7 give the same piece back. */
static int there_and_back(const dm_state *s)
{
    dm_fact first = dm_unpack_fact(s->facts[0]), second = { .kind = DM_KINDS };
    for (int i = 1; i < s->board.n_facts; i++)
        if (dm_unpack_fact(s->facts[i]).fact == DM_GAVE)
            second = dm_unpack_fact(s->facts[i]);
    return first.kind < DM_KINDS && second.kind < DM_KINDS ? first.kind * DM_KINDS + second.kind : -1;
}

Test(dm, every_history_of_gifts_is_equally_likely)
{
    int counts[DM_KINDS * DM_KINDS];
    sit_down(3);
    pass_round();
    pass_round();
    choose("1--"); /* 2 gives to 3 */
    run_play(&t, "2 give 4");
    pass_round();
    choose("1--"); /* seat 2 is master: 3 gives to 2 */
    run_play(&t, "3 give 1");
    count_worlds(0, there_and_back, counts, DM_KINDS * DM_KINDS);
    cr_expect_lt(chi_square(counts, DM_KINDS * DM_KINDS), 3.5);
}

/* A hidden choice fits the hidden stock: 2 gave one of 7 and has then chosen one of the other 6, or nothing. */
static int gift_and_choice(const dm_state *s)
{
    int gift = dm_unpack_fact(s->facts[0]).kind, choice = dm_choice(s->chosen, 1);
    if (gift == choice)
        return -1;
    return gift * DM_KINDS + (choice > gift ? choice - 1 : choice);
}

Test(dm, hidden_choices_and_hidden_gifts_are_drawn_together)
{
    int counts[DM_KINDS * DM_KINDS];
    sit_down(3);
    pass_round();
    pass_round();
    choose("1--");
    run_play(&t, "2 give 4");
    run_play(&t, "2 6");
    count_worlds(0, gift_and_choice, counts, DM_KINDS * DM_KINDS);
    cr_expect_lt(chi_square(counts, DM_KINDS * DM_KINDS), 3.5);
}

/* Redeals the position for every seat: the world is sound, and looks the same to the seat. */
static void check_redeals(mur_rng *rng)
{
    for (int seat = 0; seat < t.state.base.seats; seat++) {
        dm_view v, again;
        dm_state s;
        dm_game.view(&t.state.base, seat, &v.base);
        mur_redeal(&dm_game, &v.base, rng, &s.base);
        cr_assert(dm_game.is_sound(&s.base), "phase %d", board()->phase);
        dm_game.view(&s.base, seat, &again.base);
        cr_assert_arr_eq(&v, &again, sizeof v);
    }
}

/* All choose: mostly the master and one other seat the empty hand, so that a gift follows. */
static void choose_to_give(int round, mur_rng *rng)
{
    int seats = t.state.base.seats, master = board()->master;
    int giver = (master + 1 + (int)mur_rng_below(rng, (uint32_t)seats - 1)) % seats;
    for (int seat = 0; seat < seats; seat++) {
        mur_move moves[MUR_MOVES];
        uint32_t n = (uint32_t)dm_game.legal(&t.state.base, seat, moves);
        mur_move empty = moves[n - 1], any = moves[mur_rng_below(rng, n > 1 ? n - 1 : 1)];
        bool gives = round % 20 && (seat == master || seat == giver);
        dm_game.play(&t.state.base, seat, gives ? empty : any, NULL);
    }
}

/* Very many gifts: the list of facts drops the oldest, and redeals are still sound and fit what the seat sees, also
 * between a reveal and the building that follows it. */
Test(dm, a_very_long_chain_of_gifts_is_remembered_as_far_as_it_goes)
{
    mur_rng rng;
    mur_rng_seed(&rng, 79);
    int hidden = 0;
    run_open(&t, &dm_game, 5, 1, NULL);
    for (int round = 0; round < 600 && t.state.base.to_act; round++) {
        choose_to_give(round, &rng);
        while (t.state.base.to_act && board()->phase != DM_CHOOSE) {
            mur_move moves[MUR_MOVES];
            int seat = board()->builder[0];
            uint32_t n = (uint32_t)dm_game.legal(&t.state.base, seat, moves);
            check_redeals(&rng);
            dm_game.play(&t.state.base, seat, moves[mur_rng_below(&rng, n)], NULL);
        }
        hidden += board()->before_hidden;
        check_redeals(&rng);
    }
    cr_expect_gt(hidden, 0);
}

/* -- Notation -- */

Test(dm, texts_that_are_no_moves_are_refused)
{
    static const char *const texts[] = { "",       "5",      "t",     "TT",     "T ",      " T",        "T up",
                                         "- left", "give",   "give ", "give -", "give T ", "give pass", "left ",
                                         "Left",   "passed", "?",     "give ?", "T  left" };
    for (size_t i = 0; i < countof(texts); i++)
        cr_expect_eq(dm_game.read_move(mur_span_of(texts[i])), 0, "%s", texts[i]);
}

Test(dm, a_move_of_another_phase_is_refused_with_what_is_due)
{
    sit_down(3);
    cr_expect_str_eq(why_not(&t, "1 left"), "now everybody chooses a piece, or the empty hand");
    choose("6TG");
    cr_expect_str_eq(why_not(&t, "1 T"), "now the piece is built: left or right");
    run_play(&t, "1 right");
    cr_expect_str_eq(why_not(&t, "1 6"), "you do not hold this piece");
    cr_expect_not(is_legal(&t, 1, "6"));
}
