/* SPDX-License-Identifier: MIT */
/* server/tls.h -- a certificate that changes while the server runs.
 * libwebsockets loads certificate and key once and keeps them in an SSL_CTX of OpenSSL, which can hold several
 * certificates but cannot drop one. So a new pair is loaded into an SSL_CTX of its own, where it is checked, and every
 * handshake from then on takes its certificate from there. Connections that are open keep theirs. */
#ifndef SERVER_TLS_H
#define SERVER_TLS_H

#include <stdbool.h>

typedef struct tls_pair tls_pair;

/* NULL: one of the files cannot be read, or they do not belong together; why tells more. */
tls_pair *tls_pair_load(const char *cert, const char *key, char why[256]);
void tls_pair_close(tls_pair **pair);

/* Handshakes of this SSL_CTX use the pair that *pair is at that time. */
void tls_pair_use(void *ssl_ctx, tls_pair **pair);

#endif
