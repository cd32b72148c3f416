import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { NewAccountCredential } from '#contract/account/smtp-credentials.ts';
import {
  createAccountCredential,
  deleteAccountCredential,
  listAccountCredentials,
  regenerateAccountCredential,
} from '#core/credentials/account-credentials.ts';
import { revokeAppCredentials, listPrograms } from '#core/sign-in/recovery/programs.ts';
import { createBuiltinProvider } from '#core/forwarding-provider.ts';
import { systemClock } from '#platform/clock.ts';
import { addOwnDomain } from '#support/own-domain.ts';
import type { SmtpTestClient } from '#support/smtp-client.ts';
import { greetSecurely, plainResponse } from '#support/submission-listener.ts';
import {
  headerOf,
  ownersInbox,
  signInAt,
  startSendingTest,
  type Sender,
  type SendingTest,
} from '#support/submission.ts';

let test: SendingTest;
let ann: Sender;
let bob: Sender;

beforeAll(async () => {
  test = await startSendingTest();
});
beforeEach(async () => {
  [ann, bob] = [await test.addSender(), await test.addSender()];
});
afterAll(() => test.close());

function signIn(credential: NewAccountCredential): Promise<SmtpTestClient> {
  return signInAt(test.listeners.submissionPort, credential);
}
function make(userId: string, domainId: string | null = null): Promise<NewAccountCredential> {
  return createAccountCredential(test.mail.context, userId, domainId);
}
async function tryFrom(client: SmtpTestClient, address: string): Promise<string> {
  const answer = await client.command(`MAIL FROM:<${address}>`);
  await client.command('RSET');
  return answer;
}
const noAlias = /^553 5\.7\.1 The sender must be an alias that this password sends as/;

it('one password sends as each live alias of its account, in one session, and as nobody else', async () => {
  const second = await test.mail.addAlias({
    local: `b-${randomUUID()}`,
    targets: ['second@inbox.example'],
    userId: ann.userId,
  });
  const credential = await make(ann.userId);
  expect(credential.username).toMatch(/^[a-z2-7]{16}$/);
  const client = await signIn({ ...credential, username: credential.username.toUpperCase() });
  const messages = await test.arrivals(2, async () => {
    for (const { address } of [ann, second]) {
      const raw = ann.message().replaceAll(ann.address, address);
      expect(await client.command(`MAIL FROM:<${address.toUpperCase()}>`)).toMatch(/^250 /);
      expect(await client.command('RCPT TO:<bob@b.example>')).toMatch(/^250 /);
      await client.command('DATA');
      await client.send(`${raw}\r\n.\r\n`);
      expect(await client.reply()).toMatch(/^250 /);
    }
  });
  expect(messages.map((message) => headerOf(message).get('from'))).toEqual(
    [ann, second].map(({ address }) => `"Shoe Fan" <${address}>`),
  );

  for (const address of ['', 'nobody@kauke.test', bob.address, ownersInbox]) {
    expect(await tryFrom(client, address)).toMatch(noAlias);
  }
  // What stands in the header has to be the alias of the envelope.
  await client.command(`MAIL FROM:<${second.address}>`);
  await client.command('RCPT TO:<bob@b.example>');
  await client.command('DATA');
  await client.send(`${ann.message()}\r\n.\r\n`);
  expect(await client.reply()).toMatch(/^550 5\.7\.1 /);

  const { db } = test.mail.context.database;
  await db.updateTable('aliases').set({ active: false }).where('id', '=', second.aliasId).execute();
  expect(await tryFrom(client, second.address)).toMatch(/^550 5\.7\.1 This alias is paused/);
  await db
    .updateTable('aliases')
    .set({ binnedAt: new Date(systemClock.now()), binEndsAt: new Date(systemClock.now()) })
    .where('id', '=', second.aliasId)
    .execute();
  expect(await tryFrom(client, second.address)).toMatch(noAlias);
  client.destroy();
});

it('another domain of the account is not that of a credential for one, and a domain of others has none', async () => {
  const { context } = test.mail;
  const own = await addOwnDomain(context, { userId: ann.userId, name: `d-${randomUUID().slice(0, 8)}.example` });
  const credential = await make(ann.userId, own.id);
  const client = await signIn(credential);
  expect(await tryFrom(client, ann.address)).toMatch(noAlias);
  await context.database.db.updateTable('aliases').set({ domainId: own.id }).where('id', '=', ann.aliasId).execute();
  const address = ann.address.replace('kauke.test', own.name);
  expect(await tryFrom(client, address)).toMatch(/^250 /);
  // Another member's alias on the same domain.
  await context.database.db.updateTable('aliases').set({ domainId: own.id }).where('id', '=', bob.aliasId).execute();
  expect(await tryFrom(client, bob.address.replace('kauke.test', own.name))).toMatch(noAlias);
  await expect(make(bob.userId, own.id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(make(ann.userId, own.id)).rejects.toMatchObject({ code: 'account_credential_exists' });
  client.destroy();
});

it('a wrong password is that of nobody, and one that ended ends the session it is in', async () => {
  const { context } = test.mail;
  const credential = await make(ann.userId);
  await expect(make(ann.userId)).rejects.toMatchObject({ code: 'account_credential_exists' });
  const wrongs = [
    { ...credential, password: 'wrong' },
    { ...credential, username: 'a'.repeat(16) },
    { username: ann.address, password: credential.password },
    { username: credential.username, password: ann.credential.password },
  ];
  for (const wrong of wrongs) {
    const client = await greetSecurely(test.listeners.submissionPort);
    expect(await client.command(`AUTH PLAIN ${plainResponse(wrong)}`)).toBe('535 5.7.8 Wrong user name or password');
    client.destroy();
  }
  const client = await signIn(credential);
  expect(await tryFrom(client, ann.address)).toMatch(/^250 /);
  const refused = { code: 'not_found' };
  await expect(regenerateAccountCredential(context, bob.userId, credential.id)).rejects.toMatchObject(refused);
  await expect(deleteAccountCredential(context, bob.userId, credential.id)).rejects.toMatchObject(refused);
  const renewed = await regenerateAccountCredential(context, ann.userId, credential.id);
  expect(await tryFrom(client, ann.address)).toMatch(/^535 5\.7\.8/);
  const again = await signIn(renewed);
  expect(await tryFrom(again, ann.address)).toMatch(/^250 /);

  // A reset of the password and a lock end it like any program that is not kept.
  const { db } = context.database;
  expect(await listPrograms(db, ann.userId, null)).toContainEqual(
    expect.objectContaining({ id: credential.id, kind: 'smtp', name: '*@*' }),
  );
  const byInbox = await listPrograms(db, ann.userId, Buffer.alloc(32));
  expect(byInbox).toContainEqual(expect.objectContaining({ id: credential.id, name: null }));
  const programs = { provider: createBuiltinProvider() };
  await revokeAppCredentials(db, programs, ann.userId, [credential.id]);
  expect(await tryFrom(again, ann.address)).toMatch(/^250 /);
  await revokeAppCredentials(db, programs, ann.userId, []);
  expect(await tryFrom(again, ann.address)).toMatch(/^535 5\.7\.8/);
  expect(await listAccountCredentials(db, ann.userId)).toEqual([]);
  client.destroy();
  again.destroy();
});
