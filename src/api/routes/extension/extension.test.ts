import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pairingResponseSchema, pairingSeconds, redeemedPairingSchema } from '#contract/extension/pairing.ts';
import { createAliasResponseSchema } from '#contract/aliases.ts';
import { siteAliasesResponseSchema } from '#contract/extension/sites.ts';
import { lockEverything } from '#core/sign-in/recovery/lock-account.ts';
import { startHousekeeping } from '#core/housekeeping.ts';
import { createVisitor, startTestApi, type Answer, type TestApi } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';
import { searchDatabase } from '#support/database-search.ts';
import { apiKeysOf, bearer, createKeyOwner, makeApiKey, ownerPassword, type KeyOwner } from '#support/key-owner.ts';

let test: TestCore;
let api: TestApi;
let ann: KeyOwner;
let bob: KeyOwner;

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core);
  ann = await createKeyOwner(api);
  bob = await createKeyOwner(api);
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
// RFC 7636, appendix B.
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
/** As an extension's own requests come. */
const extension = { origin: 'chrome-extension://abcdefghijklmnopabcdefghijklmnop', 'sec-fetch-site': 'cross-site' };
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function begin(person = ann): Promise<string> {
  const answer = await person.send('POST', '/api/pairings', { challenge }, { 'user-agent': firefox });
  return pairingResponseSchema.strict().parse(answer.body).pairing.code;
}
function redeem(code: string, by = verifier): Promise<Answer> {
  return createVisitor(api).send('POST', '/api/pairings/key', { code, verifier: by }, extension);
}
const over = { status: 410, body: { code: 'pairing_over' } };

describe('a pairing', () => {
  it('hands one key of everyday use to the extension that asked, named by its browser', async () => {
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(challenge);
    const code = await begin();
    expect(await apiKeysOf(ann)).toEqual([]);
    const { status, body } = await redeem(code);
    expect(status).toBe(201);
    const { apiKey, userId } = redeemedPairingSchema.strict().parse(body);
    expect(apiKey).toMatchObject({ name: 'Kauke extension (Firefox on Linux)', scope: 'use', expiresAt: null });
    expect(userId).toBe(ann.id);
    expect(await redeem(code)).toMatchObject(over);
    expect(await apiKeysOf(ann)).toHaveLength(1);
    const known = await createVisitor(api).send('GET', `/api/aliases/${ann.id}`, undefined, bearer(apiKey.key));
    expect(known.status).toBe(200);
    const deleted = createVisitor(api).send('DELETE', `/api/aliases/${ann.aliasId}`, undefined, bearer(apiKey.key));
    expect(await deleted).toMatchObject({ status: 403, body: { code: 'scope_required' } });
  });

  it('ends with a wrong verifier, which only somebody else can have', async () => {
    const code = await begin();
    expect(await redeem(code, 'A'.repeat(43))).toMatchObject(over);
    expect(await redeem(code)).toMatchObject(over);
    expect(await redeem('A'.repeat(43))).toMatchObject(over);
    expect((await redeem('short')).status).toBe(400);
  });

  it('gives one key to two who come at once', async () => {
    const code = await begin();
    const answers = await Promise.all([redeem(code), redeem(code), redeem(code)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 410, 410]);
  });

  it('is good for two minutes, and its row no longer', async () => {
    const code = await begin();
    test.advance(pairingSeconds * 1000);
    expect(await redeem(code)).toMatchObject(over);
    await begin();
    test.advance(pairingSeconds * 1000);
    await startHousekeeping(test.core)();
    expect(
      await test.core.database.db.selectFrom('secretLinks').where('kind', '=', 'pairing').select('userId').execute(),
    ).toEqual([]);
  });

  it('takes a fresh proof, no key, no other site, and ends with the lock of its account', async () => {
    test.advance(11 * 60_000);
    expect(await ann.send('POST', '/api/pairings', { challenge })).toMatchObject({
      body: { code: 'confirm_identity' },
    });
    await ann.send('POST', '/api/auth/confirm', { password: ownerPassword });
    const { key } = await makeApiKey(ann);
    const byKey = await createVisitor(api).send('POST', '/api/pairings', { challenge }, bearer(key));
    expect(byKey).toMatchObject({ status: 403, body: { code: 'session_required' } });
    const elsewhere = await ann.send('POST', '/api/pairings', { challenge }, extension);
    expect(elsewhere).toMatchObject({ status: 403, body: { code: 'cross_site' } });
    const carl = await createKeyOwner(api);
    const code = await begin(carl);
    await lockEverything(test.core, carl.id);
    expect(await redeem(code)).toMatchObject(over);
  });

  it('leaves at most five that wait', async () => {
    const codes = [];
    for (let made = 0; made < 6; made += 1) {
      codes.push(await begin());
      test.advance(1000);
    }
    expect(await redeem(codes[0]!)).toMatchObject(over);
    expect(await redeem(codes[1]!)).toMatchObject({ status: 201 });
  });
});

describe('the aliases of a site', () => {
  const send = (path: string, body: object, person = ann, method = 'POST') => person.send(method, path, body);
  const on = async (host: string, person = ann) =>
    siteAliasesResponseSchema.strict().parse((await send('/api/sites/aliases', { host }, person)).body);
  const make = async (host: string | null, person = ann) => {
    const { body } = await send('/api/sites/new-alias', { host }, person);
    return createAliasResponseSchema.parse(body).alias;
  };

  it('are found on every host of it, by their owner alone', async () => {
    expect(await on('www.shop.co.uk')).toEqual({ site: 'shop.co.uk', aliases: [] });
    const first = await make('login.shop.co.uk');
    expect(first).toMatchObject({ notes: 'shop.co.uk', forwardTo: ann.email, domain: 'kauke.test' });
    test.advance(1000);
    const second = await make('SHOP.co.uk');
    expect((await on('www.shop.co.uk')).aliases.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await on('ann.github.io')).site).toBe('ann.github.io');
    expect((await on('192.0.2.7')).site).toBe('192.0.2.7');
    expect((await on('shop.co.uk', bob)).aliases).toEqual([]);
    expect(await make(null)).toMatchObject({ notes: null });
  });

  it('are those that somebody says, until they say otherwise or the alias is deleted', async () => {
    const say = (used: boolean, person = ann) =>
      send(`/api/aliases/${ann.aliasId}/sites`, { host: 'bank.example', used }, person, 'PATCH');
    expect(await say(true)).toMatchObject({ status: 200, body: { message: 'On this site from now on' } });
    await say(true);
    expect((await on('www.bank.example')).aliases).toMatchObject([{ id: ann.aliasId }]);
    expect((await say(true, bob)).status).toBe(404);
    expect((await say(false, bob)).status).toBe(404);
    await say(false);
    expect((await on('bank.example')).aliases).toEqual([]);
    await say(true);
    await ann.send('DELETE', `/api/aliases/${ann.aliasId}`);
    expect((await on('bank.example')).aliases).toEqual([]);
    await ann.send('POST', `/api/aliases/${ann.aliasId}/restore`);
    expect((await on('bank.example')).aliases).toHaveLength(1);
  });

  it('stand in the database as nothing that names a site, or joins two accounts by one', async () => {
    await make('very-telling.example');
    await make('very-telling.example', bob);
    expect(await searchDatabase(test.core.database, ['very-telling'])).toEqual([]);
    const { db } = test.core.database;
    const sites = db.selectFrom('aliasSites').innerJoin('aliases', 'aliases.id', 'aliasId');
    const rows = await sites.select(['userId', 'siteHash']).execute();
    const owners = Map.groupBy(rows, ({ siteHash }) => siteHash.toString('hex')).values();
    for (const group of owners) expect(new Set(group.map(({ userId }) => userId)).size).toBe(1);
    expect(test.logLines.filter((line) => line.includes('very-telling'))).toEqual([]);
  });

  it('take no host that is none', async () => {
    const wrong = [
      '',
      'https://shop.example',
      'shop.example/path',
      'a b',
      '-x.example',
      `${'a'.repeat(64)}.example`,
      'x\0y',
    ];
    for (const host of wrong) expect(await send('/api/sites/aliases', { host })).toMatchObject({ status: 400 });
  });
});
