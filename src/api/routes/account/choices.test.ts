import { expect, it } from 'vitest';
import { accountResponseSchema, newApiKeyResponseSchema } from '#contract/account.ts';
import type { Visitor } from '#support/api.ts';
import { addOwnDomain } from '#support/own-domain.ts';
import { useApi } from '#support/use-api.ts';

const test = useApi();

const none = { defaultDomain: null, aliasFormat: null, endingFormat: 'words', senderFormat: 'at' };

async function choicesOf(visitor: Visitor) {
  const { account } = accountResponseSchema.parse((await visitor.send('GET', '/api/account')).body);
  const { defaultDomain, aliasFormat, endingFormat, senderFormat } = account;
  return { defaultDomain, aliasFormat, endingFormat, senderFormat };
}

/** The headers of a program for SimpleLogin, and of one for addy.io. */
async function programOf(visitor: Visitor) {
  const { body } = await visitor.send('POST', '/api/api-keys', { name: 'Program', scope: 'aliases' });
  const { key } = newApiKeyResponseSchema.parse(body).apiKey;
  return { simpleLogin: { authentication: key }, addy: { authorization: `Bearer ${key}` } };
}

it('an account chooses how its aliases are made and its senders shown; what is left out stays', async () => {
  const { visitor } = await test.register('chooser@example.com');
  expect(await choicesOf(visitor)).toEqual(none);
  const change = { defaultDomain: 'kauke.test', aliasFormat: 'uuid', senderFormat: 'name' };
  expect(await visitor.send('PATCH', '/api/account', change)).toMatchObject({
    status: 200,
    body: { message: 'Choice saved', account: { ...none, ...change } },
  });
  await visitor.send('PATCH', '/api/account', { aliasFormat: null, endingFormat: 'characters' });
  expect(await choicesOf(visitor)).toEqual({ ...none, ...change, aliasFormat: null, endingFormat: 'characters' });
  await visitor.send('PATCH', '/api/account', { defaultDomain: null });
  expect(await choicesOf(visitor)).toMatchObject({ defaultDomain: null, senderFormat: 'name' });
});

it('a domain of somebody else is not chosen, nor one of nobody', async () => {
  const ann = await test.register('ann@example.com');
  const bob = await test.register('bob@example.com');
  await addOwnDomain(test.core, { userId: ann.userId, name: 'ann.example' });
  for (const defaultDomain of ['ann.example', 'nobody.example', 'no domain']) {
    const { status } = await bob.visitor.send('PATCH', '/api/account', { defaultDomain });
    expect(status).toBe(400);
  }
  expect(await choicesOf(bob.visitor)).toEqual(none);
});

it('programs that name no domain and no format make aliases as chosen, until the domain is lost', async () => {
  const { visitor, userId } = await test.register('maker@example.com');
  const { id } = await addOwnDomain(test.core, { userId, name: 'maker.example' });
  await visitor.send('PATCH', '/api/account', {
    defaultDomain: 'maker.example',
    aliasFormat: 'uuid',
    endingFormat: 'characters',
  });
  const { simpleLogin, addy } = await programOf(visitor);
  const uuidThere = /^[\da-f-]{36}@maker\.example$/u;
  expect((await visitor.send('POST', '/api/alias/random/new', {}, simpleLogin)).body).toMatchObject({
    alias: expect.stringMatching(uuidThere),
  });
  expect((await visitor.send('POST', '/api/v1/aliases', { description: '' }, addy)).body).toMatchObject({
    data: { email: expect.stringMatching(uuidThere) },
  });
  expect((await visitor.send('POST', '/api/sites/new-alias', { host: null }, addy)).body).toMatchObject({
    alias: { domain: 'maker.example', alias: expect.stringMatching(/^[\da-f-]{36}$/u) },
  });
  expect((await visitor.send('GET', '/api/v1/domain-options', undefined, addy)).body).toMatchObject({
    defaultAliasDomain: 'maker.example',
    defaultAliasFormat: 'uuid',
  });
  expect((await visitor.send('GET', '/api/v5/alias/options', undefined, simpleLogin)).body).toMatchObject({
    suffixes: [
      { suffix: '@maker.example' },
      { suffix: expect.stringMatching(/^\.[\da-z]{10}@kauke\.test$/u) },
      {},
      {},
      {},
    ],
  });
  await test.core.database.db.updateTable('domains').set({ state: 'lost' }).where('id', '=', id).execute();
  expect(await choicesOf(visitor)).toMatchObject({ defaultDomain: null, aliasFormat: 'uuid' });
  expect((await visitor.send('POST', '/api/alias/random/new', {}, simpleLogin)).body).toMatchObject({
    alias: expect.stringMatching(/@kauke\.test$/u),
  });
});
