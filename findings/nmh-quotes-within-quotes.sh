#!/usr/bin/env bash
# Expected: nmh answers to the author of a message, whose name may be words of which one is in quotes: Ann "Doe, Sales" Berlin.
# repl puts quotes round the whole and leaves the inner ones as they are: the quotes now end before Doe, and what was inside
# them stands bare. nmh cannot read its own draft: the answer stays there unsent.
# A nickname or a department in the middle of a name is often in quotes; a comma in it is all it takes.
# RFC 5322 section 3.2.5 (a phrase is words, each an atom or a quoted-string) and 3.2.4 (a quote within quotes has a backslash).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/nmh.sh"
answer() {
  printf '%s\n' "From: $1" 'To: owner@example.org' 'Subject: hello' 'Date: Sat, 28 Nov 2026 10:00:00 +0100' 'Message-ID: <1@example.com>' '' hello > message
  rm -f mail/draft
  unpacked/usr/bin/mh/repl -nowhatnowproc -form "$work/unpacked/etc/nmh/replcomps" -file message < /dev/null
  sed -n 's/^To: //p' mail/draft
}
read_again() { unpacked/usr/lib/mh/ap "$1" | head -n 1 || true; }
echo 'nmh 1.8'
all=''
for name in 'Ann Doe' '"Doe, Ann"' 'Ann "Doe, Sales" Berlin'; do
  field="$name <ann@example.com>"
  seen=$(answer "$field")
  again=$(read_again "$seen")
  printf 'From: %s\n  standard: To: %s\n  seen:     To: %s\n  read again: %s\n' "$field" "$field" "$seen" "$again"
  all+="$seen; $again; "
done
known='Ann Doe <ann@example.com>; Ann Doe <ann@example.com>; "Doe, Ann" <ann@example.com>; "Doe, Ann" <ann@example.com>; '
known+='"Ann "Doe, Sales" Berlin" <ann@example.com>; no mailbox in address'
[[ $all = "$known"* ]]
