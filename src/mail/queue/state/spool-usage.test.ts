import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import type { MailLimits } from '#mail/mail-limits.ts';
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

type Filled = Awaited<ReturnType<TestMail['addAlias']>>;

/** An account of two aliases, with three inboxes. */
async function addAccount(name: string): Promise<readonly [Filled, Filled]> {
  const first = await mail.addAlias({ local: `${name}-a`, targets: ['ann@one.example', 'bea@one.example'] });
  const targets = ['cyd@one.example'];
  return [first, await mail.addAlias({ local: `${name}-b`, targets, userId: first.userId })];
}

function spoolOnly(limits: Partial<MailLimits>) {
  return mail.another({ limits: { ...quickLimits, ...limits }, settings: { cutThrough: false } });
}

/** Sends to all aliases of an account until it is refused; how often it was taken, and the refusal. */
async function sendUntilRefused(context: Awaited<ReturnType<typeof spoolOnly>>, name: string) {
  const aliases = await addAccount(name);
  for (let taken = 0; taken < 100; taken += 1) {
    const content = largeHeader(`filling-${name}-${taken}`);
    const reply = await mail.send(
      aliases.map(({ address }) => address),
      { context, content },
    );
    if (reply !== smtpReplies.messageAccepted) return { taken, reply };
  }
  throw new Error('never refused');
}

const readings = [
  ['read from the database', 0],
  ['kept up by this process', 60_000],
] as const;

describe('what waits in the spool', () => {
  // A message takes two header blocks of about 32 KiB: one for each alias, whatever the number of its inboxes.
  const messageBytes = 64 * kibibyte;

  it.each(readings)('is bounded for an account with its header blocks, %s', async (_, usageReadEveryMs) => {
    const context = await spoolOnly({ accountMaxBytes: 150 * kibibyte, usageReadEveryMs });
    expect(await sendUntilRefused(context, 'ann')).toEqual({ taken: 2, reply: smtpReplies.spoolFull });
  });

  it.each(readings)('is bounded for all with its header blocks, %s', async (_, usageReadEveryMs) => {
    const room = { spoolMaxBytes: 150 * kibibyte, accountLeastBytes: kibibyte * kibibyte };
    const context = await spoolOnly({ ...room, usageReadEveryMs });
    expect(await sendUntilRefused(context, 'ann')).toEqual({ taken: 2, reply: smtpReplies.spoolCrowded });
  });

  it.each(readings)('is shared, so that accounts that take all they may leave room to others, %s', async (_, every) => {
    const room = { spoolMaxBytes: 24 * messageBytes, accountLeastBytes: 2 * kibibyte };
    const context = await spoolOnly({ ...room, usageReadEveryMs: every });
    const greedy = [];
    for (const name of ['ann', 'bea', 'cyd', 'dan', 'eve']) greedy.push(await sendUntilRefused(context, name));
    // Two fifths of all, then two fifths of what each leaves, and ever less.
    expect(greedy.map(({ taken }) => taken)).toEqual([9, 4, 2, 2, 1]);
    expect(new Set(greedy.map(({ reply }) => reply))).toEqual(new Set([smtpReplies.spoolCrowded]));
    const honest = await mail.addAlias({ local: 'honest', targets: ['zoe@one.example'] });
    expect(await mail.send(honest.address, { context })).toBe(smtpReplies.messageAccepted);
  });
});
