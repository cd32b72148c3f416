import { generateKeyPairSync, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  sessionResponseSchema,
  walletChallengeResponseSchema,
  type WalletChallenge,
  type WalletProof,
} from '#contract/sign-in.ts';
import { walletMessage } from '#contract/wallet-message.ts';
import { removeExpiredChallenges } from '#core/sign-in/challenges/browser-challenge.ts';
import { createVisitor, startTestApi, type Answer, type TestApi, type Visitor } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';
import { searchDatabase } from '#support/database-search.ts';
import { createTestWallet, proveWallet } from '#support/wallet.ts';

let test: TestCore;
let api: TestApi;

beforeAll(async () => {
  test = await createTestCore({ publicUrl: 'https://mask.example:8443' });
  api = await startTestApi(test.core);
});
beforeEach(() => test.advance(3_600_000));
afterAll(async () => {
  await api.stop();
  await test.drop();
});

async function ask(visitor: Visitor): Promise<WalletChallenge> {
  const answer = await visitor.send('POST', '/api/auth/wallet/challenge', {});
  expect(answer.status).toBe(200);
  return walletChallengeResponseSchema.parse(answer.body).challenge;
}
function enter(visitor: Visitor, proof: WalletProof): Promise<Answer> {
  return visitor.send('POST', '/api/auth/wallet', proof);
}
const refusal = { message: 'Wallet authentication failed', code: 'wallet_refused' };

describe('a wallet challenge', () => {
  it('names our own domain by configuration, a nonce and five minutes', async () => {
    const visitor = createVisitor(api);
    const address = createTestWallet().address;
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const answer = await visitor.send('POST', '/api/auth/wallet/challenge', { walletAddress: address }, headers);
    const now = test.core.clock.now();
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      challenge: {
        domain: 'mask.example:8443',
        statement: 'Sign in to Kauke. This costs nothing and moves nothing.',
        uri: 'https://mask.example:8443',
        version: '1',
        chainId: 'mainnet',
        nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
        issuedAt: new Date(now).toISOString(),
        expirationTime: new Date(now + 300_000).toISOString(),
      },
    });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-kauke_wallet=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
  });

  it('is the text that wallets sign, to the byte', () => {
    const challenge: WalletChallenge = {
      domain: 'mask.example',
      statement: 'Hello.',
      uri: 'https://mask.example',
      version: '1',
      chainId: 'mainnet',
      nonce: '0123456789abcdef',
      issuedAt: '2026-11-21T12:00:00.000Z',
      expirationTime: '2026-11-21T12:05:00.000Z',
    };
    expect(walletMessage(challenge, '11111111111111111111111111111112')).toBe(
      'mask.example wants you to sign in with your Solana account:\n11111111111111111111111111111112\n\nHello.\n\n' +
        'URI: https://mask.example\nVersion: 1\nChain ID: mainnet\nNonce: 0123456789abcdef\n' +
        'Issued At: 2026-11-21T12:00:00.000Z\nExpiration Time: 2026-11-21T12:05:00.000Z',
    );
  });

  it('is erased once it is over, and each network gets 100 an hour', async () => {
    await test.core.database.db.deleteFrom('walletChallenges').execute();
    const visitor = createVisitor(api);
    for (let turn = 0; turn < 100; turn += 1) await ask(visitor);
    expect(await visitor.send('POST', '/api/auth/wallet/challenge', {})).toMatchObject({ status: 429 });
    test.advance(300_000);
    await removeExpiredChallenges(test.core);
    expect(await test.core.database.db.selectFrom('walletChallenges').selectAll().execute()).toEqual([]);
  });
});

describe('wallet sign-in', () => {
  it('makes an account on the first visit and finds it again', async () => {
    const wallet = createTestWallet();
    const visitor = createVisitor(api);
    const first = await proveWallet(visitor, wallet);
    const user = { walletAddress: wallet.address, email: null, authMethod: 'wallet', balance: '0.00' };
    expect(first).toMatchObject({ status: 200, body: { user } });
    const session = await visitor.send('GET', '/api/auth/session');
    expect(session.body).toEqual(first.body);
    const again = await proveWallet(createVisitor(api), wallet);
    expect(again.body).toEqual(first.body);
    expect(await searchDatabase(test.core.database, [wallet.address])).toEqual([]);
  });

  it('gives a first visit that happens twice at once one account', async () => {
    const wallet = createTestWallet();
    const answers = await Promise.all([1, 2].map(() => proveWallet(createVisitor(api), wallet)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
  });

  it('lets one of two uses of one challenge in', async () => {
    const wallet = createTestWallet();
    const asker = createVisitor(api);
    const answer = await asker.send('POST', '/api/auth/wallet/challenge', {});
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const proof = wallet.prove(walletChallengeResponseSchema.parse(answer.body).challenge);
    const uses = await Promise.all(
      Array.from({ length: 4 }, () => createVisitor(api).send('POST', '/api/auth/wallet', proof, { cookie })),
    );
    expect(uses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
  });
});

describe('a forged wallet sign-in', () => {
  const victim = createTestWallet();
  const attackerKey = generateKeyPairSync('ed25519');
  const attackerAddress = base58.encode(attackerKey.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));

  /** What the attacker sends: any text under his own signature. */
  const forge = (walletAddress: string, text: string): WalletProof => ({
    walletAddress,
    signedMessage: Buffer.from(text).toString('base64'),
    signature: sign(null, Buffer.from(text), attackerKey.privateKey).toString('base64'),
  });

  const expectRefused = async (visitor: Visitor, proof: WalletProof): Promise<void> => {
    const answer = await enter(visitor, proof);
    expect(answer).toMatchObject({ status: 401, body: refusal });
    expect(Object.keys(answer.body as object).toSorted()).toEqual(['code', 'message']);
    const session = await visitor.send('GET', '/api/auth/session');
    expect(sessionResponseSchema.parse(session.body).user).toBeNull();
  };

  it('with another key is refused, whichever of the two addresses it names', async () => {
    for (const [named, claimed] of [
      [victim.address, victim.address],
      [victim.address, attackerAddress],
      [attackerAddress, victim.address],
    ] as const) {
      const visitor = createVisitor(api);
      await expectRefused(visitor, forge(claimed, walletMessage(await ask(visitor), named)));
    }
  });

  it('by replay is refused', async () => {
    const visitor = createVisitor(api);
    const proof = victim.prove(await ask(visitor));
    expect(await enter(visitor, proof)).toMatchObject({ status: 200 });
    await visitor.send('POST', '/api/auth/logout');
    await expectRefused(visitor, proof);
    const thief = createVisitor(api);
    await ask(thief);
    await expectRefused(thief, proof);
  });

  it('that is expired is refused, to the millisecond', async () => {
    const slow = createVisitor(api);
    const late = victim.prove(await ask(slow));
    test.advance(299_999);
    const quick = createVisitor(api);
    expect(await enter(slow, late)).toMatchObject({ status: 200 });
    const later = victim.prove(await ask(quick));
    test.advance(300_000);
    await expectRefused(quick, later);
  });

  it('for another domain is refused', async () => {
    for (const other of [{ domain: 'evil.example' }, { uri: 'https://evil.example' }]) {
      const visitor = createVisitor(api);
      await expectRefused(visitor, victim.prove({ ...(await ask(visitor)), ...other }));
    }
  });

  it('with altered text is refused', async () => {
    const altered: ((challenge: WalletChallenge) => WalletChallenge)[] = [
      (challenge) => ({ ...challenge, statement: 'Sign in to Kauke. ' }),
      (challenge) => ({ ...challenge, statement: `${challenge.statement}\n\nURI: https://mask.example:8443` }),
      (challenge) => ({ ...challenge, expirationTime: '2099-01-01T00:00:00.000Z' }),
      (challenge) => ({ ...challenge, issuedAt: new Date(Date.parse(challenge.issuedAt) + 1).toISOString() }),
      (challenge) => ({ ...challenge, nonce: 'f'.repeat(32) }),
      (challenge) => ({ ...challenge, expirationTime: `${challenge.expirationTime}\nResources:\n- x` }),
    ];
    for (const alter of altered) {
      const visitor = createVisitor(api);
      await expectRefused(visitor, victim.prove(alter(await ask(visitor))));
    }
    const visitor = createVisitor(api);
    const proof = victim.prove(await ask(visitor));
    const padded = Buffer.concat([Buffer.from(proof.signedMessage, 'base64'), Buffer.from('\n')]);
    await expectRefused(visitor, { ...proof, signedMessage: padded.toString('base64') });
  });

  it('in another browser is refused, and leaves the challenge to its own', async () => {
    const visitor = createVisitor(api);
    const proof = victim.prove(await ask(visitor));
    await expectRefused(createVisitor(api), proof);
    const thief = createVisitor(api);
    await ask(thief);
    await expectRefused(thief, proof);
    expect(await enter(visitor, proof)).toMatchObject({ status: 200 });
  });

  it.each([
    ['an address that is no key', (proof: WalletProof) => ({ ...proof, walletAddress: 'O0Il' })],
    ['a short address', (proof: WalletProof) => ({ ...proof, walletAddress: proof.walletAddress.slice(2) })],
    ['a short signature', (proof: WalletProof) => ({ ...proof, signature: proof.signature.slice(0, 80) })],
    ['no base64', (proof: WalletProof) => ({ ...proof, signature: '!', signedMessage: '!' })],
    ['a signature of zeros', (proof: WalletProof) => ({ ...proof, signature: 'A'.repeat(86) })],
  ])('with %s is refused alike', async (_, alter) => {
    const visitor = createVisitor(api);
    await expectRefused(visitor, alter(victim.prove(await ask(visitor))));
  });

  it('without an address is told so', async () => {
    const answer = await createVisitor(api).send('POST', '/api/auth/wallet', { signedMessage: 'x', signature: 'x' });
    expect(answer).toMatchObject({ status: 400, body: { errors: { walletAddress: ['Wallet address is required'] } } });
  });
});
