import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockWithin } from '#core/sign-in/recovery/lock-account.ts';
import { createVisitor, startTestApi, type Answer, type TestApi } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';
import { createKeyOwner, makeApiKey, bearer, type KeyOwner } from '#support/key-owner.ts';

let test: TestCore;
let api: TestApi;
let owner: KeyOwner;

beforeEach(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core);
  owner = await createKeyOwner(api);
});
afterEach(async () => {
  await api.stop();
  await test.drop();
});

const whoWaits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/** Asks while everything is being locked: the request was let in, and waits for the account. */
async function askWhileLocking(ask: () => Promise<Answer>): Promise<Answer> {
  const { db, pool } = test.core.database;
  const { asked } = await db.transaction().execute(async (transaction) => {
    await lockWithin(transaction, test.core, owner.id);
    const waiting = ask();
    await expect.poll(async () => (await pool.query(whoWaits)).rowCount).toBeGreaterThan(0);
    return { asked: waiting };
  });
  return asked;
}

describe('a secret that is asked for while everything is locked', () => {
  const challenge = randomBytes(32).toString('base64url');
  const headers: { key?: Record<string, string> } = {};
  it.each([
    ['an API key', () => owner.send('POST', '/api/api-keys', { name: 'mine', scope: 'all' })],
    ['a code for the extension', () => owner.send('POST', '/api/pairings', { challenge })],
    ['a credential of the account', () => owner.send('POST', '/api/account/smtp-credentials', {})],
    ['a credential', () => owner.send('POST', '/api/smtp-credentials', { aliasId: owner.aliasId })],
    [
      'a credential, by a key',
      () => owner.send('POST', '/api/smtp-credentials', { aliasId: owner.aliasId }, headers.key),
    ],
  ])('is not handed out: %s', async (_, ask) => {
    headers.key = bearer((await makeApiKey(owner)).key);
    await test.core.database.db.deleteFrom('smtpCredentials').execute();
    const answer = await askWhileLocking(ask);
    expect(answer).toMatchObject({ status: 401 });
    expect(Object.keys(answer.body as object).toSorted()).toEqual(['code', 'message']);
  });
});

it('the code of an extension ends with all else, and holds up nobody who locks everything', async () => {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url');
  const { body } = await owner.send('POST', '/api/pairings', { challenge });
  const { code } = (body as { pairing: { code: string } }).pairing;
  const answer = await askWhileLocking(() => createVisitor(api).send('POST', '/api/pairings/key', { code, verifier }));
  expect(answer).toMatchObject({ status: 410, body: { code: 'pairing_over' } });
  expect(await test.core.database.db.selectFrom('apiKeys').select('id').execute()).toEqual([]);
});
