/* SPDX-License-Identifier: MIT */
/* tests/engine/laws_test.c -- laws that hold in every game, over random play. They apply to a new game automatically.
 */
#include "tests/engine/walk.h"

#define FOR_EACH_GAME(g) for (int g##_i = 0; (g = mur_game_at(g##_i)) != NULL; g##_i++)

enum { GAMES = 120 };

static const mur_game *game;

Test(laws, positions_are_small_and_plain)
{
    FOR_EACH_GAME(game)
    {
        cr_expect_leq(game->setup_size, sizeof(any_setup));
        cr_expect_leq(game->state_size, strcmp(game->id, "chinesische-mauer") == 0 ? 768U : 512U, "%s", game->id);
        cr_expect_leq(game->view_size, sizeof(any_view));
        cr_expect(mur_game_of(mur_span_of(game->id)) == game);
    }
    cr_expect_null(mur_game_of(mur_span_of("go")));
    cr_expect_null(mur_game_at(-1));
}

Test(laws, positions_stay_sound_and_games_end)
{
    FOR_EACH_GAME(game)
    {
        walk w = { .game = game, .games = GAMES };
        while (walk_on(&w)) {
            cr_assert(game->is_sound(&w.run.state.base), "%s, ply %u", game->id, w.run.state.base.ply);
            if (!w.run.state.base.to_act) {
                cr_assert_neq(mur_winners(game, &w.run.state.base), 0);
                cr_assert_eq(game->legal(&w.run.state.base, 0, w.moves), 0);
                cr_assert_eq(game->play(&w.run.state.base, 0, w.move, NULL), MUR_OVER);
            }
        }
    }
}

Test(laws, moves_are_listed_ascending_and_survive_writing_and_reading)
{
    FOR_EACH_GAME(game)
    {
        walk w = { .game = game, .games = GAMES, .seed = 2 };
        while (walk_on(&w))
            for (int i = 0; w.run.state.base.to_act && i < w.n_moves; i++) {
                char text[MUR_MOVE_TEXT];
                mur_text t = mur_text_on(text, sizeof text);
                game->write_move(w.moves[i], &t);
                cr_assert_not(mur_text_is_cut(&t));
                cr_assert_eq(game->read_move(mur_span_of(text)), w.moves[i], "%s", text);
                cr_assert(w.moves[i] > 0 && (i == 0 || w.moves[i] > w.moves[i - 1]), "%s", text);
                mur_put_char(&t, ' ');
                cr_assert_eq(game->read_move(mur_span_of(text)), 0, "\"%s\" ends with a space", text);
            }
    }
}

static bool is_listed(const mur_game *g, const mur_state *s, int seat, mur_move m)
{
    mur_move moves[MUR_MOVES];
    int n = g->legal(s, seat, moves);
    while (n > 0 && moves[n - 1] != m)
        n--;
    return n > 0;
}

/* Nonsense, and moves that are nearly right. */
static mur_move strange_move(walk *w)
{
    uint32_t how = mur_rng_below(&w->rng, 4);
    mur_move near = w->moves[mur_rng_below(&w->rng, (uint32_t)w->n_moves)];
    if (how == 0)
        return (mur_move)mur_rng_next(&w->rng);
    if (how == 1)
        return mur_rng_below(&w->rng, 64);
    return near ^ (mur_move)1 << mur_rng_below(&w->rng, how == 2 ? 32 : 8);
}

Test(laws, exactly_the_listed_moves_are_accepted_and_errors_change_nothing)
{
    static const int seats[] = { -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 31, 32, 255, -2147483647 };
    FOR_EACH_GAME(game)
    {
        walk w = { .game = game, .games = GAMES, .seed = 3 };
        while (walk_on(&w)) {
            any_state copy = w.run.state;
            for (int i = 0; w.run.state.base.to_act && i < 6; i++) {
                int seat = i < 4 ? w.seat : seats[mur_rng_below(&w.rng, countof(seats))];
                mur_move m = strange_move(&w);
                bool listed = is_listed(game, &copy.base, seat, m);
                mur_err e = game->play(&copy.base, seat, m, NULL);
                cr_assert_eq(e == MUR_OK, listed, "%s: seat %d, move %#x: %s", game->id, seat, m,
                             mur_err_text(game, e));
                if (e != MUR_OK)
                    cr_assert_arr_eq(&copy, &w.run.state, game->state_size);
                copy = w.run.state;
            }
        }
    }
}

Test(laws, a_seat_cannot_tell_a_redealt_state_from_the_true_one)
{
    FOR_EACH_GAME(game)
    {
        walk w = { .game = game, .games = GAMES, .seed = 4 };
        while (walk_on(&w)) {
            int seats = w.run.state.base.seats;
            if (mur_rng_below(&w.rng, 4))
                continue;
            for (int i = -1; i <= seats; i++) {
                int seat = i < 0 ? MUR_WATCHER : i == seats ? MUR_ALL : i;
                game_run other = { .game = game };
                any_view seen, again;
                char a[MUR_JSON_TEXT], b[MUR_JSON_TEXT];
                game->view(&w.run.state.base, seat, &seen.base);
                cr_assert(game->can_redeal(&seen.base), "%s, seat %d", game->id, seat);
                mur_redeal(game, &seen.base, &w.rng, &other.state.base);
                cr_assert(game->is_sound(&other.state.base), "%s", game->id);
                game->view(&other.state.base, seat, &again.base);
                cr_assert_arr_eq(&again, &seen, game->view_size, "%s, seat %d", game->id, seat);
                cr_assert_str_eq(json_of(&other, seat, a), json_of(&w.run, seat, b));
            }
        }
    }
}

/* How a move looks to a seat does not depend on what the seat cannot know. */
Test(laws, a_move_looks_the_same_in_every_world)
{
    FOR_EACH_GAME(game)
    {
        walk w = { .game = game, .games = GAMES, .seed = 5 };
        while (walk_on(&w)) {
            if (!w.run.state.base.to_act)
                continue;
            for (int seat = 0; seat < w.run.state.base.seats; seat++) {
                any_view v;
                any_state other;
                game->view(&w.run.state.base, seat, &v.base);
                mur_redeal(game, &v.base, &w.rng, &other.base);
                cr_assert_eq(game->seen(&w.run.state.base, w.seat, w.move, seat),
                             game->seen(&other.base, w.seat, w.move, seat));
            }
            cr_assert_eq(game->seen(&w.run.state.base, w.seat, w.move, w.seat), w.move);
            cr_assert_eq(game->seen(&w.run.state.base, w.seat, w.move, MUR_ALL), w.move);
        }
    }
}

/* A hidden part of a move or an event is hidden from seats that did not see it. */
Test(laws, hidden_parts_of_moves_stay_hidden_from_others)
{
    FOR_EACH_GAME(game)
    {
        walk w = { .game = game, .games = GAMES, .seed = 6 };
        while (walk_on(&w)) {
            if (!w.run.state.base.to_act)
                continue;
            char text[MUR_MOVE_TEXT];
            mur_text t = mur_text_on(text, sizeof text);
            mur_move seen = game->seen(&w.run.state.base, w.seat, w.move, MUR_WATCHER);
            game->write_move(seen, &t);
            cr_assert_eq(strchr(text, '?') != NULL, seen != w.move, "%s", text);
            if (seen != w.move) {
                cr_assert_eq(game->read_move(mur_span_of(text)), 0, "%s", text);
                cr_assert_eq(game->describe(seen).what, MUR_UNSEEN);
            }
        }
    }
}

Test(laws, events_describe_the_move_and_change_nothing)
{
    FOR_EACH_GAME(game)
    {
        walk w = { .game = game, .games = GAMES, .seed = 7 };
        while (walk_on(&w)) {
            if (!w.run.state.base.to_act)
                continue;
            any_state with = w.run.state, without = w.run.state;
            mur_events events = { 0 };
            game->play(&with.base, w.seat, w.move, &events);
            game->play(&without.base, w.seat, w.move, NULL);
            cr_assert_arr_eq(&with, &without, game->state_size);
            cr_assert(events.n > 0 && events.n < MUR_EVENTS);
            for (int i = 0; i < events.n; i++) {
                char sentence[MUR_SENTENCE_TEXT];
                mur_text t = mur_text_on(sentence, sizeof sentence);
                mur_event e = mur_event_for(events.at[i], MUR_WATCHER);
                cr_assert(e.what == events.at[i].what || events.at[i].knows != MUR_EVERYONE);
                mur_say_event(game, e, NULL, &t);
                cr_assert(t.len > 0 && !mur_text_is_cut(&t) && !strpbrk(sentence, "{}"), "%s", sentence);
            }
        }
    }
}

/* Form number `wanted` of a sentence, from 0; "" if there is none (engine/say.h). */
static const char *form_of(const char *sentence, int wanted, char out[MUR_SENTENCE_TEXT])
{
    for (; wanted > 0; wanted--) {
        const char *bar = strchr(sentence, '|');
        sentence = bar ? bar + 1 : "";
    }
    snprintf(out, MUR_SENTENCE_TEXT, "%.*s", (int)strcspn(sentence, "|"), sentence);
    return out;
}

Test(laws, events_speak_to_the_listener_in_the_second_person)
{
    FOR_EACH_GAME(game)
    for (int i = 0; i < game->n_sentences; i++) {
        const char *words = game->sentences[i].words;
        char form[4][MUR_SENTENCE_TEXT];
        for (int k = 0; k < 4; k++)
            form_of(words, k, form[k]);
        bool has_seat = strstr(form[0], "{seat}"), has_other = strstr(form[0], "{other}");
        cr_expect_eq(has_seat, *form[1] != '\0', "who does it: %s", words);
        cr_expect_eq(has_other, *form[2] != '\0', "to whom: %s", words);
        cr_expect_not(strstr(form[1], "{seat}") || strstr(form[2], "{other}"), "%s", words);
        cr_expect_not(strstr(form[3], "{seat}") || strstr(form[3], "{other}"), "%s", words);
    }
}

Test(laws, no_event_calls_the_listener_by_name)
{
    static const char *const names[MUR_SEATS] = { "Anna", "Bruno", "Clara", "Dario", "Erik", "Fanny" };
    FOR_EACH_GAME(game)
    {
        walk w = { .game = game, .games = 20, .seed = 12 };
        while (walk_on(&w)) {
            any_state after = w.run.state;
            mur_events events = { 0 };
            if (after.base.to_act)
                game->play(&after.base, w.seat, w.move, &events);
            for (int i = 0; i < events.n * after.base.seats; i++) {
                char sentence[MUR_SENTENCE_TEXT];
                mur_text t = mur_text_on(sentence, sizeof sentence);
                int seat = i % after.base.seats;
                mur_words words = { .names = names, .listener = seat + 1 };
                mur_say_event(game, mur_event_for(events.at[i / after.base.seats], seat), &words, &t);
                cr_assert_not(strstr(sentence, names[seat]) || strchr(sentence, '|'), "%s", sentence);
            }
        }
    }
}

Test(laws, moves_can_be_said)
{
    FOR_EACH_GAME(game)
    {
        walk w = { .game = game, .games = 10, .seed = 8 };
        while (walk_on(&w))
            for (int i = 0; w.run.state.base.to_act && i < w.n_moves; i++) {
                char sentence[MUR_SENTENCE_TEXT];
                mur_text t = mur_text_on(sentence, sizeof sentence);
                mur_say_move(game, w.moves[i], NULL, &t);
                cr_assert(t.len > 0 && !mur_text_is_cut(&t) && !strpbrk(sentence, "{}"), "%s", sentence);
            }
    }
}

Test(laws, pictures_fit_into_80_columns)
{
    static const char *const names[MUR_SEATS] = { "Anna", "Bartholomäus", "Chiara", "Dörte", "Émile", "Ferdinand" };
    mur_words words = { .names = names };
    FOR_EACH_GAME(game)
    {
        walk w = { .game = game, .games = 20, .seed = 9 };
        while (walk_on(&w)) {
            static char picture[MUR_PICTURE_TEXT];
            mur_text t = mur_text_on(picture, sizeof picture);
            any_view v;
            game->view(&w.run.state.base, w.run.state.base.to_act ? w.seat : MUR_ALL, &v.base);
            game->draw(&v.base, &words, &t);
            cr_assert_not(mur_text_is_cut(&t));
            for (const char *line = picture; *line; line += strcspn(line, "\n") + 1)
                cr_assert_leq(mur_width(line, strcspn(line, "\n")), 80, "%s", picture);
            cr_assert_eq(picture[t.len - 1], '\n');
        }
    }
}

Test(laws, setup_lines_and_options_survive_writing_and_reading)
{
    FOR_EACH_GAME(game)
    {
        walk w = { .game = game, .games = GAMES, .seed = 10 };
        while (walk_on(&w)) {
            mur_setup *u = &w.run.setup.base;
            any_setup again;
            char text[MUR_LINE_TEXT];
            if (w.run.state.base.ply)
                continue;
            cr_assert_eq(game->init(&again.base, u->seats), MUR_OK);
            for (int i = 0; i < game->n_options; i++) {
                mur_text t = mur_text_on(text, sizeof text);
                game->write_option(u, i, &t);
                cr_assert_eq(game->set_option(&again.base, i, mur_span_of(text)), MUR_OK, "%s", text);
            }
            for (int i = 0; i < game->n_lines(u); i++) {
                mur_text t = mur_text_on(text, sizeof text);
                game->write_line(u, i, &t);
                cr_assert_not(mur_text_is_cut(&t));
                cr_assert_eq(game->read_line(&again.base, i, mur_span_of(text)), MUR_OK, "%s", text);
                mur_put(&t, " ");
                cr_assert_neq(game->read_line(&again.base, i, mur_span_of(text)), MUR_OK, "\"%s\"", text);
            }
            cr_assert_arr_eq(&again, u, game->setup_size);
        }
    }
}

Test(laws, the_same_seed_gives_the_same_game)
{
    FOR_EACH_GAME(game)
    {
        any_state end[2];
        for (int i = 0; i < 2; i++) {
            game_run t;
            mur_rng rng;
            mur_rng_seed(&rng, 11);
            run_open(&t, game, game->seats_max, 12, NULL);
            run_finish(&t, &rng);
            end[i] = t.state;
        }
        cr_assert_arr_eq(&end[0], &end[1], game->state_size);
    }
}

/* A game's rollout is equivalent to legal(), a random choice and play(). */
Test(laws, rollouts_are_what_legal_and_play_would_do)
{
    FOR_EACH_GAME(game)
    {
        walk w = { .game = game, .games = 40, .seed = 14 };
        while (walk_on(&w)) {
            any_state quick = w.run.state, slow = w.run.state;
            mur_game plain = *game;
            if (mur_rng_below(&w.rng, 20))
                continue;
            mur_rng one = w.rng, other = w.rng;
            plain.rollout = NULL;
            mur_rollout(game, &quick.base, &one);
            mur_rollout(&plain, &slow.base, &other);
            cr_assert_arr_eq(&quick, &slow, game->state_size);
            cr_assert_arr_eq(&one, &other, sizeof one);
        }
    }
}

Test(laws, impossible_setups_are_refused)
{
    FOR_EACH_GAME(game)
    {
        any_setup u;
        any_state s, before;
        memset(&s, 0x55, sizeof s);
        before = s;
        cr_expect_eq(game->init(&u.base, game->seats_min - 1), MUR_PLAYERS);
        cr_expect_eq(game->init(&u.base, game->seats_max + 1), MUR_PLAYERS);
        cr_expect_eq(game->init(&u.base, -1), MUR_PLAYERS);
        game_run t;
        run_open(&t, game, game->seats_min, 13, NULL);
        u = t.setup;
        u.base.first = u.base.seats;
        cr_expect_eq(game->start(&u.base, &s.base), MUR_SETUP);
        u = t.setup;
        u.base.seats = MUR_SEATS + 1;
        cr_expect_eq(game->start(&u.base, &s.base), MUR_SETUP);
        if (game->n_lines(&t.setup.base) > 0) { /* nothing dealt yet */
            game->init(&u.base, game->seats_min);
            cr_expect_eq(game->start(&u.base, &s.base), MUR_SETUP);
        }
        cr_expect_arr_eq(&s, &before, game->state_size);
    }
}

Test(laws, options_take_only_what_they_should)
{
    static const char *const nonsense[] = { "",   "0",   "7",           "01", "+1",     "1 ",
                                            " 1", "100", "99999999999", "x",  "on,off", "none,none" };
    FOR_EACH_GAME(game)
    for (int option = -1; option <= game->n_options; option++)
        for (size_t i = 0; i < countof(nonsense); i++) {
            any_setup u, before;
            game->init(&u.base, game->seats_min);
            before = u;
            mur_err e = game->set_option(&u.base, option, mur_span_of(nonsense[i]));
            bool number_of_hands = option >= 0 && option < game->n_options &&
                                   strcmp(game->options[option].id, "hands") == 0 && strcmp(nonsense[i], "7") == 0;
            cr_expect_eq(e, number_of_hands ? MUR_OK : MUR_OPTION, "%s %d \"%s\"", game->id, option, nonsense[i]);
            if (e != MUR_OK)
                cr_expect_arr_eq(&u, &before, game->setup_size);
        }
}

Test(laws, malformed_setup_lines_are_refused)
{
    static const char *const nonsense[] = { "", " ", "1", "W", "1 2 3", "Aa", "99999999999999" };
    FOR_EACH_GAME(game)
    for (int line = -1; line <= 9; line++)
        for (size_t i = 0; i < countof(nonsense); i++) {
            any_setup u, before;
            game->init(&u.base, game->seats_min);
            before = u;
            cr_expect_neq(game->read_line(&u.base, line, mur_span_of(nonsense[i])), MUR_OK);
            cr_expect_arr_eq(&u, &before, game->setup_size);
        }
}

Test(laws, every_refusal_has_words)
{
    FOR_EACH_GAME(game)
    for (int e = 0; e <= MUR_ERR_MAX; e++)
        cr_expect_gt(strlen(mur_err_text(game, (mur_err)e)), 0U);
    cr_expect_str_eq(mur_err_text(NULL, MUR_OVER), "the game is over");
}
