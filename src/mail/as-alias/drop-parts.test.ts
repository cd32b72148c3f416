import { describe, expect, it } from 'vitest';
import { dropParts } from '#mail/as-alias/drop-parts.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';

const armoured = ['-----BEGIN PGP MESSAGE-----', '', 'wcBMA', '-----END PGP MESSAGE-----'];

/** What is left of a second part where its owner has keys taken out. */
function left(type: string, fields: readonly string[], content: readonly string[]): string {
  const head = [`Content-Type: ${type}; boundary=e`, '', '--e', 'Content-Type: text/plain', '', 'first', '--e'];
  const message = [...head, ...fields, '', ...content, '--e--', ''].join('\r\n');
  return String(dropParts(parseMessage(Buffer.from(message)), { keys: true, signatures: false }).body);
}

const file = (name: string): string[] => [`Content-Type: application/octet-stream; name="${name}"`];
const encoded = (octets: Buffer): string[] => ['', octets.toString('base64')];
const base64 = 'Content-Transfer-Encoding: base64';

describe('where keys are taken out', () => {
  it('what is encrypted stays, though it has the name of a key', () => {
    expect(left('multipart/encrypted', file('encrypted.asc'), armoured)).toContain('BEGIN PGP MESSAGE');
    expect(left('multipart/mixed', file('report.pdf.asc'), armoured)).toContain('BEGIN PGP MESSAGE');
    const octets = Buffer.from('c1c04c03', 'hex');
    expect(left('multipart/mixed', [...file('report.pdf.gpg'), base64], encoded(octets))).toContain('report.pdf.gpg');
  });

  it.each([
    ['by its type', ['Content-Type: application/pgp-keys; name=key.asc'], ['anything']],
    ['armoured', file('0x1234.asc'), ['-----BEGIN PGP PUBLIC KEY BLOCK-----']],
    ['armoured, though secret', file('0x1234.asc'), ['-----BEGIN PGP PRIVATE KEY BLOCK-----']],
    ['in octets of the old form', [...file('key.gpg'), base64], encoded(Buffer.from('99010d04', 'hex'))],
    ['in octets, though secret', [...file('key.gpg'), base64], encoded(Buffer.from('9501fe04', 'hex'))],
    ['in octets of the new form', [...file('key.pgp'), base64], encoded(Buffer.from('c6330465', 'hex'))],
  ])('a key goes that is known %s', (_, fields, content) => {
    const kept = left('multipart/mixed', fields, content);
    expect(kept).toContain('first');
    expect(kept).not.toContain('name=');
  });
});
