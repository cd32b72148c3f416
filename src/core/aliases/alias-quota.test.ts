import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import { importAliases } from '#core/accounts/import/import-aliases.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { confirmTarget } from '#core/confirmation/confirm-target.ts';
import { createTestCore, signUp, tokenOf, type TestCore } from '#support/core.ts';

let test: TestCore;
let ann: string;
const ip = '192.0.2.1';
const quotas = { aliases: 5, unconfirmedAliases: 3, targets: 500, apiKeys: 50 };

beforeEach(async () => {
  test = await createTestCore({ quotas });
  ann = (await signUp(test.core, 'ann@example.com')).user.id;
});
afterEach(() => test.drop());

function create(alias: string): Promise<Alias> {
  const input = { alias, domain: 'kauke.test', forwardTo: 'ann@example.com' };
  return createAlias(test.core, input, { ownerId: ann, askerId: ann, ip });
}
/** How many were made, of those that were asked for at once. */
async function createMany(names: readonly string[]): Promise<number> {
  const made = await Promise.allSettled(names.map(create));
  for (const one of made) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'too_many_aliases' });
  }
  return made.filter(({ status }) => status === 'fulfilled').length;
}

it('an account that nobody confirmed makes as many aliases as the setting says, also when it asks at once', async () => {
  expect(await createMany(['a', 'b', 'c', 'd', 'e', 'f'])).toBe(3);
  await expect(create('g')).rejects.toMatchObject({ message: expect.stringContaining('may have 3 aliases') });
});

it('a confirmed one makes as many as any account may have', async () => {
  await confirmTarget(test.core, tokenOf(test.mails[0]), ann);
  expect(await createMany(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe(5);
});

it('an import stops there, and says so at each row', async () => {
  const rows = ['a', 'b', 'c', 'd'].map((name) => `${name}-shop,kauke.test,ann@example.com`);
  const csv = ['alias,domain,forward_to', ...rows].join('\n');
  const { user } = await signUp(test.core, 'bob@example.com', '198.51.100.1');
  const report = await importAliases(test.core, { user, ip }, { csv, domain: 'kauke.test', dryRun: false });
  expect(report).toMatchObject({ created: 3, skipped: 1 });
  expect(report.rows[3]).toMatchObject({ outcome: 'invalid', message: expect.stringContaining('may have 3 aliases') });
});
