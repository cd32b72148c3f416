import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinHeader } from '#protocol/message/header-fields.ts';
import { headerLimits, parseMessage } from '#protocol/message/parse-message.ts';
import { anyText } from '#support/any-text.ts';

function parse(text: string) {
  return parseMessage(Buffer.from(text, 'latin1'));
}

/** Lines that are fields, near misses, foldings and garbage. */
const line = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\tfolded',
    ' \t ',
    'Subject: x',
    'To : y',
    'From:',
    ':',
    'no colon',
    'a b: c',
    'é: x',
    'X:\0\0',
  ),
  anyText({ maxLength: 20 }).map((text) => text.replaceAll(/[\r\n]/g, '')),
);
const content = fc.array(line, { maxLength: 12 }).map((lines) => Buffer.from(lines.join('\r\n'), 'latin1'));

describe('parseMessage', () => {
  it('splits fields from body and keeps their octets', () => {
    const message = parse('From: a@b\r\nSUBJECT : folded\r\n\there\r\nX-Empty:\r\n\r\nbody\r\n\r\nmore');
    expect(message.fields.map(({ name, key, raw }) => [name, key, raw.toString()])).toEqual([
      ['From', 'from', 'From: a@b\r\n'],
      ['SUBJECT', 'subject', 'SUBJECT : folded\r\n\there\r\n'],
      ['X-Empty', 'x-empty', 'X-Empty:\r\n'],
    ]);
    expect(message.body.toString()).toBe('body\r\n\r\nmore');
  });

  it('lets the first line that cannot be a field begin the body', () => {
    expect(parse('A: 1\r\nnot a field\r\nB: 2\r\n\r\nbody')).toMatchObject({ fields: [{ key: 'a' }] });
    expect(parse('A: 1\r\nnot a field\r\nB: 2\r\n\r\nbody').body.toString()).toBe('not a field\r\nB: 2\r\n\r\nbody');
    expect(parse(' folded first\r\nA: 1\r\n\r\n').fields).toEqual([]);
    expect(parse('From bob Mon Jan 1 00:00:00\r\nA: 1\r\n\r\n').fields).toEqual([]);
  });

  it('reads a message without body, without header and without anything', () => {
    expect(parse('A: 1\r\nB: 2')).toMatchObject({ fields: [{ key: 'a' }, { key: 'b' }] });
    expect(joinHeader(parse('A: 1\r\nB: 2').fields).toString()).toBe('A: 1\r\nB: 2\r\n');
    expect(parse('\r\nbody').body.toString()).toBe('body');
    expect(parse('')).toEqual({ fields: [], body: Buffer.alloc(0) });
  });

  it('takes 10,000 fields and a field of a megabyte', () => {
    expect(parse(`${'a: b\r\n'.repeat(10_000)}\r\nbody`).fields).toHaveLength(10_000);
    expect(parse(`Subject: ${'x'.repeat(1_000_000)}\r\n\r\nbody`).body.toString()).toBe('body');
  });

  it('stops reading a header beyond its limits', () => {
    expect(parse('a:\r\n'.repeat(100_000)).fields).toHaveLength(headerLimits.maxFields + 1);
  });

  it('loses, adds and changes no octet, whatever it gets', () => {
    fc.assert(
      fc.property(content, (octets) => {
        const { fields, body } = parseMessage(octets);
        const header = joinHeader(fields);
        const whole = Buffer.concat([header, Buffer.from('\r\n'), body]);
        const withoutEmptyLine = Buffer.concat([header, body]);
        const closed = Buffer.concat([octets, Buffer.from('\r\n')]);
        expect([whole, withoutEmptyLine].some((joined) => joined.equals(octets) || joined.equals(closed))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('reads its own output in the same way', () => {
    fc.assert(
      fc.property(content, (octets) => {
        const { fields, body } = parseMessage(octets);
        const again = parseMessage(Buffer.concat([joinHeader(fields), Buffer.from('\r\n'), body]));
        expect(again).toEqual({ fields, body });
      }),
      { numRuns: 500 },
    );
  });
});
