#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/cli/verify_test.sh PROGRAM -- the command verify. promised.mur was written by a table of the server.
# Prints TAP.
set -u
# shellcheck disable=SC2034 # used by tests/tap.sh
program=$(realpath "$1")
root=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$root/tests/cli/promised.mur" "$work"
cd "$work" || exit 1
. "$root/tests/tap.sh"
TRANSLATED=$("$root/scripts/languages" --translated)

run 0 verify --help && says 'muraille verify FILE'
report "verify has its help"
run 0 verify promised.mur && says '^Verified: the secret' && says '^Verified: together' && says 'without committing to it: seats 1, 2\.' && says '^nobody but the operator' && is_quiet
report "a game that was dealt as committed is proven"
says "$(sed -n 's/^tag commitment //p' promised.mur)"
report "the commitment is printed, to be compared"
printf %s "$(sed -n 's/^tag secret //p' promised.mur)" | sha256sum | cut -d ' ' -f 1 >hashed
sed -n 's/^tag commitment //p' promised.mur | cmp -s - hashed
report "the commitment is the SHA-256 hash of the secret"

sed 's/^tag salt1 .*/tag salt1 pepper/' promised.mur >other.mur
run 1 verify other.mur && says '^Not verified: .*another deal' && says '^tokens is [1-8 ]* in the record but should be [1-8 ]*\.$'
report "with another salt the deal differs, and the first difference is printed"
sed 's/^tag secret ./tag secret f/' promised.mur >other.mur
run 1 verify other.mur && says '^Not verified: this secret does not match'
report "another secret does not match the commitment"
sed '/^tag secret/d' promised.mur >other.mur
run 1 verify other.mur && says '^Not verified: the record has no tag secret'
report "without the secret nothing is proven"
sed 's/^tag secret .*/tag secret none/' promised.mur >other.mur
run 2 verify other.mur && complains 'tag secret is not 64 hexadecimal digits'
report "a malformed secret is refused"
sed 's/^players .*/players 9/' promised.mur >other.mur
run 2 verify other.mur && complains 'other.mur:3: '
report "an invalid record is refused"

# -- Commitments: the salts are the same, so the deal is --
hash_of() { printf %s "$(sed -n "s/^tag $1 //p" promised.mur)" | sha256sum | cut -d ' ' -f 1; }
with() { sed "/^tag salt2/a\\
$1" promised.mur >other.mur; }
with "tag commit1 $(hash_of salt1)"
run 0 verify other.mur && says 'Committed to their salts .* seats 1\.' && says 'without committing to it: seats 2\.' && says 'nobody could choose the deal' && is_quiet
report "the output names the seats that committed"
with "tag commit1 $(hash_of salt2)"
run 1 verify other.mur && says '^Not verified: the salt of seat 1 does not match'
report "a salt that does not match its commitment is detected"
with "tag commit1 $(hash_of salt1 | tr a-f A-F)"
run 2 verify other.mur && complains 'tag commit1 is not 64 hexadecimal digits'
report "a malformed commitment is refused"
for tag in salt0 salt01 salt3 salt commit0 commit02 commit3 secret1; do
    with "tag $tag pepper"
    run 1 verify other.mur && says "^Not verified: the tag $tag belongs to no seat"
    report "the tag $tag is refused"
done
run 2 verify none.mur && complains 'none.mur'
report "a missing file is reported"
for language in $TRANSLATED; do
    run 0 --lang "$language" verify promised.mur && ! says Verified && is_quiet
    report "verify is translated to $language"
done
finish
