#!/usr/bin/env bash
# Expected: verify() takes the headers of a Request as every web framework has them.
# Both libraries want a plain object: a Headers object has no properties, and "Missing required headers" is raised,
# which reads as if the sender had left them out.
# Fetch standard (Headers), Standard Webhooks specification (the three webhook- headers).
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
const headers = new Headers({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
});
const verdict = (webhook, given) => {
  try {
    webhook.verify(body, given);
    return 'verified';
  } catch (error) {
    return `raised: ${error.message}`;
  }
};
const known = 'raised: Missing required headers';
const cases = {
  'standardwebhooks, Headers': { standard: 'verified', known, seen: verdict(new Webhook(secret), headers) },
  'svix, Headers': { standard: 'verified', known, seen: verdict(new Svix(secret), headers) },
  'standardwebhooks, plain object': { standard: 'verified', known: 'verified', seen: verdict(new Webhook(secret), Object.fromEntries(headers)) },
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
