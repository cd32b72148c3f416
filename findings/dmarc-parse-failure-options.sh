#!/usr/bin/env bash
# Expected: fo=1:d:s asks for failure reports in three cases; the tag is a list with colons.
# dmarc-parse takes one value only: it calls the record faulty and drops the tag.
# A check of domains built on it tells owners to mend a record that is right.
# RFC 7489 section 6.3 (fo, "colon-separated list").
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts dmarc-parse@1.2.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import dmarcParse from 'dmarc-parse';

const seen = dmarcParse('v=DMARC1; p=reject; fo=1:d:s');
const cases = {
  'fo': { standard: '1:d:s', known: null, seen: seen.tags.fo?.value ?? null },
  'messages': { standard: [], known: ["Invalid value for 'fo': '1:d:s', must be one of: 0, 1, d, s"], seen: seen.messages ?? [] },
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
