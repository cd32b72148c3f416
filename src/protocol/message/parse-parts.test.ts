import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '#protocol/message/transfer-encoding.ts';
import { joinHeader } from '#protocol/message/header-fields.ts';
import { editParts, type PartEdit } from '#protocol/message/edit-parts.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { type MimePart, parseParts, walkParts } from '#protocol/message/parse-parts.ts';

function lines(...given: string[]): Buffer {
  return Buffer.from(given.join('\r\n'), 'latin1');
}

function read(content: Buffer): { message: ReturnType<typeof parseMessage>; root: MimePart; complete: boolean } {
  const message = parseMessage(content);
  return { message, ...parseParts(message) };
}

function outline(part: MimePart): unknown {
  return part.children.length === 0
    ? [part.type, part.content.toString('latin1')]
    : [part.type, part.children.map(outline)];
}

function edit(content: Buffer, change: (part: MimePart) => PartEdit | null): string {
  const { message, root } = read(content);
  const edits = new Map<MimePart, PartEdit>();
  for (const part of walkParts(root)) {
    const wanted = change(part);
    if (wanted !== null) edits.set(part, wanted);
  }
  const edited = editParts(message, root, edits);
  return Buffer.concat([joinHeader(edited.fields), Buffer.from('\r\n'), edited.body]).toString('latin1');
}

const nested = lines(
  'Subject: s',
  'Content-Type: multipart/mixed; boundary="outer"',
  '',
  'preamble',
  '--outer',
  'Content-Type: multipart/alternative; boundary=inner',
  '',
  '--inner',
  'Content-Type: text/plain; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'gr=FC=DFe, an =',
  'unbroken line',
  '--inner  ',
  'Content-Type: text/html',
  '',
  '<p>--outer in the middle</p>',
  '--inner--',
  'between',
  '--outer',
  '',
  'no header',
  '',
  '--outer',
  'Content-Type: message/rfc822',
  '',
  'Subject: enclosed',
  '',
  'the enclosed text',
  '--outer--',
  'epilogue',
  '',
);

describe('the parts of a message', () => {
  it('are read as a tree over the octets of the body', () => {
    const { root, complete } = read(nested);
    expect(complete).toBe(true);
    expect(outline(root)).toEqual([
      'multipart/mixed',
      [
        [
          'multipart/alternative',
          [
            ['text/plain', 'gr=FC=DFe, an =\r\nunbroken line'],
            ['text/html', '<p>--outer in the middle</p>'],
          ],
        ],
        ['text/plain', 'no header\r\n'],
        ['message/rfc822', [['text/plain', 'the enclosed text']]],
      ],
    ]);
    expect(decodeText(root.children[0]?.children[0] ?? root)).toBe('grüße, an unbroken line');
  });

  it.each([
    ['without a closing delimiter', ['--b', '', 'one', '--b', '', 'two', ''], ['one', 'two\r\n']],
    ['with delimiters that touch', ['--b', '--b', '', 'two', '--b--', ''], ['', 'two']],
    ['whose header has no end', ['--b', 'Content-Type: text/plain', '--b--'], ['']],
    ['with a longer boundary inside', ['--b', '', 'one', '--bb', 'x', '--b--'], ['one\r\n--bb\r\nx']],
    ['that are empty', ['--b--', ''], []],
    ['without any delimiter', ['text', ''], []],
  ])('are found in a multipart %s', (_, body, contents) => {
    const { root } = read(lines('Content-Type: multipart/mixed; boundary=b', '', ...body));
    expect(root.children.map((part) => part.content.toString('latin1'))).toEqual(contents);
  });

  it('are cut off at the caps, and the reader says so', () => {
    const deep = Array.from(
      { length: 60 },
      (_, at) => `--${at}\r\nContent-Type: multipart/mixed; boundary=${at + 1}\r\n\r\n`,
    );
    const inDepth = read(Buffer.from(`Content-Type: multipart/mixed; boundary=0\r\n\r\n${deep.join('')}`));
    expect(inDepth.complete).toBe(false);
    expect([...walkParts(inDepth.root)].length).toBeLessThan(30);
    const many = '--b\r\n\r\nx\r\n'.repeat(10_000);
    const inBreadth = read(Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${many}--b--\r\n`));
    expect(inBreadth.complete).toBe(false);
    expect(inBreadth.root.children).toHaveLength(999);
  });

  it('are read from any octets without a throw, and put together unchanged', () => {
    const pieces = [
      '--b',
      '--b--',
      '--c',
      '\r\n',
      'Content-Type: multipart/mixed; boundary=',
      'b',
      'c',
      ': ',
      'message/rfc822',
      '=',
      ' ',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (body) => {
        const content = Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${body.join('')}`);
        const { root, message } = read(content);
        const parts = [...walkParts(root)];
        const offsets = parts.flatMap(({ start, contentStart, end }) => [start <= contentStart, contentStart <= end]);
        expect(offsets).not.toContain(false);
        // An edit that gives every part its own octets back changes nothing.
        const same = new Map(
          parts.filter(({ children }) => children.length === 0).map((part) => [part, { content: part.content }]),
        );
        const whole = parts.every(
          ({ fields, start, contentStart }) => start === 0 || joinHeader(fields).length + 2 === contentStart - start,
        );
        if (whole) expect(editParts(message, root, same).body.equals(message.body)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('an edit of parts', () => {
  it('gives the message itself back when there is nothing to change', () => {
    const { message, root } = read(nested);
    expect(editParts(message, root, new Map())).toBe(message);
  });

  it('encodes the new text and leaves every other octet as it was', () => {
    const edited = edit(nested, (part) =>
      part.type === 'text/html' ? { text: '<p>A larger dress, größer than the other one\r\n--outer</p>' } : null,
    );
    expect(edited).toBe(
      nested
        .toString('latin1')
        .replace(
          'Content-Type: text/html\r\n',
          'Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n',
        )
        .replace(
          '<p>--outer in the middle</p>',
          '<p>A larger dress, gr=C3=B6=C3=9Fer than the other one\r\n=2D-outer</p>',
        ),
    );
  });

  it('keeps the name and the other parameters of a re-encoded part', () => {
    const calendar = lines(
      'Content-Type: text/calendar; method=REPLY; charset=iso-8859-1; name="a b.ics"',
      'X: y',
      '',
      'x',
    );
    expect(edit(calendar, () => ({ text: 'y' }))).toBe(
      'Content-Type: text/calendar; charset=utf-8; method=REPLY; name="a b.ics"\r\n' +
        'Content-Transfer-Encoding: 7bit\r\nX: y\r\n\r\ny',
    );
  });

  it('reaches into an enclosed message', () => {
    const edited = edit(nested, (part) => (decodeText(part) === 'the enclosed text' ? { text: 'other' } : null));
    expect(edited).toContain(
      'Subject: enclosed\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\nother\r\n--outer--\r\nepilogue',
    );
  });

  it('under a new boundary leaves out what stands outside the delimiters', () => {
    const edited = edit(nested, (part) => (part.type === 'multipart/mixed' ? { boundary: 'new' } : null));
    expect(edited.split('\r\n').filter((line) => line.startsWith('--new'))).toEqual([
      '--new',
      '--new',
      '--new',
      '--new--',
    ]);
    expect(edited).not.toMatch(/preamble|epilogue|^--outer/m);
    expect(edited).toContain('--inner--\r\nbetween\r\n--new\r\n');
  });

  it('brings any text back out as it went in', () => {
    const plain = lines('Content-Type: text/plain', '', 'x');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (given) => {
        const text = given.toWellFormed();
        const { root } = read(
          Buffer.from(
            edit(plain, () => ({ text })),
            'latin1',
          ),
        );
        expect(decodeText(root)).toBe(text.replace(/^\ufeff/, ''));
        for (const line of root.content.toString('latin1').split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
      }),
    );
  });
});
