#!/usr/bin/env bash
# Expected: toASCII() gives the name that the DNS is asked for.
# punycode.js encodes letter by letter: ligatures and capital letters, which every mapping changes, stay, and the
# name that comes out is another one. mx-connect 1.6 looks for mail servers with it; tr46 and URL map first.
# RFC 5895 section 2 (mapping before lookup), UTS 46 section 4.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts punycode@2.3.1 tr46@6.0.0
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import punycode from 'punycode/punycode.js';
import tr46 from 'tr46';

const cases = {};
for (const [name, standard, known] of [['shﬁp.example', 'shfip.example', 'xn--shp-do3s.example'], ['ÜBUNG.example', 'xn--bung-zra.example', 'xn--BUNG-fna.example']]) {
  cases[`punycode, ${name}`] = { standard, known, seen: punycode.toASCII(name) };
  cases[`tr46, ${name}`] = { standard, known: standard, seen: tr46.toASCII(name) };
}

for (const [what, { seen, known, standard }] of Object.entries(cases)) {
  console.log(`${what}\n  standard: ${JSON.stringify(standard)}\n  seen:     ${JSON.stringify(seen)}`);
  if (JSON.stringify(seen) !== JSON.stringify(known)) {
    console.log(`  changed: it was ${JSON.stringify(known)}`);
    process.exitCode = 1;
  }
}
JS
node "$work/run.mjs"
