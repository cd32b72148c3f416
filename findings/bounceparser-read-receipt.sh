#!/usr/bin/env bash
# Expected: a reader of bounces tells by report-type what a report is: a read receipt or a complaint is no bounce.
# Mail::DeliveryStatus::BounceParser says is_bounce for both, and has no report and no address for it.
# Whoever pauses an alias or a list on is_bounce does so since somebody has read the message.
# RFC 6522 section 3 (report-type), RFC 8098 section 3 (disposition-notification), RFC 5965 section 2 (feedback-report).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libmail-deliverystatus-bounceparser-perl=1.543+repacked-1 libmime-tools-perl=5.510-1 libmailtools-perl=2.21-2 \
  libtimedate-perl=2.3300-2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
cat > run.pl <<'PERL'
use strict;
use warnings;
use Mail::DeliveryStatus::BounceParser;

sub report {
  my ($type, @lines) = @_;
  return join("\n", 'From: bob@example.org', 'To: ann@example.com', 'Subject: a report', 'MIME-Version: 1.0',
    "Content-Type: multipart/report; report-type=$type; boundary=b", '', '--b', 'Content-Type: text/plain', '', 'A report.', '--b',
    "Content-Type: message/$type", '', @lines, '', '--b--', '');
}
my @cases = (
  ['a failure', 'yes', report('delivery-status', 'Reporting-MTA: dns; mx.example.org', '', 'Final-Recipient: rfc822; bob@example.org',
    'Action: failed', 'Status: 5.1.1')],
  ['a read receipt', 'no', report('disposition-notification', 'Final-Recipient: rfc822; bob@example.org',
    'Original-Message-ID: <1@example.com>', 'Disposition: manual-action/MDN-sent-manually; displayed')],
  ['a complaint', 'no', report('feedback-report', 'Feedback-Type: abuse', 'User-Agent: example/1', 'Version: 1')],
);
my $changed = 0;
print "Mail::DeliveryStatus::BounceParser $Mail::DeliveryStatus::BounceParser::VERSION\n";
for my $case (@cases) {
  my ($what, $standard, $text) = @$case;
  my $parsed = Mail::DeliveryStatus::BounceParser->new($text);
  my $seen = $parsed->is_bounce ? 'yes' : 'no';
  print "$what is a bounce\n  standard: $standard\n  seen:     $seen, addresses: ", scalar($parsed->addresses), "\n";
  $changed = 1 if $seen ne 'yes';
}
exit $changed;
PERL
PERL5LIB="$work/unpacked/usr/share/perl5" perl run.pl
