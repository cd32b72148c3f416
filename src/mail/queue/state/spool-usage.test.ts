import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import type { MailLimits } from '#mail/queue/state/mail-limits.ts';
import { createTestMail, exampleMessage, quickLimits, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';

const kibibyte = 1024;
let mail: TestMail;

beforeEach(async () => {
  mail = await createTestMail({ transport: createSinkTransport({ 'one.example': 1 }) });
});
afterEach(async () => {
  await mail.context.transport.close();
  await mail.close();
});

/** A small text under 30 KiB of header fields. */
function largeHeader(id: string): string {
  return `${'X-Filler: 0123456789012345678901234567890123456789\r\n'.repeat(600)}${exampleMessage(id)}`;
}

/** Sends to all aliases of an account, one delivery for each, until it is refused; how often it was taken. */
async function sendUntilFull(limits: Partial<MailLimits>): Promise<number> {
  const context = await mail.another({ limits: { ...quickLimits, ...limits }, settings: { cutThrough: false } });
  const first = await mail.addAlias({ local: 'a', targets: ['ann@one.example', 'bea@one.example'] });
  const second = await mail.addAlias({ local: 'b', targets: ['cyd@one.example'], userId: first.userId });
  for (let taken = 0; taken < 10; taken += 1) {
    const content = largeHeader(`filling-${taken}`);
    const reply = await mail.send([first.address, second.address], { context, content });
    if (reply !== smtpReplies.messageAccepted) {
      expect(reply).toEqual(smtpReplies.spoolFull);
      return taken;
    }
  }
  return Infinity;
}

describe('what waits in the spool', () => {
  // A message takes two header blocks of about 32 KiB: one for each alias, whatever the number of its inboxes.
  const room = 150 * kibibyte;

  it.each([
    ['read from the database', 0],
    ['kept up by this process', 60_000],
  ])('is bounded for an account with its header blocks, %s', async (_, usageReadEveryMs) => {
    expect(await sendUntilFull({ accountMaxBytes: room, usageReadEveryMs })).toBe(2);
  });

  it.each([
    ['read from the database', 0],
    ['kept up by this process', 60_000],
  ])('is bounded for all with its header blocks, %s', async (_, usageReadEveryMs) => {
    expect(await sendUntilFull({ spoolMaxBytes: room, usageReadEveryMs })).toBe(2);
  });
});
