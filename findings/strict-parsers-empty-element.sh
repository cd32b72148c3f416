#!/usr/bin/env bash
# Expected: parsers named after the standards take a list with an empty element, which must be accepted.
# email-addresses gives null, and address-rfc2822 raises "No results", for the whole list.
# Two commas remain where a program took a name out of a list: all recipients are lost for one comma.
# RFC 5322 section 4.4 (obs-addr-list), section 4 ("MUST be accepted").
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts email-addresses@5.0.0 address-rfc2822@2.2.4
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import emailAddresses from 'email-addresses';
import rfc2822 from 'address-rfc2822';

const input = 'ann@example.com,, bob@example.org';
const both = ['ann@example.com', 'bob@example.org'];
const raised = (work) => {
  try {
    return work();
  } catch (error) {
    return `raised: ${error.message}`;
  }
};
const cases = {
  'email-addresses': { standard: both, known: null, seen: emailAddresses.parseAddressList(input)?.map((one) => one.address) ?? null },
  'address-rfc2822': { standard: both, known: 'raised: No results', seen: raised(() => rfc2822.parse(input).map((one) => one.address)) },
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
