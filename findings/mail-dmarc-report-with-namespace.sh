#!/usr/bin/env bash
# Expected: Mail::DMARC, which reads DMARC reports, reads one whose elements say of which namespace they are, as the standard
# has it in its schema, and as it must be since the newer one.
# It asks for /feedback without any, finds nothing, and raises "Can't call method findnodes on an undefined value". A domain
# owner with it sees less and less of its mail, the more receivers write reports by the book.
# RFC 9990 (namespace urn:ietf:params:xml:ns:dmarc-2.0), RFC 7489 appendix C (targetNamespace).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
. "$(dirname "$0")/heads/mail-dmarc.sh"
echo 'Mail::DMARC 1.20211209'
all=''
for space in '' ' xmlns="urn:ietf:params:xml:ns:dmarc-2.0"'; do
  seen=$(perl run.pl "$space" 2> /dev/null | head -n 1)
  printf '<feedback%s>\n  standard: read\n  seen:     %s\n' "$space" "$([[ $seen = raised* ]] && echo "$seen" || echo read)"
  all+="$seen; "
done
[[ $all = 'example.com '*"; raised: Can't call method \"findnodes\" on an undefined value; " ]]
