import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCorrespondent } from '#contract/email-address.ts';
import { readReverseName, writeReverseName } from '#contract/reserved-names/reverse-names.ts';
import { openCorrespondent, reverseToken, reverseTokenHash } from '#mail/recipient/address-forms.ts';
import { createVisitor, startTestApi, type TestApi, type Visitor } from '#support/api.ts';
import { normalizeAddress, parseAddress } from '#protocol/message/address.ts';
import { createTestCore, type TestCore } from '#support/core.ts';

interface Owner {
  readonly visitor: Visitor;
  readonly aliasId: string;
}

let test: TestCore;
let api: TestApi;
let ann: Owner;
let bob: Owner;

async function openAccount(name: string): Promise<Owner> {
  const visitor = createVisitor(api);
  const made = await visitor.send('POST', '/api/auth/register', {
    email: `${name}@example.com`,
    password: 'long enough',
  });
  const { user } = made.body as { user: { id: string } };
  const wish = { alias: `${name}-shop`, domain: 'kauke.test', forwardTo: `${name}@example.com` };
  const { body } = await visitor.send('POST', `/api/aliases/${user.id}`, wish);
  return { visitor, aliasId: (body as { alias: { id: string } }).alias.id };
}

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core);
  ann = await openAccount('ann');
  bob = await openAccount('bob');
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

function contactsOf({ aliasId }: Owner): string {
  return `/api/aliases/${aliasId}/contacts`;
}
function settingsOf({ aliasId }: Owner): string {
  return `/api/aliases/${aliasId}/settings`;
}

async function ask({ visitor, aliasId }: Owner, address: string): Promise<{ reverseAddress: string }> {
  const answer = await visitor.send('POST', `/api/aliases/${aliasId}/contacts`, { address });
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as { contact: { reverseAddress: string } }).contact;
}

describe('a correspondent', () => {
  it('has one reverse address, however often and in whatever spelling it is asked for', async () => {
    const { reverseAddress } = await ask(ann, 'Carol@Shop.Example');
    expect(reverseAddress).toMatch(/^reply\.[a-z2-7]{33}@kauke\.test$/);
    expect(await ask(ann, ' carol@shop.example ')).toMatchObject({ reverseAddress });
    expect((await ask(ann, 'dave@shop.example')).reverseAddress).not.toBe(reverseAddress);
    expect((await ask(bob, 'carol@shop.example')).reverseAddress).not.toBe(reverseAddress);
  });

  it.each([
    'first..last@shop.example',
    '.first.@shop.example',
    '"first last"@shop.example',
    '"a@b"@shop.example',
    String.raw`"quoted \"twice\""@shop.example`,
    '"needless"@shop.example',
    'Žąsis..x@ąžuolas.example',
    `${'a'.repeat(80)}@shop.example`,
  ])('%s is answered, blocked and ruled as whom its mail comes from', async (address) => {
    const correspondent = parseAddress(address) ?? '';
    const account = await ann.visitor.send('GET', '/api/account');
    const { id: userId } = (account.body as { account: { id: string } }).account;
    const token = reverseToken(test.core.keys, { userId, aliasAddress: 'ann-shop@kauke.test', correspondent });
    expect(await ask(ann, address)).toMatchObject({
      address: correspondent,
      reverseAddress: `${writeReverseName(token, 'plain')}@kauke.test`,
    });
    const block = { address, blocked: true };
    expect(await ann.visitor.send('PATCH', contactsOf(ann), block)).toMatchObject({ status: 200 });
    const rule = { scope: 'account', match: address, action: 'block' };
    const match = normalizeAddress(correspondent);
    expect(await ann.visitor.send('POST', '/api/sender-rules', rule)).toMatchObject({
      status: 201,
      body: { senderRule: { match } },
    });
  });

  it.each([
    'a@[192.0.2.1]',
    '""@shop.example',
    '"a"b@shop.example',
    '"a\nb"@shop.example',
    `${'a'.repeat(250)}@x.example`,
  ])('%j is nobody', async (address) => {
    const answer = await ann.visitor.send('POST', contactsOf(ann), { address });
    expect(answer).toMatchObject({ status: 400 });
  });

  it('is spelled as the mail engine spells it, or is none', () => {
    const piece = fc.constantFrom('"', '\\', '.', '@', 'a', 'Ž', 'e\u0301', ' ', ';', '<', '(', '+', 'x.example');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = `${pieces.join('')}@b.example`;
        const read = parseCorrespondent(text);
        if (read === null) return;
        const spelled = parseAddress(text.normalize('NFC'));
        expect(read).toMatchObject({ address: spelled, normalised: normalizeAddress(spelled ?? '') });
        expect(parseCorrespondent(read.address)).toEqual(read);
      }),
    );
  });

  it('is stored so that only the reverse address itself opens it', async () => {
    const { reverseAddress } = await ask(ann, 'sealed@shop.example');
    const token = readReverseName(reverseAddress.slice(0, reverseAddress.indexOf('@'))) ?? '';
    const row = await test.core.database.db
      .selectFrom('contacts')
      .select(['aliasId', 'correspondentSealed'])
      .where('tokenHash', '=', reverseTokenHash(token))
      .executeTakeFirstOrThrow();
    expect(row.aliasId).toBe(ann.aliasId);
    expect(openCorrespondent(token, row.correspondentSealed)).toBe('sealed@shop.example');
  });

  it('is blocked and unblocked by address, also before the first mail', async () => {
    const change = (blocked: boolean) =>
      ann.visitor.send('PATCH', contactsOf(ann), { address: 'pest@shop.example', blocked });
    expect(await change(true)).toMatchObject({ body: { message: 'Sender blocked', contact: { blocked: true } } });
    expect((await ann.visitor.send('POST', contactsOf(ann), { address: 'PEST@shop.example' })).body).toMatchObject({
      contact: { blocked: true },
    });
    expect(await change(false)).toMatchObject({ body: { message: 'Sender unblocked', contact: { blocked: false } } });
  });

  it('can be asked for by the owner of the alias only', async () => {
    for (const method of ['POST', 'PATCH']) {
      const body = { address: 'x@shop.example', ...(method === 'PATCH' && { blocked: true }) };
      expect(await bob.visitor.send(method, contactsOf(ann), body)).toMatchObject({ status: 404 });
      expect(await createVisitor(api).send(method, contactsOf(ann), body)).toMatchObject({ status: 401 });
    }
  });

  it.each(['', 'nobody', 'a@b', 'two@at@signs.example', '<carol@shop.example>', `${'x'.repeat(320)}@shop.example`])(
    'is not %j',
    async (address) => {
      const answer = await ann.visitor.send('POST', contactsOf(ann), { address });
      expect(answer).toMatchObject({ status: 400, body: { errors: { address: ['Valid email address is required'] } } });
    },
  );

  it('is not the alias itself', async () => {
    const answer = await ann.visitor.send('POST', contactsOf(ann), { address: 'Ann-Shop@kauke.test' });
    expect(answer).toMatchObject({ status: 400, body: { errors: { address: ['This is the alias itself'] } } });
  });

  it('counts as a new recipient, of whom a young account may gain twenty a day', async () => {
    const carl = await openAccount('carl');
    for (let count = 1; count <= 20; count += 1) await ask(carl, `person-${count}@shop.example`);
    const beyond = await carl.visitor.send('POST', contactsOf(carl), { address: 'one-more@shop.example' });
    expect(beyond).toMatchObject({ status: 429, body: { rateLimited: true, resetTime: expect.any(String) } });
    await ask(carl, 'person-7@shop.example');
  });

  it('is listed to nobody', async () => {
    expect(await ann.visitor.send('GET', contactsOf(ann))).toMatchObject({ status: 405 });
  });
});

describe('the settings of an alias', () => {
  const usual = {
    transparent: false,
    cutThrough: true,
    autoReplies: false,
    identityParts: false,
    encryptedReplies: false,
    removeTrackers: false,
    inClear: false,
    unsubscribe: 'author',
    fromName: null,
  };

  it('change one by one and stay', async () => {
    expect((await ann.visitor.send('GET', settingsOf(ann))).body).toEqual({ settings: usual });
    const changed = { ...usual, transparent: true };
    expect((await ann.visitor.send('PATCH', settingsOf(ann), { transparent: true })).body).toEqual({
      settings: changed,
      undo: expect.any(String),
    });
    await ann.visitor.send('PATCH', settingsOf(ann), { cutThrough: false });
    expect((await ann.visitor.send('GET', settingsOf(ann))).body).toEqual({
      settings: { ...changed, cutThrough: false },
    });
  });

  it('are seen and changed by the owner only', async () => {
    expect(await bob.visitor.send('GET', settingsOf(ann))).toMatchObject({ status: 404 });
    expect(await bob.visitor.send('PATCH', settingsOf(ann), { autoReplies: true })).toMatchObject({ status: 404 });
    expect((await ann.visitor.send('GET', settingsOf(ann))).body).toMatchObject({ settings: { autoReplies: false } });
  });

  it('take nothing unknown and not nothing', async () => {
    expect(await ann.visitor.send('PATCH', settingsOf(ann), {})).toMatchObject({ status: 400 });
    expect(await ann.visitor.send('PATCH', settingsOf(ann), { verbose: true })).toMatchObject({ status: 400 });
    expect(await ann.visitor.send('PATCH', settingsOf(ann), { transparent: 'yes' })).toMatchObject({ status: 400 });
  });
});

describe('an inbox', () => {
  it('may prove replies by SPF alone when its owner says so', async () => {
    const targets = (await ann.visitor.send('GET', '/api/targets')).body as { targets: { id: string }[] };
    const path = `/api/targets/${targets.targets[0]?.id}`;
    expect(await bob.visitor.send('PATCH', path, { spfReplies: true })).toMatchObject({ status: 404 });
    expect(await ann.visitor.send('PATCH', path, { spfReplies: true })).toMatchObject({ status: 200 });
    const rows = await test.core.database.db.selectFrom('targets').select('spfReplies').execute();
    expect(rows.filter(({ spfReplies }) => spfReplies)).toHaveLength(1);
  });
});
