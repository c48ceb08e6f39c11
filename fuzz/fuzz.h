/* SPDX-License-Identifier: MIT */
/* fuzz/fuzz.h -- what every fuzz target needs: libFuzzer's entry point, and an assertion that is active in every build.
 */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void demand(bool ok)
{
    if (!ok)
        abort();
}

#endif
