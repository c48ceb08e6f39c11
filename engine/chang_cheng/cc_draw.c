/* SPDX-License-Identifier: MIT */
/* engine/chang_cheng/cc_draw.c -- the position for people, in plain text.
 * Boards from left to right one below the other, each with the Mongol regions above its slots and the provinces
 * below; then the seats, the own cards, and what is due. Every line is put together in a buffer of its own and
 * clipped to 80 columns, because words in other languages and names may be long. A slot is CELL columns wide; a
 * province or region is as wide as its slots. */
#include "engine/chang_cheng/cc_int.h"
#include "engine/say.h"

enum { WIDTH = 80, LABEL = 9, CELL = 5, LINE_BYTES = 4 * WIDTH + 256 };

/* -- Lines and cells -- */

/* As much as fits into this many columns. Cuts bytes from the end until the width fits, so a cut never leaves half a
 * character visible as a column of its own. */
static void put_clipped(mur_text *t, const char *s, size_t n, int columns)
{
    while (mur_width(s, n) > columns)
        n--;
    mur_put_bytes(t, s, n);
}

/* Without the spaces at its end, clipped, with an LF. */
static void put_line(mur_text *t, const mur_text *line)
{
    size_t n = line->len < line->size ? line->len : line->size - 1;
    while (n > 0 && line->at[n - 1] == ' ')
        n--;
    put_clipped(t, line->at, n, WIDTH);
    mur_put_char(t, '\n');
}

/* What stands to the left of a row, padded to the first slot. */
static void put_label(mur_text *line, const char *label)
{
    put_clipped(line, label, mur_span_of(label).len, LABEL - 1);
    mur_put_pad(line, 0, LABEL, false);
}

/* A translated word and a space. */
static void put_word(mur_text *t, const mur_words *w, const char *key)
{
    mur_put(t, mur_translate(w, key));
    mur_put_char(t, ' ');
}

/* What is drawn of a province or region in one row. */
typedef void put_part(mur_text *cell, const cc_view *v, const mur_words *w, int part);

/* A row of three cells, as wide as their provinces or regions; `put` writes the content of one cell. */
static void draw_parts(mur_text *t, const cc_view *v, const mur_words *w, int letter, const char *label,
                       const uint64_t slots[CC_PARTS], put_part *put)
{
    char bytes[LINE_BYTES], cell_bytes[LINE_BYTES];
    mur_text line = mur_text_on(bytes, sizeof bytes);
    int column = LABEL;
    put_label(&line, label);
    for (int part = 0; part < CC_PARTS; part++) {
        int width = CELL * cc_count(slots[part]);
        mur_text cell = mur_text_on(cell_bytes, sizeof cell_bytes);
        put(&cell, v, w, CC_PARTS * letter + part);
        mur_put_char(&line, '|');
        put_clipped(&line, cell.at, cell.len, width - 1);
        column += width;
        mur_put_pad(&line, 0, column, false);
    }
    put_line(t, &line);
}

/* Sections of each colour that has some: "1:2 n:1". */
static void put_sections(mur_text *t, const int sections[CC_COLOURS])
{
    for (int colour = 0; colour < CC_COLOURS; colour++)
        if (sections[colour]) {
            mur_put_char(t, colour == CC_NEUTRAL ? 'n' : (char)('1' + colour));
            mur_put_char(t, ':');
            mur_put_int(t, sections[colour]);
            mur_put_char(t, ' ');
        }
}

/* -- Regions -- */

/* The region's number and its token: its power, "?" if this view does not know it. */
static void put_power(mur_text *t, const cc_view *v, const mur_words *w, int region)
{
    mur_put_char(t, 'm');
    mur_put_int(t, region % CC_PARTS + 1);
    mur_put_char(t, ' ');
    if (!(v->board.tokens >> region & 1)) {
        mur_put(t, mur_translate(w, N_("no token")));
        return;
    }
    put_word(t, w, N_("power"));
    if (v->secrets.peril[region] == CC_UNKNOWN)
        mur_put_char(t, '?');
    else
        mur_put_int(t, v->secrets.peril[region]);
}

/* Who has looked at the token. */
static void put_seen(mur_text *t, const cc_view *v, const mur_words *w, int region)
{
    const char *before = "";
    for (int seat = 0; seat < v->base.seats; seat++)
        if (v->board.known[seat] >> region & 1) {
            if (!*before)
                put_word(t, w, N_("seen"));
            mur_put(t, before);
            mur_put_int(t, seat + 1);
            before = ",";
        }
}

/* Who would lose if the Mongols attacked now can be read off these numbers. */
static void put_region_sections(mur_text *t, const cc_view *v, const mur_words *w, int region)
{
    int sections[CC_COLOURS];
    (void)w;
    cc_sections(&v->board, cc_region_slots(&v->board, region), sections);
    put_sections(t, sections);
}

/* -- Provinces -- */

/* The province's number and what it would pay now, or that it is protected. */
static void put_value(mur_text *t, const cc_view *v, const mur_words *w, int province)
{
    mur_put_char(t, 'p');
    mur_put_int(t, province % CC_PARTS + 1);
    mur_put_char(t, ' ');
    if (!(v->board.unprotected >> province & 1)) {
        mur_put(t, mur_translate(w, N_("protected")));
        return;
    }
    put_word(t, w, N_("worth"));
    mur_put_int(t, cc_province_value(&v->board, province));
}

/* Occupied slots of all, and the reputation token: "3/5 +2". */
static void put_filling(mur_text *t, const cc_view *v, const mur_words *w, int province)
{
    uint64_t slots = cc_province_slots(&v->board, province);
    (void)w;
    mur_put_int(t, cc_count(slots & ~v->board.empty));
    mur_put_char(t, '/');
    mur_put_int(t, cc_count(slots));
    mur_put(t, " +");
    mur_put_int(t, v->board.reputation[province]);
}

static void put_province_sections(mur_text *t, const cc_view *v, const mur_words *w, int province)
{
    int sections[CC_COLOURS];
    (void)w;
    cc_province_sections(&v->board, province, sections);
    put_sections(t, sections);
}

/* A digit for each card that lies face down: its owner. */
static void put_backs(mur_text *t, const cc_view *v, const mur_words *w, int province)
{
    bool is_begun = false;
    for (int seat = 0; seat < v->base.seats; seat++)
        for (int i = 0; i < v->board.face_down[seat][province]; i++) {
            if (!is_begun)
                put_word(t, w, N_("cards"));
            is_begun = true;
            mur_put_int(t, seat + 1);
        }
}

/* -- A board -- */

/* The face's name and the numbers of its slots. */
static void put_numbers(mur_text *t, const char *name)
{
    char bytes[LINE_BYTES];
    mur_text line = mur_text_on(bytes, sizeof bytes);
    mur_put(&line, name);
    for (int n = 0; n < CC_BOARD_SLOTS; n++) {
        mur_put_pad(&line, 0, LABEL + 1 + CELL * n, false);
        mur_put_int(&line, n + 1);
    }
    put_line(t, &line);
}

/* "1w", "." for an empty slot, "(2)" for one reserved for seat 2. */
static void put_slot(mur_text *t, const cc_board *b, int slot)
{
    int colour = cc_colour_of(b, slot);
    bool is_reserved = false;
    if (colour != CC_NONE) {
        mur_put_char(t, colour == CC_NEUTRAL ? 'n' : (char)('1' + colour));
        mur_put_char(t, cc_piece_letter(b, slot));
        return;
    }
    for (int seat = 0; seat < CC_SEATS; seat++)
        if (cc_reserved(b, seat) >> slot & 1) {
            mur_put_char(t, is_reserved ? ',' : '(');
            mur_put_int(t, seat + 1);
            is_reserved = true;
        }
    mur_put_char(t, is_reserved ? ')' : '.');
}

/* The slots of a board from left to right, each in its cell. */
static void put_wall(mur_text *t, const cc_board *b, const mur_words *w, int letter)
{
    char bytes[LINE_BYTES];
    mur_text line = mur_text_on(bytes, sizeof bytes);
    put_label(&line, mur_translate(w, N_("Wall")));
    for (int n = 0; n < CC_BOARD_SLOTS; n++) {
        mur_put_pad(&line, 0, LABEL + 1 + CELL * n, false);
        put_slot(&line, b, letter * CC_BOARD_SLOTS + n);
    }
    put_line(t, &line);
}

/* Nine lines: numbers, three for the regions, the wall itself, four for the provinces. */
static void draw_board(mur_text *t, const cc_view *v, const mur_words *w, int letter)
{
    const cc_face *face = cc_face_at(&v->board, letter);
    put_numbers(t, face->name);
    draw_parts(t, v, w, letter, mur_translate(w, N_("Mongols")), face->region, put_power);
    draw_parts(t, v, w, letter, "", face->region, put_seen);
    draw_parts(t, v, w, letter, "", face->region, put_region_sections);
    put_wall(t, &v->board, w, letter);
    draw_parts(t, v, w, letter, mur_translate(w, N_("China")), face->province, put_value);
    draw_parts(t, v, w, letter, "", face->province, put_filling);
    draw_parts(t, v, w, letter, "", face->province, put_province_sections);
    draw_parts(t, v, w, letter, "", face->province, put_backs);
    mur_put_char(t, '\n');
}

/* -- Seats -- */

enum { NAME = 20, COLUMN = 10 };

/* The columns are those of draw_seat(). */
static void draw_heading(mur_text *t, const mur_words *w)
{
    static const char *const heads[] = { N_("points"), N_("walls"), N_("double"), N_("tower"), N_("hand") };
    char bytes[LINE_BYTES];
    mur_text line = mur_text_on(bytes, sizeof bytes);
    for (int i = 0; i < 5; i++) {
        mur_put_pad(&line, 0, NAME + COLUMN * i, i > 0);
        mur_put(&line, mur_translate(w, heads[i]));
    }
    put_line(t, &line);
}

/* Cards by name; bit card - 1. */
static void put_cards(mur_text *t, const mur_words *w, unsigned cards)
{
    const char *before = "";
    for (; cards; cards &= cards - 1) {
        mur_put(t, before);
        mur_put(t, mur_translate(w, cc_card_names[cc_lowest(cards) + 1]));
        before = " ";
    }
}

/* Number, name, points and pieces left; the columns are those of draw_heading(). */
static void draw_seat(mur_text *t, const cc_board *b, const mur_words *w, int seat)
{
    const int numbers[] = { b->score[seat], b->singles[seat], b->double_walls[seat], b->spare_towers[seat],
                            b->hand_size[seat] };
    char bytes[LINE_BYTES], name_bytes[LINE_BYTES];
    mur_text line = mur_text_on(bytes, sizeof bytes), name = mur_text_on(name_bytes, sizeof name_bytes);
    mur_say_seat(seat, w, &name);
    mur_put_int(&line, seat + 1);
    mur_put_char(&line, ' ');
    put_clipped(&line, name.at, name.len < name.size ? name.len : name.size - 1, NAME - 3);
    for (int i = 0; i < 5; i++) {
        mur_put_pad(&line, 0, NAME + COLUMN * i, true);
        mur_put_int(&line, numbers[i]);
    }
    put_line(t, &line);
}

/* Cards that everybody has seen: what a seat cannot have any more. */
static void draw_shown(mur_text *t, const cc_board *b, const mur_words *w, int seat)
{
    char bytes[LINE_BYTES];
    mur_text line = mur_text_on(bytes, sizeof bytes);
    if (!b->shown[seat])
        return;
    mur_put_int(&line, seat + 1);
    mur_put_char(&line, ' ');
    put_word(&line, w, N_("has shown:"));
    put_cards(&line, w, b->shown[seat]);
    put_line(t, &line);
}

/* The viewer's own cards: in hand, and where they lie face down. */
static void draw_own_cards(mur_text *t, const cc_view *v, const mur_words *w)
{
    const uint8_t *card = v->secrets.card[v->base.seat];
    char bytes[LINE_BYTES];
    mur_text line = mur_text_on(bytes, sizeof bytes);
    unsigned hand = 0;
    for (int i = 0; i < CC_CARDS_EACH; i++)
        hand |= (unsigned)(card[i] == CC_IN_HAND) << i;
    put_word(&line, w, N_("your hand:"));
    put_cards(&line, w, hand);
    put_line(t, &line);
    line = mur_text_on(bytes, sizeof bytes);
    put_word(&line, w, N_("face down:"));
    for (int i = 0; i < CC_CARDS_EACH; i++)
        if (card[i] < CC_PROVINCES) {
            put_cards(&line, w, 1U << i);
            mur_put_char(&line, ' ');
            cc_put_province(&line, card[i]);
            mur_put_char(&line, ' ');
        }
    put_line(t, &line);
}

/* -- The table -- */

/* What lies beside the boards: emperors, neutral walls, boards that wait. */
static void draw_supply(mur_text *t, const cc_board *b, const mur_words *w)
{
    char bytes[LINE_BYTES];
    mur_text line = mur_text_on(bytes, sizeof bytes);
    put_word(&line, w, N_("emperors:"));
    mur_put_int(&line, b->emperors);
    mur_put(&line, "  ");
    put_word(&line, w, N_("neutral walls:"));
    mur_put_int(&line, b->neutrals);
    if (b->n_waiting) {
        mur_put(&line, "  ");
        put_word(&line, w, N_("boards waiting:"));
    }
    for (int i = 0; i < b->n_waiting; i++) {
        mur_put(&line, cc_face_at(b, b->waiting[i])->name);
        mur_put_char(&line, ' ');
    }
    put_line(t, &line);
}

/* What is expected next, and of whom. */
static void draw_due(mur_text *t, const cc_view *v, const mur_words *w)
{
    static const char *const due[] = {
        [CC_DUE_FIRST] = N_("{seat}: two walls, two cards, card and wall, the double wall or the tower|"
                            "you: two walls, two cards, card and wall, the double wall or the tower"),
        [CC_DUE_SECOND] = N_("{seat}: second half of the action|"
                             "you: second half of the action"),
        [CC_DUE_NEUTRAL] = N_("{seat}: neutral wall or none|"
                              "you: neutral wall or none"),
        [CC_DUE_BOARD] = N_("{seat}: new board to the left or right end|"
                            "you: new board to the left or right end"),
        [CC_DUE_NOTHING] = N_("the game is over"),
    };
    const cc_board *b = &v->board;
    char bytes[LINE_BYTES];
    mur_text line = mur_text_on(bytes, sizeof bytes);
    if (b->resolving != CC_NONE)
        mur_say(&cc_game,
                N_("{at} is resolved: {seat} decides ({what})|"
                   "{at} is resolved: you decide ({what})"),
                cc_event(0, cc_actor(b), cc_acting_card(b), CC_AT_PROVINCE + b->resolving), w, &line);
    else
        mur_say(&cc_game,
                v->base.ply ? due[b->expected_move]
                            : N_("{seat}: a single wall|"
                                 "you: a single wall"),
                cc_event(0, b->turn, CC_UNSEEN, 0), w, &line);
    put_line(t, &line);
}

static void draw_legend(mur_text *t, const mur_words *w)
{
    char bytes[LINE_BYTES];
    mur_text line = mur_text_on(bytes, sizeof bytes);
    mur_put(&line, mur_translate(w, N_("w wall, d double, t tower, x ruin, n neutral, (2) reserved for seat 2")));
    put_line(t, &line);
    mur_put_char(t, '\n');
}

/* Boards, legend, seats, supply, the viewer's own cards, what is due. A watcher has no own cards. */
void cc_draw(const mur_view *view, const mur_words *w, mur_text *t)
{
    const cc_view *v = (const cc_view *)view;
    const cc_board *b = &v->board;
    for (int i = 0; i < b->n_line; i++)
        draw_board(t, v, w, b->line[i]);
    draw_legend(t, w);
    draw_heading(t, w);
    for (int seat = 0; seat < v->base.seats; seat++)
        draw_seat(t, b, w, seat);
    for (int seat = 0; seat < v->base.seats; seat++)
        draw_shown(t, b, w, seat);
    draw_supply(t, b, w);
    if (v->base.seat < v->base.seats)
        draw_own_cards(t, v, w);
    draw_due(t, v, w);
}
