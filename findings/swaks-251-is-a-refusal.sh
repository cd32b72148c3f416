#!/usr/bin/env bash
# Expected: 251 is how a server says that it takes a recipient and forwards to elsewhere: a success, like 250.
# swaks knows 250 only: it says that no recipient was taken, gives up before DATA, and exits with 24.
# It is what operators test a forwarder with. Scripts on it page somebody, or count the alias as dead, while mail goes through.
# RFC 5321 sections 3.4 (251 when the server forwards) and 4.3.2 (RCPT succeeds with 250 and 251; clients go by the first digit).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download swaks=20201014.0-2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > server <<'BASH'
answer() { printf '%s\r\n' "$1"; }
answer '220 mx.example.com'
while read -r line; do
  case $line in
    RCPT*) answer "$RCPT" ;;
    DATA*)
      answer '354 go on'
      while read -r line && [ "$line" != $'.\r' ]; do :; done
      answer '250 taken'
      ;;
    *) answer '250 fine' ;;
  esac
done
BASH
echo 'swaks 20201014.0'
all=''
for reply in '250 2.1.5 fine' '251 2.1.5 not here, will forward to bob@example.net'; do
  code=0
  RCPT=$reply perl unpacked/usr/bin/swaks --pipe 'bash server' --helo a.example.com --from ann@example.com --to bob@example.org --body hello > seen 2>&1 || code=$?
  seen="exits with $code, DATA $(grep -q '> DATA' seen && echo sent || echo not sent)"
  printf '%s\n  standard: exits with 0, DATA sent\n  seen:     %s\n' "$reply" "$seen"
  all+="$seen; "
done
[ "$all" = 'exits with 0, DATA sent; exits with 24, DATA not sent; ' ]
