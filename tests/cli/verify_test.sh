#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/cli/verify_test.sh PROGRAM -- verify as a player meets it. promised.mur was written by a table of the server.
# Prints TAP.
set -u
# shellcheck disable=SC2034 # tests/tap.sh runs it
program=$(realpath "$1")
house=$(realpath "$(dirname "$0")/../..")
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cp "$house/tests/cli/promised.mur" "$room"
cd "$room" || exit 1
. "$house/tests/tap.sh"

run 0 verify --help && says 'muraille verify FILE'
report "verify has its help"
run 0 verify promised.mur && says '^Proven: the secret' && says '^Proven: it gives' && says 'without committing to it: seats 1, 2\.' && says '^nobody but the operator' && is_quiet
report "a game that was dealt as promised is proven"
says "$(sed -n 's/^tag commitment //p' promised.mur)"
report "the promise is named, to be compared"
printf %s "$(sed -n 's/^tag secret //p' promised.mur)" | sha256sum | cut -d ' ' -f 1 >hashed
sed -n 's/^tag commitment //p' promised.mur | cmp -s - hashed
report "the promise is what sha256sum makes of the secret"

sed 's/^tag salt1 .*/tag salt1 pepper/' promised.mur >other.mur
run 1 verify other.mur && says '^Not proven: .*another deal' && says '^tokens is [1-8 ]* in the record and would be [1-8 ]*\.$'
report "with another salt the deal differs, and it is said where"
sed 's/^tag secret ./tag secret f/' promised.mur >other.mur
run 1 verify other.mur && says '^Not proven: this is not the secret that was promised'
report "another secret was not promised"
sed '/^tag secret/d' promised.mur >other.mur
run 1 verify other.mur && says '^Not proven: the record has no tag secret'
report "without the secret nothing is proven"
sed 's/^tag secret .*/tag secret none/' promised.mur >other.mur
run 2 verify other.mur && complains 'tag secret is not 64 hexadecimal digits'
report "a secret that is none is refused"
sed 's/^players .*/players 9/' promised.mur >other.mur
run 2 verify other.mur && complains 'other.mur:3: '
report "a record that is wrong is refused"

# -- Commitments: the salts are the same, so the deal is --
hash_of() { printf %s "$(sed -n "s/^tag $1 //p" promised.mur)" | sha256sum | cut -d ' ' -f 1; }
with() { sed "/^tag salt2/a\\
$1" promised.mur >other.mur; }
with "tag commit1 $(hash_of salt1)"
run 0 verify other.mur && says 'Committed to their salts .* seats 1\.' && says 'without committing to it: seats 2\.' && says 'nobody could choose the deal' && is_quiet
report "it is said who committed"
with "tag commit1 $(hash_of salt2)"
run 1 verify other.mur && says '^Not proven: the salt of seat 1 is not the one that was committed to'
report "a salt that does not fit its commitment is found out"
with "tag commit1 $(hash_of salt1 | tr a-f A-F)"
run 2 verify other.mur && complains 'tag commit1 is not 64 hexadecimal digits'
report "a commitment that is none is refused"
for tag in salt0 salt01 salt3 salt commit0 commit02 commit3 secret1; do
    with "tag $tag pepper"
    run 1 verify other.mur && says "^Not proven: the tag $tag belongs to no seat"
    report "the tag $tag is refused"
done
run 2 verify none.mur && complains 'none.mur'
report "a missing file is missed"
for language in fr it de; do
    run 0 --lang "$language" verify promised.mur && ! says 'Proven' && is_quiet
    report "verify speaks $language"
done
finish
