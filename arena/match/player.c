/* SPDX-License-Identifier: MIT */
/* arena/match/player.c -- reads the specs of players: "strong@sims=100@model=FILE", "cmd:COMMAND".
 *
 * Everything behind "cmd:" is the command, including any @; for built-in bots the spec is split at each @ and every
 * part is looked up in `settings`. */
#include "arena/match/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/model.h"

bool arena_parse_uint(mur_span *s, uint64_t *out)
{
    size_t digits = 0;
    *out = 0;
    while (digits < s->len && digits < 10 && s->at[digits] >= '0' && s->at[digits] <= '9')
        *out = *out * 10 + (uint64_t)(s->at[digits++] - '0');
    s->at += digits;
    s->len -= digits;
    return digits > 0;
}

/* "sims=400" */
static const char *read_simulations(arena_player *p, mur_span value)
{
    uint64_t n;
    if (!arena_parse_uint(&value, &n) || value.len > 0 || n == 0 || n > UINT32_MAX)
        return N_("sims= takes a number of simulations");
    p->simulations = (uint32_t)n;
    return NULL;
}

/* "cpu=150ms": processor time per move. The number has at most ten digits, so that nanoseconds fit into 64 bits. */
static const char *read_time(arena_player *p, mur_span value)
{
    uint64_t n;
    bool ok = arena_parse_uint(&value, &n) && n > 0;
    if (ok && mur_span_is(value, "us"))
        p->nanoseconds = n * 1000;
    else if (ok && mur_span_is(value, "ms"))
        p->nanoseconds = n * 1000000;
    else if (ok && mur_span_is(value, "s"))
        p->nanoseconds = n * 1000000000;
    else
        return N_("cpu= takes a time, such as 50ms or 2s");
    return NULL;
}

/* "model=FILE": reads the whole file, up to ARENA_MODEL_BYTES; whether the bytes are a model is up to the bot
 * (can_play). */
static const char *read_model(arena_player *p, mur_span value)
{
    char path[4096];
    if (value.len >= sizeof path)
        return N_("its model cannot be read");
    memcpy(path, value.at, value.len);
    path[value.len] = '\0';
    FILE *from = fopen(path, "rb");
    if (!from)
        return N_("its model cannot be read");
    free(p->model);
    p->model = aligned_alloc(MUR_BOT_ALIGN, ARENA_MODEL_BYTES);
    p->model_size = p->model ? fread(p->model, 1, ARENA_MODEL_BYTES, from) : 0;
    fclose(from);
    return p->model_size > 0 ? NULL : N_("its model cannot be read");
}

static const struct {
    const char *name;
    const char *(*read)(arena_player *p, mur_span value);
} settings[] = {
    { "sims=", read_simulations }, { "cpu=", read_time }, { "model=", read_model }, { "lore=", read_model }
};

/* One part after an @. "lore=" is the former name of "model=", for old command lines. */
static const char *read_setting(arena_player *p, mur_span setting)
{
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        if (mur_take(&setting, settings[i].name))
            return settings[i].read(p, setting);
    return N_("after an @ a bot takes sims=, cpu= or model=");
}

/* Takes everything up to the next @, or to the end, off the text. */
static mur_span take_part(mur_span *rest)
{
    const char *at = memchr(rest->at, '@', rest->len);
    mur_span part = { rest->at, at ? (size_t)(at - rest->at) : rest->len };
    size_t taken = part.len + (at != NULL);
    *rest = (mur_span){ rest->at + taken, rest->len - taken };
    return part;
}

const char *arena_player_open(arena_player *p, const char *spec)
{
    mur_span rest = mur_span_of(spec);
    *p = (arena_player){ .spec = spec };
    if (mur_take(&rest, "cmd:")) {
        p->command = rest.at;
        return rest.len > 0 ? NULL : N_("cmd: must be followed by a command");
    }
    p->bot = mur_bot_of(take_part(&rest));
    const char *why = p->bot ? NULL : N_("unknown bot");
    while (!why && rest.len > 0)
        why = read_setting(p, take_part(&rest));
    if (why)
        arena_player_close(p);
    return why;
}

void arena_player_close(arena_player *p)
{
    free(p->model);
    *p = (arena_player){ 0 };
}

mur_span arena_player_model(const arena_player *p, const mur_game *g, int seats)
{
    return p->model ? (mur_span){ (const char *)p->model, p->model_size } : mur_model_of(g, seats);
}

bool arena_player_can_play(const arena_player *p, const mur_game *g, int seats)
{
    return !p->bot || p->bot->can_play(g, seats, arena_player_model(p, g, seats));
}

/* From the strongest to the weakest; random can play everything. */
const char *arena_strongest_bot(const mur_game *g, int seats)
{
    static const char *const ids[] = { "strong", "ismcts", "greedy" };
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        const mur_bot *bot = mur_bot_of(mur_span_of(ids[i]));
        if (bot && bot->can_play(g, seats, mur_model_of(g, seats)))
            return ids[i];
    }
    return "random";
}
