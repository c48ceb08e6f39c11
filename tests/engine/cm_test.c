/* SPDX-License-Identifier: MIT */
/* tests/engine/cm_test.c -- Chinesische Mauer, chapter by chapter of its rules. */
#include "tests/engine/walk.h"

static game_run t;

/* Decks that begin with the cards a test wants and go on with the rest of the set. */
static void deck_line(char out[MUR_LINE_TEXT], int seat, const char *begin)
{
    static const char all[] = "WWWWWWWGGGTNSSSSSHHD";
    char rest[sizeof all];
    strcpy(rest, all);
    int n = snprintf(out, MUR_LINE_TEXT, "deck%d %s", seat, begin);
    for (const char *c = begin; *c; c++)
        *strchr(rest, *c) = '.';
    for (const char *c = rest; *c; c++)
        if (*c != '.')
            out[n++] = *c;
    out[n] = '\0';
}

/* The tokens a test wants first, then the others of the box, unequal pairs while they last. */
static void tokens_line(char out[MUR_LINE_TEXT], const char *begin)
{
    int left[CM_VALUES] = { 0, 2, 6, 7, 7, 8, 0, 4, 2 }, n_out = 0, previous = 0;
    n_out = snprintf(out, MUR_LINE_TEXT, "tokens");
    for (const char *c = begin; *c; c++)
        if (*c != ' ') {
            left[*c - '0']--;
            n_out += snprintf(out + n_out, MUR_LINE_TEXT - (size_t)n_out, " %c", *c);
        }
    for (;;) {
        int best = 0;
        for (int value = 1; value < CM_VALUES; value++)
            if (left[value] > 0 && value != previous && (!best || left[value] > left[best]))
                best = value;
        if (!best && previous && left[previous])
            best = previous;
        if (!best)
            return;
        left[best]--;
        previous = best;
        n_out += snprintf(out + n_out, MUR_LINE_TEXT - (size_t)n_out, " %d", best);
    }
}

static void sit_down(int seats, const char *tokens, const char *const decks[CM_SEATS])
{
    char line[CM_SEATS + 1][MUR_LINE_TEXT];
    const char *lines[CM_SEATS + 2] = { 0 };
    tokens_line(line[0], tokens);
    lines[0] = line[0];
    for (int seat = 0; seat < seats; seat++) {
        deck_line(line[seat + 1], seat + 1, decks[seat] ? decks[seat] : "");
        lines[seat + 1] = line[seat + 1];
    }
    run_open(&t, &cm_game, seats, 1, lines);
}

static int fame(int seat)
{
    int scores[MUR_SEATS];
    cm_game.scores(&t.state.base, scores);
    return scores[seat - 1];
}

static const cm_board *board(void)
{
    return &t.state.cm.board;
}

/* -- Material -- */

Test(cm, a_set_has_20_cards_and_the_box_36_tokens)
{
    int cards = 0, tokens = 0;
    for (int kind = 0; kind < CM_KINDS; kind++)
        cards += cm_copies[kind];
    for (int value = 0; value < CM_VALUES; value++)
        tokens += cm_fame[value];
    cr_expect_eq(cards, 20);
    cr_expect_eq(tokens, 36);
    cr_expect_eq(cm_fame[4], 7); /* ruling: seven fours */
}

/* -- Set-up -- */

Test(cm, there_are_as_many_sites_as_players_but_never_five)
{
    static const int sites[] = { [2] = 2, [3] = 3, [4] = 4, [5] = 4 };
    for (int seats = 2; seats <= 5; seats++) {
        int open = 0;
        run_open(&t, &cm_game, seats, 2, NULL);
        for (int site = 0; site < CM_SITES; site++)
            open += cm_is_open(board(), site);
        cr_expect_eq(open, sites[seats]);
        cr_expect_eq(cm_n_sites(seats), sites[seats]);
        cr_expect_eq(board()->supply_size, 36 - 2 * open);
        for (int seat = 0; seat < seats; seat++) {
            cr_expect_eq(board()->hand_size[seat], 5);
            cr_expect_eq(board()->pile_size[seat], 15);
        }
    }
}

Test(cm, two_players_set_equal_pairs_aside_three_do_not)
{
    sit_down(2, "44 33 47 25", (const char *[CM_SEATS]){ 0 });
    cr_expect_arr_eq(board()->token[0], ((uint8_t[]){ 4, 7 }), 2);
    cr_expect_arr_eq(board()->token[1], ((uint8_t[]){ 2, 5 }), 2);
    cr_expect_eq(board()->aside[4], 2);
    cr_expect_eq(board()->aside[3], 2);
    cr_expect(shows(&t, MUR_ALL, "\"aside\":[3,3,4,4]"));
    sit_down(3, "44 33 47", (const char *[CM_SEATS]){ 0 });
    cr_expect_arr_eq(board()->token[0], ((uint8_t[]){ 4, 4 }), 2);
    cr_expect(shows(&t, MUR_ALL, "\"aside\":[]"));
}

Test(cm, a_site_of_two_players_may_never_open)
{
    static const char *const lines[] = {
        "tokens 1 2 1 3 2 2 2 2 3 3 3 3 3 3 4 4 4 4 4 4 5 5 5 5 5 5 5 5 7 7 7 7 8 8 2 4", NULL
    };
    run_open(&t, &cm_game, 2, 1, lines);
    cr_expect_arr_eq(board()->token[1], ((uint8_t[]){ 1, 3 }), 2);
    static const char *const never[] = {
        "tokens 2 3 1 1 2 2 2 2 3 3 3 3 3 3 4 4 4 4 4 4 5 5 5 5 5 5 5 5 7 7 7 7 8 8 2 4", NULL
    };
    run_open(&t, &cm_game, 2, 1, never);
    cr_expect_eq(board()->supply_size, 0);
    cr_expect_arr_eq(board()->token[1], ((uint8_t[]){ 2, 4 }), 2);
    cr_expect(shows(&t, MUR_ALL, "\"supply\":0"));
}

/* -- Who leads: the examples of the rulebooks -- */

static const char colours[] = "RVBYM";

/* "RG BG VD2": red's gate, blue's gate, green's dragon on column 2. */
static cm_board board_of(const char *cards, const char *mark)
{
    cm_board b = { 0 };
    memset(b.mark_of, CM_NONE, sizeof b.mark_of);
    for (const char *c = cards; *c; c += strcspn(c, " "), c += strspn(c, " ")) {
        int seat = (int)(strchr(colours, c[0]) - colours);
        int kind = (int)((const char *)memchr(cm_letter, c[1], CM_KINDS) - cm_letter);
        cm_lay(&b, CM_SEATS, 0, cm_card_of(seat, kind), 1, c[2] > ' ' ? c[2] - '0' : 0);
    }
    if (*mark) {
        int column = 0;
        while (cm_seat_of(b.column[column]) != strchr(colours, mark[0]) - colours)
            column++;
        cm_lay_mark(&b, CM_SEATS, 0, mark[1] - '0', column + 1);
    }
    return b;
}

static const struct {
    const char *cards, *mark, *totals, *leader;
} examples[] = {
    { "RG RW VG", "", "R3 V2", "R" },
    { "RG VW VW VW BT", "", "R2 V3 B3", "" },
    { "RG BG VW VW VW", "V4", "R2 V-1 B2", "" },
    { "RG RW RT", "R7", "R-1", "R" },
    { "YW RT RG YG", "", "R5 Y3", "R" },
    { "YW RT RG YG YN", "", "R2 Y3", "Y" },
    { "MS YT MS YW MS", "", "Y4 M6", "M" },
    { "BW VG VW BW BN", "", "V2 B3", "B" },
    { "BW VG VW BW BN VD5", "", "V4 B2", "V" },
    { "RS RS RS RS RS", "", "R15", "R" }, /* 1+2+3+4+5 */
    { "RS RS RS VD2", "", "R3 V1", "R" }, /* a covered soldier no longer counts */
    { "RG VD1 BD1", "", "B1", "B" },      /* a dragon on a dragon; nobody else takes part any more */
    { "RN VT VD1", "", "V4", "V" },       /* a covered noble levels nothing */
    { "RH RH VT VW", "", "R4 V4", "" },
};

static void write_totals(const cm_board *b, char *out, size_t size)
{
    mur_text text = mur_text_on(out, size);
    for (int seat = 0; seat < CM_SEATS; seat++)
        if (b->sum[0][seat].cards) {
            mur_put(&text, text.len ? " " : "");
            mur_put_char(&text, colours[seat]);
            mur_put_int(&text, cm_total(b, 0, seat));
        }
}

Test(cm, totals_and_leaders_are_those_of_the_rulebook)
{
    for (size_t i = 0; i < countof(examples); i++) {
        char got[64];
        cm_board b = board_of(examples[i].cards, examples[i].mark);
        int leader = *examples[i].leader ? (int)(strchr(colours, *examples[i].leader) - colours) : CM_NONE;
        write_totals(&b, got, sizeof got);
        cr_expect_str_eq(got, examples[i].totals, "%s", examples[i].cards);
        cr_expect_eq(b.leader[0], leader, "%s", examples[i].cards);
    }
}

/* -- A turn: scoring -- */

Test(cm, the_first_token_is_chosen_and_marks_an_own_card)
{
    sit_down(3, "53 74 21", (const char *[CM_SEATS]){ "GGWWW", "WWWWW", "WWWWW" });
    run_play(&t, "1 1:G; 1 1:W; 2 1:W; 2 draw; 3 draw; 3 draw");
    cr_expect(shows(&t, MUR_ALL, "\"phase\":\"score\""));
    cr_expect(shows(&t, MUR_ALL, "\"actions_left\":0"));
    cr_expect_eq(n_legal(&t, 1), 4); /* two tokens, two own cards */
    cr_expect_str_eq(why_not(&t, "1 draw"), "first take a token at the site you lead");
    cr_expect_str_eq(why_not(&t, "1 1:W"), "first take a token at the site you lead");
    cr_expect_str_eq(why_not(&t, "1 1=5@3"), "a mark is laid on one of your uncovered cards");
    cr_expect_str_eq(why_not(&t, "1 1=5@4"), "this site has no such column");
    cr_expect_str_eq(why_not(&t, "1 1=7@1"), "no such token lies at this site");
    cr_expect_str_eq(why_not(&t, "1 2=7@1"), "sites are scored in their order, and another one comes first");
    cr_expect_str_eq(why_not(&t, "2 draw"), "it is not this seat's turn");
    run_play(&t, "1 1=5@2");
    cr_expect_eq(fame(1), 0); /* a mark is not won yet */
    cr_expect_eq(cm_total(board(), 0, 0), 3 - 5);
    cr_expect_eq(board()->token[0][1], 3);
    cr_expect_eq(board()->phase, CM_ACT);
    cr_expect_str_eq(why_not(&t, "1 1=3@1"), "no token can be taken now");
}

Test(cm, two_equal_tokens_are_one_choice)
{
    sit_down(3, "55 74 21", (const char *[CM_SEATS]){ "GGWWW", "WWWWW", "WWWWW" });
    run_play(&t, "1 1:G; 1 draw; 2 draw; 2 draw; 3 draw; 3 draw");
    cr_expect_eq(n_legal(&t, 1), 1); /* still a decision */
    run_play(&t, "1 1=5@1");
    cr_expect_eq(board()->token[0][1], 5);
}

Test(cm, the_second_token_is_won_without_a_move_and_the_site_starts_anew)
{
    sit_down(3, "53 74 21 88", (const char *[CM_SEATS]){ "GGWWW", "WTGWW", "WWWWW" });
    run_play(&t, "1 1:G; 1 draw; 2 draw; 2 draw; 3 draw; 3 draw; 1 1=5@1; 1 draw; 1 draw");
    run_play(&t, "2 1:T; 2 draw; 3 draw; 3 draw; 1 draw; 1 draw");
    cr_expect_eq(fame(2), 3); /* the leader wins what is left */
    cr_expect_eq(fame(1), 5); /* the owner of the marked card wins the mark */
    cr_expect_arr_eq(board()->token[0], ((uint8_t[]){ 8, 8 }), 2);
    cr_expect_eq(board()->n_columns[0], 0);
    cr_expect_eq(board()->mark[0], 0);
    cr_expect_eq(board()->gone[0][CM_GATE], 1);
    cr_expect_eq(board()->gone[1][CM_TOWER], 1);
    cr_expect_eq(board()->turn, 1); /* and the turn goes on with its actions */
    cr_expect_eq(board()->actions_left, 2);
}

Test(cm, a_seat_alone_at_a_site_leads_even_with_a_negative_total)
{
    sit_down(3, "75 44 21", (const char *[CM_SEATS]){ "WWWWW" });
    run_play(&t, "1 1:W; 1 draw; 2 draw; 2 draw; 3 draw; 3 draw; 1 1=7@1");
    cr_expect_eq(cm_total(board(), 0, 0), -6);
    run_play(&t, "1 draw; 1 draw; 2 draw; 2 draw; 3 draw; 3 draw");
    cr_expect_eq(fame(1), 12);
}

Test(cm, sites_are_scored_in_order_each_once_a_turn)
{
    sit_down(3, "75 44 21", (const char *[CM_SEATS]){ "WWWWW" });
    run_play(&t, "1 2:W; 1 1:W; 2 draw; 2 draw; 3 draw; 3 draw");
    cr_expect(is_legal(&t, 1, "1=7@1") && !is_legal(&t, 1, "2=4@1"));
    run_play(&t, "1 1=7@1");
    cr_expect(is_legal(&t, 1, "2=4@1"));
    run_play(&t, "1 2=4@1");
    cr_expect_eq(board()->phase, CM_ACT);
}

/* -- A turn: actions -- */

Test(cm, identical_cards_are_laid_together_at_one_site)
{
    sit_down(3, "", (const char *[CM_SEATS]){ "WWWGS" });
    cr_expect(is_legal(&t, 1, "3:WWW") && is_legal(&t, 1, "1:G") && is_legal(&t, 1, "2:S"));
    cr_expect_eq(cm_game.read_move(mur_span_of("1:WG")), 0);
    cr_expect_str_eq(why_not(&t, "1 1:WWWW"), "your hand does not contain these cards");
    cr_expect_str_eq(why_not(&t, "1 1:T"), "your hand does not contain these cards");
    cr_expect_str_eq(why_not(&t, "1 4:W"), "unknown site");
    cr_expect_str_eq(why_not(&t, "1 1:Gx1"), "only a dragon is laid on another card");
    run_play(&t, "1 3:WWW; 1 draw");
    cr_expect_eq(board()->n_columns[2], 3);
    cr_expect_eq(board()->turn, 1);
}

Test(cm, there_is_no_hand_limit_and_an_empty_pile_cannot_be_drawn_from)
{
    mur_rng rng;
    mur_rng_seed(&rng, 3);
    sit_down(2, "", (const char *[CM_SEATS]){ 0 });
    for (int i = 0; i < 15; i++)
        run_play(&t, i % 4 < 2 ? "1 draw" : "2 draw");
    run_play(&t,
             "2 draw; 1 draw; 1 draw; 2 draw; 2 draw; 1 draw; 1 draw; 2 draw; 2 draw; 1 draw; 1 draw; 2 draw; 2 draw; "
             "1 draw");
    cr_expect_eq(board()->hand_size[0], 20);
    cr_expect_str_eq(why_not(&t, "1 draw"), "the draw pile is empty");
    cr_expect_not(is_legal(&t, 1, "draw"));
}

Test(cm, horsemen_cost_no_action_and_come_one_at_a_time)
{
    sit_down(3, "", (const char *[CM_SEATS]){ "HHWGT" });
    cr_expect_str_eq(why_not(&t, "1 1:HH"), "horsemen are laid one at a time");
    run_play(&t, "1 1:H");
    cr_expect_eq(board()->actions_left, 2);
    run_play(&t, "1 1:W; 1 2:H");
    cr_expect_eq(board()->actions_left, 1);
    cr_expect_eq(board()->turn, 0);
    run_play(&t, "1 1:G");
    cr_expect_eq(board()->turn, 1); /* not after the third action */
}

/* Lays everything but the two horsemen: then they must be laid, and the turn ends without a second action. */
Test(cm, with_nothing_but_horsemen_left_they_must_be_laid)
{
    sit_down(3, "", (const char *[CM_SEATS]){ "WWWWWWWGGGTNSSSSSDHH", "WWWWWWWGGG", "WWWWWWWGGG" });
    cm_state *s = &t.state.cm; /* set directly: playing there would take long */
    memset(s->hand[0], 0, sizeof s->hand[0]);
    s->hand[0][CM_HORSEMAN] = 2;
    s->board.hand_size[0] = 2;
    s->board.pile_size[0] = 0;
    for (int kind = 0; kind < CM_KINDS; kind++)
        s->board.gone[0][kind] = (uint8_t)(kind == CM_HORSEMAN ? 0 : cm_copies[kind]);
    cr_assert(cm_game.is_sound(&s->base));
    cr_expect_eq(n_legal(&t, 1), 3); /* one horseman at each of three sites */
    run_play(&t, "1 1:H");
    cr_expect_eq(board()->turn, 0);
    cr_expect_eq(n_legal(&t, 1), 3);
    run_play(&t, "1 2:H");
    cr_expect_eq(board()->turn, 1); /* no card left: the turn ends, actions left or not */
    cr_expect_eq(board()->last_round, 0);
}

/* -- Dragon -- */

Test(cm, a_dragon_covers_anything_but_a_marked_card)
{
    sit_down(3, "53 74 21", (const char *[CM_SEATS]){ "GWDWW", "TDWWW", "DWWWW" });
    run_play(&t, "1 1:G; 1 1:W; 2 draw; 2 draw; 3 draw; 3 draw; 1 1=5@1; 1 draw; 1 draw");
    cr_expect_str_eq(why_not(&t, "2 1:Dx1"), "a card that carries a mark cannot be covered");
    cr_expect_str_eq(why_not(&t, "2 1:Dx3"), "this site has no such column");
    cr_expect_not(is_legal(&t, 2, "1:Dx1"));
    cr_expect(is_legal(&t, 2, "1:D") && is_legal(&t, 2, "1:Dx2"));
    run_play(&t, "2 1:Dx2; 2 1:T; 3 1:Dx2");
    cr_expect(shows(&t, MUR_ALL, "\"columns\":[[\"1G\"],[\"1W\",\"2D\",\"3D\"],[\"2T\"]]"));
    cr_expect_eq(cm_total(board(), 0, 0), 2 - 5);
    cr_expect_eq(cm_total(board(), 0, 1), 3);
    cr_expect_eq(cm_total(board(), 0, 2), 1);
}

/* -- End -- */

/* Seat 1 has one wall left, everybody else still many. */
static void near_the_end(void)
{
    sit_down(3, "53 74 21", (const char *[CM_SEATS]){ "WWWWW", "TGWWW", "GGWWW" });
    cm_state *s = &t.state.cm;
    memset(s->hand[0], 0, sizeof s->hand[0]);
    s->hand[0][CM_WALL] = 1;
    s->board.hand_size[0] = 1;
    s->board.pile_size[0] = 0;
    for (int kind = 0; kind < CM_KINDS; kind++)
        s->board.gone[0][kind] = (uint8_t)(cm_copies[kind] - (kind == CM_WALL));
    cr_assert(cm_game.is_sound(&s->base));
}

Test(cm, after_the_last_card_everybody_else_has_one_more_turn)
{
    near_the_end();
    run_play(&t, "1 3:W"); /* the turn ends at once, one action early */
    cr_expect_eq(board()->last_round, 0);
    cr_expect_eq(board()->turn, 1);
    cr_expect(shows(&t, MUR_ALL, "\"last_round\":1,\"placing_over\":false"));
    run_play(&t, "2 1:T; 2 draw; 3 2:G; 3 draw");
    cr_expect(shows(&t, MUR_ALL, "\"last_round\":1,\"placing_over\":true"));
    /* now turns are scoring only: seat 1 leads site 3, seat 2 site 1, seat 3 site 2 */
    cr_expect_eq(board()->turn, 0);
    run_play(&t, "1 3=2@1; 2 1=5@1; 3 2=7@1");
    /* alone, all three lead again with their marks and win the second tokens without a move */
    cr_expect_eq(board()->phase, CM_OVER);
    cr_expect_eq(fame(1), 3);
    cr_expect_eq(fame(2), 8);
    cr_expect_eq(fame(3), 11);
    cr_expect(shows(&t, MUR_ALL, "\"turn\":null"));
    cr_expect_eq(mur_winners(&cm_game, &t.state.base), 4U);
    cr_expect_eq(why_not(&t, "1 draw")[0], 't');
}

Test(cm, the_game_ends_before_the_next_turn_if_no_open_site_has_a_leader)
{
    near_the_end();
    run_play(&t, "1 1:W; 2 1:W; 2 draw; 3 draw; 3 draw"); /* a tie at site 1, nothing elsewhere */
    cr_expect_eq(board()->phase, CM_OVER);
    cr_expect_eq(fame(1) + fame(2) + fame(3), 0);
    cr_expect_eq(mur_winners(&cm_game, &t.state.base), 7U); /* equal players share the victory */
}

Test(cm, marks_left_at_a_site_count_for_nobody)
{
    near_the_end();
    run_play(&t, "1 1:W; 2 1:G; 2 draw; 3 1:W; 3 draw"); /* seat 2 leads site 1 */
    run_play(&t, "2 1=5@2");                             /* 2 - 5 = -3; 1 and 3 are tied */
    cr_expect_eq(board()->phase, CM_OVER);
    cr_expect_eq(fame(2), 0);
}

Test(cm, the_game_ends_when_the_last_site_closes)
{
    sit_down(3, "53 74 21", (const char *[CM_SEATS]){ "WWWWW" });
    cm_state *s = &t.state.cm;
    for (; s->board.supply_size; s->board.supply_size--) { /* all but the tokens of site 1 are won */
        s->board.won[2][s->supply[s->board.supply_size - 1]]++;
        s->supply[s->board.supply_size - 1] = 0;
    }
    for (int site = 1; site < 3; site++)
        for (int i = 0; i < 2; i++) {
            s->board.won[2][s->board.token[site][i]]++;
            s->board.token[site][i] = 0;
        }
    cr_assert(cm_game.is_sound(&s->base));
    cr_expect_str_eq(why_not(&t, "1 2:W"), "this site is closed");
    cr_expect_not(is_legal(&t, 1, "3:W"));
    run_play(&t,
             "1 1:W; 1 draw; 2 draw; 2 draw; 3 draw; 3 draw; 1 1=5@1; 1 draw; 1 draw; 2 draw; 2 draw; 3 draw; 3 draw");
    cr_expect_eq(board()->phase, CM_OVER);
    cr_expect_eq(fame(1), 8);
    cr_expect(shows(&t, MUR_ALL, "{\"tokens\":[],\"columns\":[],\"mark\":null}"));
}

/* -- What players know -- */

Test(cm, others_hands_are_numbers_and_nothing_is_hidden_at_the_end)
{
    sit_down(3, "", (const char *[CM_SEATS]){ "WWWGS", "HHDNT", "GGGWW" });
    cr_expect(shows(&t, 0, "\"hands\":[\"WWWGS\",5,5]"));
    cr_expect(shows(&t, 1, "\"hands\":[5,\"TNHHD\",5]"));
    cr_expect(shows(&t, MUR_WATCHER, "\"hands\":[5,5,5]"));
    cr_expect(shows(&t, MUR_ALL, "\"hands\":[\"WWWGS\",\"TNHHD\",\"WWGGG\"]"));
    near_the_end();
    run_play(&t, "1 1:W; 2 1:W; 2 draw; 3 draw; 3 draw");
    cr_expect(shows(&t, MUR_WATCHER, "\"hands\":[\"\",\""));
}

Test(cm, only_the_seat_that_draws_knows_the_card)
{
    sit_down(3, "", (const char *[CM_SEATS]){ "WWWGSD" });
    run_play(&t, "1 draw");
    cr_assert_eq(t.events.n, 1);
    char own[MUR_SENTENCE_TEXT], other[MUR_SENTENCE_TEXT];
    mur_text a = mur_text_on(own, sizeof own), b = mur_text_on(other, sizeof other);
    mur_say_event(&cm_game, mur_event_for(t.events.at[0], 0), NULL, &a);
    mur_say_event(&cm_game, mur_event_for(t.events.at[0], 1), NULL, &b);
    cr_expect_str_eq(own, "seat 1 draws: dragon");
    cr_expect_str_eq(other, "seat 1 draws: a card");
}

/* Seat 2 holds 2 of the 4 different cards it has not shown; 12 deals of hand and pile. */
Test(cm, every_deal_is_equally_likely)
{
    enum { DEALS = 24, DRAWS = 48000 };
    static const uint8_t kinds[] = { CM_TOWER, CM_NOBLE, CM_DRAGON, CM_GATE };
    int counts[DEALS] = { 0 };
    sit_down(3, "", (const char *[CM_SEATS]){ 0 });
    cm_state *s = &t.state.cm, other;
    cm_view v;
    mur_rng rng;
    mur_rng_seed(&rng, 5);
    memset(s->hand[1], 0, sizeof s->hand[1]);
    memset(s->pile[1], 0, sizeof s->pile[1]);
    memcpy(s->board.gone[1], cm_copies, CM_KINDS);
    for (size_t i = 0; i < countof(kinds); i++)
        s->board.gone[1][kinds[i]]--;
    s->hand[1][CM_TOWER] = s->hand[1][CM_NOBLE] = 1;
    s->pile[1][0] = CM_DRAGON;
    s->pile[1][1] = CM_GATE;
    s->board.hand_size[1] = s->board.pile_size[1] = 2;
    cr_assert(cm_game.is_sound(&s->base));
    cm_game.view(&s->base, 0, &v.base);
    for (int i = 0; i < DRAWS; i++) {
        mur_redeal(&cm_game, &v.base, &rng, &other.base);
        int hand = 0, order = other.pile[1][0] < other.pile[1][1];
        for (int k = 0; k < 4; k++)
            hand |= other.hand[1][kinds[k]] << k;
        static const int8_t pair[16] = { [3] = 1, [5] = 2, [6] = 3, [9] = 4, [10] = 5, [12] = 6 };
        cr_assert_gt(pair[hand], 0);
        counts[2 * (pair[hand] - 1) + order]++;
    }
    cr_expect_lt(chi_square(counts, 12), 3.5);
}

Test(cm, the_own_pile_and_the_supply_are_shuffled)
{
    enum { DRAWS = 36000 };
    int top[CM_KINDS] = { 0 }, token[CM_VALUES] = { 0 };
    sit_down(4, "53 74 21 88", (const char *[CM_SEATS]){ "WWWGS" });
    cm_state other;
    cm_view v;
    mur_rng rng;
    mur_rng_seed(&rng, 6);
    cm_game.view(&t.state.base, 0, &v.base);
    for (int i = 0; i < DRAWS; i++) {
        mur_redeal(&cm_game, &v.base, &rng, &other.base);
        top[other.pile[0][other.board.pile_size[0] - 1]]++;
        token[other.supply[other.board.supply_size - 1]]++;
    }
    /* 15 cards are left in the pile, 28 tokens in the supply */
    static const int cards_left[CM_KINDS] = { 4, 2, 1, 1, 4, 2, 1 };
    static const int tokens_left[CM_VALUES] = { 0, 1, 5, 6, 6, 7, 0, 3, 0 };
    for (int kind = 0; kind < CM_KINDS; kind++)
        cr_expect(abs(top[kind] - DRAWS * cards_left[kind] / 15) < 450, "%c: %d", cm_letter[kind], top[kind]);
    for (int value = 1; value < CM_VALUES; value++)
        cr_expect(abs(token[value] - DRAWS * tokens_left[value] / 28) < 450, "%d: %d", value, token[value]);
}

/* -- Notation -- */

Test(cm, texts_that_are_no_moves_are_refused)
{
    static const char *const texts[] = { "",
                                         "drawn",
                                         "Draw",
                                         "1",
                                         "1:",
                                         "0:W",
                                         "10:W",
                                         "1:X",
                                         "1:WX",
                                         "1:Wx",
                                         "1:Dx",
                                         "1:Dx0",
                                         "1:Dx+1",
                                         "1:Dx01",
                                         "1=5",
                                         "1=@1",
                                         "1=5@0",
                                         "1=9@1",
                                         "1=05@1",
                                         "1 :W",
                                         "1: W",
                                         "-1:W",
                                         "1:WWWWWWWWWWWWWWWWWWWWW",
                                         "1=5@101" };
    for (size_t i = 0; i < countof(texts); i++)
        cr_expect_eq(cm_game.read_move(mur_span_of(texts[i])), 0, "%s", texts[i]);
}
