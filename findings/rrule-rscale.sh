#!/usr/bin/env bash
# Expected: RSCALE=GREGORIAN says what holds without it, so a rule with it gives the same days.
# rrule raises for the name of the part alone: who reads an invitation with it has no dates at all.
# A calendar that offers other calendar systems may write the part in every rule.
# RFC 7529 section 4.1.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts rrule@2.8.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import rrule from 'rrule';

const { rrulestr } = rrule;
const count = (rule) => {
  try {
    return rrulestr(`DTSTART:20260101T090000Z\nRRULE:${rule}`).all().length;
  } catch (error) {
    return `raised: ${error.message}`;
  }
};
const cases = {
  'FREQ=YEARLY;COUNT=2': { standard: 2, known: 2, seen: count('FREQ=YEARLY;COUNT=2') },
  'FREQ=YEARLY;COUNT=2;RSCALE=GREGORIAN': { standard: 2, known: "raised: Unknown RRULE property 'RSCALE'", seen: count('FREQ=YEARLY;COUNT=2;RSCALE=GREGORIAN') },
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
