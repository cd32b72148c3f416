import { expect, it } from 'vitest';
import { newApiKeyResponseSchema } from '#contract/account.ts';
import { createAliasResponseSchema } from '#contract/aliases.ts';
import type { SuspensionScope } from '#contract/sign-in.ts';
import { resumeAccount, suspendAccount } from '#core/operator/suspension.ts';
import { createVisitor } from '#support/api.ts';
import { useApi, type Person } from '#support/use-api.ts';

const test = useApi();

async function suspend({ userId }: Person, scope: SuspensionScope): Promise<void> {
  const { core } = test;
  await core.database.db
    .transaction()
    .execute((transaction) => suspendAccount(transaction, core, userId, { scope, reason: 'A <b>reason</b>' }));
}
function makeAlias({ visitor, userId }: Person, alias: string, headers: Record<string, string> = {}) {
  const wish = { alias, domain: 'kauke.test', forwardTo: 'box@example.org' };
  return visitor.send('POST', `/api/aliases/${userId}`, wish, headers);
}

it('a suspended owner is told why, by session and in the list of what happened, until it ends', async () => {
  const person = await test.register('told@example.com');
  await suspend(person, 'sending');
  const { body } = await person.visitor.send('GET', '/api/auth/session');
  const suspension = { scope: 'sending', reason: 'A <b>reason</b>', since: expect.any(String) };
  expect(body).toMatchObject({ user: { suspension } });
  await suspend(person, 'sending');
  expect((await person.visitor.send('GET', '/api/auth/session')).body).toEqual(body);
  const { body: security } = await person.visitor.send('GET', '/api/account/security');
  expect(security).toMatchObject({
    security: {
      events: [
        { kind: 'suspended', scope: 'sending' },
        { kind: 'suspended', scope: 'sending' },
      ],
    },
  });
  await test.core.database.db
    .transaction()
    .execute((transaction) => resumeAccount(transaction, test.core, person.userId));
  const after = await person.visitor.send('GET', '/api/auth/session');
  expect(after.body).toMatchObject({ user: expect.not.objectContaining({ suspension: expect.anything() }) });
});

it('whose sending is suspended changes aliases as ever', async () => {
  const person = await test.register('sending@example.com');
  await suspend(person, 'sending');
  expect(await makeAlias(person, 'still-mine')).toMatchObject({ status: 201 });
});

it('whose mail is all suspended reads, exports and leaves, and changes nothing, by session or key', async () => {
  const person = await test.register('all@example.com');
  const { visitor, userId } = person;
  const made = await visitor.send('POST', '/api/api-keys', { name: 'program' });
  const { key } = newApiKeyResponseSchema.parse(made.body).apiKey;
  const byKey = { ...person, visitor: createVisitor(test) };
  const stays = await makeAlias(person, 'stays');
  const { id: aliasId } = createAliasResponseSchema.parse(stays.body).alias;
  const headers = { Authorization: `Bearer ${key}` };
  await suspend(person, 'all');
  const refused = { status: 403, body: { code: 'account_suspended' } };
  expect(await makeAlias(person, 'no-more')).toMatchObject(refused);
  expect(await makeAlias(byKey, 'no-more', headers)).toMatchObject(refused);
  const csv = 'alias\nno-more\n';
  expect(await visitor.send('POST', '/api/account/import', { csv, domain: 'kauke.test', dryRun: false })).toMatchObject(
    refused,
  );
  expect(await visitor.send('DELETE', `/api/aliases/${aliasId}`)).toMatchObject(refused);
  expect(await visitor.send('DELETE', `/api/aliases/${aliasId}/forget`)).toMatchObject(refused);
  expect(await visitor.send('GET', `/api/aliases/${userId}`)).toMatchObject({ status: 200 });
  expect(await byKey.visitor.send('GET', `/api/aliases/${userId}`, undefined, headers)).toMatchObject({ status: 200 });
  expect(await visitor.send('GET', '/api/account/export')).toMatchObject({
    status: 200,
    body: { account: { suspension: { scope: 'all' } } },
  });
  expect(await visitor.send('DELETE', '/api/account')).toMatchObject({ status: 200 });
});
