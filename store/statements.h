/* SPDX-License-Identifier: MIT */
/* store/statements.h -- the SQL schema and every statement, once for both databases. (What only SQLite needs,
 * such as begin and commit, is in OWN_STATEMENTS of sqlite.c.)
 * SQLite and PostgreSQL understand the same SQL except for a few words. Each driver defines these before it includes
 * this list:
 *     SQL_BYTES SQL_INT SQL_SMALLINT   column types: bytes, 64-bit integer, small integer
 *     SQL_SERIAL_KEY                   type of an integer primary key that counts up by itself
 *     SQL_ROW_TABLE SQL_KEY_TABLE      storage options of a table; the second for tables found only by their key
 *     SQL_SCHEDULE_TABLE               the same for `pulse`, of which every move rewrites a row
 *     SQL_SCHEDULE_COLUMNS             additional columns of `pulse`
 *     SQL_NOW                          the clock of the database in milliseconds since 1970
 *     SQL_READ_ENTRIES SQL_CHANGE_ENTRIES SQL_CHANGE_ENTRIES_AT SQL_FIRST_NEWLINE
 *                                      access to `log`, whose layout each database has for itself
 * Parameters are $1, $2, ... numbered by their first appearance, which is the order of the values in C.
 *
 * The tables. Names are kept for existing stores; the C code calls them as in parentheses.
 *     person    an account or guest. `folded` is the name by store_fold(), `password` a hash ('' for guests), `hook`
 *               the URL of a webhook; since version 2 also `skeleton`, unique among names that look alike, and
 *               `banned`, `muted`
 *     session   a logged-in device; `key` is the hash of its token
 *     tab       (table) an online table. Other tables refer to it by `nr`; numbers grow in the order of creation, so
 *               tables that are played at the same time lie next to each other on disk. `deal` is shared by tables
 *               that play the same deal, `about` is JSON of the server, `state` is store_state
 *     pulse     (schedule) what changes with every move, kept apart from `tab`, which hardly ever changes: `length`
 *               (number of entries), `to_act`, `changed`; since version 2 `deadline` and `bots`. SQLite also keeps
 *               the row of the last entry here (`last`)
 *     log       (entries) the journals of all tables; `n` counts the entries of one table from 0
 *     seat      who sits where; `is_live` is 1 until the game is over
 *     chat      one line of chat at a table; `k` numbers the lines of all tables
 *     claim     which process is about to write entry `n` of a table, and until when others must not try
 *     process   the heartbeat of each server process
 *     present   who follows which table in which process; `gone` is when they stopped, null while they are there
 *     invite    hashes of invitation codes
 *     reset     hashes of codes for a new password
 *     meta      named values of the store itself */
#ifndef STORE_STATEMENTS_H
#define STORE_STATEMENTS_H

/* The letters k, l, r and s: kinds of entries whose text begins with a person's name, see store_forget_person(). */
#define SQL_KINDS_WITH_NAME "(107, 108, 114, 115)"

enum { STORE_VERSION = 2 }; /* of the schema; docs/hosting.md, Upgrades */

/* Version 1. A new store is created with version 1 and then upgraded step by step, so new and old stores have passed
 * the same statements and cannot differ. */
#define STORE_SCHEMA                                                                                                   \
    "create table person (id " SQL_BYTES " primary key not null, since " SQL_INT " not null,"                          \
    " seen " SQL_INT " not null, name text not null, folded text unique, password text not null,"                      \
    " hook text not null, lang text not null)" SQL_KEY_TABLE ";"                                                       \
                                                                                                                       \
    "create table session (key " SQL_BYTES " primary key not null,"                                                    \
    " person " SQL_BYTES " not null references person on delete cascade, since " SQL_INT " not null,"                  \
    " seen " SQL_INT " not null, device text not null)" SQL_KEY_TABLE ";"                                              \
    "create index session_person on session (person);"                                                                 \
                                                                                                                       \
    "create table tab (nr " SQL_SERIAL_KEY ", id " SQL_BYTES " not null unique,"                                       \
    " host " SQL_BYTES " references person on delete set null, deal " SQL_BYTES ", since " SQL_INT " not null,"        \
    " state " SQL_SMALLINT " not null, is_public " SQL_SMALLINT                                                        \
    " not null, game text not null, about text not null)" SQL_ROW_TABLE ";"                                            \
    "create index tab_host on tab (host) where host is not null;"                                                      \
    "create index tab_deal on tab (deal) where deal is not null;"                                                      \
    "create index tab_public on tab (since, id) where is_public = 1 and state < 2;"                                    \
    "create index tab_live on tab (nr) where state < 2;"                                                               \
                                                                                                                       \
    "create table pulse (nr " SQL_INT " primary key not null references tab, changed " SQL_INT " not null,"            \
    " length " SQL_SMALLINT " not null, to_act " SQL_INT " not null" SQL_SCHEDULE_COLUMNS ")" SQL_SCHEDULE_TABLE ";"   \
                                                                                                                       \
    "create table seat (nr " SQL_INT " not null references tab, seat " SQL_SMALLINT " not null,"                       \
    " person " SQL_BYTES " references person on delete set null, bot text not null,"                                   \
    " primary key (nr, seat))" SQL_KEY_TABLE ";"                                                                       \
    "create index seat_person on seat (person) where person is not null;"                                              \
                                                                                                                       \
    "create table chat (k " SQL_SERIAL_KEY ", nr " SQL_INT " not null references tab,"                                 \
    " person " SQL_BYTES " references person on delete cascade, at " SQL_INT                                           \
    " not null, text text not null)" SQL_ROW_TABLE ";"                                                                 \
    "create index chat_nr on chat (nr, k);"                                                                            \
    "create index chat_person on chat (person) where person is not null;"                                              \
                                                                                                                       \
    "create table claim (nr " SQL_INT " primary key not null references tab, n " SQL_SMALLINT " not null,"             \
    " process " SQL_BYTES " not null, until " SQL_INT " not null)" SQL_ROW_TABLE ";"

/* Version 2: limits, bans and timers that work without loading tables.
 *     pulse.deadline  when a clock runs out: tables that need attention are found by an index, without reading their
 *                     entries. It may be too early but never too late; the server corrects it when it looks
 *     pulse.bots      which of the seats to act are played by bots, one bit each
 *     tab.origin      a number for the host's address while the table is live: for limits per address
 *     seat.is_live    finds a person's running games by an index
 *     person.banned, person.muted, person.skeleton; tables present, process, invite, reset, meta: see above
 * Tables that are being played get deadline 0, so that a server looks at each of them once and sets the true one. */
#define STORE_UPGRADE_2                                                                                                \
    "alter table person add column banned " SQL_INT " not null default 0;"                                             \
    "alter table person add column muted " SQL_INT " not null default 0;"                                              \
    "alter table person add column skeleton text;"                                                                     \
    "create unique index person_skeleton on person (skeleton);"                                                        \
    "create index person_unprotected on person (seen) where password = '';"                                            \
    "create index session_seen on session (seen);"                                                                     \
                                                                                                                       \
    "alter table tab add column origin " SQL_INT ";"                                                                   \
    "drop index tab_live;"                                                                                             \
    "drop index tab_host;"                                                                                             \
    "create index tab_host on tab (host, nr) where host is not null;"                                                  \
    "create index tab_host_live on tab (host) where host is not null and state < 2;"                                   \
    "create index tab_origin on tab (origin) where origin is not null;"                                                \
    "create index tab_deal_live on tab (deal) where state < 2;"                                                        \
    "create index tab_live on tab (state, since) where state < 2;"                                                     \
                                                                                                                       \
    "alter table pulse add column deadline " SQL_INT ";"                                                               \
    "alter table pulse add column bots " SQL_INT " not null default 0;"                                                \
    "update pulse set deadline = 0 where nr in (select nr from tab where state = 1);"                                  \
    "create index pulse_deadline on pulse (deadline) where deadline is not null;"                                      \
    "create index pulse_bots on pulse (nr) where bots <> 0;"                                                           \
                                                                                                                       \
    "alter table seat add column is_live " SQL_SMALLINT " not null default 1;"                                         \
    "update seat set is_live = 0 where nr in (select nr from tab where state >= 2);"                                   \
    "drop index seat_person;"                                                                                          \
    "create index seat_person on seat (person, nr) where person is not null;"                                          \
    "create index seat_live on seat (person) where person is not null and is_live = 1;"                                \
                                                                                                                       \
    "create table process (id " SQL_BYTES " primary key not null, until " SQL_INT " not null)" SQL_KEY_TABLE ";"       \
    "create table present (nr " SQL_INT " not null references tab, person " SQL_BYTES                                  \
    " not null references person on delete cascade, process " SQL_BYTES " not null, gone " SQL_INT                     \
    ", primary key (nr, person, process))" SQL_KEY_TABLE ";"                                                           \
    "create index present_person on present (person);"                                                                 \
    "create index present_gone on present (gone) where gone is not null;"                                              \
                                                                                                                       \
    "create table invite (key " SQL_BYTES " primary key not null, since " SQL_INT " not null, until " SQL_INT          \
    " not null, uses " SQL_INT " not null)" SQL_KEY_TABLE ";"                                                          \
    "create table reset (key " SQL_BYTES " primary key not null, person " SQL_BYTES                                    \
    " not null references person on delete cascade, until " SQL_INT " not null)" SQL_KEY_TABLE ";"                     \
    "create index reset_person on reset (person);"                                                                     \
    "create table meta (name text primary key not null, value " SQL_BYTES " not null)" SQL_KEY_TABLE ";"

#define SQL_PERSON  "select id, since, seen, name, password, hook, lang, skeleton, banned, muted from person "
#define SQL_SESSION "select key, person, since, seen, device from session "
#define SQL_TABLE                                                                                                      \
    "select tab.id, host, deal, since, changed, state, is_public, length, to_act, game, about, origin"                 \
    " from tab join pulse on pulse.nr = tab.nr "

/* A page of tables, joined with their seats and the names of the people there: one row for each seat, or one row
 * without a seat. The page is cut in the inner query, so `limit` counts tables and not seats. */
#define SQL_LISTED(PAGE, ORDER)                                                                                        \
    "select page.id, page.host, page.deal, page.since, page.changed, page.state, page.is_public, page.length,"         \
    " page.to_act, page.game, page.about, seat.seat, seat.person, seat.bot, person.name from (select tab.nr, tab.id,"  \
    " host, deal, since, changed, state, is_public, length, to_act, game, about from tab"                              \
    " join pulse on pulse.nr = tab.nr " PAGE ") page left join seat on seat.nr = page.nr"                              \
    " left join person on person.id = seat.person order by " ORDER ", seat.seat"

/* The latest $3 numbers of two lists of tables, older than table $2. Each list has its own limit, so both are read by
 * an index and no further than needed; one condition with `or` would read all tables of a person. */
#define SQL_BEFORE "nr < coalesce((select nr from tab where id = $2), 9223372036854775807) order by nr desc limit $3"
#define SQL_LATEST(FROM, WHERE, OTHER, OTHER_WHERE)                                                                    \
    "(select nr from (select nr from " FROM " where " WHERE " and " SQL_BEFORE                                         \
    ") a union select nr from (select nr from " OTHER " where " OTHER_WHERE " and " SQL_BEFORE ") b)"

#define SQL_COUNT                                                                                                      \
    "select count(*), count(*) filter (where state = 0), count(*) filter (where state = 0 and is_public = 1)"          \
    " from tab where state < 2 and "

/* Tables of the schedule: id and number of entries. */
#define SQL_DUE "select tab.id, length from pulse join tab on tab.nr = pulse.nr where "

/* Numbers of the tables at which a person sits or which they host. */
#define SQL_TABLES_OF(p) "(select nr from seat where person = " p " union select nr from tab where host = " p ")"

/* Each statement: its name (DO_name in C), the types of its parameters (b bytes, i integer, t text), the SQL. */
#define STORE_STATEMENTS(X)                                                                                            \
    X(ADD_PERSON, "biittttttii",                                                                                       \
      "insert into person (id, since, seen, name, folded, password, hook, lang, skeleton, banned, muted)"              \
      " values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing")                                 \
    X(FIND_PERSON, "b", SQL_PERSON "where id = $1")                                                                    \
    X(FIND_NAME, "t", SQL_PERSON "where folded = $1")                                                                  \
    X(CHANGE_PERSON, "ittttttb",                                                                                       \
      "update person set seen = $1, name = $2, folded = $3, password = $4, hook = $5, lang = $6, skeleton = $7"        \
      " where id = $8")                                                                                                \
    X(FORGET_PERSON, "b", "delete from person where id = $1")                                                          \
                                                                                                                       \
    X(ADD_SESSION, "bbiit",                                                                                            \
      "insert into session (key, person, since, seen, device) values ($1, $2, $3, $4, $5) on conflict do nothing")     \
    X(FIND_SESSION, "b", SQL_SESSION "where key = $1")                                                                 \
    X(TOUCH_SESSION, "ib", "update session set seen = $1 where key = $2")                                              \
    X(TOUCH_PERSON, "ib", "update person set seen = $1 where id = (select person from session where key = $2)")        \
    X(CHECK_WRITABLE, "", "update session set seen = seen + 1 where key = (select key from session limit 1)")          \
    X(END_SESSION, "b", "delete from session where key = $1")                                                          \
    X(END_SESSIONS, "b", "delete from session where person = $1")                                                      \
    X(LIST_SESSIONS, "b", SQL_SESSION "where person = $1 order by seen desc, key")                                     \
                                                                                                                       \
    X(BAN, "ib", "update person set banned = $1 where id = $2")                                                        \
    X(MUTE, "ib", "update person set muted = $1 where id = $2")                                                        \
    X(LIST_NAMED, "ti", SQL_PERSON "where folded > $1 order by folded limit $2")                                       \
    X(LIST_WITHOUT_SKELETON, "bi",                                                                                     \
      SQL_PERSON "where id > $1 and name <> '' and skeleton is null order by id limit $2")                             \
    X(SET_SKELETON, "tb", "update person set skeleton = $1 where id = $2 and skeleton is null")                        \
    X(CHECK_SESSION, "b",                                                                                              \
      "select person, session.seen, banned, muted from session join person on person.id = session.person"              \
      " where key = $1")                                                                                               \
    X(END_OTHER_SESSIONS, "bb", "delete from session where person = $1 and key <> $2")                                 \
    X(EXPIRE_SESSIONS, "ii",                                                                                           \
      "delete from session where key in (select key from session where seen < $1 order by seen limit $2)")             \
    X(LIST_EXPIRED_GUESTS, "ii",                                                                                       \
      "select id from person where password = '' and seen < $1"                                                        \
      " and not exists (select 1 from seat where seat.person = person.id and is_live = 1)"                             \
      " and not exists (select 1 from tab where host = person.id and state < 2) order by seen limit $2")               \
    X(ADD_INVITE, "biii",                                                                                              \
      "insert into invite (key, since, until, uses) values ($1, $2, $3, $4) on conflict do nothing")                   \
    X(USE_INVITE, "bi", "update invite set uses = uses - 1 where key = $1 and uses > 0 and until > $2")                \
    X(EXPIRE_INVITES, "ii",                                                                                            \
      "delete from invite where key in (select key from invite where until <= $1 or uses <= 0 limit $2)")              \
    X(ADD_RESET, "bbi", "insert into reset (key, person, until) values ($1, $2, $3) on conflict do nothing")           \
    X(FIND_RESET, "bi", "select person from reset where key = $1 and until > $2")                                      \
    X(END_RESETS, "b", "delete from reset where person = $1")                                                          \
    X(EXPIRE_RESETS, "ii", "delete from reset where key in (select key from reset where until <= $1 limit $2)")        \
    X(GET_META, "t", "select value from meta where name = $1")                                                         \
    X(SET_META, "tb",                                                                                                  \
      "insert into meta (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value")        \
                                                                                                                       \
    X(ADD_TABLE, "bbbiiitti",                                                                                          \
      "insert into tab (id, host, deal, since, state, is_public, game, about, origin)"                                 \
      " values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing")                                           \
    X(ADD_SCHEDULE, "iib",                                                                                             \
      "insert into pulse (nr, changed, length, to_act) select nr, $1, 0, $2 from tab where id = $3")                   \
    X(FIND_TABLE, "b", SQL_TABLE "where tab.id = $1")                                                                  \
    X(FIND_LENGTH, "b", "select length from pulse where nr = (select nr from tab where id = $1)")                      \
    X(LIST_PUBLIC, "ibi",                                                                                              \
      SQL_LISTED("where is_public = 1 and state < 2 and (since, tab.id) < ($1, $2)"                                    \
                 " order by since desc, tab.id desc limit $3",                                                         \
                 "page.since desc, page.id desc"))                                                                     \
    X(LIST_LIVE_OF_PERSON, "bibi",                                                                                     \
      SQL_LISTED("where tab.nr in (select nr from seat where person = $1 and is_live = 1"                              \
                 " union select nr from tab where host = $1 and state < 2) and (changed, tab.id) < ($2, $3)"           \
                 " order by changed desc, tab.id desc limit $4",                                                       \
                 "page.changed desc, page.id desc"))                                                                   \
    X(LIST_OVER_OF_PERSON, "bbi",                                                                                      \
      SQL_LISTED("where tab.nr in " SQL_LATEST("seat", "person = $1 and is_live = 0", "tab",                           \
                                               "host = $1 and state >= 2") " order by tab.nr desc limit $3",           \
                 "page.nr desc"))                                                                                      \
    X(LIST_OF_PERSON, "bbi",                                                                                           \
      SQL_TABLE                                                                                                        \
      "where tab.nr in " SQL_LATEST("seat", "person = $1", "tab", "host = $1") " order by tab.nr desc limit $3")       \
    X(LIST_OF_DEAL, "bi", SQL_TABLE "where deal = $1 order by since, tab.id limit $2")                                 \
    X(FIND_LIVE_OF_DEAL, "bb", "select 1 from tab where deal = $1 and state < 2 and id <> $2 limit 1")                 \
    X(LOCK_TABLE, "b", "update tab set state = state where id = $1")                                                   \
    X(COUNT_OF_HOST, "b", SQL_COUNT "host = $1")                                                                       \
    X(COUNT_OF_ORIGIN, "i", SQL_COUNT "origin = $1")                                                                   \
    X(LIST_DUE, "ii", SQL_DUE "deadline <= $1 order by deadline limit $2")                                             \
    X(LIST_BOTS_DUE, "bbi",                                                                                            \
      SQL_DUE "bots <> 0 and pulse.nr > coalesce((select nr from tab where id = $1), 0)"                               \
              " and not exists (select 1 from claim where claim.nr = pulse.nr and claim.n = pulse.length"              \
              " and process <> $2 and until > " SQL_NOW ") order by pulse.nr limit $3")                                \
    X(SET_DUE, "iibi",                                                                                                 \
      "update pulse set deadline = $1, bots = $2 where nr = (select nr from tab where id = $3) and length = $4")       \
    X(POSTPONE, "ibi", "update pulse set deadline = $1 where nr = (select nr from tab where id = $2) and length = $3") \
    X(LIST_STALE, "iii", SQL_DUE "state < 2 and state = $1 and since < $2 and changed < $2 order by since limit $3")   \
    X(LIST_STALE_PUBLIC, "iii",                                                                                        \
      SQL_DUE "state < 2 and state = $1 and since < $2 and changed < $2 and is_public = 1 order by since limit $3")    \
    X(LIST_STALE_REPLAYS, "iii",                                                                                       \
      SQL_DUE "state < 2 and state <= $1 and since < $2 and deal <> tab.id order by since limit $3")                   \
    X(LIST_ALL, "ibi", SQL_TABLE "where (changed, tab.id) < ($1, $2) order by changed desc, tab.id desc limit $3")     \
                                                                                                                       \
    X(SET_SEAT, "ibtb",                                                                                                \
      "insert into seat (nr, seat, person, bot, is_live)"                                                              \
      " select nr, $1, $2, $3, case when state < 2 then 1 else 0 end from tab where id = $4"                           \
      " on conflict (nr, seat) do update set person = excluded.person, bot = excluded.bot")                            \
    X(LIST_SEATS, "b",                                                                                                 \
      "select seat, person, bot from seat where nr = (select nr from tab where id = $1) order by seat")                \
                                                                                                                       \
    X(ADD_CHAT, "bitb", "insert into chat (nr, person, at, text) select nr, $1, $2, $3 from tab where id = $4")        \
    X(READ_CHAT, "bi",                                                                                                 \
      "select person, at, text, name from (select k, person, at, text from chat"                                       \
      " where nr = (select nr from tab where id = $1) order by k desc limit $2) latest"                                \
      " left join person on person.id = latest.person order by k")                                                     \
                                                                                                                       \
    X(CLAIM, "ibib",                                                                                                   \
      "insert into claim (nr, n, process, until) select nr, $1, $2, " SQL_NOW " + $3 from tab where id = $4"           \
      " on conflict (nr) do update set n = excluded.n, process = excluded.process, until = excluded.until"             \
      " where claim.n < excluded.n or (claim.n = excluded.n and"                                                       \
      " (claim.process = excluded.process or claim.until <= " SQL_NOW "))")                                            \
                                                                                                                       \
    X(READ_ENTRIES, "bi", SQL_READ_ENTRIES)                                                                            \
    X(CHANGE_ENTRIES, "bb", SQL_CHANGE_ENTRIES("person = $2"))                                                         \
    X(FORGET_ENTRIES, "b",                                                                                             \
      SQL_CHANGE_ENTRIES("person = null, text = case when kind in " SQL_KINDS_WITH_NAME                                \
                         " then coalesce(substr(text, " SQL_FIRST_NEWLINE "), '') else text end"))                     \
    X(FORGET_ENTRIES_AT, "bb",                                                                                         \
      SQL_CHANGE_ENTRIES_AT("person = null, text = case when kind in " SQL_KINDS_WITH_NAME                             \
                            " then coalesce(substr(text, " SQL_FIRST_NEWLINE "), '') else text end"))                  \
    X(FORGET_SEAT, "bb",                                                                                               \
      "update seat set person = null where person = $1 and nr = (select nr from tab where id = $2)")                   \
    X(FORGET_HOST, "bb", "update tab set host = null where host = $1 and id = $2")                                     \
    X(FIND_SHARED_TABLE, "bb",                                                                                         \
      "select 1 from seat a join seat b on a.nr = b.nr where a.person = $1 and b.person = $2 limit 1")                 \
    X(MERGE_SEATS, "bb", "update seat set person = $1 where person = $2")                                              \
    X(MERGE_TABLES, "bb", "update tab set host = $1 where host = $2")                                                  \
    X(MERGE_CHAT, "bb", "update chat set person = $1 where person = $2")                                               \
    X(CHAT_OF_PERSON, "bi",                                                                                            \
      "select tab.id, at, text from chat join tab on tab.nr = chat.nr where person = $1 order by k desc limit $2")     \
                                                                                                                       \
    X(RENEW_PROCESS, "bi",                                                                                             \
      "insert into process (id, until) values ($1, " SQL_NOW " + $2)"                                                  \
      " on conflict (id) do update set until = excluded.until")                                                        \
    X(SET_PRESENT, "bbib",                                                                                             \
      "insert into present (nr, person, process, gone) select nr, $1, $2, $3 from tab where id = $4"                   \
      " on conflict (nr, person, process) do update set gone = excluded.gone")                                         \
    X(LIST_PRESENT, "bb",                                                                                              \
      "select person, max(case when gone is not null then gone"                                                        \
      " when until > " SQL_NOW " then 9223372036854775807 else coalesce(until, 0) end) from present"                   \
      " left join process on process.id = present.process"                                                             \
      " where nr = (select nr from tab where id = $1) and present.process <> $2 group by person")                      \
    X(EXPIRE_PRESENCE, "i", "delete from present where gone < $1")                                                     \
    X(EXPIRE_PROCESSES, "", "delete from process where until < " SQL_NOW " - 86400000")                                \
    X(EXPIRE_STRAY_PRESENCE, "", "delete from present where gone is null and process not in (select id from process)") \
    X(ADD_META, "tb", "insert into meta (name, value) values ($1, $2) on conflict do nothing")                         \
                                                                                                                       \
    X(ALL_PEOPLE, "", SQL_PERSON)                                                                                      \
    X(ALL_INVITES, "", "select key, since, until, uses from invite")                                                   \
    X(ALL_SESSIONS, "", SQL_SESSION)                                                                                   \
    X(ALL_TABLES, "", SQL_TABLE "order by tab.nr")

#endif
