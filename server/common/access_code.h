/* SPDX-License-Identifier: MIT */
/* server/common/access_code.h -- codes that an operator hands out: invitations, and links for setting a new password.
 * 26 letters and digits that are not mistaken for each other (130 bits); the store keeps only their hash. */
#ifndef SERVER_COMMON_ACCESS_CODE_H
#define SERVER_COMMON_ACCESS_CODE_H

#include "store/store.h"

enum { ACCESS_CODE_TEXT = 27 };

void access_code_draw(char out[ACCESS_CODE_TEXT]);

/* The hash by which the store finds a code. Case, spaces and hyphens do not matter. False: the text is no code. */
bool access_code_key(mur_span code, unsigned char key[STORE_KEY]);

#endif
