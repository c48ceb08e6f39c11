/* SPDX-License-Identifier: MIT */
/* cli/output.c -- errors, sentences, files, records and positions on standard output and standard error.
 * Everything here prints in the language of the user (cli/translate.h) and reads what the user names. Bytes from
 * outside never reach the terminal unchecked: records are read by record/reader.h, which quotes what it reports. */
#include "cli/output.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "cli/translate.h"
#include "engine/json.h"
#include "engine/say.h"
#include "record/reader.h"

enum { PHRASE_TEXT = 2048, NAME_CHARACTERS = 15 };

void cli_print(FILE *to, const char *phrase, const mur_format_arg *values)
{
    char text[PHRASE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    mur_put_format(&t, _(phrase), values);
    fputs(text, to);
}

static struct {
    char *at;
    size_t size;
} captured;

void cli_capture_errors(char *buf, size_t size)
{
    captured.at = buf;
    captured.size = size;
}

/* A captured error is one text without the name of the program: the log of a server has fields for that. */
void cli_error(const char *phrase, const mur_format_arg *values)
{
    if (captured.at) {
        mur_text t = mur_text_on(captured.at, captured.size);
        mur_put_format(&t, _(phrase), values);
        return;
    }
    fputs("muraille: ", stderr);
    cli_print(stderr, phrase, values);
    fputc('\n', stderr);
}

void cli_print_json_string(const char *s)
{
    size_t size = mur_json_string_size(strlen(s));
    char *text = mur_new(size);
    mur_text t = mur_text_on(text, size);
    mur_put_json_string(&t, mur_span_of(s));
    fputs(text, stdout);
    free(text);
}

/* -- Files -- */

/* A few common errors in our own words, because strerror() speaks the language of the locale, which may not be
 * installed. */
const char *cli_strerror(int error)
{
    static const struct {
        int error;
        const char *why;
    } reasons[] = {
        { ENOENT, N_("no such file or folder") },  { EACCES, N_("permission denied") },
        { EEXIST, N_("the file exists already") }, { EISDIR, N_("this is a folder") },
        { ENOSPC, N_("the disk is full") },
    };
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (reasons[i].error == error)
            return _(reasons[i].why);
    return _("a system error");
}

static bool report_unreadable(const char *path)
{
    const char *why = cli_strerror(errno);
    cli_error(N_("{file}: cannot be read ({why})"),
              (const mur_format_arg[]){ { "file", mur_span_of(path) }, { "why", mur_span_of(why) }, { 0 } });
    return false;
}

/* Reads in pieces until the end or max + 1 bytes. */
static bool read_stream(FILE *from, size_t max, mur_buffer *out)
{
    enum { PIECE = 1 << 16 };
    for (size_t n = 1; n > 0 && out->len <= max;) {
        assert(out->len <= max);
        size_t room = max + 1 - out->len;
        mur_text t = mur_buffer_reserve(out, PIECE + 1);
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
        return report_unreadable(path);
    bool ok = read_stream(from, max, out) || report_unreadable(path);
    if (!is_input)
        fclose(from);
    return ok;
}

/* The error names file and line, "game.mur:20: reason", as compilers do. */
bool cli_read_record(const char *path, mur_record **r)
{
    mur_buffer bytes = { 0 };
    mur_record_error error;
    mur_words w = cli_translation(NULL);
    *r = NULL;
    if (cli_read_file(path, MUR_RECORD_BYTES, &bytes) &&
        !mur_record_read((mur_span){ bytes.at, bytes.len }, &w, r, &error))
        fprintf(stderr, "%s:%zu: %s\n", path, error.line, error.message);
    mur_buffer_close(&bytes);
    return *r != NULL;
}

/* -- Games and seats -- */

const mur_game *cli_find_game(const char *id)
{
    char list[PHRASE_TEXT];
    mur_text t = mur_text_on(list, sizeof list);
    const mur_game *g = mur_game_of(mur_span_of(id));
    for (int i = 0; mur_game_at(i); i++) {
        mur_put(&t, i > 0 ? ", " : "");
        mur_put(&t, mur_game_at(i)->id);
    }
    if (!g)
        cli_error(N_("unknown game \"{word}\"; the games are {list}"),
                  (const mur_format_arg[]){ { "word", mur_span_of(id) }, { "list", mur_span_of(list) }, { 0 } });
    return g;
}

int cli_viewing_seat(const mur_record *r, int seat)
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
    cli_error(N_("there are only the seats 1 to {n}"), (const mur_format_arg[]){ { "n", mur_span_of(last) }, { 0 } });
    return CLI_NOT_GIVEN;
}

/* A name is cut to the width that pictures have for it. A tab would move everything behind it, so it becomes a
 * space; the reader of records has refused other control characters. */
void cli_names_of(const mur_record *r, cli_names *names)
{
    assert(r->setup->seats <= MUR_SEATS);
    *names = (cli_names){ 0 };
    for (int seat = 0; seat < r->setup->seats; seat++) {
        char tag[] = { 'p', 'l', 'a', 'y', 'e', 'r', (char)('1' + seat), '\0' };
        const char *name = mur_record_tag(r, mur_span_of(tag));
        if (!name)
            continue;
        mur_text t = mur_text_on(names->text[seat], sizeof names->text[seat]);
        mur_span cut = mur_truncate(mur_span_of(name), NAME_CHARACTERS);
        for (size_t i = 0; i < cut.len; i++)
            mur_put_char(&t, cut.at[i] == '\t' ? ' ' : cut.at[i]);
        names->name[seat] = names->text[seat];
    }
}

/* -- Positions and results -- */

void cli_print_events(const mur_game *g, const mur_events *log, int seat, const mur_words *w)
{
    for (int i = 0; i < log->n; i++) {
        char text[MUR_SENTENCE_TEXT];
        mur_text t = mur_text_on(text, sizeof text);
        mur_say_event(g, mur_event_for(log->at[i], seat), w, &t);
        printf("- %s\n", text);
    }
}

/* "Anna: 12, the winner". */
static void print_score(int seat, int score, bool wins, const mur_words *w)
{
    char who[MUR_SENTENCE_TEXT], number[16];
    mur_text t = mur_text_on(who, sizeof who), n = mur_text_on(number, sizeof number);
    mur_say_seat(seat, w, &t);
    mur_put_int(&n, score);
    cli_print(stdout, wins ? N_("{seat}: {n}, the winner") : N_("{seat}: {n}"),
              (const mur_format_arg[]){ { "seat", mur_span_of(who) }, { "n", mur_span_of(number) }, { 0 } });
    putchar('\n');
}

void cli_print_result(const mur_record *r, const mur_words *w)
{
    int scores[MUR_SEATS];
    assert(r->state->to_act == 0);
    unsigned winners = mur_winners(r->game, r->state);
    r->game->scores(r->state, scores);
    puts(_(r->game->lowest_wins ? N_("Penalty points:") : N_("Points:")));
    for (int seat = 0; seat < r->setup->seats; seat++)
        print_score(seat, scores[seat], winners >> seat & 1, w);
}

/* The game draws the view, not the state, so a picture cannot show what the seat may not know. */
void cli_draw_position(const mur_game *g, const mur_state *s, int seat, const mur_words *w)
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
