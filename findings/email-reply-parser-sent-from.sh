#!/usr/bin/env bash
# Expected: email-reply-parser takes away "Sent from my iPhone" and signatures below "-- ", and leaves what was written.
# It takes each line that begins with "Sent from" for one, and all that follows goes with it: of an answer that says "Sent from
# Berlin: order 17, you have it on Friday" and goes on for a page, "Yes." is left. With "Sent on Monday" all of it stays.
# Help desks and trackers that take answers by mail store what is left as all that was said.
# It has no standard; the README speaks of the signatures of mail programs.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts email-reply-parser@2.3.9
npm ls --prefix "$work" --depth 0 | tail -n +2
cat > "$work/run.mjs" <<'JS'
import Parser from 'email-reply-parser';

const visible = (text) => new Parser().read(text).getVisibleText().trim();
const cases = {};
const sentOn = 'Yes.\n\nSent on Monday: order 17,\nyou have it on Friday.\n\nBye';
const sentFrom = 'Yes.\n\nSent from Berlin: order 17,\nyou have it on Friday.\n\nBye';
for (const [text, standard, known] of [
  ['Yes.\n\nSent from my phone', 'Yes.', 'Yes.'],
  [sentOn, sentOn, sentOn],
  [sentFrom, sentFrom, 'Yes.'],
]) {
  cases[JSON.stringify(text)] = { standard, known, seen: visible(text) };
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
