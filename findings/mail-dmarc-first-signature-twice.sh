#!/usr/bin/env bash
# Expected: Mail::DMARC, which reads and stores DMARC reports, stores the results of both signatures of a message.
# It asks for the domain of "any dkim" once for each of them, and has that of the first twice: example.com, example.com. The
# one of the list, or of the service that sends for the domain, is nowhere.
# Who looks in the reports for the sender whose signature passes does not see that it signs at all.
# RFC 7489 appendix C (dkim, any number in auth_results).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
. "$(dirname "$0")/heads/mail-dmarc.sh"
seen=$(perl run.pl '' 2> /dev/null)
echo 'Mail::DMARC 1.20211209'
printf 'signatures of example.com and list.example\n  standard: example.com list.example\n  seen:     %s\n' "$seen"
[ "$seen" = 'example.com example.com' ]
