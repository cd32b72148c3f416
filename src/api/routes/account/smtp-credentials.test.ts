import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import {
  accountCredentialsResponseSchema,
  newAccountCredentialResponseSchema,
} from '#contract/account/smtp-credentials.ts';
import { securityResponseSchema } from '#contract/account.ts';
import { createVisitor, startTestApi, type TestApi, type Visitor } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';
import { bearer, createKeyOwner, makeApiKey, ownerPassword as password, type KeyOwner } from '#support/key-owner.ts';
import { addTarget } from '#support/add-target.ts';
import { addOwnDomain } from '#support/own-domain.ts';

const path = '/api/account/smtp-credentials';

let test: TestCore;
let api: TestApi;
let ann: KeyOwner;

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core);
});
beforeEach(async () => {
  test.advance(3_600_000);
  ann = await createKeyOwner(api);
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

async function make(visitor: Pick<Visitor, 'send'>, body?: object) {
  const answer = await visitor.send('POST', path, body);
  expect(answer).toMatchObject({ status: 201 });
  return newAccountCredentialResponseSchema.parse(answer.body).credential;
}
async function list(visitor: Pick<Visitor, 'send'>) {
  return accountCredentialsResponseSchema.parse((await visitor.send('GET', path)).body).credentials;
}

it('a password for all aliases, and one for those on each domain, are made, listed without it, renewed and deleted', async () => {
  expect(await list(ann)).toEqual([]);
  const { password: first, ...shown } = await make(ann);
  expect(shown).toMatchObject({ username: expect.stringMatching(/^[a-z2-7]{16}$/), domainId: null, domain: null });
  expect(first).toMatch(/^[\w-]{24}$/);
  expect(await list(ann)).toEqual([shown]);
  for (const body of [undefined, {}, { domainId: null }]) {
    expect(await ann.send('POST', path, body)).toMatchObject({
      status: 409,
      body: { code: 'account_credential_exists', message: expect.stringContaining('for these aliases already') },
    });
  }
  for (const body of [{ domainId: 'own.example' }, { domainId: 1 }, { aliasId: ann.aliasId }, []]) {
    expect(await ann.send('POST', path, body)).toMatchObject({ status: 400 });
  }
  const own = await addOwnDomain(test.core, { userId: ann.id, name: `d-${randomUUID().slice(0, 8)}.example` });
  test.advance(1000);
  const { password: second, ...ofDomain } = await make(ann, { domainId: own.id });
  expect(ofDomain).toMatchObject({ domainId: own.id, domain: own.name });
  expect(await list(ann)).toEqual([shown, ofDomain]);

  const renewed = await ann.send('PATCH', `${path}/${ofDomain.id}/regenerate`);
  expect(renewed).toMatchObject({ status: 200, body: { credential: ofDomain } });
  expect(newAccountCredentialResponseSchema.parse(renewed.body).credential.password).not.toBe(second);
  expect(await ann.send('DELETE', `${path}/${shown.id}`)).toMatchObject({ status: 200 });
  expect(await ann.send('DELETE', `${path}/${shown.id}`)).toMatchObject({ status: 404 });
  expect(await list(ann)).toEqual([ofDomain]);
});

it('is told to its owner, who has just proven to be it; no API key makes one', async () => {
  const { key } = await makeApiKey(ann, { name: 'all', scope: 'all' });
  for (const [method, where] of [
    ['GET', path],
    ['POST', path],
    ['PATCH', `${path}/${randomUUID()}/regenerate`],
    ['DELETE', `${path}/${randomUUID()}`],
  ] as const) {
    expect(await createVisitor(api).send(method, where, undefined, bearer(key))).toMatchObject({ status: 403 });
  }
  const own = await addOwnDomain(test.core, { userId: ann.id, name: `d-${randomUUID().slice(0, 8)}.example` });
  test.advance(11 * 60_000);
  const refused = { status: 403, body: { code: 'confirm_identity' } };
  expect(await ann.send('POST', path)).toMatchObject(refused);
  expect(await ann.send('POST', '/api/auth/confirm', { password })).toMatchObject({ status: 200 });
  const { id } = await make(ann);
  await make(ann, { domainId: own.id });
  const { security } = securityResponseSchema.parse((await ann.send('GET', '/api/account/security')).body);
  expect(security.events).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'account_credential_made', scope: 'all' }),
      expect.objectContaining({ kind: 'account_credential_made', scope: 'domain', name: own.name }),
    ]),
  );
  test.advance(11 * 60_000);
  expect(await ann.send('PATCH', `${path}/${id}/regenerate`)).toMatchObject(refused);
  // What narrows who gets in needs no proof.
  expect(await ann.send('DELETE', `${path}/${id}`)).toMatchObject({ status: 200 });
});

it('is for no domain of others, nor for one of the service', async () => {
  const bob = await createKeyOwner(api);
  const own = await addOwnDomain(test.core, { userId: bob.id, name: `d-${randomUUID().slice(0, 8)}.example` });
  const { db } = test.core.database;
  const shared = await db.selectFrom('domains').select('id').where('name', '=', 'kauke.test').executeTakeFirstOrThrow();
  const unknown = await ann.send('POST', path, { domainId: randomUUID() });
  expect(unknown).toMatchObject({ status: 404 });
  for (const domainId of [own.id, shared.id]) {
    expect(await ann.send('POST', path, { domainId })).toMatchObject({ status: 404, body: unknown.body });
  }
  const { id } = await make(bob);
  for (const [method, where] of [
    ['PATCH', `${path}/${id}/regenerate`],
    ['DELETE', `${path}/${id}`],
  ] as const) {
    expect(await ann.send(method, where)).toMatchObject({ status: 404, body: unknown.body });
  }
  expect(await list(bob)).toHaveLength(1);
  expect(await list(ann)).toEqual([]);
});

it('says which aliases it would send as now, and of all other addresses nothing more', async () => {
  const own = await addOwnDomain(test.core, { userId: ann.id, name: `d-${randomUUID().slice(0, 8)}.example` });
  const all = await make(ann);
  const ofDomain = await make(ann, { domainId: own.id });
  const alias = `a-${randomUUID().slice(0, 8)}`;
  const mine = `${alias}@kauke.test`;
  const inbox = `${alias}@home.example`;
  await addTarget(test.core, { userId: ann.id, target: inbox, confirmed: true });
  const made = await ann.send('POST', `/api/aliases/${ann.id}`, { alias, domain: 'kauke.test', forwardTo: inbox });
  const { id } = z.object({ alias: z.object({ id: z.string() }) }).parse(made.body).alias;
  const check = (credential: { readonly id: string }, sender: unknown, visitor: Pick<Visitor, 'send'> = ann) =>
    visitor.send('POST', `${path}/${credential.id}/sender`, { sender });
  for (const written of [mine, ` ${mine.toUpperCase()} `])
    expect(await check(all, written)).toMatchObject({ status: 200, body: { sender: mine } });

  const none = await check(all, ann.email);
  expect(none).toMatchObject({
    status: 400,
    body: { errors: { sender: [expect.stringContaining('does not send as')] } },
  });
  const bob = await createKeyOwner(api);
  const addressOf = async (visitor: KeyOwner) => {
    const { body } = await visitor.send('GET', `/api/aliases/${visitor.id}`);
    const listed = z.object({ aliases: z.array(z.object({ id: z.string(), alias: z.string(), domain: z.string() })) });
    const named = listed.parse(body).aliases.find((one) => one.id === visitor.aliasId);
    if (named === undefined) throw new Error('no alias');
    return `${named.alias}@${named.domain}`;
  };
  const [others, unconfirmed] = [await addressOf(bob), await addressOf(ann)];
  for (const sender of [
    others,
    unconfirmed,
    `nobody-${alias}@kauke.test`,
    `x@${own.name}`,
    'somebody@elsewhere.example',
  ]) {
    expect(await check(all, sender)).toMatchObject({ status: 400, body: none.body });
  }
  expect(await check(ofDomain, mine)).toMatchObject({ status: 400, body: none.body });
  for (const sender of ['', 'shop', 1, null, undefined])
    expect(await check(all, sender)).toMatchObject({ status: 400 });
  expect(await check(all, others, bob)).toMatchObject({ status: 404 });
  expect(await check({ id: randomUUID() }, mine)).toMatchObject({ status: 404 });
  expect(await ann.send('PATCH', `/api/aliases/${id}/toggle`, { active: false })).toMatchObject({ status: 200 });
  expect(await check(all, mine)).toMatchObject({ status: 400, body: none.body });
  await ann.send('PATCH', `/api/aliases/${id}/toggle`, { active: true });
  expect(await check(all, mine)).toMatchObject({ status: 200 });
  expect(await ann.send('DELETE', `/api/aliases/${id}`)).toMatchObject({ status: 200 });
  expect(await check(all, mine)).toMatchObject({ status: 400, body: none.body });
});
