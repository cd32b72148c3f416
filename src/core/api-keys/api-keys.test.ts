import { afterEach, beforeEach, expect, it } from 'vitest';
import { authenticateApiKey, createApiKey, listApiKeys } from '#core/api-keys/api-keys.ts';
import { startHousekeeping } from '#core/housekeeping.ts';
import { makeSecretToken } from '#core/secret-token.ts';
import { addTarget } from '#support/add-target.ts';
import { createTestCore, dayMs, signUp, type TestCore } from '#support/core.ts';

let test: TestCore;
let ann: string;

beforeEach(async () => {
  test = await createTestCore();
  ann = (await signUp(test.core, 'ann@example.com')).user.id;
  // She stays: an account that nobody confirms ends after 30 days.
  await addTarget(test.core, { userId: ann, target: 'ann@example.org', confirmed: true });
});
afterEach(() => test.drop());

/** As many as an hour allows at a time. */
async function makeKeys(count: number, days: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    if (made % 20 === 0) test.advance(3_600_000);
    await createApiKey(test.core, ann, { name: `key ${made}`, scope: 'all', days });
  }
}
function clean(): Promise<void> {
  return startHousekeeping(test.core)();
}
async function count(): Promise<number> {
  return (await listApiKeys(test.core, ann)).length;
}

it('expired API keys make room for new ones, and are erased 30 days later', async () => {
  await makeKeys(test.core.settings.quotas.apiKeys, 1);
  test.advance(3_600_000);
  const next = () => createApiKey(test.core, ann, { name: 'next', scope: 'all', days: 100 });
  await expect(next()).rejects.toMatchObject({ code: 'too_many_api_keys' });
  test.advance(dayMs);
  expect(await next()).toMatchObject({ name: 'next', expired: false });
  test.advance(29 * dayMs - 6 * 3_600_000);
  await clean();
  expect(await count()).toBe(test.core.settings.quotas.apiKeys + 1);
  test.advance(dayMs + 6 * 3_600_000);
  await clean();
  expect(await count()).toBe(1);
});

it('are letters and digits alone, and keys of the former form go on working', async () => {
  const { key, id } = await createApiKey(test.core, ann, { name: 'new', scope: 'all' });
  expect(key).toMatch(/^kauke[0-9A-Za-z]{43}$/);
  expect(await authenticateApiKey(test.core, key)).toMatchObject({ keyId: id });
  const { token, hash } = makeSecretToken(test.core.random);
  await test.core.database.db.updateTable('apiKeys').set({ keyHash: hash }).where('id', '=', id).execute();
  expect(await authenticateApiKey(test.core, `kauke_${token}`)).toMatchObject({ keyId: id });
  for (const wrong of [key, `${key}0`, key.slice(0, -1), `kauke${token}`, token]) {
    await expect(authenticateApiKey(test.core, wrong)).rejects.toMatchObject({ code: 'api_key_invalid' });
  }
});
