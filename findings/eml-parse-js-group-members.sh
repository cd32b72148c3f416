#!/usr/bin/env bash
# Expected: the members of a group in To are recipients like all others.
# eml-parse-js keeps the name of the group and loses everybody in it.
# A forwarder that counts or shows recipients from this sees one of three.
# RFC 5322 section 3.4 (group).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts eml-parse-js@1.1.15
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import emlParse from 'eml-parse-js';

const message = ['From: ann@example.com', 'To: Team: bob@example.org, carol@example.org;, dan@example.net', 'Subject: s', '', 'x', ''].join('\r\n');
const seen = await new Promise((resolve) => emlParse.readEml(message, (error, mail) => resolve(error ? String(error) : mail.to)));
const cases = {
  'To': {
    standard: ['bob@example.org', 'carol@example.org', 'dan@example.net'],
    known: [{ name: 'Team' }, { name: '', email: 'dan@example.net' }],
    seen,
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
