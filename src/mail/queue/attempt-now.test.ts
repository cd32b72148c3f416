import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mailLimits } from '#mail/mail-limits.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { startHangingServer, type HangingServer } from '#support/hanging-server.ts';
import { createTestMail, exampleMessage, quickLimits, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const accepted = smtpReplies.messageAccepted;
const bodyBytes = 80_000;
// What is never answered is waited for that long, and what is answered has that long on a busy machine.
const limits = { ...quickLimits, dispatchDeadlineMs: 3_000, chunkBytes: 10_000, unansweredMaxBytes: 100_000 };
let sink: SmtpSink;
let mute: HangingServer;
let mail: TestMail;

beforeEach(async () => {
  sink = await startSmtpSink();
  mute = await startHangingServer('dot');
  mail = await createTestMail({
    transport: createSinkTransport({ 'sink.example': sink.port, 'mute.example': mute.port }),
    limits,
  });
});
afterEach(async () => {
  await mail.context.transport.close();
  await mail.close();
  await sink.stop();
  await mute.stop();
});

function large(id: string): string {
  return `${exampleMessage(id)}${'0123456789abcdef0123456789abcdef\r\n'.repeat(bodyBytes / 34)}`;
}

describe('large bodies that a destination never answers for', () => {
  const breakSpool = () => sql`alter table spool_headers rename to broken`.execute(mail.test.database.db);
  const mendSpool = () => sql`alter table broken rename to spool_headers`.execute(mail.test.database.db);

  it.each(['spooled', 'remembered for the retry'])(
    'are bounded, also %s: further ones wait in the spool',
    async (how) => {
      const muted = await mail.addAlias({ local: 'muted', targets: ['ann@mute.example'] });
      const live = await mail.addAlias({ local: 'live', targets: ['bea@sink.example'] });
      if (how === 'spooled') {
        expect(await mail.send(muted.address, { content: large('first') })).toEqual(accepted);
      } else {
        await breakSpool();
        expect(await mail.send(muted.address, { content: large('first') })).toEqual(smtpReplies.tryLater);
        await mendSpool();
      }
      const before = (await mail.waiting()).messages;
      expect(await mail.send([muted.address, live.address], { content: large('second') })).toEqual(accepted);
      expect(await mail.waiting()).toMatchObject({ messages: before + 1 });
      expect([mute.received.length, sink.received.length]).toEqual([1, 0]);
      expect(await mail.send(live.address)).toEqual(accepted);
      expect(sink.received).toHaveLength(1);
      mute.release();
      await expect
        .poll(() => mail.send(live.address, { content: large('third') }).then(() => sink.received.length))
        .toBe(2);
    },
  );

  it('do not hinder many at once to one that answers', async () => {
    const context = await mail.another({ limits: { ...limits, dispatchDeadlineMs: mailLimits.dispatchDeadlineMs } });
    const live = await mail.addAlias({ local: 'live', targets: ['bea@sink.example'] });
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        mail.send(live.address, { content: large(`at-once-${index}`), context }),
      ),
    );
    expect(replies).toEqual(Array.from({ length: 10 }, () => accepted));
    expect(sink.messages).toHaveLength(10);
    expect(await mail.waiting()).toEqual({ messages: 0, deliveries: 0 });
  });
});
