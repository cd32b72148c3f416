import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAlias } from '#core/aliases/create-alias.ts';
import { listAliases, readAliasList } from '#core/aliases/list-aliases.ts';
import { getAlias } from '#core/aliases/read-aliases.ts';
import { toggleAlias, updateAlias } from '#core/aliases/update-alias.ts';
import { addOwnDomain } from '#support/own-domain.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';

let test: TestCore;
let ann: string;

async function create(alias: string, more: object = {}): Promise<string> {
  const input = { alias, domain: 'kauke.test', forwardTo: 'ann@home.example', ...more };
  const made = await createAlias(test.core, input, { ownerId: ann, askerId: ann, ip: '192.0.2.1' });
  return made.id;
}

async function sourcesOf(userId: string): Promise<readonly string[]> {
  return (await readAliasList(test.core, userId, userId)).sources;
}

beforeAll(async () => {
  test = await createTestCore();
  ann = (await signUp(test.core, 'ann@home.example')).user.id;
});
afterAll(() => test.drop());

describe('the list of all aliases', () => {
  it('is empty for an account without any', async () => {
    expect(await listAliases(test.core, ann, ann)).toEqual([]);
  });

  it('shows each as it is shown alone, newest first', async () => {
    const ids = [await create('plain')];
    // Times with one, two and no digits of a second's fraction.
    for (const [index, more] of [
      { notes: 'a "quoted"\tline\n and \\ another, ąčęėį 🎭 \u2028' },
      { domain: 'mask.test', forwardTo: 'b@home.example, ann@home.example' },
      { forwardTo: 'ann@home.example, b@home.example, https://hooks.kauke.dev/x?y=z', copyReplies: true },
      { notes: '   ' },
    ].entries()) {
      test.advance([900, 10, 90, 1000][index] ?? 0);
      ids.unshift(await create(`alias.${index}`, more));
    }
    const [first = '', second = '', third = ''] = ids;
    await toggleAlias(test.core, { aliasId: first, userId: ann, active: false });
    await toggleAlias(test.core, { aliasId: third, userId: ann, active: false });
    await updateAlias(test.core, { aliasId: second, userId: ann, ip: '', input: { forwardTo: 'b@home.example' } });
    await test.core.database.pool.query(
      `update aliases set improvmx_id = 'a"b', provider_state = 'setting_up' where id = $1`,
      [second],
    );
    await test.core.database.pool.query('delete from alias_targets where alias_id = $1', [first]);
    for (const [name, change] of [
      ['off.example', 'enabled = false'],
      ['lost.example', "enabled = false, state = 'lost'"],
    ] as const) {
      const { id } = await addOwnDomain(test.core, { userId: ann, name });
      test.advance(1000);
      ids.unshift(await create('there', { domain: name }));
      await test.core.database.pool.query(`update domains set ${change} where id = $1`, [id]);
    }
    const alone = await Promise.all(ids.map((id) => getAlias(test.core.database.db, test.core, id, ann)));
    expect(alone.map(({ domainFault }) => domainFault)).toEqual([
      'unverified',
      'off',
      ...ids.slice(2).map(() => undefined),
    ]);
    expect(await listAliases(test.core, ann, ann)).toEqual(alone);
  });

  it('has other sources after each change that it shows, and the same without any', async () => {
    const id = await create('watched');
    const seen = new Set([JSON.stringify(await sourcesOf(ann))]);
    const { pool } = test.core.database;
    const changes = [
      () => toggleAlias(test.core, { aliasId: id, userId: ann, active: false }),
      () => updateAlias(test.core, { aliasId: id, userId: ann, ip: '', input: { notes: 'new' } }),
      () => updateAlias(test.core, { aliasId: id, userId: ann, ip: '', input: { forwardTo: 'c@home.example' } }),
      () => pool.query(`update targets set confirmed_at = now() where user_id = $1`, [ann]),
      () => pool.query(`update targets set failing_since = now() where user_id = $1`, [ann]),
      () => pool.query(`insert into stopped_addresses select value_hash from targets where user_id = $1`, [ann]),
      () => pool.query('delete from aliases where id = $1', [id]),
    ];
    for (const change of changes) {
      await change();
      seen.add(JSON.stringify(await sourcesOf(ann)));
      expect(seen.has(JSON.stringify(await sourcesOf(ann)))).toBe(true);
    }
    expect(seen.size).toBe(1 + changes.length);
  });

  it('comes in pieces of a hundred', async () => {
    const { pool } = test.core.database;
    await pool.query(
      `insert into aliases (id, user_id, domain_id, local_part)
       select gen_random_uuid(), $1, (select id from domains limit 1), 'many-' || n from generate_series(1, 250) as n`,
      [ann],
    );
    const { pieces } = await readAliasList(test.core, ann, ann);
    const count = (await listAliases(test.core, ann, ann)).length;
    expect(count).toBeGreaterThan(250);
    expect([...pieces()]).toHaveLength(Math.floor(count / 100) + 1);
  });

  it('is nobody else’s', async () => {
    const bob = (await signUp(test.core, 'bob@home.example')).user.id;
    await expect(readAliasList(test.core, ann, bob)).rejects.toMatchObject({ code: 'not_found' });
  });
});
