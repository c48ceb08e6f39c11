/* SPDX-License-Identifier: MIT */
/* tests/record/pack_test.c -- packed views and steps: unpacking gives the same value; other bytes are refused or
 * harmless. */
#include "record/pack.h"

#include "tests/engine/walk.h"

enum { GAMES = IS_SANITIZED ? 3 : 12 };

#define FOR_EACH_GAME(game)                                                                                            \
    for (int g_ = 0; mur_game_at(g_); g_++)                                                                            \
        for (const mur_game *game = mur_game_at(g_); game; game = NULL)

typedef struct {
    char at[MUR_PACKED_BYTES];
    mur_text text;
} packed;

static mur_span bytes_of(const packed *p)
{
    return (mur_span){ p->at, p->text.len };
}

static void pack_view(packed *p, const mur_game *g, const mur_view *v)
{
    p->text = mur_text_on(p->at, sizeof p->at);
    mur_pack_view(g, v, &p->text);
    cr_assert_not(mur_text_is_cut(&p->text));
}

static int viewer(int i, int seats)
{
    return i < seats ? i : i == seats ? MUR_WATCHER : MUR_ALL;
}

Test(pack, a_view_is_unpacked_unchanged)
{
    FOR_EACH_GAME(game)
    {
        walk w = { .game = game, .games = GAMES, .seed = 7 };
        while (walk_on(&w)) {
            int seats = w.run.state.base.seats;
            for (int i = 0; i < seats + 2; i++) {
                any_view v, again;
                packed p;
                game->view(&w.run.state.base, viewer(i, seats), &v.base);
                pack_view(&p, game, &v.base);
                cr_assert(mur_unpack_view(game, bytes_of(&p), &again.base), "%s, viewer %d", game->id, i);
                cr_assert_arr_eq(&v, &again, game->view_size);
            }
        }
    }
}

Test(pack, a_step_is_unpacked_unchanged)
{
    FOR_EACH_GAME(game)
    {
        walk w = { .game = game, .games = GAMES, .seed = 8 };
        while (walk_on(&w)) {
            mur_step truth = { .seat = (uint8_t)w.seat };
            any_state after = w.run.state;
            if (!after.base.to_act)
                continue;
            cr_assert_eq(game->play(&after.base, w.seat, w.move, &truth.events), MUR_OK);
            for (int i = 0; i < after.base.seats + 2; i++) {
                int seat = viewer(i, after.base.seats);
                mur_step s = truth, again;
                packed p = { .text = mur_text_on(p.at, sizeof p.at) };
                s.move = game->seen(&w.run.state.base, w.seat, w.move, seat);
                for (int e = 0; e < s.events.n; e++)
                    s.events.at[e] = mur_event_for(s.events.at[e], seat);
                mur_pack_step(game, &s, &p.text);
                cr_assert(mur_unpack_step(game, bytes_of(&p), &again), "%s", game->id);
                cr_assert_arr_eq(&s, &again, sizeof s);
            }
        }
    }
}

static void use(const mur_game *game, const mur_view *v, mur_rng *rng)
{
    char json[MUR_JSON_TEXT], picture[MUR_PICTURE_TEXT];
    mur_text j = mur_text_on(json, sizeof json), p = mur_text_on(picture, sizeof picture);
    any_state s;
    game->write_json(v, &j);
    game->draw(v, NULL, &p);
    mur_redeal(game, v, rng, &s.base);
    cr_assert(game->is_sound(&s.base));
}

/* Bytes of real views, some of them changed: most are refused, and those that are not can be used like any view. */
Test(pack, a_damaged_view_is_refused_or_can_be_used)
{
    FOR_EACH_GAME(game)
    {
        walk w = { .game = game, .games = GAMES, .seed = 9 };
        int tried = 0, refused = 0;
        while (walk_on(&w)) {
            int seats = w.run.state.base.seats;
            any_view v, other;
            packed p;
            game->view(&w.run.state.base, viewer((int)mur_rng_below(&w.rng, (uint32_t)seats + 2), seats), &v.base);
            pack_view(&p, game, &v.base);
            for (uint32_t n = 1 + mur_rng_below(&w.rng, 4); n > 0; n--) {
                char *at = &p.at[mur_rng_below(&w.rng, (uint32_t)p.text.len)];
                *at = (char)(mur_rng_below(&w.rng, 2) ? mur_rng_below(&w.rng, 256)
                                                      : (uint32_t)*at ^ 1U << mur_rng_below(&w.rng, 8));
            }
            tried++;
            if (mur_unpack_view(game, bytes_of(&p), &other.base))
                use(game, &other.base, &w.rng);
            else
                refused++;
        }
        cr_expect_gt(refused, tried / 4, "%s: %d of %d", game->id, refused, tried);
        cr_expect_lt(refused, tried);
    }
}

/* While the master's piece is built a view says which piece that is; one that does not is refused before anything
 * counts such pieces (UBSan finds a shift by 60 bits otherwise). */
Test(pack, a_view_without_the_piece_that_is_being_built_is_refused)
{
    walk w = { .game = &dm_game, .games = GAMES, .seed = 13 };
    int tried = 0;
    while (walk_on(&w)) {
        any_view v;
        dm_game.view(&w.run.state.base, 0, &v.base);
        dm_view *seen = (dm_view *)&v;
        if (seen->board.phase != DM_BUILD)
            continue;
        cr_expect(dm_game.can_redeal(&v.base));
        seen->board.piece = DM_NONE;
        cr_expect_not(dm_game.can_redeal(&v.base));
        tried++;
    }
    cr_expect_gt(tried, 0);
}

Test(pack, bytes_that_are_too_short_or_too_long_are_refused)
{
    FOR_EACH_GAME(game)
    {
        walk w = { .game = game, .games = 1, .seed = 10 };
        any_view v, other;
        packed p;
        cr_assert(walk_on(&w));
        game->view(&w.run.state.base, 0, &v.base);
        pack_view(&p, game, &v.base);
        for (size_t n = 0; n < p.text.len; n++)
            cr_expect_not(mur_unpack_view(game, (mur_span){ p.at, n }, &other.base));
        cr_expect_not(mur_unpack_view(game, (mur_span){ p.at, p.text.len + 1 }, &other.base));
        mur_step s = { .seat = 1, .move = w.move }, again;
        p.text = mur_text_on(p.at, sizeof p.at);
        game->play(&w.run.state.base, w.seat, w.move, &s.events);
        mur_pack_step(game, &s, &p.text);
        for (size_t n = 0; n < p.text.len; n++)
            cr_expect_not(mur_unpack_step(game, (mur_span){ p.at, n }, &again));
        cr_expect_not(mur_unpack_step(game, (mur_span){ p.at, p.text.len + 1 }, &again));
    }
}

/* A view of another game and random bytes are refused. */
Test(pack, noise_is_refused)
{
    mur_rng rng;
    mur_rng_seed(&rng, 11);
    FOR_EACH_GAME(game)
    for (int i = 0; i < 2000; i++) {
        packed p = { .text = mur_text_on(p.at, sizeof p.at) };
        any_view v;
        mur_step s;
        for (size_t n = 0; n < sizeof p.at; n++)
            p.at[n] = (char)mur_rng_below(&rng, i % 2 ? 256 : 4);
        cr_expect_not(mur_unpack_view(game, (mur_span){ p.at, game->view_size - 4 * MUR_MOVES }, &v.base));
        mur_unpack_step(game, (mur_span){ p.at, 8 + 12 * (size_t)(unsigned char)p.at[1] }, &s);
    }
}

Test(pack, base64_follows_rfc_4648)
{
    static const struct {
        const char *bytes, *letters;
    } examples[] = { /* RFC 4648, 10 */
                     { "", "" },
                     { "f", "Zg==" },
                     { "fo", "Zm8=" },
                     { "foo", "Zm9v" },
                     { "foob", "Zm9vYg==" },
                     { "fooba", "Zm9vYmE=" },
                     { "foobar", "Zm9vYmFy" }
    };
    for (size_t i = 0; i < countof(examples); i++) {
        char out[32];
        mur_text t = mur_text_on(out, sizeof out);
        mur_buffer back = { 0 };
        mur_put_base64(&t, mur_span_of(examples[i].bytes));
        cr_expect_str_eq(out, examples[i].letters);
        cr_expect(mur_take_base64(mur_span_of(out), &back));
        cr_expect(mur_span_is((mur_span){ back.at ? back.at : "", back.len }, examples[i].bytes));
        mur_buffer_close(&back);
    }
}

Test(pack, base64_of_random_bytes_is_decoded_unchanged)
{
    mur_rng rng;
    mur_rng_seed(&rng, 12);
    for (size_t n = 0; n < 300; n++) {
        char bytes[300], out[512];
        mur_text t = mur_text_on(out, sizeof out);
        mur_buffer back = { 0 };
        for (size_t i = 0; i < n; i++)
            bytes[i] = (char)mur_rng_below(&rng, 256);
        mur_put_base64(&t, (mur_span){ bytes, n });
        cr_assert(mur_take_base64((mur_span){ out, t.len }, &back));
        cr_assert_eq(back.len, n);
        cr_assert(n == 0 || memcmp(back.at, bytes, n) == 0);
        mur_buffer_close(&back);
    }
}

Test(pack, invalid_base64_is_refused_and_nothing_is_stored)
{
    static const char *const bad[] = { "Z",    "Zg",     "Zg=",      "Zg===", "Zh==",     "Zm9=",    "Z===",
                                       "====", "Zm9v\n", "Zg==Zg==", "Zm 9v", "Zm9v-_==", "Zm8=Zm8=" };
    for (size_t i = 0; i < countof(bad); i++) {
        mur_buffer out = { 0 };
        mur_buffer_put(&out, "before");
        cr_expect_not(mur_take_base64(mur_span_of(bad[i]), &out), "%s", bad[i]);
        cr_expect_str_eq(out.at, "before", "%s", bad[i]);
        mur_buffer_close(&out);
    }
}
