#!/usr/bin/env bash
# Expected: ical-generator writes the link of a meeting as it is: a link is no text, and nothing in it is escaped.
# It puts backslashes before each comma and semicolon. Readers give the link back with them, and who joins the call gets
# "not found"; commas stand in the links of map, meeting and tracking services. The package ics writes it bare.
# RFC 5545 section 3.3.13 (a URI knows no escapes) and 3.8.4.6 (URL).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts ical-generator@10.2.0 ical.js@2.2.1 ics@3.12.0
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import generator from 'ical-generator';
import ICAL from 'ical.js';
import { createEvent } from 'ics';

const link = 'https://example.com/join/1,2;key=3';
const calendar = generator();
calendar.createEvent({ start: new Date('2026-01-02T10:00:00Z'), summary: 'call', url: link });
const read = (text) => new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent').getFirstPropertyValue('url');
const cases = {
  'ics': { standard: link, known: link, seen: read(createEvent({ start: [2026, 1, 2, 10, 0], duration: { hours: 1 }, title: 'call', url: link }).value) },
  'ical-generator': { standard: link, known: 'https://example.com/join/1\\,2\\;key=3', seen: read(calendar.toString()) },
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
