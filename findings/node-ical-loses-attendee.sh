#!/usr/bin/env bash
# Expected: a parameter may have several quoted values, as MEMBER has for who belongs to two lists.
# node-ical drops the whole attendee for it, and raises nothing.
# Who rewrites the addresses of an invitation with it misses this person, or sends them nothing.
# RFC 5545 section 3.2 and 3.2.11 (MEMBER, a list of quoted addresses).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts node-ical@0.26.1 ical.js@2.2.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import nodeIcal from 'node-ical';
import ICAL from 'ical.js';

const calendar = (...lines) => ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'UID:1@example.com',
  'DTSTAMP:20260101T000000Z', 'DTSTART:20260102T100000Z', 'DTEND:20260102T110000Z', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
const text = calendar('SUMMARY:s', 'ATTENDEE;MEMBER="mailto:team@example.com","mailto:all@example.com":mailto:bob@example.org');
const event = Object.values(nodeIcal.sync.parseICS(text)).find((one) => one.type === 'VEVENT');
const cases = {
  'node-ical': { standard: 'mailto:bob@example.org', known: null, seen: event.attendee?.val ?? null },
  'ical.js': {
    standard: 'mailto:bob@example.org',
    known: 'mailto:bob@example.org',
    seen: new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent').getFirstPropertyValue('attendee'),
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
