/* SPDX-License-Identifier: MIT */
/* store/store.h -- people, tables and moves on disk: one interface over SQLite and PostgreSQL.
 * SQLite is one file for one server; a PostgreSQL database is shared by several server processes. The same calls work
 * on both, and store_copy() moves everything from one to the other.
 *
 * A table's game is a journal: entries 0, 1, 2, ... that are appended and never changed. Entry n can be written only
 * once, whichever process tries (STORE_TAKEN for the second). Position, clocks and results follow from replaying the
 * entries; the few columns kept beside them (who sits where, whose turn it is) exist only so that lists can be
 * answered by an index. README.md explains the files, statements.h the SQL tables.
 *
 * Threads: a store belongs to one thread, and its calls block until the database has answered. The server therefore
 * runs them in threads of their own (server/workers/store_worker.h).
 *
 * Transactions: without store_begin() every change is a transaction of its own and durable when its call returns;
 * between store_begin() and store_commit() all changes become durable together, or none does.
 *
 * Callbacks must not call the store, and what they are given is valid until they return. Texts are UTF-8 without NUL.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/text.h"

typedef struct store store;

typedef enum {
    STORE_OK,
    STORE_NOT_FOUND,   /* there is no such person, table, code, ... */
    STORE_TAKEN,       /* another writer was first: with this entry, this name, this claim */
    STORE_UNAVAILABLE, /* unreachable, disk full, or locked too long: nothing was changed, a later attempt may succeed
                        */
    STORE_UNSURE,      /* the connection broke during COMMIT: all of it was done or nothing; read again to find out */
    STORE_INVALID,     /* a text is not UTF-8: nothing was changed */
    STORE_CORRUPT      /* not one of our databases, made by a newer version, or damaged */
} store_err;

/* Sizes in bytes; those of strings include the final NUL. */
enum {
    STORE_NAME = 64,
    STORE_PASSWORD = 128,
    STORE_HOOK = 512,
    STORE_DEVICE = 64,
    STORE_KEY = 32, /* a hash that stands for a token or a code */
    STORE_SKELETON = 256
};

/* 128 random bits that the caller draws, so that nobody can guess an id. All zero means "none". */
typedef struct {
    unsigned char at[16];
} store_id;

#define STORE_NO_ID ((store_id){ { 0 } })

bool store_id_is_none(store_id id);
bool store_id_equals(store_id a, store_id b);

typedef int64_t store_time; /* milliseconds since 1970, UTC */

/* -- Opening -- */

/* Does `where` name a PostgreSQL database (postgresql://... or postgres://...)? Otherwise it is the path of a file. */
bool store_is_postgres(const char *where);

/* Opens or creates the store at `where`, and upgrades the schema of an older version. On failure *s is NULL, and why,
 * unless it is NULL, holds the reason: a gettext key of ours or the library's own words. */
store_err store_open(store **s, const char *where, char why[256]);

/* The same, with these flags:
 *     STORE_MUST_EXIST    creates nothing; STORE_NOT_FOUND if there is no store yet
 *     STORE_READ_ONLY     one more connection for another thread, to a store that exists; it neither writes nor
 *                         receives news
 *     STORE_LONG_TIMEOUT  for administration and copies: PostgreSQL may be silent for ten minutes instead of ten
 *                         seconds before the connection is given up */
enum { STORE_MUST_EXIST = 1, STORE_READ_ONLY = 2, STORE_LONG_TIMEOUT = 4 };
store_err store_open_with(store **s, const char *where, unsigned flags, char why[256]);

void store_close(store **s);

/* -- Transactions -- */

/* STORE_NOT_FOUND, STORE_TAKEN and STORE_INVALID change nothing, and the transaction continues. Any other error aborts
 * it at once: earlier changes are rolled back, and every later call answers STORE_UNAVAILABLE until store_commit(),
 * which does so too, or store_roll_back(). STORE_UNSURE is possible only for store_commit() and for a change outside
 * of a transaction. */
store_err store_begin(store *s);
store_err store_commit(store *s);
void store_roll_back(store *s); /* undoes everything since store_begin() */

/* Begins a snapshot: until store_roll_back() all reads see the same moment. Nothing can be written meanwhile. */
store_err store_begin_reading(store *s);

/* Can the store be written to? Finds out by writing: one session's `seen` grows by a millisecond. With no session at
 * all there is nothing to write, and the answer is yes. */
store_err store_check_writable(store *s);

/* Why a call last answered STORE_UNAVAILABLE, STORE_UNSURE or STORE_CORRUPT, in the words of the library: one line
 * without passwords and without what people wrote. "" if none ever did. */
const char *store_reason(const store *s);

/* -- Copies -- */

/* Writes a complete copy to a new SQLite file while others go on writing; also of a PostgreSQL store. Not in a
 * transaction. STORE_TAKEN: the file exists. */
store_err store_back_up(store *s, const char *path);

typedef struct {
    uint64_t people, sessions, tables, entries, chat;
} store_counts;

/* Copies everything into an empty store of either kind, in one transaction: people, sessions, invitations, tables with
 * their seats and entries, chat. Claims and presence belong to running servers and are left out. The source is read
 * from one snapshot, and both sides are counted before the commit. STORE_TAKEN: the target is not empty. */
store_err store_copy(store *from, store *to, store_counts *counts);

/* -- People -- */

typedef struct {
    store_id id;
    store_time since, seen;        /* first and last seen */
    char name[STORE_NAME];         /* "": none; otherwise unique after store_fold() */
    char password[STORE_PASSWORD]; /* its hash; "": none, a guest */
    char hook[STORE_HOOK];         /* URL of the webhook that is called when it is their turn; "": none */
    char lang[4];
    char
        skeleton[STORE_SKELETON]; /* the same for names that look alike (server/lobby/name_rules.h), unique; "": none */
    store_time banned, muted;     /* until when; 0: not at all */
} store_person;

/* 9999-12-31, for bans without an end: the latest year JavaScript writes with four digits. */
#define STORE_FOREVER INT64_C(253402214400000)

store_err store_add_person(store *s, const store_person *p);
store_err store_find_person(store *s, store_id id, store_person *p);
store_err store_find_name(store *s, const char *name, store_person *p);
store_err store_change_person(store *s, const store_person *p); /* all but id, since, banned and muted */

/* Deletes a person. Sessions and chat go with them; games stay, with an empty seat or host. Their id is removed from
 * the entries of the tables at which they sit or host, and from their entries of the kinds k, l, r and s also the first
 * line of the text, which is their name. An id that still stands elsewhere is a random number that refers to no person.
 */
store_err store_forget_person(store *s, store_id id);

/* The same in steps, for a person whose tables are too many for one transaction, which would block everybody else:
 * first store_forget_person_at() for each table, then store_delete_person(). */
store_err store_forget_person_at(store *s, store_id person, store_id table);
store_err store_delete_person(store *s, store_id id);

/* A guest logs in: seats, hosted tables, chat and entries become the person's, and the guest is deleted. STORE_TAKEN:
 * both sit at the same table. STORE_NOT_FOUND: there is no such person. */
store_err store_merge_guest(store *s, store_id guest, store_id person);

/* One logged-in device. The key is the hash of its token; tokens themselves are never stored. */
typedef struct {
    unsigned char key[STORE_KEY];
    store_id person;
    store_time since, seen;
    char device[STORE_DEVICE];
} store_session;

store_err store_add_session(store *s, const store_session *session);
store_err store_find_session(store *s, const unsigned char key[STORE_KEY], store_session *session);
store_err store_touch_session(store *s, const unsigned char key[STORE_KEY], store_time seen); /* and its person */
store_err store_end_session(store *s, const unsigned char key[STORE_KEY]);
store_err store_end_sessions(store *s, store_id person);

typedef bool store_each_session(void *context, const store_session *session); /* false ends the list */

/* The latest seen first. */
store_err store_list_sessions(store *s, store_id person, store_each_session *each, void *context);

/* The form of a name that must be unique: full Unicode case folding and NFKC without a locale, so "Straße" equals
 * "STRASSE", "É" equals "é" in one code point or two, and "İ" equals neither "I" nor "ı". Letters of different scripts
 * that look alike stay different. The caller frees it; NULL: not UTF-8. */
char *store_fold(const char *name);

/* -- Access: who may come, and for how long -- */

/* The facts that a server checks repeatedly while somebody is connected. STORE_NOT_FOUND: there is no such session. */
typedef struct {
    store_id person;
    store_time seen; /* the session's */
    store_time banned, muted;
} store_access;

store_err store_check_session(store *s, const unsigned char key[STORE_KEY], store_access *access);
store_err store_end_other_sessions(store *s, store_id person, const unsigned char key[STORE_KEY]); /* all but this */

/* Until when; 0 ends it. Both count up store_access_changes(), which running servers poll. */
store_err store_ban(store *s, store_id person, store_time until);
store_err store_mute(store *s, store_id person, store_time until);
store_err store_access_changes(store *s, int64_t *n);

typedef bool store_each_person(void *context, const store_person *p); /* false ends the list */

/* People with a name, by folded name, after this one ("": from the start). */
store_err store_list_named(store *s, const char *after, int limit, store_each_person *each, void *context);

/* People with a name but without a skeleton, by id, after this one. They come from a store of version 1, or another
 * person had a similar name first. store_set_skeleton() answers STORE_TAKEN if another person has this skeleton. */
store_err store_list_without_skeleton(store *s, store_id after, int limit, store_each_person *each, void *context);
store_err store_set_skeleton(store *s, store_id person, const char *skeleton);

/* Invitations: a code admits `uses` guests until then. Only hashes of codes are stored. store_use_invite() answers
 * STORE_NOT_FOUND if there is no such code, or it is used up or expired. */
store_err store_add_invite(store *s, const unsigned char key[STORE_KEY], store_time since, store_time until, int uses);
store_err store_use_invite(store *s, const unsigned char key[STORE_KEY], store_time now);

/* Codes with which a person may set a new password. */
store_err store_add_reset(store *s, const unsigned char key[STORE_KEY], store_id person, store_time until);
store_err store_find_reset(store *s, const unsigned char key[STORE_KEY], store_time now, store_id *person);
store_err store_end_resets(store *s, store_id person); /* all codes of this person */

/* Deletes what has expired, at most `limit` rows a call so that no writer waits long. n: how many; may be NULL. */
store_err store_expire_sessions(store *s, store_time before, int limit, int *n); /* last seen before */
store_err store_expire_codes(store *s, store_time now, int limit, int *n);       /* invites and resets, `limit` each */

/* Guests (no password) last seen before, who neither sit at a table that is not over nor host one. */
typedef bool store_each_id(void *context, store_id person); /* false ends the list */
store_err store_list_expired_guests(store *s, store_time before, int limit, store_each_id *each, void *context);

/* Values of the store itself, by name. Of a longer value only `size` bytes are copied. */
store_err store_get_meta(store *s, const char *name, void *value, size_t size, size_t *n);
store_err store_set_meta(store *s, const char *name, const void *value, size_t n);
store_err store_add_meta(store *s, const char *name, const void *value, size_t n); /* STORE_TAKEN: it is set already */

/* -- Tables -- */

/* A table is live while it is open or being played. */
typedef enum { STORE_OPEN, STORE_PLAYING, STORE_OVER, STORE_CLOSED } store_state;

typedef struct {
    store_id id, host;
    store_id deal;             /* tables with the same id here play the same deal */
    store_time since, changed; /* created; when the latest entry was written */
    store_state state;
    bool is_public;
    uint32_t length; /* number of entries */
    uint32_t to_act; /* seats to act, one bit each */
    int64_t origin;  /* a number that stands for the host's address, for limits; 0: unknown, or no longer live */
    mur_span game;   /* its id */
    mur_span about;  /* JSON of the server, with secrets: never shown to anybody as it is */
} store_table;

/* A new table without entries. STORE_NOT_FOUND: there is no such host. */
store_err store_add_table(store *s, const store_table *t);

typedef bool store_each_table(void *context, const store_table *t); /* false ends the list */
store_err store_find_table(store *s, store_id id, store_each_table *each, void *context);

/* Keyset pagination: the sort key and the id of the last table of the previous page; NULL: the first page. The id
 * breaks ties, or a page would skip tables of the same millisecond. */
typedef struct {
    store_time at;
    store_id id;
} store_cursor;

/* One seat of a table in a list; the table is repeated for each of its seats. */
typedef struct {
    int seat; /* -1: the table has none */
    store_id person;
    mur_span name, bot; /* name: the person's current one */
} store_listed_seat;

typedef bool store_each_listed(void *context, const store_table *t, const store_listed_seat *seat);

/* Public live tables, the newest (`since`) first. The order does not depend on moves, so a move costs the index
 * nothing. */
store_err store_list_public(store *s, const store_cursor *after, int limit, store_each_listed *each, void *context);

/* Tables at which a person sits or which they host: the live ones, latest change first, and the finished ones, newest
 * first, after the table `after` (none: the first page). */
store_err store_list_live_of_person(store *s, store_id person, const store_cursor *after, int limit,
                                    store_each_listed *each, void *context);
store_err store_list_over_of_person(store *s, store_id person, store_id after, int limit, store_each_listed *each,
                                    void *context);

/* Both kinds together, the newest first. */
store_err store_list_of_person(store *s, store_id person, store_id after, int limit, store_each_table *each,
                               void *context);

/* The oldest first. */
store_err store_list_of_deal(store *s, store_id deal, int limit, store_each_table *each, void *context);

/* Is a table of this deal live, other than `except`? */
store_err store_is_deal_live(store *s, store_id deal, store_id except, bool *is_live);

/* Takes the write lock of this table's row until the transaction ends. */
store_err store_lock_table(store *s, store_id table);

/* Live tables of one host or one origin: all, those that are open, and those of them that are public. */
typedef struct {
    int live, open, listed;
} store_table_counts;

store_err store_count_of_host(store *s, store_id host, store_table_counts *out);
store_err store_count_of_origin(store *s, int64_t origin, store_table_counts *out);

/* All tables, latest change first. Reads everything: for administration. */
store_err store_list_all(store *s, const store_cursor *after, int limit, store_each_table *each, void *context);

/* Who sits where, for lists. None and "": free; a person and a bot: the bot plays for the person meanwhile. */
store_err store_set_seat(store *s, store_id table, int seat, store_id person, mur_span bot);

typedef bool store_each_seat(void *context, int seat, store_id person, mur_span bot);
store_err store_list_seats(store *s, store_id table, store_each_seat *each, void *context);

/* -- The schedule: tables that need attention although nobody looks at them -- */

typedef bool store_each_due(void *context, store_id table, uint32_t length);

/* Tables whose deadline has passed, the earliest first. */
store_err store_list_due(store *s, store_time now, int limit, store_each_due *each, void *context);

/* Tables at which bots are to act and which no other process has claimed, in a fixed order after `after` (none: from
 * the start). */
store_err store_list_bots_due(store *s, store_id after, store_id process, int limit, store_each_due *each,
                              void *context);

/* Corrects deadline and bots of a table, unless it has got another entry since: then STORE_NOT_FOUND. */
store_err store_set_due(store *s, store_id table, uint32_t length, store_time deadline, unsigned bots);

/* Moves only the deadline, under the same condition: the table needs no attention before `until`. */
store_err store_postpone(store *s, store_id table, uint32_t length, store_time until);

/* Tables in this state, created and last changed before this time: all, only public ones, or only tables that replay
 * the deal of another. */
typedef enum { STORE_STALE_ALL, STORE_STALE_PUBLIC, STORE_STALE_REPLAY } store_stale;
store_err store_list_stale(store *s, store_stale which, store_state state, store_time before, int limit,
                           store_each_due *each, void *context);

/* -- Entries -- */

typedef struct {
    uint32_t n; /* from 0 on, without a gap */
    store_time at;
    char kind; /* what happened; server/table/table.h lists the letters */
    uint8_t seat;
    store_id person;
    mur_span text;
} store_entry;

/* The columns of a table for lists and schedule, as they are after an entry. */
typedef struct {
    store_state state;
    uint32_t to_act;     /* seats to act, one bit each */
    uint32_t bots;       /* of these, the seats that a bot plays */
    store_time deadline; /* when the table needs attention at the latest, e.g. a clock runs out; 0: never */
} store_status;

/* STORE_TAKEN: entry n exists already; nothing was changed. STORE_NOT_FOUND: no such table, or a gap before n. */
store_err store_append(store *s, store_id table, const store_entry *e, store_status after);

/* One entry of a batch, with its own result. */
typedef struct {
    store_id table;
    store_entry entry;
    store_status after;
    store_err err;
} store_append_op;

/* Appends many entries with one round trip to a PostgreSQL server. They are written sorted by table, those of one table
 * in the given order; since every process sorts alike, two of them cannot deadlock. OK unless the store itself failed;
 * then the results mean nothing. */
store_err store_append_all(store *s, store_append_op *list, size_t n);

typedef bool store_each_entry(void *context, const store_entry *e); /* false ends the list */

/* From entry `from` on. STORE_CORRUPT: a number is missing. */
store_err store_read_entries(store *s, store_id table, uint32_t from, store_each_entry *each, void *context);

/* -- Chat: not among the entries, because it can be deleted -- */

store_err store_add_chat(store *s, store_id table, store_id person, store_time at, mur_span text);

/* name: the person's current one. */
typedef bool store_each_chat(void *context, store_id person, mur_span name, store_time at, mur_span text);

/* The latest `limit` lines, oldest first. */
store_err store_read_chat(store *s, store_id table, int limit, store_each_chat *each, void *context);

/* The latest `limit` lines of one person at any table, latest first. */
typedef bool store_each_chat_of_person(void *context, store_id table, store_time at, mur_span text);
store_err store_list_chat_of_person(store *s, store_id person, int limit, store_each_chat_of_person *each,
                                    void *context);

/* -- Several processes on one store -- */

/* Claims the writing of entry n, so that of several processes only one spends time on it (a bot's move). STORE_OK for
 * the first process and whenever it asks again; STORE_TAKEN for others until `milliseconds` have passed on the clock of
 * the database, and for entries before one that was claimed. A claim only saves work; what makes double writes
 * impossible is store_append(). */
store_err store_claim(store *s, store_id table, uint32_t n, store_id process, store_time milliseconds);

/* A heartbeat: this process counts as alive for `milliseconds` from now. */
store_err store_renew_process(store *s, store_id process, store_time milliseconds);

/* A person follows a table in this process (gone is 0), or did so until `gone`. */
store_err store_set_present(store *s, store_id table, store_id person, store_id process, store_time gone);

/* When each person was last present in other processes; INT64_MAX: they are present now. */
typedef bool store_each_present(void *context, store_id person, store_time seen);
store_err store_list_present(store *s, store_id table, store_id except_process, store_each_present *each,
                             void *context);

/* Deletes absences from before this time, and processes without a heartbeat for a day. */
store_err store_expire_presence(store *s, store_time before);

/* A descriptor that is readable when another process has written. -1: there is none, poll store_read_news() instead: an
 * SQLite file, or a PostgreSQL server that is down. The number may change after a lost connection. */
int store_news_fd(const store *s);

/* What other processes have written since the last call. length: the table's new number of entries; 0: something else
 * about it changed, its chat for instance. Table "none": news was lost, or the store cannot tell what changed, so every
 * table may have. Not in a transaction. */
typedef void store_each_news(void *context, store_id table, uint32_t length);
store_err store_read_news(store *s, store_each_news *each, void *context);

#endif
