import { createPublicKey, createVerify, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDomainDirectory } from '#core/domains/domain-directory.ts';
import { dkimRecord } from '#core/domains/domain-records.ts';
import { seedDomains } from '#core/domains/domains.ts';
import { systemRandom } from '#platform/random.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { createTestKeyRing } from '#support/key-ring.ts';
import { silentLog } from '#support/silent-log.ts';
import type { CoreContext } from '#core/core-context.ts';

let testDatabase: TestDatabase;
let base: CoreContext;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const keys = await createTestKeyRing(database);
  base = { database, keys, clock: { now: () => 0 }, random: systemRandom, log: silentLog };
});
afterAll(() => testDatabase.drop());

describe('the alias domains', () => {
  it('are seeded once by ten nodes that start together, and never again', async () => {
    const names = ['kauke.test', 'mask.test', 'zebra.test', 'apple.test'];
    await Promise.all(Array.from({ length: 10 }, () => seedDomains(base, names)));
    await seedDomains(base, ['other.test']);
    const rows = await base.database.db.selectFrom('domains').select('name').orderBy('position').execute();
    expect(rows.map((row) => row.name)).toEqual(names);
  });

  it('are offered with the first two first and the rest by alphabet', async () => {
    const directory = await createDomainDirectory(base);
    expect(directory.names()).toEqual(['kauke.test', 'mask.test', 'apple.test', 'zebra.test']);
    directory.close();
  });

  it('are found in any case, retired ones too, which are not offered', async () => {
    const directory = await createDomainDirectory(base);
    const { key } = directory.find('mask.test') ?? {};
    await base.database.db
      .updateTable('domains')
      .set({ retiredAt: new Date(0) })
      .where('name', '=', 'mask.test')
      .execute();
    await directory.reload();
    expect(directory.find('MASK.test')).toMatchObject({ name: 'mask.test', selector: 'k1', retired: true });
    expect(directory.find('MASK.test')?.key).toBe(key);
    expect(directory.names()).not.toContain('mask.test');
    expect(directory.find('sub.kauke.test')).toBeNull();
    expect(directory.all()).toHaveLength(4);
    directory.close();
  });

  it('have a DKIM record that verifies what their key signs', async () => {
    const directory = await createDomainDirectory(base);
    const domain = directory.find('kauke.test');
    if (domain === null) throw new Error('kauke.test is missing');
    const record = dkimRecord(domain);
    expect(record).toMatchObject({ name: 'k1._domainkey.kauke.test', type: 'TXT' });
    const published = /^v=DKIM1; k=rsa; p=([A-Za-z0-9+/=]+)$/.exec(record.value)?.[1] ?? '';
    const publicKey = createPublicKey({ key: Buffer.from(published, 'base64'), format: 'der', type: 'spki' });
    const signature = sign('sha256', Buffer.from('mail'), domain.key);
    expect(createVerify('sha256').update('mail').verify(publicKey, signature)).toBe(true);
    expect(publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
    directory.close();
  });

  it('keep their keys sealed', async () => {
    const rows = await base.database.db.selectFrom('domains').select('dkimKeySealed').execute();
    for (const row of rows) expect(row.dkimKeySealed?.toString('latin1')).not.toContain('PRIVATE KEY');
  });
});
