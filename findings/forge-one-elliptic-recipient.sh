#!/usr/bin/env bash
# Expected: a message encrypted to two people is read by each of them, whatever the key of the other.
# node-forge raises as soon as one recipient has an elliptic key, also for who holds the RSA key; openssl reads it.
# A forwarder that encrypts one copy to all certificates of a list locks out readers whose own key is fine.
# RFC 5652 section 6.2 (RecipientInfo is a choice; KeyAgreeRecipientInfo is for elliptic keys).
# Needs openssl 3 besides.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts node-forge@1.4.3
npm ls --prefix "$work" --depth 0 | tail -n +2
cd "$work"
certificate() { openssl req -x509 -nodes -newkey "${@:2}" -keyout "$1.key" -out "$1.pem" -days 2 -subj "/CN=$1" 2> /dev/null; }
certificate ann rsa:2048
certificate bob ec -pkeyopt ec_paramgen_curve:prime256v1
printf 'hello' > text
openssl cms -encrypt -binary -aes256 -in text -outform DER -out one.der ann.pem
openssl cms -encrypt -binary -aes256 -in text -outform DER -out two.der ann.pem bob.pem
openssl cms -decrypt -binary -inform DER -in two.der -recip ann.pem -inkey ann.key -out openssl.txt
cat > run.mjs <<'JS'
import { readFileSync } from 'node:fs';
import forge from 'node-forge';

const key = forge.pki.privateKeyFromPem(readFileSync('ann.key', 'utf8'));
const certificate = forge.pki.certificateFromPem(readFileSync('ann.pem', 'utf8'));
const read = (file) => {
  try {
    const message = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(readFileSync(file, 'binary')));
    message.decrypt(message.findRecipient(certificate), key);
    return message.content.toString();
  } catch (error) {
    return `raised: ${error.message}`;
  }
};
const cases = {
  'openssl, to Ann (RSA) and Bob (elliptic), read by Ann': { standard: 'hello', known: 'hello', seen: readFileSync('openssl.txt', 'utf8') },
  'node-forge, to Ann, read by Ann': { standard: 'hello', known: 'hello', seen: read('one.der') },
  'node-forge, to Ann and Bob, read by Ann': {
    standard: 'hello',
    known: 'raised: Cannot read PKCS#7 RecipientInfo. ASN.1 object is not an PKCS#7 RecipientInfo.',
    seen: read('two.der'),
  },
};

for (const [what, { seen, known, standard }] of Object.entries(cases)) {
  console.log(`${what}\n  standard: ${JSON.stringify(standard)}\n  seen:     ${JSON.stringify(seen)}`);
  if (JSON.stringify(seen) !== JSON.stringify(known)) {
    console.log(`  changed: it was ${JSON.stringify(known)}`);
    process.exitCode = 1;
  }
}
JS
node run.mjs
