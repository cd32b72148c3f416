import { expect, it } from 'vitest';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { parseParts, walkParts } from '#protocol/message/parse-parts.ts';
import { makeRealContent, type RealContent } from './real-content.ts';

function typesOf({ fields, body }: RealContent): string {
  const header = Buffer.from(`MIME-Version: 1.0\r\n${fields.join('\r\n')}\r\n\r\n`);
  const { root } = parseParts(parseMessage(Buffer.concat([header, body])));
  return [...walkParts(root)].map(({ type }) => type).join(' ');
}

it('is what people get, in the same shares in each hundred messages', () => {
  for (const first of [0, 1300]) {
    const all = Array.from({ length: 100 }, (_, index) => makeRealContent(first + index));
    const kinds = new Map<string, number[]>();
    for (const content of all)
      kinds.set(typesOf(content), [...(kinds.get(typesOf(content)) ?? []), content.body.length]);
    const found = [...kinds].map(
      ([types, sizes]) => [types, sizes.length, Math.min(...sizes), Math.max(...sizes)] as const,
    );
    expect(new Map(found.map(([types, count]) => [types, count]))).toEqual(
      new Map([
        ['text/plain', 35],
        ['multipart/alternative text/plain text/html', 46],
        ['multipart/mixed text/plain application/pdf', 17],
        ['multipart/alternative text/plain text/calendar', 2],
      ]),
    );
    const files = found.find(([types]) => types.includes('pdf'));
    expect(files?.[2]).toBeGreaterThan(100_000);
    expect(files?.[3]).toBeLessThan(420_000);
  }
});

it('has lines that every server takes, none of which begins with a dot', () => {
  for (let index = 0; index < 100; index += 1) {
    const { body } = makeRealContent(index);
    expect(body.includes('\r\n.')).toBe(false);
    const lines = body.toString('latin1').split('\r\n');
    expect(lines.at(-1)).toBe('');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(998);
    expect(lines.some((line) => line.includes('\n') || line.includes('\r'))).toBe(false);
  }
});
