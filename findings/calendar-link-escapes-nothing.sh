#!/usr/bin/env bash
# Expected: a library that writes calendar files escapes commas, semicolons and backslashes, and quotes names.
# calendar-link escapes nothing in titles and leaves a name with a semicolon bare, which ends the parameter.
# Readers then cut the name, or turn "\n" of a path into a line break.
# RFC 5545 section 3.3.11 (TEXT) and 3.2 (parameters with ";" are quoted).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts calendar-link@2.11.5
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { ics } from 'calendar-link';

const link = ics({ title: 'lunch, then talk; bring C:\\news', start: '2026-01-02T10:00:00Z', duration: [1, 'hour'], organizer: { name: 'Doe; Ann', email: 'ann@example.com' } });
const lines = decodeURIComponent(link.slice(link.indexOf(',') + 1)).split('\r\n');
const cases = {
  'SUMMARY': {
    standard: 'SUMMARY:lunch\\, then talk\\; bring C:\\\\news',
    known: 'SUMMARY:lunch, then talk; bring C:\\news',
    seen: lines.find((line) => line.startsWith('SUMMARY')),
  },
  'ORGANIZER': {
    standard: 'ORGANIZER;CN="Doe; Ann":MAILTO:ann@example.com',
    known: 'ORGANIZER;CN=Doe; Ann:MAILTO:ann@example.com',
    seen: lines.find((line) => line.startsWith('ORGANIZER')),
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
