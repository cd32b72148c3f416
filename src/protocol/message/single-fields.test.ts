import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinHeader } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { foldSingleFields } from '#protocol/message/single-fields.ts';

function fold(...fields: string[]): string[] | null {
  const message = parseMessage(Buffer.from(`${fields.join('\r\n')}\r\n\r\nbody\r\n`));
  const folded = foldSingleFields(message);
  if (folded === null) return null;
  expect(folded.body).toBe(message.body);
  return String(joinHeader(folded.fields))
    .trimEnd()
    .split(/\r\n(?! )/);
}

describe('foldSingleFields', () => {
  it('gives the very message where nothing stands twice that may stand once', () => {
    const message = parseMessage(
      Buffer.from('Received: a\r\nReceived: b\r\nFrom: a@b.example\r\nSubject: hi\r\nX-A: 1\r\nX-A: 2\r\n\r\n'),
    );
    expect(foldSingleFields(message)).toBe(message);
  });

  it.each([
    ['Subject: hi', 'SUBJECT:  hi'],
    ['Message-ID: <1@b.example>', 'Message-Id: <1@b.example>'],
    ['MIME-Version: 1.0', 'MIME-Version: 1.0'],
    ['Content-Type: text/plain;\r\n charset=utf-8', 'Content-Type: text/plain; charset=utf-8'],
    ['To: a@b.example', 'To: a@b.example'],
  ])('folds %j and its copy into the lower one', (upper, lower) => {
    expect(fold(upper, 'X-Between: x', lower, upper, lower)).toEqual(['X-Between: x', lower]);
  });

  it('joins recipients and ids', () => {
    expect(fold('To: a@b.example', 'Subject: hi', 'TO: "B, C" <c@d.example>', 'To: a@b.example')).toEqual([
      'Subject: hi',
      'To: a@b.example, "B, C" <c@d.example>',
    ]);
    expect(fold('References: <1@a> <2@a>', 'References: <3@a>', 'Cc: x@y.example', 'Cc: z@y.example')).toEqual([
      'References: <1@a> <2@a> <3@a>',
      'Cc: x@y.example, z@y.example',
    ]);
  });

  it.each([
    'Subject',
    'Date',
    'Sender',
    'Reply-To',
    'Message-ID',
    'MIME-Version',
    'Content-Type',
    'Content-Transfer-Encoding',
    'Content-Disposition',
    'Content-ID',
  ])('finds two %s fields that differ', (name) => {
    expect(fold(`${name}: one`, 'X-Between: x', `${name.toLowerCase()}: two`)).toBeNull();
  });

  it('folds ten thousand copies of any field', () => {
    const names = ['To', 'References', 'Subject', ...Array.from({ length: 3000 }, (_, at) => `Content-X${at}`)];
    const fields = [...names, ...names, ...names].map((name) => `${name}: the same`);
    const many = Array.from({ length: 9000 }, (_, at) => `To: <a${at}@b.example>`);
    expect(fold(...fields)).toHaveLength(names.length);
    expect(fold(...many)?.[0]?.length).toBeGreaterThan(100_000);
  });

  it('looks at each field a few times, however many there are', () => {
    const message = parseMessage(Buffer.from(`${'To: <a@b.example>\r\nContent-X: x\r\n'.repeat(4500)}\r\n`));
    let looks = 0;
    const fields = message.fields.map(({ name, key, raw }) => ({
      name,
      get key() {
        looks += 1;
        return key;
      },
      raw,
    }));
    expect(foldSingleFields({ ...message, fields })?.fields).toHaveLength(2);
    expect(looks).toBeLessThan(10 * fields.length);
  });

  it('leaves one of each, whatever comes', () => {
    const field = fc
      .tuple(fc.constantFrom('To', 'cc', 'Subject', 'CONTENT-TYPE', 'X-A'), fc.constantFrom('', 'a', 'a ', '"b', '<c>'))
      .map((parts) => parts.join(':'));
    fc.assert(
      fc.property(fc.array(field, { minLength: 1 }), (fields) => {
        const message = parseMessage(Buffer.from(`${fields.join('\r\n')}\r\n\r\n`));
        const keys =
          foldSingleFields(message)
            ?.fields.map(({ key }) => key)
            .filter((key) => key !== 'x-a') ?? [];
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });
});
