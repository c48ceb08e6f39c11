/* SPDX-License-Identifier: MIT */
/* server/common/copy_text.h -- copies a text into a fixed buffer. */
#ifndef SERVER_COMMON_COPY_TEXT_H
#define SERVER_COMMON_COPY_TEXT_H

#include "engine/text.h"

/* Cut to fit, with a final NUL. The two must not overlap. */
static inline void copy_text(char *out, size_t size, mur_span text)
{
    mur_text t = mur_text_on(out, size);
    mur_put_bytes(&t, text.at, text.len);
}

#endif
