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
  it('hashes bodies of every shape, whole and in part, as the words of the RFC say', () => {
    fc.assert(
      fc.property(body, fc.array(fc.nat(30_000), { maxLength: 5 }), (text, limits) => {
        const hashes = createBodyHashes(Buffer.from(text, 'latin1'));
        for (const form of forms) {
          const canonical = canonicalBody(text, form);
          for (const limit of limits) hashes.expect(form, limit);
          expect(hashes.canonicalBytes(form)).toBe(canonical.length);
          expect(hashes.sha256(form, null).toString('hex')).toBe(sha256(canonical));
          for (const limit of limits) {
            expect(hashes.sha256(form, limit).toString('hex')).toBe(sha256(canonical.slice(0, limit)));
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('does not care in which order it is asked', () => {
    const text = 'a  b \r\n'.repeat(3000);
    const questions = forms.flatMap((form) => [null, 0, 4096, 5, 1e76].map((limit) => ({ form, limit })));
    const answer = (asked: typeof questions) => {
      const hashes = createBodyHashes(Buffer.from(text));
      const answers = new Map(asked.map(({ form, limit }) => [`${form} ${limit}`, hashes.sha256(form, limit)]));
      return questions.map(({ form, limit }) => answers.get(`${form} ${limit}`)?.toString('hex'));
    };
    expect(answer(questions.toReversed())).toEqual(answer(questions));
  });

  it.each([
    ['words', 'The harbour office opens at eight.\r\n'],
    ['blanks at every other octet', 'a \t'],
    ['blanks alone', ' \t'],
    ['line ends alone', '\r\n'],
    ['lines that end in a blank', ' \r\n'],
    ['base64', `${'QUJD'.repeat(19)}\r\n`],
  ])('is done with 25 MiB of %s in under two seconds', (_, unit) => {
    const bytes = 25 * 1024 * 1024;
    const content = Buffer.alloc(bytes, unit);
    const start = performance.now();
    const hashes = createBodyHashes(content);
    for (let limit = 1; limit <= 10; limit += 1) hashes.expect('relaxed', limit * 1_000_000);
    hashes.sha256('relaxed', null);
    hashes.sha256('simple', null);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
