#!/usr/bin/env bash
# Expected: a banner is put behind an HTML text that has no </body>, which HTML does not ask for.
# haraka-email-message puts it before the last octet, as if that were always a line break. A text in base64 often ends without one:
# of a code the last digit stands behind the banner, and a last tag is torn into two.
# Mail of shops and of logins is made so. Who forwards it with a note of one's own hands on a code that is wrong. Before set_banner,
# add a filter that ends each text with a line break.
# RFC 2045 section 6.8 (base64 has the octets as they are), RFC 2046 section 5.1.1 (a part may end without a line break).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts haraka-email-message@1.4.4
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.cjs" <<'JS'
const { Body, Header } = require('haraka-email-message');

for (const [html, standard, known] of [
  ['<body>code 1234</body>', '<body>code 1234<P>note</P></body>', '<body>code 1234<P>note</P></body>'],
  ['<p>code 1234\n', '<p>code 1234<P>note</P>\n', '<p>code 1234<P>note</P>\n'],
  ['<p>code 1234', '<p>code 1234<P>note</P>', '<p>code 123<P>note</P>4'],
  ['<p>code 1234</p>', '<p>code 1234</p><P>note</P>', '<p>code 1234</p<P>note</P>>'],
]) {
  const header = new Header();
  header.parse(['Content-Type: text/html; charset=utf-8\n', 'Content-Transfer-Encoding: base64\n']);
  const body = new Body(header);
  body.set_banner(['note', 'note']);
  body.parse_more(`${Buffer.from(html).toString('base64')}\n`);
  const seen = Buffer.from(body.parse_end().toString(), 'base64').toString();
  console.log(`${JSON.stringify(html)}\n  standard: ${JSON.stringify(standard)}\n  seen:     ${JSON.stringify(seen)}`);
  if (seen !== known) {
    console.log(`  changed: it was ${JSON.stringify(known)}`);
    process.exitCode = 1;
  }
}
JS
node "$work/run.cjs"
