import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dotStuff } from '#protocol/smtp-client/dot-stuff.ts';
import { DataScanner } from '#protocol/smtp-server/content/data-scanner.ts';

function stuff(pieces: readonly Buffer[]): string {
  return Buffer.concat(dotStuff(pieces)).toString('latin1');
}

describe('dotStuff', () => {
  it.each([
    ['', ''],
    ['.', '..\r\n'],
    ['a', 'a\r\n'],
    ['a\r\n', 'a\r\n'],
    ['.\r\n.\r\n', '..\r\n..\r\n'],
    ['a.b\r\n..c\r\n', 'a.b\r\n...c\r\n'],
  ])('makes of %j %j', (content, expected) => {
    expect(stuff([Buffer.from(content)])).toBe(expected);
  });

  it('passes pieces without leading dots on without copying them', () => {
    const body = Buffer.from('a.b\r\nc\r\n');
    expect(dotStuff([body])[0]?.buffer).toBe(body.buffer);
  });

  it('doubles the dots of a message of nothing but dots, block for block', () => {
    const lines = 300_000;
    const stuffed = stuff([Buffer.from('.\r\n'.repeat(lines))]);
    expect(stuffed === '..\r\n'.repeat(lines)).toBe(true);
  });

  it('is undone by the scanner of our server, wherever the pieces were cut', () => {
    const part = fc.constantFrom('\r\n', '\r\n.', '.', 'a', 'bc.');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.array(fc.nat(40), { maxLength: 6 }), (parts, cuts) => {
        const content = Buffer.from(parts.join(''));
        const edges = [0, ...cuts.map((cut) => Math.min(cut, content.length)).sort((a, b) => a - b), content.length];
        const pieces = edges.slice(1).map((edge, index) => content.subarray(edges[index], edge));
        const scanner = new DataScanner(10_000, 0);
        expect(scanner.push(Buffer.from(`${stuff(pieces)}.\r\n`, 'latin1'))).toHaveLength(0);
        const text = content.toString();
        const received = scanner.result();
        expect(received.fault === null && received.content.toString()).toBe(
          text === '' || text.endsWith('\r\n') ? text : `${text}\r\n`,
        );
      }),
      { numRuns: 1000 },
    );
  });
});
