#!/usr/bin/env bash
# Expected: the verifier of Debian 12 reads both algorithms that verifiers have to know.
# Mail::DKIM finds a signature by Ed25519 invalid ("unsupported algorithm"), where the standard wants it verified.
# A signer with an Ed25519 key only fails at each receiver that runs it; with both keys one result is always bad.
# RFC 8463 section 3 (verifiers and Ed25519-SHA256).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder), perl and openssl 3.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libmail-dkim-perl=1.20230212-2~deb12u1 libcrypt-openssl-rsa-perl=0.33-3+b1 libnet-dns-perl=1.36-1 \
  libcrypt-openssl-bignum-perl=0.09-2+b1 libmailtools-perl=2.21-2 libmail-authenticationresults-perl=2.20230112-1 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
body=$(printf 'hello\r\n' | openssl dgst -sha256 -binary | base64)
field="v=1; a=ed25519-sha256; c=relaxed/relaxed; d=example.com; s=ed; h=from; bh=$body; b="
openssl genpkey -algorithm ed25519 -out private.pem
printf 'from:ann@example.com\r\ndkim-signature:%s' "$field" | openssl dgst -sha256 -binary > hash
signature=$(openssl pkeyutl -sign -rawin -inkey private.pem -in hash | base64 -w 0)
printf 'DKIM-Signature: %s%s\r\nFrom: ann@example.com\r\n\r\nhello\r\n' "$field" "$signature" > message
cat > run.pl <<'PERL'
use strict;
use warnings;
use Mail::DKIM;
use Mail::DKIM::Verifier;

open(my $file, '<:raw', 'message') or die;
my $verifier = Mail::DKIM::Verifier->new;
$verifier->PRINT(do { local $/; <$file> });
$verifier->CLOSE;
my $seen = ($verifier->signatures)[0]->result_detail;
print "Mail::DKIM $Mail::DKIM::VERSION\n  standard: verified with the key of ed._domainkey.example.com\n  seen:     $seen\n";
exit($seen =~ /unsupported algorithm ed25519-sha256/ ? 0 : 1);
PERL
PERL5LIB="$work/unpacked/usr/share/perl5:$(echo "$work"/unpacked/usr/lib/*/perl5/5.36)" perl run.pl
