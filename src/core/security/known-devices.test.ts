import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSecurity, removeOldSecurityEvents } from '#core/security/read-security.ts';
import { signInWithPassword } from '#core/sign-in/sign-in-with-password.ts';
import { registerAccount } from '#core/sign-in/register-account.ts';
import { createTestCore, dayMs, type TestCore } from '#support/core.ts';
import { searchDatabase } from '#support/database-search.ts';

const email = 'ann@example.com';
const password = 'correct horse';
const browser = (deviceToken: string) => ({
  ip: '192.0.2.1',
  sessionToken: null,
  device: 'Firefox on Linux',
  deviceToken,
});

let test: TestCore;
let userId: string;
beforeEach(async () => {
  test = await createTestCore();
  userId = (await registerAccount(test.core, { email, password }, browser('first'))).user.id;
});
afterEach(() => test.drop());

async function devicesTold(): Promise<number> {
  const { events } = await readSecurity(test.core, userId);
  return events.filter(({ kind, device }) => kind === 'new_device' && device === 'Firefox on Linux').length;
}

function signIn(token: string) {
  // Within the limits of its network.
  test.advance(3_600_000);
  return signInWithPassword(test.core, { email, password }, browser(token));
}

it('tells of a browser that the account does not know, once, and not of the one it was opened by', async () => {
  await signIn('first');
  expect(await devicesTold()).toBe(0);
  await signIn('second');
  expect(await devicesTold()).toBe(1);
  await signIn('second');
  await signIn('first');
  expect(await devicesTold()).toBe(1);
});

it('knows at most 20 browsers of an account, those seen last, for 90 days', async () => {
  for (let turn = 0; turn < 25; turn += 1) {
    test.advance(dayMs);
    await signIn(`browser ${turn}`);
  }
  const { db } = test.core.database;
  expect(await db.selectFrom('knownDevices').select('deviceHash').execute()).toHaveLength(20);
  await signIn('browser 24');
  expect(await devicesTold()).toBe(25);
  await signIn('first');
  expect(await devicesTold()).toBe(26);
  expect(await searchDatabase(test.core.database, ['browser 24', 'Firefox on Linux'])).toEqual([]);
  test.advance(92 * dayMs);
  await removeOldSecurityEvents(test.core);
  expect(await db.selectFrom('knownDevices').select('deviceHash').execute()).toEqual([]);
});

it('tells of the fifth failed sign-in within a day, once', async () => {
  const fail = (): Promise<unknown> => {
    test.advance(1_000_000);
    return signInWithPassword(test.core, { email, password: 'a wrong one' }, browser('first')).catch(() => null);
  };
  const failuresTold = async (): Promise<number> =>
    (await readSecurity(test.core, userId)).events.filter(({ kind }) => kind === 'five_failures').length;
  for (let turn = 1; turn <= 4; turn += 1) await fail();
  expect(await failuresTold()).toBe(0);
  await fail();
  expect(await failuresTold()).toBe(1);
  for (let turn = 1; turn <= 10; turn += 1) await fail();
  expect(await failuresTold()).toBe(1);
});
