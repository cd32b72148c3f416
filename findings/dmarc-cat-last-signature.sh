#!/usr/bin/env bash
# Expected: a reader of DMARC reports shows the signature of the domain itself, or that which passed, or all of them.
# dmarc-cat shows the last one in the report, whichever it is: the mail passed DMARC by the signature of
# example.com, and the table says "fail" for a list server that signed later.
# Forwarded mail has such second signatures: who reads the table mends a setup that is right.
# RFC 7489 appendix C (auth_results holds any number of dkim; policy_evaluated has the verdict).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download dmarc-cat=0.15.0-1+b4 libassuan0 libgpg-error0 libgpgme11 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
export LD_LIBRARY_PATH
own='<dkim><domain>example.com</domain><result>pass</result></dkim>'
list='<dkim><domain>list.example</domain><result>fail</result></dkim>'
file='example.net!example.com!1767225600!1767311999.xml'
shown() {
  cat > "$file" <<XML
<?xml version="1.0" encoding="UTF-8"?>
<feedback><version>1.0</version><report_metadata><org_name>Example</org_name><email>reports@example.net</email><report_id>1</report_id>
<date_range><begin>1767225600</begin><end>1767311999</end></date_range></report_metadata>
<policy_published><domain>example.com</domain><adkim>r</adkim><aspf>r</aspf><p>none</p><sp>none</sp><pct>100</pct></policy_published>
<record><row><source_ip>192.0.2.1</source_ip><count>3</count>
<policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>fail</spf></policy_evaluated></row>
<identifiers><header_from>example.com</header_from></identifiers>
<auth_results>$1<spf><domain>list.example</domain><result>pass</result></spf></auth_results></record></feedback>
XML
  "$work/unpacked/usr/bin/dmarc-cat" -N "$file" 2> /dev/null | awk '$1 == "192.0.2.1" { print $5 }'
}
one=$(shown "$list$own")
other=$(shown "$own$list")
echo 'dmarc-cat 0.15.0'
printf 'own signature last\n  report: pass\n  seen:   %s\n' "$one"
printf 'own signature first\n  report: pass\n  seen:   %s\n' "$other"
[ "$one" = pass ] && [ "$other" = fail ]
