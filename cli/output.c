/* SPDX-License-Identifier: MIT */
#include "cli/io.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "cli/words.h"
#include "engine/say.h"
#include "record/reader.h"

enum { PHRASE_TEXT = 2048, NAME_CHARACTERS = 15 };

void cli_say(FILE *to, const char *phrase, const mur_place *places)
{
    char text[PHRASE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    mur_put_phrase(&t, _(phrase), places);
    fputs(text, to);
}

static struct {
    char *at;
    size_t size;
} kept;

void cli_keep_complaints(char *room, size_t size)
{
    kept.at = room;
    kept.size = size;
}

void cli_complain(const char *phrase, const mur_place *places)
{
    if (kept.at) {
        mur_text t = mur_text_on(kept.at, kept.size);
        mur_put_phrase(&t, _(phrase), places);
        return;
    }
    fputs("muraille: ", stderr);
    cli_say(stderr, phrase, places);
    fputc('\n', stderr);
}

/* -- Files -- */

const char *cli_why(int error)
{
    static const struct {
        int error;
        const char *why;
    } reasons[] = {
        { ENOENT, N_("there is no such file or folder") },
        { EACCES, N_("permission denied") },
        { EEXIST, N_("the file exists already") },
        { EISDIR, N_("this is a folder") },
        { ENOSPC, N_("the disk is full") },
    };
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (reasons[i].error == error)
            return _(reasons[i].why);
    return _("an error of the system");
}

static bool complain_about_file(const char *path)
{
    const char *why = cli_why(errno);
    cli_complain(N_("{file}: cannot be read ({why})"),
                 (const mur_place[]){ { "file", mur_span_of(path) }, { "why", mur_span_of(why) }, { 0 } });
    return false;
}

static bool read_stream(FILE *from, size_t max, mur_buffer *out)
{
    enum { PIECE = 1 << 16 };
    for (size_t n = 1; n > 0 && out->len <= max;) {
        size_t room = max + 1 - out->len;
        mur_text t = mur_buffer_text(out, PIECE + 1);
        n = fread(t.at, 1, room < PIECE ? room : PIECE, from);
        out->len += n;
    }
    return !ferror(from);
}

bool cli_read_file(const char *path, size_t max, mur_buffer *out)
{
    bool is_input = strcmp(path, "-") == 0;
    FILE *from = is_input ? stdin : fopen(path, "rb");
    if (!from)
        return complain_about_file(path);
    bool ok = read_stream(from, max, out) || complain_about_file(path);
    if (!is_input)
        fclose(from);
    return ok;
}

bool cli_read_record(const char *path, mur_record **r)
{
    mur_buffer bytes = { 0 };
    mur_record_error error;
    mur_words w = cli_words(NULL);
    *r = NULL;
    if (cli_read_file(path, MUR_RECORD_BYTES, &bytes) &&
        !mur_record_read((mur_span){ bytes.at, bytes.len }, &w, r, &error))
        fprintf(stderr, "%s:%zu: %s\n", path, error.line, error.message);
    mur_buffer_close(&bytes);
    return *r != NULL;
}

/* -- Games and seats -- */

const mur_game *cli_game_of(const char *id)
{
    char list[PHRASE_TEXT];
    mur_text t = mur_text_on(list, sizeof list);
    const mur_game *g = mur_game_of(mur_span_of(id));
    for (int i = 0; mur_game_at(i); i++) {
        mur_put(&t, i > 0 ? ", " : "");
        mur_put(&t, mur_game_at(i)->id);
    }
    if (!g)
        cli_complain(N_("there is no game \"{word}\"; the games are {list}"),
                     (const mur_place[]){ { "word", mur_span_of(id) }, { "list", mur_span_of(list) }, { 0 } });
    return g;
}

int cli_viewer(const mur_record *r, int seat)
{
    if (seat == CLI_NOT_GIVEN)
        return MUR_ALL;
    if (seat == 0)
        return MUR_WATCHER;
    if (seat <= r->setup->seats)
        return seat - 1;
    char last[16];
    mur_text t = mur_text_on(last, sizeof last);
    mur_put_int(&t, r->setup->seats);
    cli_complain(N_("there are only the seats 1 to {n}"), (const mur_place[]){ { "n", mur_span_of(last) }, { 0 } });
    return CLI_NOT_GIVEN;
}

void cli_names_of(const mur_record *r, cli_names *names)
{
    *names = (cli_names){ 0 };
    for (int seat = 0; seat < r->setup->seats; seat++) {
        char tag[] = { 'p', 'l', 'a', 'y', 'e', 'r', (char)('1' + seat), '\0' };
        const char *name = mur_record_tag(r, mur_span_of(tag));
        if (!name)
            continue;
        mur_text t = mur_text_on(names->text[seat], sizeof names->text[seat]);
        mur_span cut = mur_cut(mur_span_of(name), NAME_CHARACTERS);
        for (size_t i = 0; i < cut.len; i++)
            mur_put_char(&t, cut.at[i] == '\t' ? ' ' : cut.at[i]); /* a tab would bend the picture */
        names->name[seat] = names->text[seat];
    }
}

/* -- Telling -- */

void cli_tell(const mur_game *g, const mur_events *log, int seat, const mur_words *w)
{
    for (int i = 0; i < log->n; i++) {
        char text[MUR_SENTENCE_TEXT];
        mur_text t = mur_text_on(text, sizeof text);
        mur_say_event(g, mur_event_for(log->at[i], seat), w, &t);
        printf("- %s\n", text);
    }
}

static void tell_score(int seat, int score, bool wins, const mur_words *w)
{
    char who[MUR_SENTENCE_TEXT], number[16];
    mur_text t = mur_text_on(who, sizeof who), n = mur_text_on(number, sizeof number);
    mur_say_seat(seat, w, &t);
    mur_put_int(&n, score);
    cli_say(stdout, wins ? N_("{seat}: {n}, the winner") : N_("{seat}: {n}"),
            (const mur_place[]){ { "seat", mur_span_of(who) }, { "n", mur_span_of(number) }, { 0 } });
    putchar('\n');
}

void cli_tell_result(const mur_record *r, const mur_words *w)
{
    int scores[MUR_SEATS];
    unsigned winners = mur_winners(r->game, r->state);
    r->game->scores(r->state, scores);
    puts(_(r->game->lowest_wins ? N_("Penalty points:") : N_("Points:")));
    for (int seat = 0; seat < r->setup->seats; seat++)
        tell_score(seat, scores[seat], winners >> seat & 1, w);
}

void cli_draw(const mur_game *g, const mur_state *s, int seat, const mur_words *w)
{
    char *picture = mur_new(MUR_PICTURE_TEXT);
    mur_view *v = mur_new(g->view_size);
    mur_text t = mur_text_on(picture, MUR_PICTURE_TEXT);
    g->view(s, seat, v);
    g->draw(v, w, &t);
    fputs(picture, stdout);
    free(v);
    free(picture);
}
