#!/usr/bin/env bash
# Expected: a calendar address is a mailto: URI, so an encoded "=" in it is read as "=".
# Neither reader decodes it: code that strips "mailto:" from what they give answers to another mailbox.
# A forwarder that writes addresses with "=" into invitations has to leave it bare.
# RFC 5545 section 3.3.3 (CAL-ADDRESS), RFC 6068 section 2.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts ical.js@2.2.1 node-ical@0.26.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';

const calendar = (...lines) => ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'UID:1@example.com',
  'DTSTAMP:20260101T000000Z', 'DTSTART:20260102T100000Z', 'DTEND:20260102T110000Z', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
const text = calendar('SUMMARY:s', 'ORGANIZER:mailto:reply%3Dbob%3Dexample.org@example.com');
const address = 'mailto:reply=bob=example.org@example.com';
const raw = 'mailto:reply%3Dbob%3Dexample.org@example.com';
const event = Object.values(nodeIcal.sync.parseICS(text)).find((one) => one.type === 'VEVENT');
const cases = {
  'ical.js': { standard: address, known: raw, seen: new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent').getFirstPropertyValue('organizer') },
  'node-ical': { standard: address, known: raw, seen: event.organizer },
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
