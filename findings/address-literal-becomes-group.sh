#!/usr/bin/env bash
# Expected: user@[IPv6:2001:db8::1] is one mailbox at an address literal, as it is for nodemailer.
# The other two read its colons as those of a group: addressparser nests four groups, postal-mime has one
# without any address. A reply or a forwarded message then has no recipient, and nothing is raised.
# RFC 5322 section 3.4.1 (domain-literal), RFC 5321 section 4.1.3.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts addressparser@1.0.1 postal-mime@4.0.0 nodemailer@10.6.1
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import addressparser from 'addressparser';
import { addressParser } from 'postal-mime';
import nodemailerParser from 'nodemailer/lib/addressparser/index.js';

const input = 'user@[IPv6:2001:db8::1]';
const inGroups = (list) => list.flatMap((one) => (one.group ? inGroups(one.group) : [one.address])).filter(Boolean);
const cases = {
  'nodemailer': { standard: [input], known: [input], seen: inGroups(nodemailerParser(input)) },
  'addressparser': { standard: [input], known: [], seen: inGroups(addressparser(input)) },
  'postal-mime': { standard: [input], known: [], seen: inGroups(addressParser(input)) },
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
