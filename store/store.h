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

enum {
    STORE_NAME = 64,
    STORE_PASSWORD = 128,
    STORE_HOOK = 512,
    STORE_DEVICE = 64,
    STORE_KEY = 32,
    STORE_SKELETON = 256
};

/* Drawn at random by the caller: 128 bits that nobody guesses. All 0: nobody, or nothing. */
typedef struct {
    unsigned char at[16];
} store_id;

typedef int64_t store_time; /* milliseconds since 1970 */

/* -- Opening -- */

/* A path, or an address postgresql://... What is missing is made; an older store is brought up to date. On failure
 * *s is NULL and why, if not NULL, is filled with a text of ours, a gettext key, or with what the library said. */
store_err store_open(store **s, const char *where, char why[256]);

/* The same, with these bits. STORE_MUST_EXIST: nothing is made, and STORE_NONE is the answer if there is no store yet.
 * STORE_READ_ONLY: one more connection to a store that exists, for another thread; it can neither write nor hear news.
 * STORE_PATIENT: for administration and copies; a database is not given up before ten minutes, instead of ten seconds,
 * without an answer. */
enum { STORE_MUST_EXIST = 1, STORE_READ_ONLY = 2, STORE_PATIENT = 4 };
store_err store_open_as(store **s, const char *where, unsigned how, char why[256]);

void store_close(store **s);

/* STORE_NONE, STORE_TAKEN and STORE_REFUSED change nothing and the transaction goes on. Any other error ends all of it
 * at once: what was called before is undone, whatever is called next answers STORE_AWAY, until store_commit(), which
 * does so too, or store_roll_back(). Only changes and store_commit() outside or at the end of a transaction can be
 * unsure. */
store_err store_begin(store *s);
store_err store_commit(store *s);
void store_roll_back(store *s); /* as if nothing had been called since store_begin() */

/* Until store_roll_back(), everything is read as it was at one moment. Nothing can be written meanwhile. */
store_err store_begin_reading(store *s);

/* Can it be written to? Finds out by writing: some session was seen a millisecond later. Where nobody ever was it says
 * yes. */
store_err store_touch(store *s);

/* Why the store last answered STORE_AWAY, STORE_UNSURE or STORE_BROKEN, in the words of its library: one line, without
 * passwords and without what people wrote. "" if it never did. */
const char *store_reason(const store *s);

/* A whole copy while others go on writing: to a new file, which is an SQLite store in either case. Not in a
 * transaction. STORE_TAKEN: there is such a file. */
store_err store_back_up(store *s, const char *path);

/* All that one store contains, to another one of any kind, in one transaction: people, sessions, tables with their
 * seats and logs, chat; not the claims, which belong to running servers. What was read is as it was at one moment, and
 * both are counted before it is committed. STORE_TAKEN: the other one is not empty. */
typedef struct {
    uint64_t people, sessions, tables, entries, sayings;
} store_counts;

store_err store_copy(store *from, store *to, store_counts *counts);

/* -- People -- */

typedef struct {
    store_id id;
    store_time since, seen;
    char name[STORE_NAME];         /* "": none. No two have the same, see store_fold() */
    char password[STORE_PASSWORD]; /* hashed; "": none */
    char hook[STORE_HOOK];         /* an address to tell when it is their turn; "": none */
    char lang[4];
    char skeleton[STORE_SKELETON]; /* what names that look alike have in common; "": not known. No two have the same */
    store_time banned, muted;      /* until when; 0: not at all */
} store_person;

/* Longer than any server runs: 9999-12-31. JavaScript can still write it. */
#define STORE_FOREVER INT64_C(253402214400000)

store_err store_add_person(store *s, const store_person *p);
store_err store_find_person(store *s, store_id id, store_person *p);
store_err store_find_name(store *s, const char *name, store_person *p);
store_err store_change_person(store *s, const store_person *p); /* all but id, since, banned and muted */

/* Their sessions and chat are gone, their seats and what they host nobody's; the games stay. Their id is taken out of
 * the logs of the tables at which they sit or host, and so is the first line, their name, of their entries of the kinds
 * k, l, r and s there; wherever else the id stands it is a random number that leads to nobody. */
store_err store_forget_person(store *s, store_id id);

/* Somebody of whom no table knows any more, after store_forget_at() for each of theirs. */
store_err store_drop_person(store *s, store_id id);

/* The same for one table alone, without the person: what has many tables is forgotten step by step, so that nobody else
 * has to wait for it. */
store_err store_forget_at(store *s, store_id person, store_id table);

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

/* -- Access: who may come, and for how long -- */

/* What a server looks at again and again while somebody is connected. STORE_NONE: there is no such session. */
typedef struct {
    store_id person;
    store_time seen; /* the session's */
    store_time banned, muted;
} store_access;

store_err store_check_session(store *s, const unsigned char key[STORE_KEY], store_access *access);
store_err store_end_other_sessions(store *s, store_id person, const unsigned char key[STORE_KEY]); /* all but this */

/* Until when; 0 ends it. Servers that run notice: store_access_changes() tells another number. */
store_err store_ban(store *s, store_id person, store_time until);
store_err store_mute(store *s, store_id person, store_time until);
store_err store_access_changes(store *s, int64_t *n);

typedef bool store_each_person(void *context, const store_person *p); /* false ends the list */

/* People with a name, by their folded name, after this one ("": from the beginning). */
store_err store_list_named(store *s, const char *after, int most, store_each_person *each, void *context);

/* People with a name and without a skeleton, by id, after this one: they come from a store of version 1, or somebody
 * with a name that looks alike was first. STORE_TAKEN: somebody else has this skeleton. */
store_err store_list_without_skeleton(store *s, store_id after, int most, store_each_person *each, void *context);
store_err store_set_skeleton(store *s, store_id person, const char *skeleton);

/* Codes, of which only hashes are kept. An invitation lets so many guests in until then; store_use_invite() answers
 * STORE_NONE if there is none, or it is used up or too old. */
store_err store_add_invite(store *s, const unsigned char key[STORE_KEY], store_time since, store_time until, int uses);
store_err store_use_invite(store *s, const unsigned char key[STORE_KEY], store_time now);

/* A code that sets a new password. */
store_err store_add_reset(store *s, const unsigned char key[STORE_KEY], store_id person, store_time until);
store_err store_find_reset(store *s, const unsigned char key[STORE_KEY], store_time now, store_id *person);
store_err store_end_resets(store *s, store_id person); /* all of theirs */

/* What is worth nothing any more, at most so many rows in a call. n: how many it were; NULL: it does not matter. */
store_err store_expire_sessions(store *s, store_time before, int most, int *n); /* not seen since */
store_err store_expire_codes(store *s, store_time now, int most, int *n);       /* invites and resets, each `most` */

/* People without a password who were not seen since, and who neither sit at a table that is not over nor host one. */
typedef bool store_each_id(void *context, store_id person); /* false ends the list */
store_err store_list_expired_guests(store *s, store_time before, int most, store_each_id *each, void *context);

/* A few values of the store itself, by name: up to `size` bytes. STORE_NONE: there is none of this name. */
store_err store_get_meta(store *s, const char *name, void *value, size_t size, size_t *n);
store_err store_set_meta(store *s, const char *name, const void *value, size_t n);
store_err store_add_meta(store *s, const char *name, const void *value, size_t n); /* STORE_TAKEN: there is one */

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
    int64_t origin;  /* from where its host came: any number but 0, for limits; 0: not
                        known, or the table is over */
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

/* One seat of a table in a list; the table is given again with each of its seats. */
typedef struct {
    int seat; /* -1: the table has none */
    store_id person;
    mur_span name, bot; /* name: as the person is called now */
} store_listed_seat;

typedef bool store_each_listed(void *context, const store_table *t, const store_listed_seat *seat);

/* Public tables that wait for people or can be watched, by `since`, the latest first: a table keeps its place while it
 * is played, so the list costs its moves nothing. */
store_err store_list_public(store *s, const store_place *after, int most, store_each_listed *each, void *context);

/* Where they sit or are host, in two lists: what is open or being played, by `changed`, and what is over, by when it
 * was made, the latest first. `after` is the last table of the page before; nobody: from the beginning. */
store_err store_list_live_of_person(store *s, store_id person, const store_place *after, int most,
                                    store_each_listed *each, void *context);
store_err store_list_over_of_person(store *s, store_id person, store_id after, int most, store_each_listed *each,
                                    void *context);

/* All of them, by when they were made, the latest first. */
store_err store_list_of_person(store *s, store_id person, store_id after, int most, store_each_table *each,
                               void *context);

/* By `since`, the first first. */
store_err store_list_of_deal(store *s, store_id deal, int most, store_each_table *each, void *context);

/* Is another table of this deal open or being played? */
store_err store_is_deal_live(store *s, store_id deal, store_id but, bool *is_live);

/* Nobody else changes this table, or makes another one while they hold it, until the transaction ends. */
store_err store_lock_table(store *s, store_id table);

/* How many tables that are not over somebody hosts, or were made from one origin: all, those that have not begun, and
 * those of them that are public. */
typedef struct {
    int live, open, listed;
} store_census;

store_err store_count_of_host(store *s, store_id host, store_census *out);
store_err store_count_of_origin(store *s, int64_t origin, store_census *out);

/* -- Tables that need attention -- */

typedef bool store_each_needy(void *context, store_id table, uint32_t length);

/* Whose deadline has passed, the first first. */
store_err store_list_due(store *s, store_time now, int most, store_each_needy *each, void *context);

/* At which bots are to act and no process but this one has claimed it, after this table (nobody: from the beginning),
 * in a fixed order. */
store_err store_list_bots_due(store *s, store_id after, store_id process, int most, store_each_needy *each,
                              void *context);

/* Corrects what finds the table, as long as its log is this long. */
store_err store_set_due(store *s, store_id table, uint32_t length, store_time deadline, unsigned bots);

/* Nobody is asked about the table before this time, as long as its log is this long. */
store_err store_postpone(store *s, store_id table, uint32_t length, store_time until);

/* In this state, made and last changed before this time: all, public ones, or those of a deal that was played before.
 */
typedef enum { STORE_STALE_ALL, STORE_STALE_PUBLIC, STORE_STALE_REPLAY } store_stale;
store_err store_list_stale(store *s, store_stale which, store_state state, store_time before, int most,
                           store_each_needy *each, void *context);

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
    uint32_t bots;       /* seats to act that a bot plays */
    store_time deadline; /* when the table needs attention at the latest, such as a clock that runs out; 0: never */
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

/* name: as the person is called now. */
typedef bool store_each_saying(void *context, store_id person, mur_span name, store_time at, mur_span text);
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

/* This process is alive for so many milliseconds more. */
store_err store_renew_process(store *s, store_id process, store_time milliseconds);

/* Somebody listens to a table in this process (gone is 0), or has done so until then. */
store_err store_set_present(store *s, store_id table, store_id person, store_id process, store_time gone);

/* When each person was last there in other processes; INT64_MAX: they are there now. */
typedef bool store_each_present(void *context, store_id person, store_time seen);
store_err store_list_present(store *s, store_id table, store_id but_process, store_each_present *each, void *context);

/* Forgets absences from before this time, and processes that have been gone for a day. */
store_err store_drop_gone(store *s, store_time before);

/* Readable when another process has written. -1: nothing to wait for, ask now and then: an SQLite file, or a server
 * that is away. Another number after it was away. */
int store_fd(const store *s);

/* What others have written since. length: of the log; 0: something else about the table, its chat for instance.
 * Nobody's table: news was lost, or the store cannot tell what changed; look at all tables. Not in a transaction. */
typedef void store_each_news(void *context, store_id table, uint32_t length);
store_err store_read_news(store *s, store_each_news *each, void *context);

#endif
