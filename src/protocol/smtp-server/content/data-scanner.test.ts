import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DataScanner } from '#protocol/smtp-server/content/data-scanner.ts';
import type { ScannedData } from '#protocol/smtp-server/content/data-scanner.ts';

const maxBytes = 200;

interface Scan {
  readonly result: ScannedData;
  /** What stands behind the final dot. */
  readonly rest: string;
}

function scan(chunks: readonly Buffer[], expectedBytes = 0): Scan | null {
  const scanner = new DataScanner(maxBytes, expectedBytes);
  let rest: Buffer | null = null;
  const behind: Buffer[] = [];
  for (const chunk of chunks) {
    if (rest === null) rest = scanner.push(Buffer.from(chunk));
    else behind.push(chunk);
  }
  if (rest === null) return null;
  return { result: scanner.result(), rest: Buffer.concat([rest, ...behind]).toString('latin1') };
}

/** The same by the plainest means there are. */
function scanNaively(stream: string): Scan | null {
  const all = `\r\n${stream}`;
  const end = all.indexOf('\r\n.\r\n');
  if (end < 0) return null;
  const rest = all.slice(end + 5);
  const stuffed = all.slice(0, end + 2);
  const content = stuffed.split('\r\n.').join('\r\n').slice(2);
  const result = (): ScannedData => {
    if (content.length > maxBytes) return { fault: 'too-large' };
    if (/\0/.test(content) || /[\r\n]/.test(content.split('\r\n').join(''))) return { fault: 'forbidden-octet' };
    return { fault: null, content: Buffer.from(content, 'latin1') };
  };
  return { result: result(), rest };
}

function cutAt(stream: Buffer, cuts: readonly number[]): Buffer[] {
  const edges = [0, ...[...cuts].sort((a, b) => a - b), stream.length];
  return edges.slice(1).map((edge, index) => stream.subarray(edges[index], edge));
}

const corpus = [
  '.\r\n',
  'hello\r\n.\r\n',
  '..\r\n.\r\n',
  '..\r\nRSET\r\nx\r\n.\r\nQUIT\r\n',
  'a\r\n..\r\n...\r\n.b\r\n.\r\nRSET\r\nMAIL FROM:<a@b.example>\r\n',
  'a\n.\nMAIL FROM:<x@y.example>\r\n.\r\nQUIT\r\n',
  'a\n.\r\nb\r\n.\r\n',
  'a\r\n.\nb\r\n.\r\n',
  'a\r.\rb\r\n.\r\n',
  'a\r\n.\rb\r\n.\r\n',
  'a\r\n\0.\r\nb\r\n.\r\n',
  '.\r\r\n.\r\n',
  '\r\r\n.\r\n',
  '\n.\r\n\r\n.\r\n',
  'a\r\n.\r\n.\r\n',
  `${'x'.repeat(maxBytes - 2)}\r\n.\r\n`,
  `${'x'.repeat(maxBytes - 1)}\r\n.\r\nQUIT\r\n`,
  `.\r${'x'.repeat(maxBytes - 3)}\r\n.\r\n`,
];

describe('DataScanner', () => {
  it.each(corpus)('gives the same for every cut into up to three pieces of %j', (text) => {
    const stream = Buffer.from(text, 'latin1');
    const expected = scanNaively(text);
    for (let first = 0; first <= stream.length; first += 1) {
      for (let second = first; second <= stream.length; second += text.length > 100 ? 17 : 1) {
        expect(scan(cutAt(stream, [first, second]))).toEqual(expected);
      }
    }
  });

  it('agrees with the naive decoder on any stream cut anyhow', () => {
    const pieces = fc.constantFrom('\r\n', '.', '\r', '\n', '\0', 'a', 'MAIL', '\r\n.\r\n', 'x'.repeat(70), '\xff');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 24 }), fc.array(fc.nat(400), { maxLength: 12 }), (parts, cuts) => {
        const stream = Buffer.from(parts.join(''), 'latin1');
        const chunks = cutAt(
          stream,
          cuts.map((cut) => Math.min(cut, stream.length)),
        );
        expect(scan(chunks)).toEqual(scanNaively(stream.toString('latin1')));
      }),
      { numRuns: 2000 },
    );
  });

  it('gives back what dot-stuffing hid, octet by octet', () => {
    const scanner = new DataScanner(1_000_000, 0);
    const line = Buffer.from('..\r\n');
    for (let sent = 0; sent < 50_000; sent += 1) expect(scanner.push(line)).toBeNull();
    expect(scanner.push(Buffer.from('.\r\n'))?.length).toBe(0);
    const result = scanner.result();
    expect(result.fault === null && result.content.equals(Buffer.from('.\r\n'.repeat(50_000)))).toBe(true);
  });

  it('keeps no more memory than twice the content, whatever the pieces', () => {
    const scanner = new DataScanner(1_000_000, 0);
    for (let sent = 0; sent < 100_000; sent += 1) scanner.push(Buffer.from('x'));
    expect(scanner.heldBytes).toBeLessThanOrEqual(200_000);
  });

  it('drops what it holds once the message cannot be taken', () => {
    const scanner = new DataScanner(maxBytes, 0);
    scanner.push(Buffer.alloc(maxBytes + 1, 120));
    expect(scanner.heldBytes).toBe(0);
    expect(scanner.contentBytes).toBe(maxBytes + 1);
  });
});
