/* SPDX-License-Identifier: MIT */
/* server/net/tls.c -- loads a certificate and its key, and serves them to handshakes. See tls.h for why.
 * Everything happens in the loop's thread, so replacing a pair cannot race with a handshake; OpenSSL counts references
 * to the certificate objects, so connections that use the old ones are not affected. */
#include "server/net/tls.h"

#include <assert.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdlib.h>

#include "engine/text.h"
#include "record/buffer.h"

struct tls_pair {
    SSL_CTX *ctx;
};

/* OpenSSL would ask for the password of an encrypted key on the terminal; loading it fails instead. */
static int on_password(char *out, int size, int is_writing, void *context)
{
    (void)is_writing, (void)context;
    if (size > 0)
        out[0] = '\0';
    return 0;
}

static bool set_reason(char why[256], const char *what)
{
    const char *reason = ERR_reason_error_string(ERR_peek_error());
    mur_text t = mur_text_on(why, 256);
    mur_put(&t, what);
    mur_put(&t, ": ");
    mur_put(&t, reason ? reason : "cannot be read");
    ERR_clear_error();
    return false;
}

static bool load(SSL_CTX *ctx, const char *cert, const char *key, char why[256])
{
    ERR_clear_error();
    SSL_CTX_set_default_passwd_cb(ctx, on_password);
    if (SSL_CTX_use_certificate_chain_file(ctx, cert) != 1)
        return set_reason(why, "certificate");
    if (SSL_CTX_use_PrivateKey_file(ctx, key, SSL_FILETYPE_PEM) != 1 || SSL_CTX_check_private_key(ctx) != 1)
        return set_reason(why, "key");
    return true;
}

tls_pair *tls_pair_load(const char *cert, const char *key, char why[256])
{
    tls_pair *made = mur_new(sizeof *made);
    made->ctx = SSL_CTX_new(TLS_server_method());
    if (made->ctx && load(made->ctx, cert, key, why))
        return made;
    tls_pair_close(&made);
    return NULL;
}

void tls_pair_close(tls_pair **pair)
{
    if (*pair)
        SSL_CTX_free((*pair)->ctx);
    free(*pair);
    *pair = NULL;
}

/* The cert_cb of OpenSSL: called during each handshake before the certificate is chosen. 1: go on. */
static int on_certificate(SSL *ssl, void *context)
{
    tls_pair *const *pair = context;
    STACK_OF(X509) *chain = NULL;
    if (!*pair)
        return 1; /* the one it was started with */
    SSL_CTX *ctx = (*pair)->ctx;
    SSL_CTX_get0_chain_certs(ctx, &chain);
    SSL_certs_clear(ssl);
    return SSL_use_cert_and_key(ssl, SSL_CTX_get0_certificate(ctx), SSL_CTX_get0_privatekey(ctx), chain, 1);
}

void tls_pair_use(void *ssl_ctx, tls_pair **pair)
{
    assert(ssl_ctx && pair);
    SSL_CTX_set_cert_cb(ssl_ctx, on_certificate, pair);
}
