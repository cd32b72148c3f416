#!/usr/bin/env bash
# Expected: date :index 2 "received" asks the second Received field, as header :index 2 does.
# Pigeonhole takes the tag, and asks the first field whatever the number is, with :last as well, and where there is no such field.
# The first field is that of the last host. Who wants to know when mail came in, before a queue or a forwarder held it, learns when
# it was delivered: mail that was in time counts as late, and a rule that measures the delay of a forwarder never sees one.
# Take the time out of header :index with :regex, and try each such rule on fields of different days.
# RFC 5260 section 6 (the date test takes :index and :last, too; section 6.1 has this very example).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/pigeonhole.sh"
cat > message <<'MESSAGE'
Received: from relay.example.com by mail.example.com id 1; Sat, 3 Jan 2026 10:00:00 +0000
Received: from out.example.org by relay.example.com id 2; Fri, 2 Jan 2026 10:00:00 +0000
Received: from ann.example.org by out.example.org id 3; Thu, 1 Jan 2026 10:00:00 +0000
From: ann@example.org
To: bob@example.com
Subject: order
Message-ID: <1@example.org>

hello
MESSAGE
asked() {
  printf 'require ["fileinto", "date", "index", "regex", "variables"];\nif %s { fileinto "day ${1}"; }\n' "$1" > rules.sieve
  rm -f rules.svbin
  "$work/unpacked/usr/bin/sieve-test" -f ann@example.org -r bob@example.com rules.sieve message 2>&1 | sed -n 's/.*folder: day //p'
}
echo 'Pigeonhole 0.5.19'
changed=0
while IFS='|' read -r test standard known; do
  seen=$(asked "$test")
  printf '%s\n  standard: %s\n  seen:     %s\n' "$test" "$standard" "${seen:-no such field}"
  [ "${seen:-no such field}" = "$known" ] || changed=1
done << 'TESTS'
header :index 2 :regex "received" ", ([0-9]) Jan"|2|2
date :index 2 :zone "+0000" :matches "received" "day" "*"|02|03
date :index 1 :last :zone "+0000" :matches "received" "day" "*"|01|03
date :index 4 :zone "+0000" :matches "received" "day" "*"|no such field|03
TESTS
exit $changed
