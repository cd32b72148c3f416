#!/usr/bin/env bash
# Expected: a program that tidies MIME leaves what is signed as it is: each octet of the first part of multipart/signed counts.
# mhfixmsg of nmh decodes quoted-printable text there, too, with the switches that it has by default, and writes another encoding
# into the part. Its manual shows how to run it on all mail that comes in.
# Signatures of such mail are wrong from there on, for whoever keeps it or sends it on, and nobody can get the old text back.
# RFC 1847 section 2.1 (on its way it is opaque: nothing in it is altered, transfer encodings neither).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/nmh.sh"
message() {
  printf '%s\n' 'From: ann@example.com' 'To: bob@example.org' 'Subject: hello' 'MIME-Version: 1.0' \
    'Content-Type: multipart/signed; protocol="application/pgp-signature"; micalg=pgp-sha256; boundary=b' '' --b \
    'Content-Type: text/plain; charset=utf-8' "Content-Transfer-Encoding: $1" '' "$2" --b 'Content-Type: application/pgp-signature' '' x --b--
}
mkdir mail/inbox
first_part() { sed '0,/^--b/d' | sed '/^--b/,$d'; }
echo 'nmh 1.8'
all=''
for text in '7bit hello' 'quoted-printable J=C3=B6rg'; do
  read -r encoding body <<< "$text"
  message "$encoding" "$body" > mail/inbox/1
  first_part < mail/inbox/1 > before
  LC_ALL=C.UTF-8 unpacked/usr/bin/mh/mhfixmsg +inbox 1
  first_part < mail/inbox/1 > after
  seen=$(cmp -s before after && echo 'as it was' || echo 'altered')
  printf '%s\n  standard: as it was\n  seen:     %s\n' "signed text in $encoding" "$seen"
  diff before after | sed -n 's/^> /            /p' || true
  all+="$seen; "
done
[ "$all" = 'as it was; altered; ' ]
