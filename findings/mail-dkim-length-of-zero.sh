#!/usr/bin/env bash
# Expected: a signature with l=0, which covers the fields and nothing of the body, verifies: the tag has no lower limit.
# Mail::DKIM (SpamAssassin, amavis) says "body has been altered" for it, and passes l=7; dkimpy passes both.
# A signer that leaves room for the footer of a list is so refused by the one and taken by the other.
# RFC 6376 sections 5.3.1 (with a count of zero nothing of the body is signed) and 3.5 (l=, 1 to 76 digits, no lower limit).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder), perl, python3 and openssl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libmail-dkim-perl=1.20230212-2~deb12u1 libmailtools-perl=2.21-2 libtimedate-perl=2.3300-2 libnet-dns-perl libcrypt-openssl-rsa-perl \
  libcrypt-openssl-bignum-perl python3-dkim=1.1.4-1 python3-dnspython=2.3.0-1 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
openssl genrsa -traditional -out private.pem 2048 2> /dev/null
public=$(openssl rsa -in private.pem -pubout -outform DER 2> /dev/null | base64 -w 0)
echo "v=DKIM1; k=rsa; p=$public" > record
signed() {
  local body field signature
  body=$(printf '%b' "$2" | openssl dgst -sha256 -binary | base64)
  field="v=1; a=rsa-sha256; c=relaxed/simple; d=example.com; s=s1; h=from; l=$1; bh=$body; b="
  signature=$(printf 'from:ann@example.com\r\ndkim-signature:%s' "$field" | openssl dgst -sha256 -sign private.pem | base64 -w 0)
  printf 'DKIM-Signature: %s%s\r\nFrom: ann@example.com\r\n\r\nhello\r\nfooter\r\n' "$field" "$signature"
}
cat > verify.py <<'PYTHON'
import sys

import dkim

record = open('record', 'rb').read().strip()
print('pass' if dkim.verify(open(sys.argv[1], 'rb').read(), dnsfunc=lambda name, timeout=5: record) else 'fail')
PYTHON
cat > verify.pl <<'PERL'
use strict;
use warnings;
use Mail::DKIM::PublicKey;
use Mail::DKIM::Verifier;

sub content { my ($name) = @_; open(my $file, '<:raw', $name) or die $!; local $/; return scalar <$file> }
my $key = Mail::DKIM::PublicKey->parse(content('record'));
{
  no warnings;
  *Mail::DKIM::Signature::fetch_public_key = sub { };
  *Mail::DKIM::Signature::get_public_key = sub { $key };
}
my $verifier = Mail::DKIM::Verifier->new;
$verifier->PRINT(content($ARGV[0]));
$verifier->CLOSE;
print $verifier->result_detail, "\n";
PERL
perl5=$(echo unpacked/usr/share/perl5 unpacked/usr/lib/*-linux-gnu*/perl5/* | tr ' ' ':')
echo 'Mail::DKIM 1.20230212, dkimpy 1.1.4'
all=''
for part in '7 hello\r\n' '0 '; do
  length=${part%% *}
  signed "$length" "${part#* }" > message
  one=$(PERL5LIB=$perl5 perl verify.pl message)
  other=$(PYTHONPATH=unpacked/usr/lib/python3/dist-packages python3 verify.py message)
  printf 'l=%s\n  standard:   pass\n  Mail::DKIM: %s\n  dkimpy:     %s\n' "$length" "$one" "$other"
  all+="$one, $other; "
done
[ "$all" = 'pass, pass; fail (body has been altered), pass; ' ]
