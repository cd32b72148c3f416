import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aliasOwner, createAliasWriter, ownMessage, writingAlias, type AliasWriter } from '#support/alias-writer.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { createTestKeyRing } from '#support/key-ring.ts';

let test: TestDatabase;
let writer: AliasWriter;
beforeAll(async () => {
  test = await createTestDatabase();
  writer = createAliasWriter(await createTestKeyRing(test.database));
});
afterAll(() => test.drop());

const hex = Buffer.from(aliasOwner).toString('hex');
const base64 = Buffer.from(`To: ${aliasOwner}`).toString('base64');

it.each([
  ['a subject', ownMessage([`Subject: Your ticket ${hex}`], 'x')],
  ['an encoded subject', ownMessage([`Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?= ${base64}`], 'x')],
  [
    'the name of a file',
    ownMessage(['Content-Type: application/pdf', `Content-Disposition: attachment; filename="${hex}.pdf"`], 'x'),
  ],
  ['what describes a part', ownMessage([`Content-Description: ${base64}`], 'x')],
])('%s is read as a text is: an address in another form is not sent', (_, message) => {
  expect(writer.write(message)).toEqual({ kind: 'refused', reason: { kind: 'identity', identity: 'names_owner' } });
});

it('as are others, which say nothing of anybody', () => {
  const fields = [`Subject: Your ticket ${hex.slice(2)}`, `Content-Description: ${base64.slice(12)}`];
  expect(writer.write(ownMessage(fields, 'x')).kind).toBe('written');
});

describe('what would say something false with the alias in it', () => {
  it.each([
    ['a row of a table', '12;"ann.private","office.example";3.50', '12;"my-alias@kauke.test";3.50'],
    ['a link', 'https://ann.private:key@office.example/files', 'https://my-alias@kauke.test/files'],
    ['a login', String.raw`office.example\ann.private`, 'kauke.test=my-alias'],
  ])('is not sent: %s', (_, text, otherwise) => {
    const refused = { kind: 'refused', reason: { kind: 'identity', identity: 'names_owner' } };
    expect(writer.write(ownMessage([], `See ${text} there`))).toEqual(refused);
    expect(writer.write(ownMessage([`Subject: ${text}`], 'x'))).toEqual(refused);
    const html = ownMessage(['Content-Type: text/html'], `<p>See ${text} there</p>`);
    expect(writer.write(html)).toEqual(refused);
    // Whoever lets out what tells of them is not asked; the address does not go out for that.
    const alias = { ...writingAlias, identityParts: true };
    const written = writer.written(ownMessage([], `See ${text} there`), { alias }).toString();
    expect(written).toContain(`See ${otherwise} there`);
  });

  it('is sent where it is about others', () => {
    for (const text of ['"bob","office.example"', 'https://bob:key@office.example/', String.raw`office.example\bob`]) {
      expect(writer.written(ownMessage([], text)).toString()).toContain(text);
    }
  });
});
