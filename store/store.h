/* SPDX-License-Identifier: MIT */
/* store/store.h -- where people, tables and moves are kept.
 * One interface, two places: a file of SQLite, or a PostgreSQL server that several processes share. A table is a log:
 * everything that happened at it, in order, and nobody can write entry n twice. What a table looks like now is worked
 * out from its log by whoever reads it; the few things kept besides (who sits where, whose turn it is) are there to be
 * found by.
 *
 * Calls block until the store has answered, so the server makes them in a thread of its own; a store belongs to one
 * thread. Without store_begin() every change is durable when its call returns; between store_begin() and
 * store_commit() all of them become durable together, or none does.
 *
 * Callbacks do not call the store; what they are given lasts until they return. Texts are UTF-8 without NUL. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/text.h"

typedef struct store store;

typedef enum {
    STORE_OK,
    STORE_NONE,    /* there is no such thing */
    STORE_TAKEN,   /* somebody was first: this entry of the log, this name, this claim */
    STORE_AWAY,    /* not reachable, full, or too busy: nothing was changed, and trying again later may help */
    STORE_UNSURE,  /* the line broke while the server was committing: all of it was done, or nothing. Look again */
    STORE_REFUSED, /* a text that is none: nothing was changed */
    STORE_BROKEN   /* not a store of ours, made by a newer program, or damaged */
} store_err;

enum { STORE_NAME = 64, STORE_PASSWORD = 128, STORE_HOOK = 512, STORE_DEVICE = 64, STORE_KEY = 32 };

/* Drawn at random by the caller: 128 bits that nobody guesses. All 0: nobody, or nothing. */
typedef struct {
    unsigned char at[16];
} store_id;

typedef int64_t store_time; /* milliseconds since 1970 */

/* -- Opening -- */

/* A path, or an address postgresql://... What is missing is made; an older store is brought up to date. On failure
 * *s is NULL and why, if not NULL, is filled with a text of ours, a gettext key, or with what the library said. */
store_err store_open(store **s, const char *where, char why[256]);
void store_close(store **s);

/* STORE_NONE, STORE_TAKEN and STORE_REFUSED change nothing and the transaction goes on. Any other error ends all of it
 * at once: what was called before is undone, whatever is called next answers STORE_AWAY, until store_commit(), which
 * does so too, or store_roll_back(). Only changes and store_commit() outside or at the end of a transaction can be
 * unsure. */
store_err store_begin(store *s);
store_err store_commit(store *s);
void store_roll_back(store *s); /* as if nothing had been called since store_begin() */

/* Can it be written to? Finds out by writing: some session was seen a millisecond later. Where nobody ever was it says
 * yes. */
store_err store_touch(store *s);

/* Why the store last answered STORE_AWAY, STORE_UNSURE or STORE_BROKEN, in the words of its library: one line, without
 * passwords and without what people wrote. "" if it never did. */
const char *store_reason(const store *s);

/* A whole copy while others go on writing: to a new file, which is an SQLite store in either case. Not in a
 * transaction. STORE_TAKEN: there is such a file. */
store_err store_back_up(store *s, const char *path);

/* -- People -- */

typedef struct {
    store_id id;
    store_time since, seen;
    char name[STORE_NAME];         /* "": none. No two have the same, see store_fold() */
    char password[STORE_PASSWORD]; /* hashed; "": none */
    char hook[STORE_HOOK];         /* an address to tell when it is their turn; "": none */
    char lang[4];
} store_person;

store_err store_add_person(store *s, const store_person *p);
store_err store_find_person(store *s, store_id id, store_person *p);
store_err store_find_name(store *s, const char *name, store_person *p);
store_err store_change_person(store *s, const store_person *p); /* all but the id and since */

/* Their sessions and chat are gone, their seats and what they host nobody's; the games stay. Their id is taken out of
 * the logs of the tables at which they sit or host, and so is the first line, their name, of their entries of the kinds
 * k, l, r and s there; wherever else the id stands it is a random number that leads to nobody. */
store_err store_forget_person(store *s, store_id id);

/* All that is a guest's becomes this person's: seats, what they host, what they said, their entries in the logs of
 * these tables. The guest is no more. STORE_TAKEN: both sit at the same table. STORE_NONE: there is no such person. */
store_err store_bring_person(store *s, store_id guest, store_id person);

/* What a device shows to be somebody: the hash of a token, never the token. */
typedef struct {
    unsigned char key[STORE_KEY];
    store_id person;
    store_time since, seen;
    char device[STORE_DEVICE];
} store_session;

store_err store_add_session(store *s, const store_session *session);
store_err store_find_session(store *s, const unsigned char key[STORE_KEY], store_session *session);
store_err store_see_session(store *s, const unsigned char key[STORE_KEY], store_time seen); /* the person, too */
store_err store_end_session(store *s, const unsigned char key[STORE_KEY]);
store_err store_end_sessions(store *s, store_id person);

typedef bool store_each_session(void *context, const store_session *session); /* false ends the list */
store_err store_list_sessions(store *s, store_id person, store_each_session *each,
                              void *context); /* latest seen first */

/* What two names have in common when they count as the same: full case folding of Unicode and NFKC, in no particular
 * language, so "Straße" is "STRASSE", "É" is "é" in one character or two, and "İ" is neither "I" nor "ı". Letters of
 * different scripts that look alike differ. The caller frees it; NULL: this is no UTF-8. */
char *store_fold(const char *name);

/* -- Tables -- */

typedef enum { STORE_OPEN, STORE_PLAYING, STORE_OVER, STORE_CLOSED } store_state;

typedef struct {
    store_id id, host;
    store_id deal;             /* tables with the same one play the same deal */
    store_time since, changed; /* changed: when the latest entry was written */
    store_state state;
    bool is_public;
    uint32_t length; /* entries in the log */
    uint32_t to_act; /* seats, as bits: whose turn it is */
    mur_span game;   /* its id */
    mur_span about;  /* whatever else the server wants to keep: JSON, secrets included. Never shown as it is */
} store_table;

/* Its log is empty. STORE_NONE: there is no such host. */
store_err store_add_table(store *s, const store_table *t);

typedef bool store_each_table(void *context, const store_table *t); /* false ends the list */
store_err store_find_table(store *s, store_id id, store_each_table *each, void *context);
store_err store_change_about(store *s, store_id id, mur_span about, bool is_public);

/* Where the page before ended: the time its list goes by and the id of its last table. NULL: from the beginning. A time
 * alone would skip tables of the same millisecond. */
typedef struct {
    store_time at;
    store_id id;
} store_place;

/* Public tables that wait for people or can be watched, by `since`, the latest first: a table keeps its place while it
 * is played, so the list costs its moves nothing. */
store_err store_list_public(store *s, const store_place *after, int most, store_each_table *each, void *context);

/* Where they sit or are host, by `changed`, the latest first; the cost grows with their tables. */
store_err store_list_of_person(store *s, store_id person, const store_place *after, int most, store_each_table *each,
                               void *context);

/* By `since`, the first first. */
store_err store_list_of_deal(store *s, store_id deal, store_each_table *each, void *context);

/* Open or playing, in no particular order: what a server looks at when it starts. */
store_err store_list_live(store *s, store_each_table *each, void *context);

/* By `changed`, the latest first. Reads all tables: for administration. */
store_err store_list_all(store *s, const store_place *after, int most, store_each_table *each, void *context);

/* Who sits where, for the lists. Nobody and "": free; a person and a bot: the bot has taken over for a while. */
store_err store_set_seat(store *s, store_id table, int seat, store_id person, mur_span bot);

typedef bool store_each_seat(void *context, int seat, store_id person, mur_span bot);
store_err store_list_seats(store *s, store_id table, store_each_seat *each, void *context);

/* -- The log -- */

typedef struct {
    uint32_t n; /* from 0 on, without a gap */
    store_time at;
    char kind; /* what happened: the server's business */
    uint8_t seat;
    store_id person;
    mur_span text;
} store_entry;

/* What the lists shall tell of the table from now on. */
typedef struct {
    store_state state;
    uint32_t to_act;
} store_after;

/* STORE_TAKEN: there is an entry n already, and nothing was changed. STORE_NONE: no such table, or a gap. */
store_err store_append(store *s, store_id table, const store_entry *e, store_after after);

/* Many of them, each with its own answer; one way to a PostgreSQL server and back instead of one each. They are written
 * in the order of their tables, those of one table as given: processes that do so never wait for each other in a
 * circle. OK unless the store failed; then no answer counts. */
typedef struct {
    store_id table;
    store_entry entry;
    store_after after;
    store_err err; /* the answer */
} store_addition;

store_err store_append_all(store *s, store_addition *list, size_t n);

typedef bool store_each_entry(void *context, const store_entry *e);
store_err store_read_log(store *s, store_id table, uint32_t from, store_each_entry *each, void *context);

/* -- Chat: not part of the log, since it may be deleted -- */

store_err store_say(store *s, store_id table, store_id person, store_time at, mur_span text);

typedef bool store_each_saying(void *context, store_id person, store_time at, mur_span text);
/* The latest, the oldest of them first. */
store_err store_read_chat(store *s, store_id table, int most, store_each_saying *each, void *context);

/* All that somebody said, the latest first. */
typedef bool store_each_said(void *context, store_id table, store_time at, mur_span text);
store_err store_list_said(store *s, store_id person, int most, store_each_said *each, void *context);

/* -- More than one process -- */

/* Asks to do what only one process shall do, entry n of a table: STORE_OK for the first who asks and whenever they ask
 * again, STORE_TAKEN for others until the time is up, by the clock of the store, and for entries before one that was
 * claimed. */
store_err store_claim(store *s, store_id table, uint32_t n, store_id process, store_time milliseconds);

/* Readable when another process has written. -1: nothing to wait for, ask now and then: an SQLite file, or a server
 * that is away. Another number after it was away. */
int store_fd(const store *s);

/* What others have written since. length: of the log; 0: something else about the table, its chat for instance.
 * Nobody's table: news was lost, or the store cannot tell what changed; look at all tables. Not in a transaction. */
typedef void store_each_news(void *context, store_id table, uint32_t length);
store_err store_read_news(store *s, store_each_news *each, void *context);

#endif
