/* SPDX-License-Identifier: MIT */
/* server/hooks.h -- telling people elsewhere that it is their turn: an HTTP POST to an address of their choosing.
 * Whatever address somebody gives, this machine and its network are not asked: the name is resolved first, in a thread
 * of libuv's, and the connection goes to the number that was judged. Redirections are not followed, answers not read.
 * So many at once, so many waiting; what is beyond is dropped, since the next turn comes. */
#ifndef SERVER_HOOKS_H
#define SERVER_HOOKS_H

#include "engine/text.h"

typedef struct hooks hooks;
struct mur_http;

hooks *hooks_open(struct mur_http *http);
void hooks_close(hooks **h); /* after the loop has ended */
void hooks_call(hooks *h, const char *url, mur_span text);

/* -- Addresses -- */

typedef struct {
    bool is_tls;
    char host[256]; /* a name, or an address without brackets */
    char port[6];
    char path[512]; /* with what is asked for */
} hooks_target;

/* False for whatever is not http://... or https://... in plain characters, and for those with a name and password. */
bool hooks_read(mur_span url, hooks_target *out);

#endif
