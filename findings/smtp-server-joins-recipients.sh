#!/usr/bin/env bash
# Expected: a server that accepts RCPT TO for Ann@example.com and for ann@example.com has two recipients.
# smtp-server says 250 to both and hands over one, the last: it compares the whole address in lower case. What a local part
# means is for its host to know, and some keep the two apart; the one who was named first gets nothing, and no bounce.
# Return paths with a hash in them (SRS, VERP, base64) differ in nothing but case, too.
# RFC 5321 section 2.4 (local parts MUST be treated as case sensitive).
. "$(dirname "$0")/heads/smtp-server.sh"
cat > "$work/run.mjs" <<'JS'
import { envelope } from './envelope.mjs';

const to = async (...recipients) => {
  const { rcptTo } = await envelope('MAIL FROM:<bob@example.com>', ...recipients.map((address) => `RCPT TO:<${address}>`));
  return rcptTo.map(({ address }) => address);
};
const two = ['ann@example.com', 'carl@example.com'];
const alike = ['Ann@example.com', 'ann@example.com'];
const cases = {
  'two mailboxes': { standard: two, known: two, seen: await to(...two) },
  'two that differ in case': { standard: alike, known: ['ann@example.com'], seen: await to(...alike) },
};

for (const [what, { seen, known, standard }] of Object.entries(cases)) {
  console.log(`${what}\n  standard: ${JSON.stringify(standard)}\n  seen:     ${JSON.stringify(seen)}`);
  if (JSON.stringify(seen) !== JSON.stringify(known)) {
    console.log(`  changed: it was ${JSON.stringify(known)}`);
    process.exitCode = 1;
  }
}
process.exit();
JS
node "$work/run.mjs"
