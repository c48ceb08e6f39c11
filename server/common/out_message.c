/* SPDX-License-Identifier: MIT */
/* server/common/out_message.c -- a reference-counted text in one allocation. See out_message.h.
 * A position sent to a hundred spectators is serialized and stored once. */
#include "server/common/out_message.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct out_message {
    size_t len;
    int refs;
    char text[];
};

out_message *out_message_new(mur_span text)
{
    out_message *m = malloc(sizeof *m + text.len + 1);
    if (!m)
        abort();
    m->len = text.len;
    m->refs = 1;
    memcpy(m->text, text.at, text.len);
    m->text[text.len] = '\0';
    return m;
}

out_message *out_message_ref(out_message *m)
{
    assert(m->refs > 0);
    m->refs++;
    return m;
}

void out_message_unref(out_message **m)
{
    if (*m) {
        assert((*m)->refs > 0);
        if (--(*m)->refs == 0)
            free(*m);
    }
    *m = NULL;
}

mur_span out_message_text(const out_message *m)
{
    return (mur_span){ m->text, m->len };
}
