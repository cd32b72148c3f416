#!/usr/bin/env bash
# Expected: a mail program asked to write to "john doe"@example.org writes to this mailbox, or says that it cannot.
# mutt and neomutt leave out quotes and blank and write to johndoe@example.org, in To and to the server, without a word.
# That is the mailbox of somebody else: answers to a forwarded message of such a person go to a stranger.
# RFC 5321 section 4.1.2 and 5322 section 3.2.4 (a blank within the quotes is part of the local part).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download mutt=2.2.12-0.1~deb12u1 neomutt=20220429+dfsg1-4.1 libassuan0 libgmime-3.0-0 libgpgme11 libgsasl18 libgssglue1 \
  libidn12 libidn2-0 liblua5.4-0 libncursesw6 libnotmuch5 libntlm0 libsexp1 libsqlite3-0 libtalloc2 libtinfo6 libtokyocabinet9 libxapian30 \
  libgssapi-krb5-2 libkrb5-3 libk5crypto3 libkrb5support0 libkeyutils1 libcom-err2 libglib2.0-0 libgpg-error0 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > send <<'SH'
#!/bin/sh
printf '%s\n' "$@" | tail -n 1 > "${0%/*}/recipient"
grep '^To:' > "${0%/*}/field"
SH
chmod +x send
printf 'set sendmail="%s/send"\nset from="ann@example.com"\nset copy=no\n' "$work" > settings
libraries=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
export HOME=$work
changed=0
for program in mutt neomutt; do
  rm -f recipient field
  echo hello | LD_LIBRARY_PATH=$libraries "$work/unpacked/usr/bin/$program" -n -F settings -s hello '"john doe"@example.org'
  [ "$program" = mutt ] && echo 'mutt 2.2.12' || echo 'neomutt 20220429'
  printf '  standard: "john doe"@example.org\n  server:   %s\n  %s\n' "$(cat recipient)" "$(cat field)"
  [ "$(cat recipient) $(cat field)" = 'johndoe@example.org To: johndoe@example.org' ] || changed=1
done
exit $changed
