#!/usr/bin/env bash
# Expected: who makes links of a text links a mailto: URI whole, as it does with a web address and its query.
# linkify-it (markdown-it), autolinker and anchorme end it at the question mark: the subject, which is what a list to leave
# or a ticket to answer is known by, stays behind as plain text. A click opens a message to the list without the token,
# and a view of List-Unsubscribe or of a text footer made so unsubscribes nobody.
# RFC 6068 section 2 (a mailto URI may have header fields behind "?"), RFC 2369 section 3.2.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts linkify-it@6.1.0 autolinker@4.1.5 anchorme@3.0.8
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import anchorme from 'anchorme';
import autolinker from 'autolinker';
import * as linkify from 'linkify-it';

const link = 'mailto:leave@example.com?subject=token%20abc';
const text = `To leave, click ${link} or reply.`;
const standard = link;
const known = 'mailto:leave@example.com';
const linkifier = new (linkify.LinkifyIt ?? linkify.default)();
const cases = {
  'linkify-it': { standard, known, seen: linkifier.match(text)[0].url },
  'autolinker': { standard, known, seen: autolinker.Autolinker.parse(text)[0].getAnchorHref() },
  'anchorme': { standard, known, seen: (anchorme.default ?? anchorme).list(text)[0].string },
  'linkify-it, https': { standard: 'https://example.com/?a=b', known: 'https://example.com/?a=b', seen: linkifier.match('see https://example.com/?a=b or reply')[0].url },
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
