import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createAlias } from '#core/aliases/create-alias.ts';
import { createTestCore, eraseAccount, signUp } from '#support/core.ts';

it('an account with thousands of aliases leaves each of their addresses blocked', async () => {
  const test = await createTestCore();
  try {
    const { db } = test.core.database;
    const ann = (await signUp(test.core, 'ann@example.com')).user.id;
    await sql`
      insert into aliases (id, user_id, domain_id, local_part)
      select gen_random_uuid(), ${ann}, domains.id, 'many' || number
      from domains, generate_series(1, 2500) number where domains.name = 'kauke.test'`.execute(db);
    await eraseAccount(test.core, ann);
    expect(await db.selectFrom('tombstones').select('addressHash').execute()).toHaveLength(2500);
    const eve = (await signUp(test.core, 'eve@example.com', '198.51.100.1')).user.id;
    const owner = { ownerId: eve, askerId: eve, ip: '198.51.100.1' };
    for (const alias of ['many1', 'many1000', 'many1001', 'many2500']) {
      const input = { alias, domain: 'kauke.test', forwardTo: 'eve@example.com' };
      await expect(createAlias(test.core, input, owner)).rejects.toMatchObject({ code: 'alias_unavailable' });
    }
  } finally {
    await test.drop();
  }
});
