#!/usr/bin/env bash
# Expected: svix speaks Standard Webhooks, so verify() gives the parsed event as the library of the standard does.
# It gives undefined; standardwebhooks gives the object.
# A receiver that changes the library reads fields of undefined for every event, though each was verified.
# Standard Webhooks specification (signature scheme; both accept the same signature).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts svix@2.5.0 standardwebhooks@1.1.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { Webhook as Svix } from 'svix';
import { Webhook } from 'standardwebhooks';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const now = new Date();
const body = '{"type":"message.received"}';
const headers = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
};
const cases = {
  'standardwebhooks': { standard: 'object', known: 'object', seen: typeof new Webhook(secret).verify(body, headers) },
  'svix': { standard: 'object', known: 'undefined', seen: typeof new Svix(secret).verify(body, headers) },
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
