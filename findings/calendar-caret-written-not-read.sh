#!/usr/bin/env bash
# Expected: what the common writer of invitations writes, the common reader reads.
# ical-generator writes a quote mark in a name as "^'"; node-ical hands out the caret, ical.js decodes it.
# Nicknames in quotes show two carets in the answer, and are taken for another person when names are compared.
# RFC 6868 section 3.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts ical-generator@11.1.2 node-ical@0.26.1 ical.js@2.2.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import ical from 'ical-generator';
import nodeIcal from 'node-ical';
import ICAL from 'ical.js';

const generator = ical({ name: 's' });
const event = generator.createEvent({ start: new Date(0), end: new Date(3_600_000), summary: 's' });
event.organizer({ name: 'Ann "Bee" Doe', email: 'ann@example.com' });
const text = generator.toString();
const read = Object.values(nodeIcal.sync.parseICS(text)).find((one) => one.type === 'VEVENT');
const cases = {
  'node-ical': { standard: 'Ann "Bee" Doe', known: "Ann ^'Bee^' Doe", seen: read.organizer.params.CN },
  'ical.js': {
    standard: 'Ann "Bee" Doe',
    known: 'Ann "Bee" Doe',
    seen: new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent').getFirstProperty('organizer').getParameter('cn'),
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
