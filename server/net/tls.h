/* SPDX-License-Identifier: MIT */
/* server/net/tls.h -- replacing the TLS certificate while the server runs.
 * libwebsockets loads certificate and key once into an SSL_CTX of OpenSSL, which can hold several certificates but
 * cannot drop one. So a new pair is loaded into an SSL_CTX of its own, which also checks it, and a callback gives every
 * handshake from then on its certificate from there. Open connections keep theirs. */
#ifndef SERVER_NET_TLS_H
#define SERVER_NET_TLS_H

#include <stdbool.h>

typedef struct tls_pair tls_pair;

/* NULL: a file cannot be read, or key and certificate do not match; why says which. */
tls_pair *tls_pair_load(const char *cert, const char *key, char why[256]);
void tls_pair_close(tls_pair **pair);

/* From now on handshakes of this SSL_CTX use the pair that *pair points to at that moment; NULL: the one of the start.
 */
void tls_pair_use(void *ssl_ctx, tls_pair **pair);

#endif
