import { afterAll, beforeAll, expect, it } from 'vitest';
import { aliasOwner, createAliasWriter, ownMessage, type AliasWriter } from '#support/alias-writer.ts';
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
