/* SPDX-License-Identifier: MIT */
/* server/code.h -- codes that an operator hands out: invitations, and links to a new password.
 * 26 letters and digits that are not mistaken for each other (130 bits); the store keeps only their hash. */
#ifndef SERVER_CODE_H
#define SERVER_CODE_H

#include "store/store.h"

enum { CODE_TEXT = 27 };

void code_draw(char out[CODE_TEXT]);

/* What the store finds it by. Case, spaces and hyphens do not matter. False: it is no code. */
bool code_key(mur_span code, unsigned char key[STORE_KEY]);

#endif
