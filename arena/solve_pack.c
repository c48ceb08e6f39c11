/* SPDX-License-Identifier: MIT */
/* Writing goes three times through the pages: what numbers are best guessed from, how far guesses are off, and the
 * bytes. */
#include "arena/solve_pack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FEATURES = DM_PAGE_FEATURES,
    SYMBOLS = DM_PAGE_SYMBOLS,
    OTHER = SYMBOLS - 1, /* the symbol after which a number follows */
    EVERY = 13,          /* of so many pages one is enough to know how to guess */
    ROOM = 1 << 14       /* for a page, in bytes; and for its symbols */
};

typedef struct {
    double square[FEATURES][FEATURES + 1]; /* normal equations */
} equations;

/* Written last to first, since it is read like a stack. */
typedef struct {
    uint16_t class, symbol; /* class DM_PAGE_CLASSES: a plain byte */
} token;

typedef struct {
    const solve_table *table;
    equations *fit;            /* [DM_PAGE_CLASSES] */
    uint32_t (*seen)[SYMBOLS]; /* [DM_PAGE_CLASSES] */
    dm_page_class *classes;    /* [DM_PAGE_CLASSES] */
    uint32_t (*from)[SYMBOLS]; /* [DM_PAGE_CLASSES]: the shares before */
    unsigned char *sizes, *pages;
    uint32_t size; /* of the pages */
    dm_page page;
    token *tokens;
    int n_tokens;
} packer;

/* -- Going through -- */

/* The numbers of a spot on a page. */
static float *numbers_at(const solve_table *t, const dm_page *page, int ends, int third)
{
    size_t place = (((size_t)ends << DM_KINDS | page->master) << DM_KINDS | page->left) << DM_KINDS;
    return t->at + (place | (size_t)third) * SOLVE_WORTH_WIDTH;
}

static void load_spot(packer *p, int ends, int third)
{
    const float *at = numbers_at(p->table, &p->page, ends, third);
    for (int idle = 0; idle <= DM_PAGE_PHASES; idle++)
        for (int number = 0; number < DM_PAGE_NUMBERS; number++)
            p->page.worth[dm_page_time(idle)][ends][third][number] =
                (int16_t)lrintf(at[solve_worths_at(idle) + number] * DM_PAGE_POINT);
}

typedef void spot_visit(packer *p, int ends, int third);

static void for_spots(packer *p, spot_visit *visit)
{
    for (int ends = DM_PAGE_ENDS - 1; ends >= 0; ends--)
        for (int third = 1; third < DM_PAGE_STOCKS; third++)
            if (p->page.is_told[ends][third])
                visit(p, ends, third);
}

static void load_page(packer *p, int page)
{
    dm_page_begin(&p->page, page);
    for_spots(p, load_spot);
}

/* -- Weights -- */

static void collect(packer *p, int ends, int third)
{
    for (int number = 0; number < DM_PAGE_NUMBERS; number++) {
        equations *e = &p->fit[dm_page_class_of(&p->page, ends, third, number)];
        int feature[FEATURES];
        dm_page_features(&p->page, ends, third, number, feature);
        for (int i = 0; i < FEATURES; i++) {
            for (int k = 0; k < FEATURES; k++)
                e->square[i][k] += (double)feature[i] * feature[k];
            e->square[i][FEATURES] += (double)feature[i] * p->page.worth[0][ends][third][number];
        }
    }
}

/* Least squares; a feature that tells nothing new gets no weight. */
static void solve_equations(equations *e, int16_t weight[FEATURES])
{
    static const double little = 1e4, most = 0x7fff;
    for (int i = 0; i < FEATURES; i++)
        e->square[i][i] += little;
    for (int i = 0; i < FEATURES; i++)
        for (int r = 0; r < FEATURES; r++) {
            double times = e->square[r][i] / e->square[i][i];
            for (int k = i; k <= FEATURES && r != i; k++)
                e->square[r][k] -= times * e->square[i][k];
        }
    for (int i = 0; i < FEATURES; i++) {
        double exact = e->square[i][FEATURES] / e->square[i][i] * DM_PAGE_WEIGHT;
        weight[i] = (int16_t)lrint(fmax(-most, fmin(most, exact)));
    }
}

/* -- Symbols -- */

static void put_token(packer *p, int class, unsigned symbol)
{
    p->tokens[p->n_tokens++] = (token){ (uint16_t) class, (uint16_t)symbol };
}

static void put_off(packer *p, int class, int off)
{
    if (dm_page_symbol(off) < OTHER) {
        put_token(p, class, dm_page_symbol(off));
        return;
    }
    put_token(p, class, OTHER);
    put_token(p, DM_PAGE_CLASSES, (unsigned)off & 0xff);
    put_token(p, DM_PAGE_CLASSES, (unsigned)off >> 8 & 0xff);
}

static bool repeats(const packer *p, int ends, int third, int period)
{
    for (int phase = period; phase < DM_PAGE_PHASES; phase++)
        if (memcmp(p->page.worth[1 + phase][ends][third], p->page.worth[period ? 1 + phase - period : 0][ends][third],
                   sizeof p->page.worth[0][0][0]) != 0)
            return false;
    return true;
}

static void put_later(packer *p, int ends, int third, int pieces)
{
    unsigned symbol = 0;
    while (!repeats(p, ends, third, dm_page_periods[symbol]))
        symbol++;
    put_token(p, DM_PAGE_OF_PHASES + pieces, symbol);
    for (int phase = 0; phase < dm_page_periods[symbol]; phase++)
        for (int number = 0; number < DM_PAGE_NUMBERS; number++) {
            int way = p->page.worth[1 + phase][ends][third][number] - p->page.worth[0][ends][third][number];
            put_off(p, DM_PAGE_LATER + number, way / dm_page_grain(pieces));
        }
}

static void put_spot(packer *p, int ends, int third)
{
    int pieces = dm_page_pieces(&p->page, third), grain = dm_page_grain(pieces);
    for (int number = 0; number < DM_PAGE_NUMBERS; number++) {
        int class = dm_page_class_of(&p->page, ends, third, number), feature[FEATURES];
        dm_page_features(&p->page, ends, third, number, feature);
        int guess = dm_page_guess(&p->classes[class], feature, grain);
        put_off(p, class, p->page.worth[0][ends][third][number] / grain - guess);
    }
    put_later(p, ends, third, pieces);
}

static void put_page(packer *p, int page)
{
    p->n_tokens = 0;
    load_page(p, page);
    for_spots(p, put_spot);
}

static void count_page(packer *p, int page)
{
    put_page(p, page);
    for (int i = 0; i < p->n_tokens; i++)
        if (p->tokens[i].class < DM_PAGE_CLASSES)
            p->seen[p->tokens[i].class][p->tokens[i].symbol]++;
}

/* Every symbol that was seen has a share, and they add up to all. */
static void share_out(const uint32_t seen[SYMBOLS], uint16_t share[SYMBOLS])
{
    double all = 0;
    int left = DM_PAGE_SHARES, largest = 0;
    for (int i = 0; i < SYMBOLS; i++)
        all += seen[i];
    for (int i = 0; i < SYMBOLS; i++) {
        int part = all > 0 ? (int)(seen[i] / all * (DM_PAGE_SHARES - SYMBOLS)) : 0;
        share[i] = (uint16_t)(part + (seen[i] > 0));
        left -= share[i];
        largest = share[i] > share[largest] ? i : largest;
    }
    share[largest] = (uint16_t)(share[largest] + left);
}

/* -- Writing -- */

enum { STATE_LEAST = 1 << 23, STATE_BYTES = 4 };

typedef struct {
    unsigned char *at; /* bytes are put before this */
    uint32_t state;
} writer;

/* Makes room for a symbol with so many shares of so many. */
static void give_way(writer *w, uint32_t share, uint32_t all)
{
    for (; w->state >= STATE_LEAST / all * 256 * share; w->state >>= 8)
        *--w->at = (unsigned char)w->state;
}

static void write_token(const packer *p, token t, writer *w)
{
    if (t.class == DM_PAGE_CLASSES) {
        give_way(w, 1, 256);
        w->state = w->state << 8 | t.symbol;
        return;
    }
    uint32_t share = p->classes[t.class].share[t.symbol];
    give_way(w, share, DM_PAGE_SHARES);
    w->state = w->state / share * DM_PAGE_SHARES + w->state % share + p->from[t.class][t.symbol];
}

static void write_page(packer *p, int page)
{
    unsigned char room[ROOM];
    writer w = { room + ROOM, STATE_LEAST };
    put_page(p, page);
    for (int i = p->n_tokens - 1; i >= 0; i--)
        write_token(p, p->tokens[i], &w);
    for (int i = 0; i < STATE_BYTES && p->n_tokens; i++, w.state >>= 8)
        *--w.at = (unsigned char)w.state;
    uint16_t n = (uint16_t)(room + ROOM - w.at);
    memcpy(p->sizes + (size_t)page * sizeof n, &n, sizeof n);
    memcpy(p->pages + p->size, w.at, n);
    p->size += n;
}

static void find_classes(packer *p)
{
    for (int page = 0; page < DM_PAGES; page += EVERY) {
        load_page(p, page);
        for_spots(p, collect);
    }
    for (int class = 0; class < DM_PAGE_OF_PHASES; class ++)
        solve_equations(&p->fit[class], p->classes[class].weight);
    for (int page = 0; page < DM_PAGES; page++)
        count_page(p, page);
    for (int class = 0; class < DM_PAGE_CLASSES; class ++) {
        share_out(p->seen[class], p->classes[class].share);
        for (int i = 1; i < SYMBOLS; i++)
            p->from[class][i] = p->from[class][i - 1] + p->classes[class].share[i - 1];
    }
}

static void write_head(unsigned char *bytes, mur_span net, uint32_t size)
{
    const struct {
        char magic[4];
        uint32_t net_size, size;
    } head = { "DMT2", (uint32_t)net.len, size };
    memcpy(bytes, &head, sizeof head);
    memcpy(bytes + DM_TABLE_HEAD, net.at, net.len);
}

static size_t pack(packer *p, mur_span net, unsigned char *bytes)
{
    unsigned char *classes = bytes + DM_TABLE_HEAD + net.len;
    p->sizes = classes + DM_TABLE_CLASSES;
    p->pages = p->sizes + DM_TABLE_SIZES;
    find_classes(p);
    for (int page = 0; page < DM_PAGES; page++)
        write_page(p, page);
    memcpy(classes, p->classes, DM_TABLE_CLASSES);
    write_head(bytes, net, p->size);
    return (size_t)(p->pages - bytes) + p->size;
}

unsigned char *solve_pack(const solve_table *t, mur_span net, size_t *size)
{
    enum { MEAN = 1 << 11 }; /* bytes of a page: far fewer are needed */
    packer p = { .table = t };
    unsigned char *bytes =
        malloc(DM_TABLE_HEAD + net.len + DM_TABLE_CLASSES + DM_TABLE_SIZES + (size_t)DM_PAGES * MEAN);
    p.fit = calloc(DM_PAGE_CLASSES, sizeof p.fit[0]);
    p.seen = calloc(DM_PAGE_CLASSES, sizeof p.seen[0]);
    p.from = calloc(DM_PAGE_CLASSES, sizeof p.from[0]);
    p.classes = calloc(DM_PAGE_CLASSES, sizeof p.classes[0]);
    p.tokens = calloc(ROOM, sizeof p.tokens[0]);
    bool ok = bytes && p.fit && p.seen && p.from && p.classes && p.tokens;
    if (ok)
        *size = pack(&p, net, bytes);
    free(p.fit);
    free(p.seen);
    free(p.from);
    free(p.classes);
    free(p.tokens);
    if (!ok)
        free(bytes);
    return ok ? bytes : NULL;
}

/* -- Reading -- */

static void read_spot(const solve_table *t, const dm_page *page, int ends, int third)
{
    float *at = numbers_at(t, page, ends, third);
    for (int idle = 0; idle <= DM_PAGE_PHASES; idle++)
        for (int number = 0; number < DM_PAGE_NUMBERS; number++)
            at[solve_worths_at(idle) + number] =
                (float)page->worth[dm_page_time(idle)][ends][third][number] / (float)DM_PAGE_POINT;
}

static void read_page(const solve_table *t, const dm_page *page)
{
    for (int ends = 0; ends < DM_PAGE_ENDS; ends++)
        for (int third = 1; third < DM_PAGE_STOCKS; third++)
            if (page->is_told[ends][third])
                read_spot(t, page, ends, third);
}

bool solve_read(const solve_table *t, mur_span lore)
{
    void *room = aligned_alloc(MUR_BOT_ALIGN, MUR_BOT_MEMORY);
    mur_memory m = { room, MUR_BOT_MEMORY };
    dm_table from;
    dm_page page;
    bool ok = room && dm_table_open(&from, lore, &m);
    solve_guess(t);
    for (int i = 0; ok && i < DM_PAGES; i++) {
        dm_table_read(&from, i, &page);
        read_page(t, &page);
    }
    free(room);
    return ok;
}
