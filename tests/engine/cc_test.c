/* SPDX-License-Identifier: MIT */
/* tests/engine/cc_test.c -- Chang Cheng, paragraph by paragraph of rules/chang-cheng.md.
 * A table is set up as text: boards, what stands on them, cards, then moves as records write them. */
#include <criterion/criterion.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/chang_cheng/cc.h"
#include "engine/say.h"

#define countof(a) (sizeof(a) / sizeof(a)[0])

/* -- A table -- */

static cc_setup setup;
static cc_state s;
static mur_events events_now;

/* Reputation of Ap1 Ap2 Ap3 Bp1 ... is 0 1 2 3 4 0 ..., power of Am1 Am2 Am3 Bm1 ... is 2 3 4 2 ... */
static const char *const tokens[] = { "0 1 2 3 4 0 1 2 3 4 0 1 2 3 4", "2 3 4 2 3 4 2 3 4 2 3 4 2 3 4" };

static void sit_down(int seats, const char *boards, const char *neutral, const char *events)
{
    cr_assert_eq(cc_game.init(&setup.base, seats), MUR_OK);
    cr_assert_eq(cc_game.set_option(&setup.base, 1, mur_span_of(neutral)), MUR_OK);
    cr_assert_eq(cc_game.set_option(&setup.base, 2, mur_span_of(events)), MUR_OK);
    cr_assert_eq(cc_game.read_line(&setup.base, 0, mur_span_of(boards)), MUR_OK, "%s", boards);
    cr_assert_eq(cc_game.read_line(&setup.base, 1, mur_span_of(tokens[0])), MUR_OK);
    cr_assert_eq(cc_game.read_line(&setup.base, 2, mur_span_of(tokens[1])), MUR_OK);
    cr_assert_eq(cc_game.start(&setup.base, &s.base), MUR_OK);
}

/* Three players on Aa Ba, which have the provinces A1-4 A5-9 A10-13 B1-5 B6-9 B10-13
 * and the regions A1-5 A6-8 A9-13 B1-3 B4-8 B9-13. */
static void sit_three(void)
{
    sit_down(3, "Aa Ba Ca", "off", "none");
}

/* 13 letters: 1-4 a single wall, a-d half of a double, A-D a tower, n a neutral wall, x y a ruin of seat 1 or 2. */
static void place_row(char letter, const char *row)
{
    static const char kinds[] = "1234abcdABCDnxy";
    static const int owner[] = { 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, CC_NEUTRAL, 0, 1 };
    cc_board *b = &s.board;
    cr_assert_eq(strlen(row), (size_t)CC_BOARD_SLOTS);
    for (int n = 0; n < CC_BOARD_SLOTS; n++) {
        if (row[n] == '.')
            continue;
        int slot = (letter - 'A') * CC_BOARD_SLOTS + n, kind = (int)(strchr(kinds, row[n]) - kinds),
            colour = owner[kind];
        b->owned[colour] |= cc_bit(slot);
        b->empty &= ~cc_bit(slot);
        if (kind < 4 || kind > 12)
            b->singles[colour]--;
        else if (kind < 8)
            b->doubles |= cc_bit(slot), b->double_walls[colour] = 0;
        else if (kind < 12)
            b->towers |= cc_bit(slot), b->spare_towers[colour] = 0;
        else
            b->neutrals--;
        if (kind > 12)
            b->ruins |= cc_bit(slot);
    }
}

/* Places walls on both boards, protects full provinces, notes the empty neighbours of towers; this seat is to act. */
static void place_walls(int seat, const char *a, const char *b)
{
    place_row('A', a);
    place_row('B', b);
    for (int province = 0; province < CC_PROVINCES; province++)
        if ((s.board.unprotected >> province & 1) && !(s.board.empty & cc_province_slots(&s.board, province)))
            s.board.unprotected &= (uint16_t) ~(1U << province);
    for (int i = 0; i < s.base.seats; i++)
        s.board.beside_tower[i] = cc_next_to(&s.board, s.board.towers & s.board.owned[i]) & s.board.empty;
    s.base.ply = 10;
    s.base.to_act = (uint8_t)(1U << (seat - 1));
    s.board.turn = (uint8_t)(seat - 1);
    cr_assert(cc_game.is_sound(&s.base));
}

/* Adds the waiting board Ca at the right end, with these walls. */
static void add_board(const char *c)
{
    cc_board *b = &s.board;
    b->line[b->n_line++] = CC_C;
    b->n_waiting = 0;
    b->empty |= cc_board_slots(CC_C);
    b->unprotected |= 7U << 6;
    b->tokens |= 7U << 6;
    memcpy(b->reputation + 6, s.secrets.coming[0], CC_PARTS);
    memset(s.secrets.coming, 0, sizeof s.secrets.coming);
    place_row('C', c);
}

static int card_named(const char *name)
{
    for (int card = CC_WARRIOR; card < CC_CARDS_END; card++)
        if (strcmp(cc_card_names[card], name) == 0)
            return card;
    cr_assert_fail("%s", name);
    return 0;
}

/* "1:mason 2:flood" lie face down in a province. */
static void put_cards(const char *cards, int province)
{
    int seat, used;
    char name[16];
    for (; sscanf(cards, "%d:%15[a-z]%n", &seat, name, &used) == 2; cards += used + (cards[used] == ' ')) {
        s.secrets.card[seat - 1][card_named(name) - 1] = (uint8_t)province;
        s.board.face_down[seat - 1][province]++;
        s.board.hand_size[seat - 1]--;
    }
}

/* Leaves this many cards in the hand of a seat; the others count as shown. */
static void leave_cards(int seat, int n)
{
    for (int i = n; i < CC_CARDS_EACH; i++) {
        s.secrets.card[seat - 1][i] = CC_GONE;
        s.board.shown[seat - 1] |= (uint8_t)(1U << i);
    }
    s.board.hand_size[seat - 1] = (uint8_t)n;
}

/* "1 wall A5" */
static mur_err try_move(const char *text)
{
    mur_move m = cc_game.read_move(mur_span_of(text + 2));
    cr_assert_neq(m, 0, "%s", text);
    events_now.n = 0;
    return cc_game.play(&s.base, text[0] - '1', m, &events_now);
}

/* "1 wall A5, 2 tower B1, ..." */
static void play(const char *moves)
{
    char text[MUR_MOVE_TEXT];
    while (*moves) {
        size_t n = strcspn(moves, ",");
        cr_assert_lt(n, sizeof text);
        memcpy(text, moves, n);
        text[n] = '\0';
        mur_err e = try_move(text);
        cr_assert_eq(e, MUR_OK, "%s: %d", text, (int)e);
        cr_assert(cc_game.is_sound(&s.base), "after %s", text);
        moves += n + (moves[n] == ',');
        moves += *moves == ' ';
    }
}

/* All legal moves of a kind (or of all kinds) as text, by commas. */
static const char *legal(int seat, const char *kind)
{
    static char all[MUR_MOVES * MUR_MOVE_TEXT];
    mur_move moves[MUR_MOVES];
    int n = cc_game.legal(&s.base, seat - 1, moves);
    mur_text t = mur_text_on(all, sizeof all);
    for (int i = 0; i < n; i++) {
        char text[MUR_MOVE_TEXT];
        mur_text one = mur_text_on(text, sizeof text);
        cc_game.write_move(moves[i], &one);
        if (strncmp(text, kind, strlen(kind)) == 0) {
            mur_put(&t, t.len ? ", " : "");
            mur_put(&t, text);
        }
    }
    return all;
}

static const char *scores(void)
{
    static char all[64];
    int score[MUR_SEATS];
    mur_text t = mur_text_on(all, sizeof all);
    cc_game.scores(&s.base, score);
    for (int seat = 0; seat < s.base.seats; seat++) {
        mur_put(&t, seat ? " " : "");
        mur_put_int(&t, score[seat]);
    }
    return all;
}

static const char *json(int seat)
{
    static char all[MUR_JSON_TEXT];
    static cc_view v;
    mur_text t = mur_text_on(all, sizeof all);
    cc_game.view(&s.base, seat, &v.base);
    cc_game.write_json(&v.base, &t);
    cr_assert(!mur_text_is_cut(&t));
    return all;
}

static bool json_has(int seat, const char *part)
{
    return strstr(json(seat), part) != NULL;
}

/* Did the last move cause this event, as this seat may know it? */
static bool was_shown(int seat, const char *sentence)
{
    for (int i = 0; i < events_now.n; i++) {
        char text[MUR_SENTENCE_TEXT];
        mur_text t = mur_text_on(text, sizeof text);
        mur_say_event(&cc_game, mur_event_for(events_now.at[i], seat), NULL, &t);
        if (strcmp(text, sentence) == 0)
            return true;
    }
    return false;
}

/* -- Material -- */

Test(cc, every_slot_lies_in_one_province_and_one_region)
{
    for (int f = 0; f < CC_N_FACES; f++)
        for (int n = 0; n < CC_BOARD_SLOTS; n++) {
            int slot = f / 2 * CC_BOARD_SLOTS + n, province = 0, region = 0;
            for (int part = 0; part < CC_PARTS; part++) {
                province += (int)(cc_faces[f].province[part] >> slot & 1);
                region += (int)(cc_faces[f].region[part] >> slot & 1);
            }
            cr_expect_eq(province, 1);
            cr_expect_eq(region, 1);
            cr_expect(cc_faces[f].province[cc_faces[f].province_of[n] % CC_PARTS] >> slot & 1);
            cr_expect(cc_faces[f].region[cc_faces[f].region_of[n] % CC_PARTS] >> slot & 1);
        }
}

Test(cc, each_player_owns_14_walls_a_double_a_tower_and_six_cards)
{
    sit_three();
    cr_expect(json_has(MUR_ALL, "\"singles\":[14,14,14],\"doubles\":[1,1,1],\"towers\":[1,1,1],\"neutral\":0"));
    cr_expect(json_has(MUR_ALL, "[\"warrior\",\"traitor\",\"flood\",\"mason\",\"architect\",\"mandarin\"]"));
}

/* -- Set-up -- */

static const struct {
    int seats, option;
    const char *value, *written; /* NULL: refused */
} options[] = {
    { 3, 0, "3", "3" },
    { 3, 0, "4", NULL },
    { 3, 0, "0", NULL },
    { 3, 0, "01", NULL },
    { 3, 0, "2 ", NULL },
    { 2, 1, "on", "on" },
    { 2, 1, "off", "off" },
    { 3, 1, "off", "off" },
    { 3, 1, "on", NULL },
    { 2, 1, "yes", NULL },
    { 4, 2, "none", "none" },
    { 4, 2, "watchers", "watchers" },
    { 4, 2, "diplomacy,watchers", "diplomacy,watchers" },
    { 4, 2, "watchers,diplomacy", NULL },
    { 4, 2, "diplomacy,diplomacy", NULL },
    { 4, 2, "diplomacy,domination,recognition", NULL },
    { 4, 2, "diplomacy,", NULL },
    { 4, 2, ",diplomacy", NULL },
    { 4, 2, "diplomacy domination", NULL },
    { 4, 2, "diplomacyx", NULL },
    { 4, 2, "none,watchers", NULL },
    { 4, 2, "", NULL },
    { 4, 3, "on", NULL },
};

Test(cc, options_take_only_their_values)
{
    for (size_t i = 0; i < countof(options); i++) {
        char text[MUR_LINE_TEXT];
        mur_text t = mur_text_on(text, sizeof text);
        cr_assert_eq(cc_game.init(&setup.base, options[i].seats), MUR_OK);
        mur_err e = cc_game.set_option(&setup.base, options[i].option, mur_span_of(options[i].value));
        cr_expect_eq(e == MUR_OK, options[i].written != NULL, "%s", options[i].value);
        if (e)
            continue;
        cc_game.write_option(&setup.base, options[i].option, &t);
        cr_expect_str_eq(text, options[i].written);
    }
}

Test(cc, neutral_walls_are_the_default_for_two)
{
    static const struct {
        int seats;
        mur_err e;
        int neutral;
    } rows[] = { { 1, MUR_PLAYERS, 0 }, { 2, MUR_OK, 1 }, { 3, MUR_OK, 0 }, { 4, MUR_OK, 0 }, { 5, MUR_PLAYERS, 0 } };
    for (size_t i = 0; i < countof(rows); i++) {
        cr_expect_eq(cc_game.init(&setup.base, rows[i].seats), rows[i].e);
        if (!rows[i].e)
            cr_expect_eq(setup.neutral, rows[i].neutral);
    }
}

static const struct {
    int seats, line;
    const char *value;
    bool is_good;
} lines[] = {
    { 3, 0, "Ab Ca Ba", true },
    { 4, 0, "Ab Ca Ba Db", true },
    { 4, 0, "Ab Ca Ba", false },
    { 3, 0, "Ab Ca Ba Da", false },
    { 3, 0, "Aa Ab Ba", false },
    { 3, 0, "Aa Bb Ec", false },
    { 3, 0, "Aa  Bb Ca", false },
    { 3, 0, "Aa Bb Ca ", false },
    { 3, 1, "0 1 2 3 4 0 1 2 3 4 0 1 2 3 4", true },
    { 3, 1, "0 1 2 3 4 0 1 2 3 4 0 1 2 3 3", false },
    { 3, 1, "0 1 2 3 4 0 1 2 3 4 0 1 2 3", false },
    { 3, 1, "0 1 2 3 4 0 1 2 3 4 0 1 2 3 4 4", false },
    { 3, 1, "0 1 2 3 4 0 1 2 3 4 0 1 2 3 04", false },
    { 3, 1, "0 1 2 3 4 0 1 2 3 4 0 1 2 3 5", false },
    { 3, 2, "2 3 4 2 3 4 2 3 4 2 3 4 2 3 4", true },
    { 3, 2, "2 3 4 2 3 4 2 3 4 2 3 4 2 3 1", false },
    { 3, 2, "2 3 4 2 3 4 2 3 4 2 3 4 2 3 3", false },
    { 3, 3, "2", false },
};

Test(cc, setup_lines_are_read_strictly)
{
    for (size_t i = 0; i < countof(lines); i++) {
        char text[MUR_LINE_TEXT];
        mur_text t = mur_text_on(text, sizeof text);
        cr_assert_eq(cc_game.init(&setup.base, lines[i].seats), MUR_OK);
        mur_err e = cc_game.read_line(&setup.base, lines[i].line, mur_span_of(lines[i].value));
        cr_expect_eq(e == MUR_OK, lines[i].is_good, "%s", lines[i].value);
        if (e)
            continue;
        cc_game.write_line(&setup.base, lines[i].line, &t);
        cr_expect_str_eq(text, lines[i].value);
    }
}

Test(cc, a_setup_that_was_not_dealt_cannot_start)
{
    cc_game.init(&setup.base, 3);
    cr_expect_eq(cc_game.start(&setup.base, &s.base), MUR_SETUP);
    sit_three();
    setup.events = 7;
    cr_expect_eq(cc_game.start(&setup.base, &s.base), MUR_SETUP);
}

Test(cc, setup_lines_have_names)
{
    static const char *const names[] = { "boards", "reputation", "peril" };
    cc_game.init(&setup.base, 3);
    cr_assert_eq(cc_game.n_lines(&setup.base), 3);
    for (int i = 0; i < 3; i++) {
        char text[MUR_LINE_TEXT];
        mur_text t = mur_text_on(text, sizeof text);
        cc_game.write_line_name(&setup.base, i, &t);
        cr_expect_str_eq(text, names[i]);
    }
}

Test(cc, tokens_are_laid_out_in_the_order_of_boards_and_provinces)
{
    sit_down(4, "Cb Aa Db Ba", "off", "none");
    cr_expect(json_has(MUR_ALL, "\"boards\":[\"Cb\",\"Aa\"],\"waiting\":[\"Db\",\"Ba\"]"));
    cr_expect(json_has(MUR_ALL, "{\"Ap1\":3,\"Ap2\":4,\"Ap3\":0,\"Cp1\":0,\"Cp2\":1,\"Cp3\":2}"));
    cr_expect(json_has(MUR_ALL, "\"peril\":{\"Am1\":2,\"Am2\":3,\"Am3\":4,\"Cm1\":2,\"Cm2\":3,\"Cm3\":4}"));
}

Test(cc, any_shuffle_is_a_possible_setup_and_survives_writing)
{
    mur_rng rng;
    mur_rng_seed(&rng, 5);
    for (int i = 0; i < 200; i++) {
        cc_setup other;
        cc_game.init(&setup.base, 2 + i % 3);
        cc_game.shuffle(&setup.base, &rng);
        cr_expect_eq(cc_game.start(&setup.base, &s.base), MUR_OK);
        cc_game.init(&other.base, 2 + i % 3);
        for (int line = 0; line < 3; line++) {
            char text[MUR_LINE_TEXT];
            mur_text t = mur_text_on(text, sizeof text);
            cc_game.write_line(&setup.base, line, &t);
            cr_expect_eq(cc_game.read_line(&other.base, line, mur_span_of(text)), MUR_OK, "%s", text);
        }
        cr_expect_arr_eq(&other, &setup, sizeof setup);
    }
}

/* -- A turn -- */

Test(cc, the_very_first_turn_is_a_single_wall)
{
    sit_three();
    cr_expect_str_eq(legal(1, ""), legal(1, "wall"));
    cr_expect_eq(try_move("1 tower A1"), (mur_err)CC_REFUSED_FIRST_TURN);
    cr_expect_eq(try_move("1 double A1 A2"), (mur_err)CC_REFUSED_FIRST_TURN);
    cr_expect_eq(try_move("1 card mason Ap1"), (mur_err)CC_REFUSED_FIRST_TURN);
    play("1 wall A1");
    cr_expect_eq(s.board.turn, 1);
}

/* Moves from the start of a game of three, and one that is refused. */
static const struct {
    const char *moves, *move;
    int refusal;
} refused[] = {
    { "1 wall A5", "2 wall A5", CC_REFUSED_OCCUPIED },
    { "1 wall A5", "2 wall C5", CC_REFUSED_NOT_IN_LINE },
    { "1 wall A5", "2 wall D5", CC_REFUSED_NOT_IN_LINE },
    { "1 wall A5", "2 card mason Cp1", CC_REFUSED_NOT_IN_LINE },
    { "1 wall A5", "1 wall A6", MUR_TURN },
    { "1 wall A5", "4 wall A6", MUR_TURN },
    { "1 wall A5", "2 pass", CC_REFUSED_MUST_LAY },
    { "1 wall A5", "2 none", MUR_MOVE },
    { "1 wall A5", "2 raise", MUR_MOVE },
    { "1 wall A5", "2 extend left", MUR_MOVE },
    { "1 wall A5", "2 double A5 A6", CC_REFUSED_OCCUPIED },
    { "1 wall A5", "2 double A6 A8", CC_REFUSED_NOT_NEIGHBOURS },
    { "1 wall A5", "2 double A8 A7", CC_REFUSED_NOT_NEIGHBOURS },
    { "1 wall A5", "2 double B13 A1", CC_REFUSED_NOT_NEIGHBOURS },
    { "1 wall A5, 2 wall A1", "2 wall A2", CC_REFUSED_SAME_PROVINCE_WALLS },
    { "1 wall A5, 2 wall A1", "2 card mason Ap2", CC_REFUSED_WALL_AFTER_WALL },
    { "1 wall A5, 2 wall A1", "2 tower A8", CC_REFUSED_HALF },
    { "1 wall A5, 2 wall A1", "2 double A8 A9", CC_REFUSED_HALF },
    { "1 wall A5, 2 card mason Ap1", "2 card flood Ap1", CC_REFUSED_SAME_PROVINCE_CARDS },
    { "1 wall A5, 2 card mason Ap1", "2 card mason Ap2", CC_REFUSED_NO_CARD },
    { "1 wall A5, 2 card mason Ap1", "2 wall A6", CC_REFUSED_OTHER_PROVINCE },
    { "1 wall A5, 2 tower A9", "3 tower A8", CC_REFUSED_NEXT_TO_TOWER },
    { "1 wall A5, 2 tower A6", "3 wall A7", CC_REFUSED_RESERVED },
    { "1 wall A5, 2 tower A6", "3 double A7 A8", CC_REFUSED_RESERVED },
    { "1 wall A5, 2 tower A6, 3 tower B1, 1 tower B3", "2 double A7 A8", CC_REFUSED_RESERVED },
    { "1 wall A5, 2 tower A6, 3 tower B1, 1 tower B3", "2 tower A8", CC_REFUSED_NO_TOWER },
    { "1 wall A5, 2 double A6 A7, 3 tower B1, 1 tower B3", "2 double A8 A9", CC_REFUSED_NO_DOUBLE },
};

Test(cc, a_refused_move_has_a_reason_and_changes_nothing)
{
    for (size_t i = 0; i < countof(refused); i++) {
        sit_three();
        play(refused[i].moves);
        cc_state before = s;
        mur_err e = try_move(refused[i].move);
        cr_expect_eq((int)e, refused[i].refusal, "%s: %d", refused[i].move, (int)e);
        cr_expect_arr_eq(&s, &before, sizeof s);
        if ((int)e >= MUR_GAME_ERRS)
            cr_expect_lt((int)e - MUR_GAME_ERRS, cc_game.n_refusals);
    }
}

Test(cc, numbers_that_are_no_moves_are_refused)
{
    static const mur_move moves[] = { 0, 0xffffffff, 1, 0x00010034, 0x00010100 + 0x3400, 0x00120000, 0x01010000 };
    sit_three();
    play("1 wall A5");
    for (size_t i = 0; i < countof(moves); i++)
        cr_expect_eq(cc_game.play(&s.base, 1, moves[i], NULL), MUR_MOVE, "%x", moves[i]);
    cr_expect_eq((int)cc_game.play(&s.base, 1, cc_move(CC_DO_CARD, CC_UNSEEN, 0), NULL), CC_REFUSED_NO_CARD);
    cr_expect_eq(cc_game.play(&s.base, -1, cc_move(CC_DO_WALL, 0, 0), NULL), MUR_TURN);
    cr_expect_eq(cc_game.play(&s.base, 99, cc_move(CC_DO_WALL, 0, 0), NULL), MUR_TURN);
}

Test(cc, after_a_card_comes_a_card_elsewhere_or_a_wall_here)
{
    sit_three();
    play("1 wall A5, 2 card mason Ap1");
    cr_expect_str_eq(legal(2, "wall"), "wall A1, wall A2, wall A3, wall A4");
    cr_expect_str_eq(legal(2, "card flood"),
                     "card flood Ap2, card flood Ap3, card flood Bp1, card flood Bp2, card flood Bp3");
    cr_expect_str_eq(legal(2, "card mason"), "");
    cr_expect_str_eq(legal(2, "tower"), "");
    play("2 wall A1");
    cr_expect_eq(s.board.turn, 2);
}

Test(cc, no_card_is_laid_in_a_protected_province)
{
    sit_three();
    place_walls(1, "1122.........", ".............");
    cr_expect_eq((int)try_move("1 card mason Ap1"), CC_REFUSED_PROTECTED);
}

/* Positions with few slots left: seat 1 to act, its number of cards, and its legal moves. */
static const struct {
    const char *a, *b;
    int cards;
    const char *moves;
} narrow[] = {
    /* one province left: two walls or two cards cannot be laid, a card with a wall can */
    { "..22222BaaA33", "3333311122233", 1, "card warrior Ap1" },
    /* nothing can be completed: one wall */
    { "..22222BaaA33", "3333311122233", 0, "wall A1, wall A2" },
    /* the last wall has no second one, with the last card it is an action */
    { "1.1111BaaA111", "1.1111222bb33", 1, "card warrior Ap1, card warrior Bp1" },
    /* no wall left and one card: a lone card */
    { "1.1111BaaA111", "1.1111122bb33", 1, "card warrior Ap1, card warrior Bp1" },
    { "1.1111BaaA111", "1.1111122bb33", 0, "pass" },
    /* a wall on one side of another's tower reserves the other side: no second wall, so one alone */
    { "222.B.22aaA33", "3333311122233", 0, "wall A4, wall A6" },
    /* with a third slot that wall can be completed, and so it must be */
    { "222.B.22aaA33", "333331112223.", 0, "wall A4, wall A6, wall B13" },
    /* a tower reserves nothing against its owner: the owner's first wall fulfils it */
    { "222.A.22aabb3", "3333311122233", 0, "wall A4, wall A6" },
    /* the only slot of a province is reserved for another: no wall follows a card there */
    { "222.B222aaA33", "3333311122233", 1, "card warrior Ap1" },
    { "222.B222aaA33", "3333311122233", 0, "pass" },
    /* a double needs no wall */
    { "..111BbbA1111", "1111112222233", 0, "double A1 A2" },
};

Test(cc, an_action_is_begun_only_if_it_can_be_completed)
{
    for (size_t i = 0; i < countof(narrow); i++) {
        sit_three();
        place_walls(1, narrow[i].a, narrow[i].b);
        leave_cards(1, narrow[i].cards);
        cr_assert(cc_game.is_sound(&s.base));
        cr_expect_str_eq(legal(1, ""), narrow[i].moves, "%zu: %s", i, legal(1, ""));
    }
}

Test(cc, a_piece_that_cannot_be_completed_is_refused_while_another_can)
{
    sit_three();
    place_walls(1, "..22222BaaA33", "3333311122233");
    cr_expect_eq((int)try_move("1 wall A1"), CC_REFUSED_INCOMPLETE);
    sit_three();
    place_walls(1, "222.B222aa.33", "33333111222A3");
    leave_cards(1, 1);
    cr_expect_eq((int)try_move("1 card warrior Ap1"), CC_REFUSED_INCOMPLETE);
}

Test(cc, a_lone_wall_ends_the_action)
{
    sit_three();
    place_walls(1, "..22222BaaA33", "3333311122233");
    leave_cards(1, 0);
    play("1 wall A1");
    cr_expect_eq(s.board.turn, 1);
}

Test(cc, a_seat_without_walls_is_refused_for_that_reason)
{
    sit_three();
    place_walls(1, "1.1111BaaA111", "1.1111122bb33");
    cr_expect_eq((int)try_move("1 wall A2"), CC_REFUSED_NO_WALL);
}

Test(cc, a_piece_shows_its_player_the_token_of_its_region)
{
    sit_three();
    play("1 wall A7");
    cr_expect(json_has(0, "\"Am2\":3") && json_has(1, "\"Am2\":null") && json_has(MUR_WATCHER, "\"Am2\":null"));
    cr_expect(json_has(2, "\"known\":[[\"Am2\"],[],[]]"));
    cr_expect(was_shown(0, "seat 1 looks at the threat token of Am2: power 3"));
    cr_expect(was_shown(1, "seat 1 looks at the threat token of Am2: something"));
    play("2 double A8 A9");
    cr_expect(json_has(1, "\"peril\":{\"Am1\":null,\"Am2\":3,\"Am3\":4,"));
}

/* -- Double -- */

static const struct {
    const char *move;
    int points;
} doubles[] = {
    { "2 double A1 A2", 2 },
    { "2 double A4 A5", 3 },
    { "2 double A5 A6", 3 },
    { "2 double A13 B1", 4 },
};

Test(cc, a_double_scores_the_provinces_and_regions_it_touches)
{
    for (size_t i = 0; i < countof(doubles); i++) {
        sit_three();
        play("1 wall B13");
        play(doubles[i].move);
        cr_expect_eq(s.board.score[1], doubles[i].points, "%s", doubles[i].move);
        cr_expect_eq(cc_count(s.board.owned[1]), 2);
    }
}

/* -- Tower -- */

static const struct {
    const char *moves, *reserved;
} reservations[] = {
    { "1 wall A1, 2 tower A5", "{}" },                                 /* either may be taken */
    { "1 wall A1, 2 tower A2", "{\"A3\":[2]}" },                       /* one neighbour is left */
    { "1 wall A1, 2 tower A5, 3 wall A4, 3 wall A7", "{\"A6\":[2]}" }, /* the last one is reserved */
    { "1 wall A1, 2 tower A5, 3 double A3 A4", "{\"A6\":[2]}" },       /* by any piece */
    { "1 wall A1, 2 tower B13", "{\"B12\":[2]}" },                     /* at the end of the line */
    { "1 wall A12, 2 tower A13", "{\"B1\":[2]}" },                     /* across a joint */
    { "1 wall A1, 2 tower A2, 3 tower A13, 1 tower B13, 2 wall A3, 2 wall A8", "{\"B12\":[1]}" }, /* fulfilled */
};

Test(cc, the_last_empty_slot_noted_for_a_tower_is_reserved)
{
    for (size_t i = 0; i < countof(reservations); i++) {
        char want[64] = "\"reserved\":";
        sit_three();
        play(reservations[i].moves);
        strcat(want, reservations[i].reserved);
        cr_expect(json_has(MUR_ALL, want), "%s: %s", reservations[i].moves, json(MUR_ALL));
    }
}

Test(cc, a_slot_reserved_by_two_towers_takes_a_wall_of_either_owner)
{
    for (int seat = 1; seat <= 3; seat++) {
        char move[] = "? wall A6";
        sit_three();
        place_walls(seat, "...1B.C1.....", ".............");
        cr_expect(json_has(MUR_ALL, "\"reserved\":{\"A6\":[2,3]}"));
        move[0] = (char)('0' + seat);
        cr_expect_eq((int)try_move(move), seat == 1 ? (int)CC_REFUSED_RESERVED : (int)MUR_OK);
    }
}

Test(cc, a_reservation_lapses_when_its_owner_has_no_wall_left)
{
    sit_three();
    place_walls(1, "1.B2222222222", "2222.........");
    cr_expect_eq(s.board.singles[1], 0);
    cr_expect(json_has(MUR_ALL, "\"reserved\":{}"));
    play("1 wall A2");
}

/* -- A province is protected -- */

static const struct {
    const char *wall, *cards, *moves, *scores;
} scored[] = {
    { "112.", "", "1 wall A4", "4 0 0" },
    { "122.", "", "1 wall A4", "4 4 0" },                /* ties are not divided */
    { "112.", "1:flood 2:flood", "1 wall A4", "4 0 0" }, /* cancelled */
    { "112.", "1:flood 2:flood 3:flood", "1 wall A4", "4 0 0" },
    { "112.", "1:warrior", "1 wall A4", "4 0 0" }, /* nothing to remove */
    { "112.", "2:architect 1:warrior", "1 wall A4, 1 strike 2 architect", "4 0 0" },
    { "112.", "1:mason 1:warrior", "1 wall A4, 1 strike 1 mason", "4 0 0" }, /* even one of its own */
    { "112.", "2:traitor", "1 wall A4, 2 ruin A1", "3 0 0" },
    { "112.", "2:traitor", "1 wall A4, 2 scout Am1", "4 0 0" },
    { "112.", "3:flood", "1 wall A4, 3 raise", "6 0 0" },
    { "112.", "3:flood", "1 wall A4, 3 lower", "2 0 0" },
    { "112.", "2:mason", "1 wall A4, 2 value", "6 0 0" },
    { "122.", "2:mason", "1 wall A4, 2 section", "0 4 0" },
    { "112.", "2:architect", "1 wall A4", "4 4 0" },
    { "122.", "3:architect", "1 wall A4", "4 4 4" }, /* even without a wall */
    { "112.", "2:mandarin", "1 wall A4, 2 swap A1 A6", "4 4 0" },
    { "112.", "2:mandarin", "1 wall A4, 2 keep", "4 0 0" },
    { "112.", "1:mandarin 2:traitor 3:flood", "1 wall A4, 2 ruin A1, 3 raise, 1 keep", "5 0 0" },
    { "xy2.", "", "1 wall A4", "2 2 0" }, /* ruins do not count */
    { "Baa.", "", "1 wall A4", "4 0 0" }, /* halves count, a tower is one */
};

Test(cc, a_full_province_is_scored_with_its_cards)
{
    for (size_t i = 0; i < countof(scored); i++) {
        char row[] = "????.2.......";
        sit_three();
        memcpy(row, scored[i].wall, 4);
        place_walls(1, row, ".............");
        put_cards(scored[i].cards, 0);
        play(scored[i].moves);
        cr_expect_str_eq(scores(), scored[i].scores, "%zu: %s", i, scores());
        cr_expect(json_has(MUR_ALL, "\"protected\":[\"Ap1\"],\"emperors\":1"));
        cr_expect(json_has(MUR_ALL, "\"step\":1"), "the second wall is due");
    }
}

static const struct {
    const char *wall, *cards, *moves, *choices;
} choices[] = {
    { "112.", "1:warrior 2:flood 1:mandarin 3:flood 3:mason", "1 wall A4", "strike 1 mandarin, strike 3 mason" },
    { "1bb.", "3:traitor", "1 wall A4", "ruin A1, ruin A4, scout Am1" },
    { "112.", "3:flood", "1 wall A4", "raise, lower" },
    { "112.", "3:mason", "1 wall A4", "value, section" },
    { "1A2.", "3:mandarin", "1 wall A4", "swap A1 A6, swap A4 A6, keep" },
};

Test(cc, the_owner_of_the_acting_card_chooses)
{
    for (size_t i = 0; i < countof(choices); i++) {
        char row[] = "????.2.......";
        sit_three();
        memcpy(row, choices[i].wall, 4);
        place_walls(1, row, ".............");
        put_cards(choices[i].cards, 0);
        play(choices[i].moves);
        int actor = cc_lowest(s.base.to_act) + 1;
        cr_expect_str_eq(legal(actor, ""), choices[i].choices, "%zu: %s", i, legal(actor, ""));
        cr_expect(json_has(MUR_ALL, "\"phase\":\"resolve\",\"turn\":1,\"step\":1"));
    }
}

static const struct {
    const char *card, *move;
    int refusal;
} bad_choices[] = {
    { "2:flood", "2 value", CC_REFUSED_NOT_THIS_CARD },
    { "2:flood", "2 wall A5", CC_REFUSED_NOT_THIS_CARD },
    { "2:flood", "1 raise", MUR_TURN },
    { "2:warrior 1:flood", "2 strike 2 flood", CC_REFUSED_NO_SUCH_TARGET },
    { "2:warrior 1:flood", "2 strike 2 warrior", CC_REFUSED_NO_SUCH_TARGET },
    { "2:traitor", "2 ruin A6", CC_REFUSED_NO_WALL_HERE },
    { "2:traitor", "2 scout Am2", CC_REFUSED_NO_TOKEN_HERE },
    { "2:mandarin", "2 swap A3 A6", CC_REFUSED_NO_SWAP },
    { "2:mandarin", "2 swap A6 A1", CC_REFUSED_NO_SWAP },
    { "2:mandarin", "2 swap A1 A3", CC_REFUSED_NO_SWAP },
};

Test(cc, a_choice_the_card_does_not_offer_is_refused)
{
    for (size_t i = 0; i < countof(bad_choices); i++) {
        sit_three();
        place_walls(1, "112..2.......", ".............");
        put_cards(bad_choices[i].card, 0);
        play("1 wall A4");
        cc_state before = s;
        cr_expect_eq((int)try_move(bad_choices[i].move), bad_choices[i].refusal, "%s", bad_choices[i].move);
        cr_expect_arr_eq(&s, &before, sizeof s);
        cr_expect_eq(cc_game.play(&s.base, 1, 0xffffff, NULL), MUR_MOVE);
    }
}

Test(cc, a_traitor_without_a_possible_effect_is_skipped)
{
    sit_three();
    place_walls(2, "aa...........", ".............");
    s.board.tokens &= (uint16_t)~1U;
    put_cards("1:traitor", 0);
    play("2 double A3 A4");
    cr_expect(was_shown(2, "seat 1's card has no effect: traitor"));
    cr_expect_str_eq(scores(), "4 6 0");
}

Test(cc, a_mandarin_without_another_colour_elsewhere_is_skipped)
{
    sit_three();
    place_walls(1, "111..11aa....", "1............");
    put_cards("2:mandarin", 0);
    play("1 wall A4");
    cr_expect(was_shown(2, "seat 2's card has no effect: mandarin"));
}

Test(cc, a_swap_never_scores_again_and_leaves_reservations_alone)
{
    sit_three();
    place_walls(1, "112..2B.2....", "11222........");
    uint64_t beside_tower = s.board.beside_tower[1];
    put_cards("1:mandarin", 0);
    play("1 wall A4, 1 swap A3 B1");
    cr_expect_eq(s.board.beside_tower[1], beside_tower);
    cr_expect_str_eq(scores(), "4 0 0");
    cr_expect(json_has(MUR_ALL, "\"A3\":\"1w\"") && json_has(MUR_ALL, "\"B1\":\"2w\""));
}

static const struct {
    const char *boards, *a, *b, *move, *left, *right;
} both[] = {
    { "Aa Ba Ca", ".........222.", ".2233........", "1 double A13 B1", "Ap3", "Bp1" },
    { "Ba Aa Ca", ".223.........", ".........222.", "1 double B13 A1", "Bp3", "Ap1" },
    { "Aa Ba Ca", "222..3333....", ".............", "1 double A4 A5", "Ap1", "Ap2" },
};

Test(cc, a_double_that_completes_two_provinces_scores_the_left_one_first)
{
    for (size_t i = 0; i < countof(both); i++) {
        char want[64];
        sit_down(3, both[i].boards, "off", "none");
        place_walls(1, both[i].a, both[i].b);
        put_cards("3:flood", (both[i].left[0] - 'A') * CC_PARTS + both[i].left[2] - '1');
        put_cards("3:mason", (both[i].right[0] - 'A') * CC_PARTS + both[i].right[2] - '1');
        play(both[i].move);
        snprintf(want, sizeof want, "{\"province\":\"%s\",\"cards\":[\"3:flood\"],\"actor\":3,", both[i].left);
        cr_expect(json_has(MUR_ALL, want), "%s", json(MUR_ALL));
        play("3 lower");
        snprintf(want, sizeof want, "{\"province\":\"%s\",\"cards\":[\"3:mason\"],\"actor\":3,", both[i].right);
        cr_expect(json_has(MUR_ALL, want), "%s", json(MUR_ALL));
        play("3 value");
        cr_expect_eq(s.board.turn, 1);
    }
}

/* -- New boards -- */

Test(cc, the_third_emperor_brings_the_next_board)
{
    sit_three();
    place_walls(1, "112..........", "1122.........");
    s.board.emperors = 2;
    play("1 wall A4, 1 wall A5");
    cr_expect_str_eq(legal(1, ""), "extend left, extend right");
    cr_expect_eq(try_move("1 none"), MUR_MOVE);
    cr_expect(json_has(MUR_ALL, "\"phase\":\"extend\",\"turn\":1,\"step\":0"));
    play("1 extend left");
    cr_expect(json_has(MUR_ALL, "\"boards\":[\"Ca\",\"Aa\",\"Ba\"],\"waiting\":[]"));
    cr_expect(json_has(MUR_ALL, "\"Cp1\":1,\"Cp2\":2,\"Cp3\":3") && json_has(MUR_ALL, "\"emperors\":0"));
    cr_expect(was_shown(1, "seat 1 adds a board: Ca (left)"));
    cr_expect_eq(s.board.turn, 1);
}

Test(cc, only_three_emperors_are_on_the_table)
{
    sit_three();
    place_walls(1, "112......222.", "1122.........");
    s.board.emperors = 3;
    play("1 wall A4, 1 wall A13");
    cr_expect_eq(s.board.emperors, 3);
}

Test(cc, four_players_end_up_with_four_boards)
{
    sit_down(4, "Aa Ba Ca Db", "off", "none");
    place_walls(1, "112..........", ".............");
    s.board.emperors = 2;
    play("1 wall A4, 1 wall A5, 1 extend right");
    cr_expect(json_has(MUR_ALL, "\"boards\":[\"Aa\",\"Ba\",\"Ca\"],\"waiting\":[\"Db\"]"));
    s.board.emperors = 3;
    play("2 wall A6, 2 wall C2, 2 extend right");
    cr_expect(json_has(MUR_ALL, "\"boards\":[\"Aa\",\"Ba\",\"Ca\",\"Db\"],\"waiting\":[]"));
    cr_expect(json_has(MUR_ALL, "\"Dp1\":4,\"Dp2\":0,\"Dp3\":1"));
}

Test(cc, a_new_board_adds_no_slot_to_a_tower_but_its_ban_holds_across_the_join)
{
    sit_three();
    place_walls(1, "A1122........", ".............");
    s.board.emperors = 3;
    play("1 wall A6, 1 wall B5, 1 extend left");
    cr_expect(json_has(MUR_ALL, "\"reserved\":{}"));
    cr_expect_eq((int)try_move("2 tower C13"), CC_REFUSED_NEXT_TO_TOWER);
    play("2 double C12 C13");
    cr_expect_eq(cc_right_of(&s.board, 2 * CC_BOARD_SLOTS + 12), 0);
    cr_expect_eq(cc_right_of(&s.board, 1 * CC_BOARD_SLOTS + 12), CC_NONE);
}

/* -- Two players: neutral walls -- */

static const struct {
    const char *moves, *slots; /* slots of A where the neutral wall may stand, and how many of B */
    int n_b;
} neutral[] = {
    { "2 wall A1, 2 wall B6", "2 3 4", 3 }, /* only in the provinces just used */
    { "2 card mason Ap1, 2 card flood Ap2", "1 2 3 4 5 6 7 8 9", 0 },
    { "2 card mason Ap1, 2 wall A1", "5 6 7 8 9 10 11 12", 13 }, /* anywhere but there */
    { "2 tower A6", "1 2 3 4 10 11 12", 13 },
    { "2 double A4 A5", "10 11 12", 13 },
};

Test(cc, a_neutral_wall_stands_where_the_action_allows)
{
    for (size_t i = 0; i < countof(neutral); i++) {
        char got[128];
        mur_text t = mur_text_on(got, sizeof got);
        mur_move moves[MUR_MOVES];
        int n_b = 0;
        sit_down(2, "Aa Ba Ca", "on", "none");
        play("1 wall A13");
        play(neutral[i].moves);
        int n = cc_game.legal(&s.base, 1, moves);
        cr_assert_eq(cc_move_kind(moves[n - 1]), CC_DO_NONE);
        for (int k = 0; k < n - 1; k++) {
            int slot = cc_move_first(moves[k]);
            n_b += slot >= CC_BOARD_SLOTS;
            if (slot < CC_BOARD_SLOTS) {
                mur_put(&t, t.len ? " " : "");
                mur_put_int(&t, slot + 1);
            }
        }
        cr_expect_str_eq(got, neutral[i].slots, "%s: %s", neutral[i].moves, got);
        cr_expect_eq(n_b, neutral[i].n_b);
    }
}

Test(cc, a_neutral_wall_may_be_declined_and_is_refused_elsewhere)
{
    sit_down(2, "Aa Ba Ca", "on", "none");
    play("1 wall A13, 2 wall A1, 2 wall B6");
    cr_expect(json_has(MUR_ALL, "\"phase\":\"neutral\",\"turn\":2,\"step\":0"));
    cr_expect_eq((int)try_move("2 neutral A5"), CC_REFUSED_NEUTRAL_NEAR);
    cr_expect_eq((int)try_move("2 neutral A1"), CC_REFUSED_OCCUPIED);
    cr_expect_eq((int)try_move("2 wall A2"), MUR_MOVE);
    play("2 none, 1 tower A6");
    cr_expect_eq((int)try_move("1 neutral A9"), CC_REFUSED_NEUTRAL_FAR);
    play("1 neutral B7");
    cr_expect_eq(s.board.neutrals, 11);
    cr_expect(json_has(0, "\"Bm2\":3"), "who lays it sees the token");
}

Test(cc, there_is_no_neutral_wall_when_none_is_left_or_the_option_is_off)
{
    sit_down(2, "Aa Ba Ca", "off", "none");
    play("1 wall A13, 2 wall A1, 2 wall B6, 1 tower B1");
    sit_down(2, "Aa Ba Ca", "on", "none");
    place_walls(1, "nnnnnnnnnnnn.", ".............");
    play("1 wall B1, 1 wall B6, 2 tower B4");
}

Test(cc, where_neutral_alone_has_the_most_nobody_scores)
{
    sit_down(2, "Aa Ba Ca", "on", "none");
    place_walls(1, "nn2..........", ".............");
    play("1 wall A4, 1 wall B1");
    cr_expect_str_eq(scores(), "0 0");
    sit_down(2, "Aa Ba Ca", "on", "none");
    place_walls(1, "nn1..........", ".............");
    play("1 wall A4, 1 wall B1"); /* tied with neutral: scores as usual */
    cr_expect_str_eq(scores(), "4 0");
}

Test(cc, neutral_walls_can_be_ruined_and_swapped)
{
    sit_down(2, "Aa Ba Ca", "on", "none");
    place_walls(1, "nn1..........", "2............");
    put_cards("2:traitor 1:mandarin", 0);
    play("1 wall A4, 2 ruin A1");
    cr_expect(was_shown(0, "seat 2's traitor ruins the neutral wall on A1"));
    play("1 swap A2 B1");
    cr_expect(json_has(MUR_ALL, "\"A1\":\"nx\",\"A2\":\"2w\"") && json_has(MUR_ALL, "\"B1\":\"nw\""));
    cr_expect_str_eq(scores(), "3 0");
}

/* -- End -- */

/* Only A1 is empty; seat 1 lays a card and the last wall there and has the most in Ap1, worth 4. */
static const struct {
    const char *a, *b, *c, *events, *scores;
} ends[] = {
    /* Each region belongs to one seat: Am1 Bm1 Cm1 cost seat 1 two each, Am2 .. seat 2 three, Am3 .. seat 3 four. */
    { ".111122233333", "1112222233333", "1112222223333", "none", "-2 -9 -12" },
    { ".111122233333", "1112222233333", "1112222223333", "diplomacy", "-2 -5 -12" },
    { ".111122233333", "1112222233333", "1112222223333", "domination", "3 -3 -7" },
    { ".111122233333", "1112222233333", "1112222223333", "recognition", "8 3 0" },
    { ".111122233333", "1112222233333", "1112222223333", "diplomacy,domination", "3 1 -7" },
    /* a tower saves its owner, and nobody else loses instead */
    { ".11112B233333", "1112222233333", "1112222223333", "none", "-2 -6 -12" },
    /* a tie in Bm1 costs all three */
    { ".111122233333", "1231122233333", "1112222221333", "none", "-2 -11 -14" },
    /* two ruins in Bm1 count nothing beside one wall */
    { ".111122233333", "yy11122233333", "1112222223333", "none", "-2 -9 -12" },
    /* a ruin breaks the row of seat 1, which then is 3 long */
    { ".1x1122233333", "1112222233333", "1112222223333", "domination", "0 -3 -7" },
};

Test(cc, the_mongols_attack_and_events_follow_when_no_slot_is_empty)
{
    for (size_t i = 0; i < countof(ends); i++) {
        sit_down(3, "Aa Ba Ca", "off", ends[i].events);
        add_board(ends[i].c);
        place_walls(1, ends[i].a, ends[i].b);
        play("1 card warrior Ap1, 1 wall A1");
        cr_expect_eq(s.base.to_act, 0);
        cr_expect_str_eq(scores(), ends[i].scores, "%zu: %s", i, scores());
    }
}

Test(cc, a_region_without_its_token_costs_nobody)
{
    sit_three();
    add_board("1112222223333");
    place_walls(1, ".111122233333", "1112222233333");
    s.board.tokens = 0;
    play("1 card warrior Ap1, 1 wall A1");
    cr_expect_str_eq(scores(), "4 0 0");
    cr_expect(json_has(MUR_ALL, "\"peril\":{}"));
}

Test(cc, a_game_ends_when_nobody_has_laid_anything_for_a_round)
{
    sit_down(2, "Aa Ba Ca", "off", "none");
    add_board("22222222.....");
    place_walls(1, "aaA1111111111", "1111bbB222222");
    leave_cards(1, 0);
    leave_cards(2, 0);
    play("1 pass");
    cr_expect_eq(s.board.idle, 1);
    play("2 pass");
    cr_expect_eq(s.board.idle, 2);
    cr_expect_eq(s.base.to_act, 0);
    cr_expect_eq(try_move("1 pass"), MUR_OVER);
    cr_expect(json_has(MUR_WATCHER, "\"phase\":\"over\",\"turn\":null"));
}

Test(cc, a_neutral_wall_after_a_pass_may_stand_anywhere_and_counts_as_laid)
{
    sit_down(2, "Aa Ba Ca", "on", "none");
    place_walls(1, "aaA1111111111", "1111222222...");
    leave_cards(1, 0);
    cr_expect_str_eq(legal(1, ""), "pass");
    play("1 pass");
    cr_expect_str_eq(legal(1, ""), "neutral B11, neutral B12, neutral B13, none");
    play("1 neutral B12");
    cr_expect_eq(s.board.idle, 0);
}

/* -- Events -- */

Test(cc, watchers_turn_up_a_token_for_all_when_a_slot_is_occupied)
{
    sit_down(3, "Aa Ba Ca", "off", "watchers");
    play("1 wall A7");
    cr_expect(json_has(MUR_WATCHER, "\"Am2\":3") && json_has(MUR_WATCHER, "\"revealed\":[\"Am2\"]"));
    cr_expect(was_shown(MUR_WATCHER, "the watchers turn up the threat token of Am2: power 3"));
    play("2 wall A6, 2 wall A1");
    cr_expect(json_has(2, "\"revealed\":[\"Am1\",\"Am2\"],\"known\":[[\"Am2\"],[\"Am1\",\"Am2\"],[]]"));
}

/* -- What players know -- */

Test(cc, cards_are_known_to_their_owner_others_see_only_that_they_lie_there)
{
    char text[MUR_MOVE_TEXT];
    sit_three();
    play("1 wall A7, 2 card mason Ap1, 2 card flood Bp1");
    cr_expect(json_has(1, "\"cards\":{\"Ap1\":[\"2:mason\"],\"Bp1\":[\"2:flood\"]}"));
    cr_expect(json_has(0, "\"cards\":{\"Ap1\":[\"2:?\"],\"Bp1\":[\"2:?\"]}") && json_has(0, "],4,6]"));
    cr_expect(json_has(MUR_WATCHER, "\"hands\":[6,4,6]"));
    mur_move m = cc_game.read_move(mur_span_of("card mason Ap1"));
    mur_text t = mur_text_on(text, sizeof text);
    cc_game.write_move(cc_game.seen(&s.base, 1, m, 0), &t);
    cr_expect_str_eq(text, "card ? Ap1");
    cr_expect_eq(cc_game.seen(&s.base, 1, m, 1), m);
    cr_expect_eq(cc_game.seen(&s.base, 1, m, MUR_ALL), m);
}

Test(cc, a_seat_that_has_looked_at_a_token_still_knows_it_when_it_is_removed)
{
    cc_view v;
    cc_state other;
    mur_rng rng;
    mur_rng_seed(&rng, 1);
    sit_three();
    place_walls(1, "112..........", ".............");
    put_cards("2:traitor", 0);
    play("1 wall A4, 2 scout Am1");
    cr_expect(!json_has(0, "\"Am1\":") && json_has(0, "\"known\":[[\"Am1\"],[],[]]"));
    cc_game.view(&s.base, 0, &v.base);
    for (int i = 0; i < 50; i++) {
        mur_redeal(&cc_game, &v.base, &rng, &other.base);
        cr_expect_eq(other.secrets.peril[0], 2);
    }
}

/* Chi-square with n - 1 degrees of freedom; 0.1 % is 20.5 for 6 outcomes and 13.8 for 3. */
static double chi_square(const int *count, int n, int total)
{
    double sum = 0, expected = (double)total / n;
    for (int i = 0; i < n; i++)
        sum += (count[i] - expected) * (count[i] - expected) / expected;
    return sum;
}

Test(cc, a_redeal_draws_the_unknown_uniformly)
{
    enum { DEALS = 6000 };
    int card[6] = { 0 }, power[3] = { 0 }, pair[3] = { 0 };
    mur_rng rng;
    cc_view v;
    cc_state other;
    mur_rng_seed(&rng, 11);
    sit_three();
    play("1 wall A7, 2 card mason Ap1, 2 card flood Bp1");
    leave_cards(3, 2);
    put_cards("3:traitor", 4);
    cc_game.view(&s.base, 0, &v.base);
    for (int i = 0; i < DEALS; i++) {
        mur_redeal(&cc_game, &v.base, &rng, &other.base);
        for (int k = 0; k < 6; k++)
            card[k] += other.secrets.card[1][k] == 0;
        power[other.secrets.peril[5] - 2]++;
        pair[other.secrets.card[2][0] == 4]++;
    }
    cr_expect_lt(chi_square(card, 6, DEALS), 20.5);
    cr_expect_lt(chi_square(pair, 2, DEALS), 10.8);
    /* Am2 is known to be 3: of 14 unknown tokens five are 2, four are 3, five are 4. */
    cr_expect_float_eq(power[0], DEALS * 5 / 14.0, 150);
    cr_expect_float_eq(power[1], DEALS * 4 / 14.0, 150);
}

/* -- Text -- */

static const char *const no_moves[] = {
    "",           "wall",       "wall A0",         "wall A14",       "wall A07",        "wall E1",
    "wall A1 ",   " wall A1",   "wall  A1",        "wall A1 A2",     "wall Ap1",        "Wall A1",
    "card ? Ap2", "card mason", "card mason A2",   "card mason Ap4", "card masons Ap2", "card mason Ap2 x",
    "extend",     "extend up",  "extend ",         "strike 0 flood", "strike 5 flood",  "strike 2",
    "scout Ap1",  "pass 1",     "double A1",       "double A1,A2",   "swap A1",         "none ",
    "ruin",       "fly",        "card unseen Ap1", "strike x flood",
};

Test(cc, a_malformed_move_is_not_read)
{
    for (size_t i = 0; i < countof(no_moves); i++)
        cr_expect_eq(cc_game.read_move(mur_span_of(no_moves[i])), 0, "%s", no_moves[i]);
}

static const struct {
    const char *text, *sentence;
} sentences[] = {
    { "wall A7", "single wall on A7" },
    { "tower D13", "tower on D13" },
    { "double A13 C1", "double wall on A13 and C1" },
    { "card mason Ap2", "face down in Ap2: mason" },
    { "neutral B1", "neutral wall on B1" },
    { "none", "no neutral wall" },
    { "pass", "pass" },
    { "extend left", "new board: left" },
    { "extend right", "new board: right" },
    { "strike 2 mason", "warrior: remove seat 2's card: mason" },
    { "ruin C4", "traitor: ruin the wall on C4" },
    { "scout Bm3", "traitor: remove the threat token of Bm3" },
    { "raise", "flood: the province is worth 2 more" },
    { "lower", "flood: the province is worth 2 less" },
    { "value", "mason: the province is worth 2 more" },
    { "section", "mason: one more section" },
    { "swap A7 C3", "mandarin: swap the walls on A7 and C3" },
    { "keep", "mandarin: swap nothing" },
};

Test(cc, moves_survive_writing_and_reading_and_are_said_as_sentences)
{
    for (size_t i = 0; i < countof(sentences); i++) {
        char text[MUR_MOVE_TEXT], sentence[MUR_SENTENCE_TEXT];
        mur_text t = mur_text_on(text, sizeof text), said = mur_text_on(sentence, sizeof sentence);
        mur_move m = cc_game.read_move(mur_span_of(sentences[i].text));
        cc_game.write_move(m, &t);
        cr_expect_str_eq(text, sentences[i].text);
        mur_say_move(&cc_game, m, NULL, &said);
        cr_expect_str_eq(sentence, sentences[i].sentence);
    }
}

Test(cc, a_number_that_is_no_move_is_written_as_unknown)
{
    char text[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    cc_game.write_move(0xffffffff, &t);
    cr_expect_str_eq(text, "?");
    t = mur_text_on(text, sizeof text);
    mur_say_move(&cc_game, 0xffffffff, NULL, &t);
    cr_expect_str_eq(text, "an unknown move");
}

/* -- The picture -- */

Test(cc, the_picture_shows_the_table_in_80_columns)
{
    static char picture[MUR_PICTURE_TEXT];
    static const char *const names[] = { "Anna", "Bartholomew the Very Long Named", "Cleo", NULL };
    mur_words words = { .names = names };
    mur_text t = mur_text_on(picture, sizeof picture);
    cc_view v;
    sit_three();
    place_walls(1, "112..2B......", "111.x........");
    put_cards("2:traitor 1:mandarin", 1);
    leave_cards(3, 2);
    cc_game.view(&s.base, 0, &v.base);
    cc_game.draw(&v.base, &words, &t);
    cr_expect(strstr(picture, "1w   1w   2w   .    .    2w   2t   (2)  .") != NULL, "%s", picture);
    cr_expect(strstr(picture, "face down: mandarin Ap2") && strstr(picture, "3 has shown: flood mason"));
    cr_expect(strstr(picture, "cards 12") && strstr(picture, "Anna: two walls"));
    for (const char *line = picture; *line; line += strcspn(line, "\n") + 1)
        cr_expect_leq(strcspn(line, "\n"), 80u);
    play("1 wall A4");
    t = mur_text_on(picture, sizeof picture);
    cc_game.view(&s.base, 1, &v.base);
    cc_game.draw(&v.base, NULL, &t);
    cr_expect(strstr(picture, "p1 protected") && strstr(picture, "seat 1: second half of the action"));
}

/* -- Laws, over random play -- */

/* Some games of every kind; the same walk every time. */
typedef struct {
    mur_rng rng;
    int game, games;
} walk;

static bool walk_on(walk *w)
{
    static const char *const events[] = {
        "none", "diplomacy", "domination", "recognition", "watchers", "diplomacy,watchers", "domination,recognition"
    };
    if (w->game == 0)
        mur_rng_seed(&w->rng, 2007);
    if (s.base.to_act && w->game > 0) {
        mur_move moves[MUR_MOVES];
        int seat = cc_lowest(s.base.to_act), n = cc_game.legal(&s.base, seat, moves);
        events_now.n = 0;
        mur_move m = moves[mur_rng_below(&w->rng, (uint32_t)n)];
        cr_assert_eq(cc_game.play(&s.base, seat, m, &events_now), MUR_OK);
        return true;
    }
    if (w->game == w->games)
        return false;
    cc_game.init(&setup.base, 2 + w->game % 3);
    if (w->game % 6 == 3)
        cc_game.set_option(&setup.base, 1, mur_span_of("off"));
    cc_game.set_option(&setup.base, 2, mur_span_of(events[w->game % (int)countof(events)]));
    cc_game.shuffle(&setup.base, &w->rng);
    w->game++;
    return cc_game.start(&setup.base, &s.base) == MUR_OK;
}

/* One byte of a sound position changed. */
#define POKE(field, value)                                                                                             \
    {                                                                                                                  \
        offsetof(cc_state, field), value, #field                                                                       \
    }
static const struct {
    size_t at;
    uint8_t value;
    const char *field;
} pokes[] = {
    POKE(base.seats, 1),
    POKE(base.seats, 4),
    POKE(base.to_act, 2),
    POKE(board.n_line, 1),
    POKE(board.n_line, 3),
    POKE(board.line, 3),
    POKE(board.line[1], 0),
    POKE(board.face, 7),
    POKE(board.owned, 1),
    POKE(board.empty, 0),
    POKE(board.owned[1], 1),
    POKE(board.singles, 3),
    POKE(board.double_walls[1], 0),
    POKE(board.spare_towers, 2),
    POKE(board.towers, 1),
    POKE(board.beside_tower, 7),
    POKE(board.shown, 1),
    POKE(board.face_down[1][0], 0),
    POKE(board.hand_size, 1),
    POKE(board.neutrals, 13),
    POKE(board.unprotected, 0),
    POKE(board.full, 1),
    POKE(board.resolving, 2),
    POKE(board.reputation, 9),
    POKE(board.revealed, 1),
    POKE(board.turn, 3),
    POKE(board.expected_move, 9),
    POKE(board.expected_move, CC_DUE_NEUTRAL),
    POKE(board.action_so_far, 9),
    POKE(board.idle, 9),
    POKE(board.emperors, 4),
    POKE(secrets.card, 2),
    POKE(secrets.card, 0x99),
    POKE(secrets.peril, 5),
    POKE(secrets.peril[9], 2),
    POKE(secrets.coming, 7),
};

Test(cc, a_position_with_something_wrong_is_not_sound)
{
    for (size_t i = 0; i < countof(pokes); i++) {
        sit_three();
        play("1 wall A7, 2 card mason Ap1, 2 card flood Bp1, 3 double A8 A9");
        ((uint8_t *)&s)[pokes[i].at] = pokes[i].value;
        cr_expect(!cc_game.is_sound(&s.base), "%s = %d", pokes[i].field, pokes[i].value);
    }
}

Test(cc, positions_are_sound_all_game_long)
{
    walk w = { .games = 300 };
    while (walk_on(&w))
        cr_assert(cc_game.is_sound(&s.base));
}

Test(cc, a_seat_cannot_tell_a_redealt_state_from_the_true_one)
{
    static cc_view seen, again;
    static cc_state other;
    walk w = { .games = 60 };
    while (walk_on(&w))
        for (int i = -2; i < s.base.seats; i++) {
            int seat = i == -2 ? MUR_ALL : i == -1 ? MUR_WATCHER : i;
            cc_game.view(&s.base, seat, &seen.base);
            mur_redeal(&cc_game, &seen.base, &w.rng, &other.base);
            cr_assert(cc_game.is_sound(&other.base));
            cc_game.view(&other.base, seat, &again.base);
            cr_assert_arr_eq(&again, &seen, sizeof seen);
            if (seen.base.is_open)
                cr_assert_arr_eq(&other, &s, sizeof s);
        }
}

static int compare_moves(const void *a, const void *b)
{
    mur_move x = *(const mur_move *)a, y = *(const mur_move *)b;
    return x < y ? -1 : x > y;
}

Test(cc, play_accepts_exactly_the_legal_moves)
{
    walk w = { .games = 60 };
    while (walk_on(&w)) {
        mur_move moves[MUR_MOVES];
        int seat = s.base.to_act ? cc_lowest(s.base.to_act) : 0;
        int n = cc_game.legal(&s.base, seat, moves);
        for (int i = 1; i < n; i++)
            cr_assert_lt(moves[i - 1], moves[i]);
        for (int i = 0; i < 200; i++) {
            mur_move m = cc_move(mur_rng_below(&w.rng, CC_KINDS + 1), mur_rng_below(&w.rng, CC_SLOTS + 1),
                                 mur_rng_below(&w.rng, 2) ? 0 : mur_rng_below(&w.rng, CC_SLOTS + 1));
            bool is_legal = bsearch(&m, moves, (size_t)n, sizeof m, compare_moves) != NULL;
            cc_state other = s;
            cr_assert_eq(cc_game.play(&other.base, seat, m, NULL) == MUR_OK, is_legal);
            if (!is_legal)
                cr_assert_arr_eq(&other, &s, sizeof s);
        }
    }
}

Test(cc, every_position_and_event_can_be_drawn_said_and_written)
{
    static char text[MUR_PICTURE_TEXT];
    static cc_view v;
    walk w = { .games = 40 };
    while (walk_on(&w)) {
        mur_text t;
        for (int i = 0; i < events_now.n; i++) {
            t = mur_text_on(text, MUR_SENTENCE_TEXT);
            mur_say_event(&cc_game, events_now.at[i], NULL, &t);
            cr_assert(t.len > 0 && !mur_text_is_cut(&t) && !strchr(text, '{') && !strstr(text, "seat 0"), "%s", text);
        }
        cc_game.view(&s.base, s.base.ply % 2 ? 1 : MUR_WATCHER, &v.base);
        t = mur_text_on(text, sizeof text);
        cc_game.draw(&v.base, NULL, &t);
        cr_assert(!mur_text_is_cut(&t));
        for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
            cr_assert_leq(strcspn(line, "\n"), 80u);
        t = mur_text_on(text, sizeof text);
        cc_game.write_json(&v.base, &t);
        cr_assert(!mur_text_is_cut(&t));
    }
}
