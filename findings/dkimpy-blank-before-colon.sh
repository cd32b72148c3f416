#!/usr/bin/env bash
# Expected: who verifies signatures reads fields with a blank before their colon, "Subject : hello", which all must accept:
# in the relaxed form it does not even matter, for the blank is taken away before the hash.
# dkimpy raises MessageFormatError for the message, whether or not the field is signed;
# Mail::DKIM (SpamAssassin, amavis) passes it. A filter on dkimpy has no result at all for such mail.
# RFC 5322 section 4.5.5 (obs-subject = "Subject" *WSP ":"), RFC 6376 section 3.4.2 (blanks before the colon go).
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
body=$(printf 'hello\r\n' | openssl dgst -sha256 -binary | base64)
echo "v=DKIM1; k=rsa; p=$public" > record
signed() {
  local field="v=1; a=rsa-sha256; c=relaxed/simple; d=example.com; s=s1; h=from; bh=$body; b=" signature
  signature=$(printf 'from:ann@example.com\r\ndkim-signature:%s' "$field" | openssl dgst -sha256 -sign private.pem | base64 -w 0)
  printf 'DKIM-Signature: %s%s\r\nFrom: ann@example.com\r\n%s\r\n\r\nhello\r\n' "$field" "$signature" "$1"
}
cat > verify.py <<'PYTHON'
import sys

import dkim

record = open('record', 'rb').read().strip()
try:
    print('pass' if dkim.verify(open(sys.argv[1], 'rb').read(), dnsfunc=lambda name, timeout=5: record) else 'fail')
except Exception as error:
    print('raised: ' + type(error).__name__)
PYTHON
cat > verify.pl <<'PERL'
use strict;
use warnings;
use Mail::DKIM::PublicKey;
use Mail::DKIM::Verifier;

sub content { my ($name) = @_; open(my $file, '<:raw', $name) or die $!; local $/; return scalar <$file> }
my $record = content('record');
{
  no warnings;
  *Mail::DKIM::Signature::fetch_public_key = sub { };
  *Mail::DKIM::Signature::get_public_key = sub { Mail::DKIM::PublicKey->parse($record) };
}
my $verifier = Mail::DKIM::Verifier->new;
$verifier->PRINT(content($ARGV[0]));
$verifier->CLOSE;
print $verifier->result_detail, "\n";
PERL
perl5=$(echo unpacked/usr/share/perl5 unpacked/usr/lib/*-linux-gnu*/perl5/* | tr ' ' ':')
perl_verifies() { PERL5LIB=$perl5 perl verify.pl message; }
python_verifies() { PYTHONPATH=unpacked/usr/lib/python3/dist-packages python3 verify.py message 2> /dev/null; }
echo 'dkimpy 1.1.4, Mail::DKIM 1.20230212'
all=''
for subject in 'Subject: hello' 'Subject : hello'; do
  signed "$subject" > message
  one=$(python_verifies)
  two=$(perl_verifies)
  printf '%s\n  standard:   pass\n  dkimpy:     %s\n  Mail::DKIM: %s\n' "$subject" "$one" "$two"
  all+="$one, $two; "
done
[ "$all" = 'pass, pass; raised: MessageFormatError, pass; ' ]
