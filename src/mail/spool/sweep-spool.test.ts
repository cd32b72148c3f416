import { describe, expect, it } from 'vitest';
import { smtpReplies } from '#contract/smtp-replies.ts';
import { spoolDay } from '#mail/spool/spool-day.ts';
import { sweepSpool } from '#mail/spool/sweep-spool.ts';
import { createTestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink } from '#support/smtp-sink.ts';

describe('sweepSpool', () => {
  it('destroys the key of a past day with its last message', async () => {
    const sink = await startSmtpSink();
    const transport = createSinkTransport({ 'one.example': sink.port });
    const mail = await createTestMail({ transport, settings: { cutThrough: false } });
    const { context } = mail;
    const today = spoolDay(context.clock);
    const past = { ...context, clock: { now: () => context.clock.now() - 3 * 24 * 60 * 60 * 1000 } };
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'], ageMs: 0 });
    expect(await mail.send(alias.address, { context: past })).toEqual(smtpReplies.messageAccepted);
    const versions = async (): Promise<number[]> => {
      const keys = await mail.test.database.db
        .selectFrom('keys')
        .select('version')
        .where('purpose', '=', 'spool')
        .execute();
      return keys.map(({ version }) => version);
    };
    await sweepSpool(context);
    expect(await versions()).toEqual([today - 3]);
    mail.worker();
    await expect.poll(versions, { timeout: 5000 }).toEqual([]);
    expect(await mail.waiting()).toEqual({ messages: 0, deliveries: 0 });
    await transport.close();
    await mail.close();
    await sink.stop();
  });
});
