#!/usr/bin/env bash
# Expected: Mail::DMARC, which reads DMARC reports, reads one whose elements say of which namespace they are, as the standard
# has it in its schema, and as it must be since the newer one.
# It asks for /feedback without any, finds nothing, and raises "Can't call method findnodes on an undefined value". A domain
# owner with it sees less and less of its mail, the more receivers write reports by the book.
# RFC 9990 (namespace urn:ietf:params:xml:ns:dmarc-2.0), RFC 7489 appendix C (targetNamespace).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libmail-dmarc-perl=1.20211209-4 libxml-libxml-perl=2.0207+dfsg+really+2.0134-1+deb12u1 libxml-sax-base-perl libxml-sax-perl \
  libxml-namespacesupport-perl libclass-inspector-perl libconfig-tiny-perl libemail-messageid-perl libemail-mime-contenttype-perl \
  libemail-mime-encodings-perl libemail-mime-perl libemail-simple-perl libemail-date-format-perl libemail-address-xs-perl libmime-types-perl \
  libmodule-runtime-perl libparams-util-perl libnet-dns-perl libsocket6-perl liburi-perl \
  libfile-sharedir-perl libnet-idn-encode-perl libnet-ip-perl libregexp-common-perl libtext-unidecode-perl libxml2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* | tr ' ' ':')
PERL5LIB=$(echo unpacked/usr/share/perl5 unpacked/usr/lib/*-linux-gnu*/perl5/* | tr ' ' ':')
export LD_LIBRARY_PATH PERL5LIB
cat > run.pl <<'PERL'
use strict;
use warnings;
use Mail::DMARC::Report::Receive;

no warnings 'redefine';
*Mail::DMARC::Report::save_aggregate = sub { 1 };
my $signatures = join '', map { "<dkim><domain>$_</domain><selector>s</selector><result>pass</result></dkim>" } qw(example.com list.example);
my $receive = Mail::DMARC::Report::Receive->new;
$receive->report;
eval {
  $receive->handle_body(<<XML); 1 } or print 'raised: ', $@ =~ /^(.*?) at /, "\n";
<?xml version="1.0"?>
<feedback$ARGV[0]><version>1.0</version>
<report_metadata><org_name>example.net</org_name><email>dmarc\@example.net</email><report_id>1</report_id>
<date_range><begin>1795000000</begin><end>1795086400</end></date_range></report_metadata>
<policy_published><domain>example.com</domain><adkim>r</adkim><p>none</p></policy_published>
<record><row><source_ip>192.0.2.1</source_ip><count>3</count>
<policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>fail</spf></policy_evaluated></row>
<identifiers><header_from>example.com</header_from></identifiers><auth_results>$signatures</auth_results></record>
</feedback>
XML
print join(' ', map { $_->{domain} } map { @{ $_->{auth_results}{dkim} || [] } } @{ $receive->report->aggregate->record || [] }), "\n";
PERL
echo 'Mail::DMARC 1.20211209'
all=''
for space in '' ' xmlns="urn:ietf:params:xml:ns:dmarc-2.0"'; do
  seen=$(perl run.pl "$space" 2> /dev/null | head -n 1)
  printf '<feedback%s>\n  standard: read\n  seen:     %s\n' "$space" "$([[ $seen = raised* ]] && echo "$seen" || echo read)"
  all+="$seen; "
done
[[ $all = 'example.com '*"; raised: Can't call method \"findnodes\" on an undefined value; " ]]
