import { changeHolding } from '#core/held/held-mail.ts';
import type { HeldMessage, ReleaseHeld } from '#contract/held/held.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { createTestMail, exampleMessage, quickLimits, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

/** An engine that takes only mail somebody vouches for, small quotas, and one alias. */
export interface HeldWorld {
  readonly sink: SmtpSink;
  readonly mail: TestMail;
  readonly alias: TestAlias;
  hold(holdDays: number): Promise<void>;
  /** Nobody vouches for it. */
  sendForged(to?: string | readonly string[], id?: string, body?: string): Promise<SmtpReply>;
  heldOf(of?: TestAlias): Promise<HeldMessage[]>;
  /** @throws Error unless exactly one is. */
  soleHeld(): Promise<HeldMessage>;
  release(id: string, wish?: ReleaseHeld, userId?: string): Promise<void>;
  close(): Promise<void>;
}

export async function createHeldWorld(): Promise<HeldWorld> {
  const sink = await startSmtpSink();
  const mail = await createTestMail({
    transport: createSinkTransport({ 'inbox.example': sink.port, 'sender.example': sink.port }),
    settings: { unauthenticatedMail: 'refuse' },
    limits: { ...quickLimits, heldMaxBytes: 20_000, chunkBytes: 4096 },
  });
  const alias = await mail.addAlias({ local: 'shop', targets: ['ann@inbox.example'] });
  // The client of every test: SPF vouches for this domain.
  mail.dns.add({ 'sender.example': { TXT: ['v=spf1 ip4:192.0.2.7 -all'] } });
  const { held } = mail.context.engine;
  const heldOf = (of = alias): Promise<HeldMessage[]> => held.list(of.userId);
  return {
    sink,
    mail,
    alias,
    hold: (holdDays) => changeHolding(mail.context, alias.userId, { holdDays }),
    sendForged: (to = alias.address, id = 'forged', body = '') => {
      const content = exampleMessage(id).replace('bob@sender.example', 'eve@forged.example') + body;
      return mail.send(to, { from: 'eve@forged.example', content });
    },
    heldOf,
    soleHeld: async () => {
      const [message, ...more] = await heldOf();
      if (message === undefined || more.length > 0) throw new Error('not one message is held');
      return message;
    },
    release: (id, wish = {}, userId = alias.userId) => held.release({ userId, id }, wish),
    close: async () => {
      await mail.context.transport.close();
      await mail.close();
      await sink.stop();
    },
  };
}
