import { expect, it } from 'vitest';
import { searchDatabase } from '#support/database-search.ts';
import { createTestDatabase } from '#support/database.ts';

it('finds a text in any column, raw, in base64 of any alignment and in quoted-printable', async () => {
  const { database, drop } = await createTestDatabase();
  const secret = 'Grüße = geheim';
  const contents = [
    secret,
    ...['', 'a', 'ab'].map((before) => Buffer.from(`${before}${secret} und mehr`).toString('base64')),
    'Gr=C3=BC=C3=9Fe =3D geheim',
  ];
  for (const content of contents) {
    await database.db.deleteFrom('keys').execute();
    await database.db
      .insertInto('keys')
      .values({ purpose: 'seal', version: 1, sealed: Buffer.from(content) })
      .execute();
    expect(await searchDatabase(database, [secret, 'nowhere to be found'])).toEqual([secret]);
  }
  await drop();
});
