import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDomainDirectory, type DomainDirectory } from '#core/domains/domain-directory.ts';
import { confirmTarget } from '#core/confirmation/confirm-target.ts';
import type { PasswordHasher } from '#core/sign-in/password-hasher.ts';
import { createVisitor, startTestApi, type Answer, type TestApi, type Visitor } from '#support/api.ts';
import { createTestCore, tokenOf, type TestCore } from '#support/core.ts';
import { withGenerousLimits } from '#support/generous-limits.ts';
import { startImprovmxServer } from '#support/improvmx-server.ts';
import { startImprovmxSide } from '#support/provider-sides.ts';
import { createTestWallet, proveWallet } from '#support/wallet.ts';

/**
 * What must look alike: in status and text to the letter, and in what takes time, which is the passwords that are computed, and
 * mail, which nobody waits for.
 */

let test: TestCore;
let api: TestApi;
let domains: DomainDirectory;
let ann: Visitor;
let bob: Visitor & { readonly id: string };

const password = 'correct horse';
const email = 'ann@home.example';
const rounds = 3;
const allOver = Promise.withResolvers<void>();
/** Passwords that were computed so far. */
let computed = 0;

function counted(passwords: PasswordHasher): PasswordHasher {
  return {
    hash: (...ask) => ((computed += 1), passwords.hash(...ask)),
    verify: (...ask) => ((computed += 1), passwords.verify(...ask)),
  };
}

async function register(address: string, at = api): Promise<Visitor & { readonly id: string }> {
  const visitor = createVisitor(at);
  const { body } = await visitor.send('POST', '/api/auth/register', { email: address, password });
  return { ...visitor, id: (body as { user: { id: string } }).user.id };
}

function wishFor(alias: string, domain = 'kauke.test') {
  return { alias, domain, forwardTo: 'box@office.example' };
}

beforeAll(async () => {
  test = await createTestCore();
  const { db } = test.core.database;
  await db
    .updateTable('domains')
    .set({ retiredAt: new Date(test.core.clock.now()) })
    .where('name', '=', 'mask.test')
    .execute();
  domains = await createDomainDirectory(test.core);
  // From then on mail takes as long as all of this; nobody must be able to tell that it is sent.
  let isSlow = false;
  const mailer = { send: async () => void (isSlow && (await allOver.promise)) };
  const passwords = counted(test.core.passwords);
  api = await startTestApi({ ...withGenerousLimits(test.core), domains, mailer, passwords });
  const owner = await register(email);
  ann = owner;
  bob = await register('bob@home.example');
  for (const alias of ['taken', 'buried']) await ann.send('POST', `/api/aliases/${owner.id}`, wishFor(alias));
  const { body } = await ann.send('GET', `/api/aliases/${owner.id}`);
  const { aliases } = body as { aliases: { id: string; alias: string }[] };
  await ann.send('DELETE', `/api/aliases/${aliases.find(({ alias }) => alias === 'buried')?.id}`);
  isSlow = true;
});
afterAll(async () => {
  allOver.resolve();
  await api.stop();
  domains.close();
  await test.drop();
});

/** Does each in turn, a few times. */
async function expectAlike(...ways: readonly (() => Promise<Answer>)[]): Promise<void> {
  const seen = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ways) {
      const before = computed;
      const { status, body } = await way();
      seen.add(`${status} ${JSON.stringify(body)}, ${computed - before} passwords`);
    }
  }
  expect([...seen]).toHaveLength(1);
}

function post(path: string, body: unknown) {
  return () => createVisitor(api).send('POST', path, body);
}

describe('nobody can tell', () => {
  it('by signing in whether an email has an account', async () => {
    await expectAlike(
      post('/api/auth/login', { email, password: 'wrong horse' }),
      post('/api/auth/login', { email: 'nobody@home.example', password: 'wrong horse' }),
    );
  });

  it('by a forgotten password whether an email has an account', async () => {
    await expectAlike(
      post('/api/auth/password/forgot', { email }),
      post('/api/auth/password/forgot', { email: 'nobody@home.example' }),
    );
  });

  it('by a challenge or a refused signature whether a wallet has an account', async () => {
    const known = createTestWallet();
    expect(await proveWallet(createVisitor(api), known)).toMatchObject({ status: 200 });
    const unknown = createTestWallet();
    const shape = ({ status, headers, body }: Answer): Answer => ({
      status,
      headers,
      body: Object.keys((body as { challenge: object }).challenge),
    });
    const [ofKnown, ofUnknown] = [known, unknown].map(({ address: walletAddress }) =>
      post('/api/auth/wallet/challenge', { walletAddress }),
    );
    if (ofKnown === undefined || ofUnknown === undefined) throw new Error('unreachable');
    await expectAlike(
      async () => shape(await ofKnown()),
      async () => shape(await ofUnknown()),
    );
    const forgery = { signedMessage: 'AAAA', signature: 'AAAA' };
    await expectAlike(
      post('/api/auth/wallet', { ...forgery, walletAddress: known.address }),
      post('/api/auth/wallet', { ...forgery, walletAddress: unknown.address }),
      post('/api/auth/wallet', { ...forgery, walletAddress: 'no wallet' }),
    );
  });

  it('by a link whether it was used, has expired or never was', async () => {
    const [used = '', expired = ''] = await Promise.all(
      ['used@home.example', 'expired@home.example'].map(async (address) => {
        const own = await startTestApi(test.core);
        await createVisitor(own).send('POST', '/api/auth/register', { email: address, password });
        await own.stop();
        return tokenOf(test.mails.find(({ recipient }) => recipient === address));
      }),
    );
    expect(await post('/api/targets/confirm', { token: used })()).toMatchObject({ status: 200 });
    test.advance(40 * 24 * 3_600_000);
    const made = 'A'.repeat(43);
    await expectAlike(...[used, expired, made].map((token) => post('/api/targets/confirm', { token })));
    await expectAlike(...[expired, made].map((token) => post('/api/auth/password/reset', { token, password })));
  });

  it('by making an alias whether its name is taken, was deleted by another or is of a retired domain', async () => {
    // The clock may have gone on for longer than a session lives.
    await bob.send('POST', '/api/auth/login', { email: 'bob@home.example', password });
    const create = (wish: object) => () => bob.send('POST', `/api/aliases/${bob.id}`, wish);
    await expectAlike(create(wishFor('taken')), create(wishFor('buried')), create(wishFor('whatever', 'mask.test')));
    expect(await create(wishFor('taken'))()).toMatchObject({ status: 409, body: { code: 'alias_unavailable' } });
  });
});

describe('nobody can tell under ImprovMX', () => {
  it('by a new name for an alias, or by making one, whether somebody has the name or had it', async () => {
    const provider = await startImprovmxServer();
    const side = await startImprovmxSide(provider);
    const there = await startTestApi(side.core);
    try {
      const owner = await register(email, there);
      await confirmTarget(side.core, tokenOf(side.mails.at(-1)), null);
      await side.settle();
      const make = async (visitor: typeof owner, alias: string, forwardTo = email): Promise<string> => {
        const wish = { alias, domain: 'kauke.test', forwardTo };
        const { body } = await visitor.send('POST', `/api/aliases/${visitor.id}`, wish);
        return (body as { alias: { id: string } }).alias.id;
      };
      await make(owner, 'taken');
      await owner.send('DELETE', `/api/aliases/${await make(owner, 'buried')}`);
      await side.settle();
      expect(provider.account.forwardOf('kauke.test', 'taken')).toBe(email);
      expect(provider.account.forwardOf('kauke.test', 'buried')).toBeNull();

      const stranger = await register('bob@home.example', there);
      const id = await make(stranger, 'own', 'bob@home.example');
      const rename = (alias: string) => () => stranger.send('PUT', `/api/aliases/${id}`, { alias });
      await expectAlike(rename('taken'), rename('buried'));
      expect(await rename('taken')()).toMatchObject({ status: 409, body: { code: 'alias_unavailable' } });
      const create = (alias: string) => () => stranger.send('POST', `/api/aliases/${stranger.id}`, wishFor(alias));
      await expectAlike(create('taken'), create('buried'));
    } finally {
      await there.stop();
      await side.close();
      await provider.close();
    }
  });
});
