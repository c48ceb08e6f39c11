// SPDX-License-Identifier: MIT
// tests/tier.mjs -- which of the two tiers runs: `make test`, or `make test-all` (TEST_TIER=all), which also runs what the first
// leaves out to save time (docs/building.md, Tests). The variable does not begin with MURAILLE_: the program would take it for a setting.

export const isAll = process.env.TEST_TIER === "all";

/** For the option `skip` of a test: */
export const onlyInAll = !isAll && "only in make test-all";
