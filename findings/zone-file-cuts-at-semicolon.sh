#!/usr/bin/env bash
# Expected: a library that reads zone files ends a line's comment where the standard does: a semicolon within quotes is no comment.
# zone-file cuts every line at its first semicolon. Of "v=DMARC1; p=reject" it reads v=DMARC1, of a DKIM key the version, of the
# records of MTA-STS and TLS-RPT likewise: just the records of mail are written with semicolons. It writes them whole, so a
# zone that is read, changed and written back has lost every one, without a word.
# RFC 1035 section 5.1 (quoted strings; a semicolon starts a comment).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts zone-file@1.0.0
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import zoneFile from 'zone-file';

const known = { 'v=spf1 -all': 'v=spf1 -all', 'v=DMARC1; p=reject': 'v=DMARC1', 'v=DKIM1; p=abc': 'v=DKIM1', 'v=STSv1; id=1': 'v=STSv1' };

for (const [text, was] of Object.entries(known)) {
  const zone = zoneFile.makeZoneFile({ $origin: 'example.com.', txt: [{ name: 'a', txt: text }] }, '{$origin}\n{txt}');
  const seen = zoneFile.parseZoneFile(zone).txt[0].txt;
  console.log(`${JSON.stringify(zone.split('\n')[1])}\n  standard: ${text}\n  seen:     ${seen}`);
  if (seen !== was) {
    console.log(`  changed: it was ${was}`);
    process.exitCode = 1;
  }
}
JS
node "$work/run.mjs"
