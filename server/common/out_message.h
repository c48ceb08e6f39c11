/* SPDX-License-Identifier: MIT */
/* server/common/out_message.h -- one outgoing text, shared by all connections it is sent to.
 * The text is written once and then only read; references are counted, and the last out_message_unref() frees it. All
 * of this happens in the thread of the event loop, so the count needs no lock. */
#ifndef SERVER_COMMON_OUT_MESSAGE_H
#define SERVER_COMMON_OUT_MESSAGE_H

#include "engine/text.h"

typedef struct out_message out_message;

out_message *out_message_new(mur_span text); /* with one reference, the caller's */
out_message *out_message_ref(out_message *m);
void out_message_unref(out_message **m);
mur_span out_message_text(const out_message *m);

#endif
