#!/usr/bin/env bash
# Expected: blanks where the standard allows them and gives them no meaning change nothing for who verifies DKIM.
# Each of three programs stumbles over another one. dkimpy calls a signature with a blank or a fold behind b=... wrong, and
# raises for a field "Subject : hello"; opendkim calls "b =" wrong; Mail::DKIM (SpamAssassin, amavis) finds that a key
# with h=sha1 : sha256, as it is typed into a form of a DNS provider, does not support sha256.
# A signer that lines its tags up so passes at one receiver and fails at the next, and so does its DMARC.
# RFC 6376 sections 3.2 (FWS round "="), 3.6.1 (round ":"), 3.7 (b= goes with all blanks round its value), 3.4.2;
# RFC 5322 section 4.5 (blanks before the colon of a field).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder), perl, python3 and openssl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libmail-dkim-perl=1.20230212-2~deb12u1 libmailtools-perl=2.21-2 libtimedate-perl=2.3300-2 libnet-dns-perl libcrypt-openssl-rsa-perl \
  libcrypt-openssl-bignum-perl python3-dkim=1.1.4-1 python3-dnspython=2.3.0-1 opendkim=2.11.0~beta2-8+deb12u1 libopendkim11=2.11.0~beta2-8+deb12u1 \
  libbsd0 libdb5.3 libevent-2.1-7 libhashkit2 libldap-2.5-0 liblua5.3-0 libmd0 libmemcached11 libmilter1.0.1 libopendbx1 librbl1 \
  libsasl2-2 libssl3 libunbound8 libvbr2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
openssl genrsa -traditional -out private.pem 2048 2> /dev/null
public=$(openssl rsa -in private.pem -pubout -outform DER 2> /dev/null | base64 -w 0)
body=$(printf 'hello\r\n' | openssl dgst -sha256 -binary | base64)
printf 'TestPublicKeys %s/keys\nMode v\n' "$work" > opendkim.conf
# $1: the key, $2: how b= is written, $3: blanks behind the signature, $4: a field that is not signed
write() {
  local field="v=1; a=rsa-sha256; c=relaxed/simple; d=example.com; s=s1; h=from; bh=$body; $2" signature
  signature=$(printf 'from:ann@example.com\r\ndkim-signature:%s; t=1790000000' "$field" | openssl dgst -sha256 -sign private.pem | base64 -w 0)
  printf 'DKIM-Signature: %s%s%b; t=1790000000\r\nFrom: ann@example.com\r\n%s\r\n\r\nhello\r\n' "$field" "$signature" "$3" "$4" > message
  echo "v=DKIM1; $1; p=$public" > record
  echo "s1._domainkey.example.com v=DKIM1; $1; p=$public" > keys
}
cat > verify.py <<'PYTHON'
import dkim

record = open('record', 'rb').read().strip()
try:
    print('pass' if dkim.verify(open('message', 'rb').read(), dnsfunc=lambda name, timeout=5: record) else 'fail')
except dkim.MessageFormatError:
    print('raised')
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
$verifier->PRINT(content('message'));
$verifier->CLOSE;
print $verifier->result, "\n";
PERL
perl5=$(echo unpacked/usr/share/perl5 unpacked/usr/lib/*-linux-gnu*/perl5/* | tr ' ' ':')
libraries=$(echo "$work"/unpacked/usr/lib "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
opendkim() {
  LD_LIBRARY_PATH=$libraries "$work/unpacked/usr/sbin/opendkim" -x opendkim.conf -t message 2>&1 | grep -q 'succeeded$' && echo pass || echo fail
}
all=''
seen() {
  local one two three
  write "${@:2}"
  one=$(PYTHONPATH=unpacked/usr/lib/python3/dist-packages python3 verify.py 2> /dev/null)
  two=$(PERL5LIB=$perl5 perl verify.pl)
  three=$(opendkim)
  printf '%-24s dkimpy %-6s  Mail::DKIM %-7s  opendkim %s\n' "$1" "$one" "$two" "$three"
  all+="$one $two $three; "
}
echo 'dkimpy 1.1.4, Mail::DKIM 1.20230212, opendkim 2.11.0~beta2; the standard wants pass'
seen 'no blank' 'h=sha1:sha256' b= '' 'Subject: hello'
seen 'b=(signature) ;' 'h=sha1:sha256' b= ' ' 'Subject: hello'
seen 'b=(signature)(fold) ;' 'h=sha1:sha256' b= '\r\n ' 'Subject: hello'
seen 'Subject : hello' 'h=sha1:sha256' b= '' 'Subject : hello'
seen 'b =(signature);' 'h=sha1:sha256' 'b =' '' 'Subject: hello'
seen 'key: h=sha1 : sha256' 'h=sha1 : sha256' b= '' 'Subject: hello'
[ "$all" = 'pass pass pass; fail pass pass; fail pass pass; raised pass pass; pass pass fail; pass invalid pass; ' ]
