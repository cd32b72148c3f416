#!/usr/bin/env bash
# Expected: a parser of DMARC reports reads the reason that a receiver gives for not following the policy.
# dmarc-report-parser knows the element, and raises for each report that has one: its own schema wants a text where
# its XML reader gives a list. The whole file is lost, not the row.
# Reasons such as "forwarded" and "local_policy" are what is said of forwarded mail, so such reports fail first.
# RFC 7489 appendix C (PolicyOverrideReason: a type and a comment, any number).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts dmarc-report-parser@0.1.5
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import parser from 'dmarc-report-parser';

const report = (reason) => `<?xml version="1.0" encoding="UTF-8"?>
<feedback><version>1.0</version><report_metadata><org_name>Example</org_name><email>reports@example.net</email><report_id>1</report_id>
<date_range><begin>1767225600</begin><end>1767311999</end></date_range></report_metadata>
<policy_published><domain>example.com</domain><adkim>r</adkim><aspf>r</aspf><p>none</p><sp>none</sp><pct>100</pct></policy_published>
<record><row><source_ip>192.0.2.1</source_ip><count>3</count>
<policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>fail</spf>${reason}</policy_evaluated></row>
<identifiers><header_from>example.com</header_from></identifiers>
<auth_results><dkim><domain>example.com</domain><result>pass</result></dkim><spf><domain>example.net</domain><result>pass</result></spf></auth_results>
</record></feedback>`;
const read = async (reason) => {
  try {
    return (await parser.parseDmarcReportsFromXml([report(reason)])).totalReports;
  } catch (error) {
    return `raised for ${JSON.parse(error.message)[0].path.filter((part) => typeof part === 'string').join(' ')}`;
  }
};
const cases = {
  'no reason': { standard: 1, known: 1, seen: await read('') },
  'a reason': {
    standard: 1,
    known: 'raised for record row policy_evaluated reason type',
    seen: await read('<reason><type>forwarded</type><comment>a list</comment></reason>'),
  },
};

for (const [what, { seen, known, standard }] of Object.entries(cases)) {
  console.log(`${what}\n  standard: ${JSON.stringify(standard)}\n  seen:     ${JSON.stringify(seen)}`);
  if (JSON.stringify(seen) !== JSON.stringify(known)) {
    console.log(`  changed: it was ${JSON.stringify(known)}`);
    process.exitCode = 1;
  }
}
JS
node "$work/run.mjs"
