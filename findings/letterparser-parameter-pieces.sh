#!/usr/bin/env bash
# Expected: a parameter in pieces (boundary*0, boundary*1) is put together as any long one.
# letterparser does not know pieces: a file loses its name, and a boundary in pieces makes it raise for the whole
# message. emailjs-mime-parser reads both.
# RFC 2231 section 3 (parameters of a media type or a disposition, so boundary, too).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts letterparser@0.1.8 emailjs-mime-parser@2.0.7
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import { extract } from 'letterparser';
import emailjs from 'emailjs-mime-parser';

const parse = emailjs.default ?? emailjs;
const named = ['Content-Type: multipart/mixed; boundary=abcd', '', '--abcd', 'Content-Disposition: attachment; filename*0=long-; filename*1=name.txt',
  'Content-Type: application/pdf', '', 'x', '--abcd--', ''].join('\r\n');
const split = named.replace('boundary=abcd', 'boundary*0=ab; boundary*1=cd');
const raised = (work) => {
  try {
    return work();
  } catch (error) {
    return `raised: ${error.message}`;
  }
};
const cases = {
  'letterparser, file name': { standard: 'long-name.txt', known: 'none', seen: extract(named).attachments[0].filename ?? 'none' },
  'letterparser, boundary': {
    standard: 1,
    known: 'raised: Multipart type lacking boundary at line 1',
    seen: raised(() => extract(split).attachments.length),
  },
  'emailjs-mime-parser, boundary': { standard: 1, known: 1, seen: parse(Buffer.from(split)).childNodes.length },
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
