#!/usr/bin/env bash
# Expected: a server gives its program the address that the client wrote: MAIL FROM:<ann@xn--bcher-kva.example> is ASCII.
# smtp-server hands over ann@bücher.example, though nobody said SMTPUTF8, and so for recipients. Who forwards it as it is
# writes umlauts to the next server, which may take no SMTPUTF8 and refuses the whole message; who looks a domain up that
# was stored as DNS has it does not find it, and answers that the mailbox does not exist.
# RFC 6531 section 3.2 (without SMTPUTF8 no such address may be passed on), RFC 5890 section 2.3.2.1 (A-label).
. "$(dirname "$0")/heads/smtp-server.sh"
cat > "$work/run.mjs" <<'JS'
import { envelope } from './envelope.mjs';

const address = 'ann@xn--bcher-kva.example';
const { mailFrom, rcptTo } = await envelope(`MAIL FROM:<${address}>`, `RCPT TO:<${address}>`);
const cases = {
  'MAIL FROM': { standard: address, known: 'ann@bücher.example', seen: mailFrom.address },
  'RCPT TO': { standard: address, known: 'ann@bücher.example', seen: rcptTo[0].address },
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
