import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { canonicalBody } from '#support/sign-raw.ts';

const forms = ['relaxed', 'simple'] as const;

function sha256(text: string): string {
  return createHash('sha256').update(text, 'latin1').digest('hex');
}

/** Everything canonicalisation cares about, and stretches long enough to be hashed where they lie. */
const piece = fc.oneof(
  fc.constantFrom(
    ' ',
    '  ',
    '\t',
    '\r\n',
    '\r\n\r\n',
    'word',
    '.',
    '\u00e9',
    '\u00a0',
    ' \r\n',
    '\t\r\n',
    '\r \n',
    ' \r',
  ),
  fc.integer({ min: 1, max: 9000 }).map((count) => 'A'.repeat(count)),
  fc.integer({ min: 1, max: 900 }).map((count) => 'two words '.repeat(count)),
  fc.integer({ min: 1, max: 900 }).map((count) => 'wide  words \r\n'.repeat(count)),
);
const body = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

describe('createBodyHashes', () => {
  it('hashes bodies of every shape as the words of the RFC say', () => {
    fc.assert(
      fc.property(body, (text) => {
        const hashes = createBodyHashes(Buffer.from(text, 'latin1'));
        for (const form of forms) {
          const canonical = canonicalBody(text, form);
          expect(hashes.canonicalBytes(form)).toBe(canonical.length);
          expect(hashes.sha256(form).toString('hex')).toBe(sha256(canonical));
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['words', 'The harbour office opens at eight.\r\n'],
    ['blanks at every other octet', 'a \t'],
    ['blanks alone', ' \t'],
    ['line ends alone', '\r\n'],
    ['lines that end in a blank', ' \r\n'],
    ['base64', `${'QUJD'.repeat(19)}\r\n`],
  ])('is done with 25 MiB of %s', (_, unit) => {
    const bytes = 25 * 1024 * 1024;
    const content = Buffer.alloc(bytes, unit);
    const hashes = createBodyHashes(content);
    expect(hashes.sha256('relaxed')).toHaveLength(32);
    expect(hashes.sha256('simple')).toHaveLength(32);
  });
});
