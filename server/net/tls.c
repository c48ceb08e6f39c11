/* SPDX-License-Identifier: MIT */
#include "server/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdlib.h>

#include "engine/text.h"
#include "record/buffer.h"

struct tls_pair {
    SSL_CTX *files;
};

/* An encrypted key would make OpenSSL ask the terminal. */
static int give_no_password(char *out, int size, int is_writing, void *context)
{
    (void)is_writing, (void)context;
    if (size > 0)
        out[0] = '\0';
    return 0;
}

static bool explain(char why[256], const char *what)
{
    const char *reason = ERR_reason_error_string(ERR_peek_error());
    mur_text t = mur_text_on(why, 256);
    mur_put(&t, what);
    mur_put(&t, ": ");
    mur_put(&t, reason ? reason : "cannot be read");
    ERR_clear_error();
    return false;
}

static bool load(SSL_CTX *files, const char *cert, const char *key, char why[256])
{
    ERR_clear_error();
    SSL_CTX_set_default_passwd_cb(files, give_no_password);
    if (SSL_CTX_use_certificate_chain_file(files, cert) != 1)
        return explain(why, "certificate");
    if (SSL_CTX_use_PrivateKey_file(files, key, SSL_FILETYPE_PEM) != 1 || SSL_CTX_check_private_key(files) != 1)
        return explain(why, "key");
    return true;
}

tls_pair *tls_pair_load(const char *cert, const char *key, char why[256])
{
    tls_pair *made = mur_new(sizeof *made);
    made->files = SSL_CTX_new(TLS_server_method());
    if (made->files && load(made->files, cert, key, why))
        return made;
    tls_pair_close(&made);
    return NULL;
}

void tls_pair_close(tls_pair **pair)
{
    if (*pair)
        SSL_CTX_free((*pair)->files);
    free(*pair);
    *pair = NULL;
}

static int give_certificate(SSL *ssl, void *context)
{
    tls_pair *const *pair = context;
    STACK_OF(X509) *chain = NULL;
    if (!*pair)
        return 1; /* the one it was started with */
    SSL_CTX *files = (*pair)->files;
    SSL_CTX_get0_chain_certs(files, &chain);
    SSL_certs_clear(ssl);
    return SSL_use_cert_and_key(ssl, SSL_CTX_get0_certificate(files), SSL_CTX_get0_privatekey(files), chain, 1);
}

void tls_pair_use(void *ssl_ctx, tls_pair **pair)
{
    SSL_CTX_set_cert_cb(ssl_ctx, give_certificate, pair);
}
