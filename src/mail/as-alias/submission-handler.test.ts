import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeReverseName } from '#contract/reserved-names/reverse-names.ts';
import { regenerateCredential } from '#core/credentials/credentials.ts';
import { createBuiltinProvider } from '#core/forwarding-provider.ts';
import { systemClock } from '#platform/clock.ts';
import { greetSecurely, plainResponse } from '#support/submission-listener.ts';
import { ownersInbox, startSendingTest, type Sender, type SendingTest } from '#support/submission.ts';

let test: SendingTest;
let sender: Sender;

beforeAll(async () => {
  test = await startSendingTest();
});
beforeEach(async () => {
  sender = await test.addSender();
});
afterAll(() => test.close());

describe('whoever signs in', () => {
  it('sends as the alias only', async () => {
    const client = await sender.signIn();
    for (const address of ['', 'other@kauke.test', ownersInbox, `x${sender.address}`]) {
      expect(await client.command(`MAIL FROM:<${address}>`)).toMatch(/^553 5\.7\.1/);
    }
    const command = `MAIL FROM:<${sender.address.toUpperCase()}> SIZE=1000 BODY=8BITMIME AUTH=<>`;
    expect(await client.command(command)).toMatch(/^250 /);
  });

  it('may not send as an alias that is paused, has nobody behind it, is locked or suspended with its account, or changed its password', async () => {
    const client = await sender.signIn();
    const { db } = test.mail.context.database;
    const { aliasId, userId, credential } = sender;
    const from = `MAIL FROM:<${sender.address}>`;
    await db.updateTable('aliases').set({ active: false }).where('id', '=', aliasId).execute();
    expect(await client.command(from)).toBe('550 5.7.1 This alias is paused, turn it on to send');
    await db.updateTable('aliases').set({ active: true }).where('id', '=', aliasId).execute();
    await db.updateTable('targets').set({ confirmedAt: null }).where('userId', '=', userId).execute();
    expect(await client.command(from)).toMatch(/^550 5\.7\.1 No inbox of this alias is confirmed/);
    await db
      .updateTable('targets')
      .set({ confirmedAt: new Date(systemClock.now()) })
      .where('userId', '=', userId)
      .execute();
    expect(await client.command(from)).toMatch(/^250 /);
    await client.command('RSET');
    await db
      .updateTable('users')
      .set({ lockedAt: new Date(systemClock.now()) })
      .where('id', '=', userId)
      .execute();
    expect(await client.command(from)).toBe('550 5.7.1 The account is locked, unlock it in its settings to send');
    await db.updateTable('users').set({ lockedAt: null, suspended: 'sending' }).where('id', '=', userId).execute();
    expect(await client.command(from)).toBe('550 5.7.1 The account is suspended from sending, its dashboard says why');
    await db.updateTable('users').set({ suspended: null }).where('id', '=', userId).execute();
    const provider = createBuiltinProvider();
    await regenerateCredential({ ...test.mail.context, provider }, { credentialId: credential.id, aliasId, userId });
    expect(await client.command(from)).toMatch(/^535 5\.7\.8/);
  });

  it('writes to no address literal, unknown alias, foreign reverse address or blocked correspondent', async () => {
    const client = await sender.signIn();
    const other = await test.addSender();
    const token = 'a'.repeat(26);
    await test.mail.context.contacts.store(other.aliasId, [{ token, correspondent: 'x@b.example' }]);
    await test.mail.blockContact(sender, 'blocked@b.example');
    await client.command(`MAIL FROM:<${sender.address}>`);
    expect(await client.command('RCPT TO:<x@[192.0.2.1]>')).toMatch(/^550 5\.1\.3/);
    expect(await client.command('RCPT TO:<nobody@kauke.test>')).toMatch(/^550 5\.1\.1/);
    for (const spelling of ['equals', 'plain'] as const) {
      const name = writeReverseName(token, spelling);
      expect(await client.command(`RCPT TO:<${name}@kauke.test>`)).toMatch(/^550 5\.1\.1/);
    }
    expect(await client.command('RCPT TO:<blocked@b.example>')).toMatch(/^550 5\.7\.1 You have blocked/);
    expect(await client.command('RCPT TO:<postmaster>')).toMatch(/^550 5\.1\.3/);
  });

  it('learns from a wrong password no more than from an unknown name, and is put off after too many', async () => {
    const { submissionPort } = test.listeners;
    const tries = async (username: string): Promise<string[]> => {
      const answers: string[] = [];
      for (let count = 0; count < 11; count += 1) {
        const client = await greetSecurely(submissionPort);
        answers.push(await client.command(`AUTH PLAIN ${plainResponse({ username, password: 'wrong' })}`));
        client.destroy();
      }
      return answers;
    };
    const [wrong, unknown] = await Promise.all([tries(sender.address), tries(`${randomUUID()}@kauke.test`)]);
    expect(wrong).toEqual(unknown);
    expect(new Set(wrong.slice(0, 10))).toEqual(new Set(['535 5.7.8 Wrong user name or password']));
    expect(wrong[10]).toBe('454 4.7.0 Too many failed attempts, try again later');
    const right = await greetSecurely(submissionPort);
    expect(await right.command(`AUTH PLAIN ${plainResponse(sender.credential)}`)).toMatch(/^454 4\.7\.0/);
    // Another name is not held up by it.
    await (await test.addSender()).signIn();
  });

  it('writes to as many new recipients as the account may, and to known ones beyond', async () => {
    const client = await sender.signIn();
    const addresses = Array.from({ length: 21 }, (_, index) => `r${index}@b.example`);
    const send = (to: readonly string[]): Promise<string> => sender.send(client, to, sender.message());
    expect(await send(addresses)).toMatch(/^550 5\.7\.1 Limit reached: 20 new recipients/);
    await test.arrivals(20, async () => expect(await send(addresses.slice(0, 20))).toMatch(/^250 /));
    expect(await send(addresses.slice(20))).toMatch(
      /^452 4\.7\.1 Limit reached: 20 new recipients within a day, try again after \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
    );
    await test.arrivals(1, async () => expect(await send(addresses.slice(0, 1))).toMatch(/^250 /));
  });
});
