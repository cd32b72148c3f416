import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDashLines } from '#protocol/message/parse-parts.ts';

/** The same by the plainest means. */
function findNaively(text: string): number[] {
  return Array.from(text, (_, at) => at).filter(
    (at) => text.startsWith('--', at) && (at === 0 || text[at - 1] === '\n'),
  );
}

describe('findDashLines', () => {
  it('finds the lines that begin with two dashes, in any text', () => {
    const piece = fc.constantFrom('-', '--', '\r\n', '\n', 'a', 'bc', '\r');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        expect(findDashLines(Buffer.from(text), 1_000)).toEqual(findNaively(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives up when there are too many', () => {
    const body = Buffer.from('--\r\n'.repeat(3));
    expect(findDashLines(body, 3)).toEqual([0, 4, 8]);
    expect(findDashLines(body, 2)).toBeNull();
    expect(findDashLines(body, 0)).toBeNull();
  });
});
