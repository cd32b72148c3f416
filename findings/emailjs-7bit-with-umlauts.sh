#!/usr/bin/env bash
# Expected: text with letters outside ASCII is labelled 8bit, or encoded.
# emailjs labels every text 7bit and sends the octets as they are.
# A relay goes by the label: it hands such octets to a server that never said it takes them.
# RFC 2045 section 2.7 and 6.2 (7bit has no octets above 127).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts emailjs@5.0.3
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { Message } from 'emailjs';

const message = await new Message({ from: 'ann@example.com', to: 'bob@example.org', subject: 's', text: 'Müller' }).readAsync();
const cases = {
  'label': { standard: '8bit, or quoted-printable, or base64', known: '7bit', seen: /Content-Transfer-Encoding: (\S+)/.exec(message)[1] },
  'text as it is': { standard: false, known: true, seen: message.includes('Müller') },
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
