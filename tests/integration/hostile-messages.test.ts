import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAlias } from '#support/mail-engine.ts';
import {
  makeCrowdedInvitation,
  makeHostileMessages,
  makeLargeInvitation,
  makeWideMessage,
} from '#support/hostile-messages.ts';
import { ownersInbox, startSendingTest, type SendingTest } from '#support/submission.ts';
import { connectSmtp, dotStuff } from '#support/smtp-client.ts';

let test: SendingTest;
let alias: TestAlias;
beforeAll(async () => {
  test = await startSendingTest();
  alias = await test.mail.addAlias({ local: 'shop', targets: [ownersInbox] });
});
afterAll(() => test.close());

const nothing = Buffer.alloc(0);

function bodyOf(raw: Buffer): Buffer {
  return raw.subarray(raw.indexOf('\r\n\r\n') + 4);
}

async function receive(to: readonly string[], stuffed: Buffer): Promise<string> {
  const client = await connectSmtp({ port: test.listeners.mxPort ?? 0, timeoutMs: 50_000 });
  await client.reply();
  await client.command('EHLO mail.sender.example');
  await client.command('MAIL FROM:<bob@sender.example>');
  for (const address of to) expect(await client.command(`RCPT TO:<${address}>`)).toMatch(/^250 /);
  await client.command('DATA');
  await client.send(stuffed);
  const reply = await client.reply();
  client.destroy();
  return reply;
}

describe('a message', () => {
  it.each(makeHostileMessages())('of $name is answered and arrives unchanged', async (message) => {
    const stuffed = dotStuff(message.content);
    const before = test.sink.messages.length;
    const reply = await receive([alias.address], stuffed);
    const { code, enhanced, text } = message.reply;
    expect(reply).toBe(`${code} ${enhanced} ${text}`);
    if (code === 250) {
      const [arrived] = (await test.sink.waitForMessages(before + 1)).slice(before);
      expect(arrived?.rcptTo).toEqual([ownersInbox]);
      const isSame = bodyOf(arrived?.raw ?? nothing).equals(bodyOf(message.content));
      expect(isSame).toBe(message.bodyArrives);
    }
  });

  it('for a hundred aliases arrives, and is refused where it would have to be written anew for each', async () => {
    const addresses: string[] = [];
    for (let count = 0; count < 100; count += 1) {
      addresses.push((await test.mail.addAlias({ local: `shop${count}`, targets: [ownersInbox] })).address);
    }
    const before = test.sink.messages.length;
    expect(await receive(addresses, dotStuff(makeWideMessage(900)))).toBe('250 2.0.0 Message accepted');
    await test.sink.waitForMessages(before + addresses.length);
    const tooLarge = '552 5.3.4 Message is too large for so many recipients, send it to fewer at once';
    expect(await receive(addresses, dotStuff(makeWideMessage(1_000)))).toBe(tooLarge);
    expect(await receive(addresses, dotStuff(makeLargeInvitation()))).toBe(tooLarge);
    const crowded = dotStuff(makeCrowdedInvitation(256 * 1024));
    expect(await receive(addresses.slice(0, 33), crowded)).toBe(tooLarge);
    expect(await receive(addresses.slice(0, 4), crowded)).toBe('250 2.0.0 Message accepted');
  });
});
