import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAlias } from '#core/aliases/create-alias.ts';
import { findSendingAlias } from '#core/aliases/standing/speaker.ts';
import { createApiKey } from '#core/api-keys/api-keys.ts';
import { removeOldLinks } from '#core/confirmation/one-time-links.ts';
import { createCredential } from '#core/credentials/credentials.ts';
import { checkCredential } from '#core/credentials/credential-holders.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { sendNotices } from '#core/notices/send-notices.ts';
import { listResetPrograms, requestPasswordReset, resetPassword } from '#core/sign-in/passwords.ts';
import { lockEverything, unlockAccount } from '#core/sign-in/recovery/lock-account.ts';
import { lockByLink, readLockLink } from '#core/sign-in/recovery/lock-link.ts';
import { signInWithPassword } from '#core/sign-in/sign-in-with-password.ts';
import { createSession } from '#core/sign-in/sessions.ts';
import { addTarget } from '#support/add-target.ts';
import { createTestCore, dayMs, signUp, tokenOf, type TestCore } from '#support/core.ts';

const email = 'ann@example.com';
const password = 'correct horse';
const origin = { ip: '192.0.2.1', sessionToken: null, device: 'Firefox on Linux' };

let test: TestCore;
let userId: string;
let boxId: string;
beforeEach(async () => {
  test = await createTestCore();
  userId = (await signUp(test.core, email)).user.id;
  const { db } = test.core.database;
  await db
    .updateTable('users')
    .set({ emailVerifiedAt: new Date(test.core.clock.now()) })
    .execute();
  boxId = await addTarget(test.core, { userId, target: 'box@example.org', confirmed: true });
});
afterEach(() => test.drop());

async function makeCredential(name: string) {
  const input = { alias: name, domain: 'kauke.test', forwardTo: 'box@example.org' };
  const { id: aliasId } = await createAlias(test.core, input, { ownerId: userId, askerId: userId, ip: '192.0.2.1' });
  return createCredential(test.core, { aliasId, userId });
}

async function mailedToken(): Promise<string> {
  await recordSecurityEvent(test.core.database.db, test.core, userId, { kind: 'password_changed' });
  test.advance(60_000);
  await sendNotices(test.core);
  return tokenOf(test.mails.findLast(({ recipient }) => recipient === 'box@example.org'));
}

function count(table: 'sessions' | 'apiKeys' | 'smtpCredentials'): Promise<number> {
  return test.core.database.db
    .selectFrom(table)
    .select('id')
    .execute()
    .then((rows) => rows.length);
}

const makeKey = (name: string) => createApiKey(test.core, userId, { name, scope: 'all' });
const signIn = (text = password) => signInWithPassword(test.core, { email, password: text }, origin);

async function resetToken(): Promise<string> {
  await requestPasswordReset(test.core, email);
  return tokenOf(test.mails.at(-1));
}

describe('locking everything', () => {
  it('ends sessions, API keys and SMTP credentials, and makes the password void', async () => {
    await makeKey('script');
    await makeCredential('shop');
    await lockEverything(test.core, userId);
    expect([await count('sessions'), await count('apiKeys'), await count('smtpCredentials')]).toEqual([0, 0, 0]);
    await expect(signIn()).rejects.toMatchObject({ code: 'account_locked' });
    await expect(signIn('wrong password')).rejects.toMatchObject({ code: 'wrong_credentials' });
  });

  it('lets the owner in by a new password, and send again by one call', async () => {
    await lockEverything(test.core, userId);
    await resetPassword(test.core, { token: await resetToken(), password: 'battery staple' });
    await signIn('battery staple');
    const { username, password: smtpPassword } = await makeCredential('shop');
    const holder = await checkCredential(test.core, { username, password: smtpPassword });
    if (holder === null) throw new Error('no credential');
    expect(await findSendingAlias(test.core, holder)).toMatchObject({ locked: true });
    await unlockAccount(test.core, userId);
    expect(await findSendingAlias(test.core, holder)).toMatchObject({ locked: false });
  });

  it('leaves the password to an account whose mailbox cannot get another', async () => {
    await test.core.database.db.updateTable('users').set({ emailVerifiedAt: null }).execute();
    await lockEverything(test.core, userId);
    expect(await signIn()).toMatchObject({ user: { id: userId } });
  });

  it('ends links to new passwords that are on their way', async () => {
    const token = await resetToken();
    await lockEverything(test.core, userId);
    const reset = resetPassword(test.core, { token, password: 'battery staple' });
    await expect(reset).rejects.toMatchObject({ code: 'link_unusable' });
  });

  it('keeps out who comes by a method that was added in the week before', async () => {
    const { db } = test.core.database;
    const wallet = { walletAddressSealed: Buffer.alloc(1), walletAddressHash: Buffer.alloc(32) };
    await db.updateTable('users').set(wallet).execute();
    await recordSecurityEvent(db, test.core, userId, { kind: 'method_added', method: 'wallet' });
    test.advance(6 * dayMs);
    await lockEverything(test.core, userId);
    const enter = (authMethod: string) => createSession(db, test.core, { userId, authMethod, origin });
    await expect(enter('wallet')).rejects.toMatchObject({ code: 'account_locked' });
    await enter('google');
    await unlockAccount(test.core, userId);
    await enter('wallet');
  });
});

describe('the link of a warning', () => {
  it('changes nothing when it is read, and locks when it is used', async () => {
    const token = await mailedToken();
    expect(await readLockLink(test.core, token)).toEqual({ locked: false });
    expect(await count('sessions')).toBe(1);
    await lockByLink(test.core, token);
    expect(await count('sessions')).toBe(0);
    expect(await readLockLink(test.core, token)).toEqual({ locked: true });
  });

  it('locks once: two at the same time tell the same, and after the unlocking it is worth nothing', async () => {
    const token = await mailedToken();
    await Promise.all([lockByLink(test.core, token), lockByLink(test.core, token)]);
    const events = await test.core.database.db.selectFrom('securityEvents').select('id').execute();
    expect(events).toHaveLength(2);
    await unlockAccount(test.core, userId);
    await expect(lockByLink(test.core, token)).rejects.toMatchObject({ code: 'link_unusable' });
    await expect(readLockLink(test.core, token)).rejects.toMatchObject({ code: 'link_unusable' });
  });

  it('works for seven days and is erased then', async () => {
    const token = await mailedToken();
    test.advance(7 * dayMs);
    await expect(lockByLink(test.core, token)).rejects.toMatchObject({ code: 'link_unusable' });
    expect(await count('sessions')).toBe(1);
    await removeOldLinks(test.core);
    expect(
      await test.core.database.db
        .selectFrom('secretLinks')
        .where('kind', '=', 'lock_account')
        .select('userId')
        .execute(),
    ).toEqual([]);
  });

  it('still locks when the inbox it was sent to is gone', async () => {
    const token = await mailedToken();
    await test.core.database.db.deleteFrom('targets').where('id', '=', boxId).execute();
    await lockByLink(test.core, token);
    expect(await count('sessions')).toBe(0);
  });

  it('is no link of another kind, and no other link is one', async () => {
    const token = await mailedToken();
    const reset = resetPassword(test.core, { token, password: 'battery staple' });
    await expect(reset).rejects.toMatchObject({ code: 'link_unusable' });
    for (const other of [await resetToken(), 'x'.repeat(43), 'short', '']) {
      await expect(lockByLink(test.core, other)).rejects.toMatchObject({ code: 'link_unusable' });
    }
  });
});

describe('a reset of the password', () => {
  it('asks program by program what stays, and ends the rest', async () => {
    const { id: keyId } = await makeKey('kept script');
    await makeKey('other script');
    const { id: credentialId } = await makeCredential('shop');
    await makeCredential('letters');
    const token = await resetToken();
    const programs = await listResetPrograms(test.core, token);
    expect(programs.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'api_key kept script',
      'api_key other script',
      'smtp letters@kauke.test',
      'smtp shop@kauke.test',
    ]);
    await resetPassword(test.core, { token, password: 'battery staple', keep: [keyId, credentialId] });
    const { db } = test.core.database;
    expect(await db.selectFrom('apiKeys').select('id').execute()).toEqual([{ id: keyId }]);
    expect(await db.selectFrom('smtpCredentials').select('id').execute()).toEqual([{ id: credentialId }]);
    expect(await count('sessions')).toBe(0);
  });

  it('keeps nothing unless it is told to, and nothing of another account', async () => {
    await makeKey('script');
    await makeCredential('shop');
    const other = (await signUp(test.core, 'bob@example.com', '198.51.100.1')).user.id;
    const { id: otherKey } = await createApiKey(test.core, other, { name: 'his', scope: 'all' });
    const token = await resetToken();
    await resetPassword(test.core, { token, password: 'battery staple', keep: [otherKey] });
    const { db } = test.core.database;
    expect(await db.selectFrom('apiKeys').select('id').execute()).toEqual([{ id: otherKey }]);
    expect(await count('smtpCredentials')).toBe(0);
  });

  it('shows a mailbox in front of a second factor no name but of aliases that forward to it', async () => {
    await makeKey('script');
    await makeCredential('shop');
    await test.core.database.db
      .updateTable('users')
      .set({ totpEnabledAt: new Date(test.core.clock.now()) })
      .execute();
    const programs = await listResetPrograms(test.core, await resetToken());
    expect(programs).toMatchObject([
      { kind: 'api_key', name: null },
      { kind: 'smtp', name: null },
    ]);
  });
});
