# Read by the findings on Mail::DMARC: unpacks it into a temporary folder, and writes run.pl there. That reads a report on two
# signatures, whose root has the attributes that are its argument, and prints the domains of the signatures that were stored.
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
