import { expect, onTestFinished } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { createNetworkList } from '#platform/ip.ts';
import { createClientBounds } from '#protocol/smtp-server/client-bounds.ts';
import type { ReceivedMessage, SessionPolicy } from '#protocol/smtp-server/session-policy.ts';
import { sessionReplies } from '#protocol/smtp-server/session-replies.ts';
import { defaultSmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';
import type { SmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';
import { createSmtpListener } from '#protocol/smtp-server/smtp-listener.ts';
import type { ClientListener, SmtpListenerOptions } from '#protocol/smtp-server/smtp-listener.ts';
import { silentLog } from '#support/silent-log.ts';
import { connectSmtp } from '#support/smtp-client.ts';
import type { SmtpTestClient } from '#support/smtp-client.ts';
import { testSecureContext } from '#support/tls.ts';

/** A policy that takes every recipient and every message, and lets nobody sign in. */
export const acceptAll: SessionPolicy<string> = {
  keywords: () => [],
  signIn: async () => sessionReplies.notOffered,
  account: () => null,
  sender: async () => sessionReplies.senderOk,
  recipient: async (address) => ({ accepted: true, recipient: address }),
  message: async () => smtpReplies.messageAccepted,
};

export interface StartedListener {
  readonly listener: ClientListener;
  readonly port: number;
  /** What was handed over, in order. */
  readonly messages: readonly ReceivedMessage<string>[];
}

type ListenerParts<Recipient> = Pick<SmtpListenerOptions<Recipient>, 'policy' | 'implicitTls'>;

/** A listener that is not listening yet. */
export function makeListener<Recipient>(
  parts: ListenerParts<Recipient>,
  changes: Partial<SmtpLimits> = {},
  proxies: readonly string[] = [],
  clock: Clock = systemClock,
): ClientListener {
  const limits = { ...defaultSmtpLimits, ...changes };
  return createSmtpListener<Recipient>({
    ...parts,
    hostname: 'mx.example',
    tls: () => testSecureContext,
    limits,
    listener: 'mx',
    bounds: createClientBounds(limits, clock),
    isProxy: createNetworkList(proxies),
    clock,
    log: silentLog,
  });
}

/** A listener on a free port of 127.0.0.1 that ends with the test. */
export async function startMxListener(
  changes: Partial<SessionPolicy<string>> = {},
  limits: Partial<SmtpLimits> = {},
  proxies: readonly string[] = [],
  clock: Clock = systemClock,
): Promise<StartedListener> {
  const messages: ReceivedMessage<string>[] = [];
  const { message, ...policy } = { ...acceptAll, ...changes };
  const noting = (received: ReceivedMessage<string>) => {
    messages.push(received);
    return message(received);
  };
  const listener = makeListener(
    { policy: () => ({ ...policy, message: noting }), implicitTls: false },
    limits,
    proxies,
    clock,
  );
  onTestFinished(() => listener.close(0));
  return { listener, port: await listener.listen({ host: '127.0.0.1', port: 0 }), messages };
}

/** Connects and says EHLO. */
export async function greet(port: number, localAddress = '127.0.0.1'): Promise<SmtpTestClient> {
  const client = await connectSmtp({ port, localAddress });
  await client.reply();
  await client.command('EHLO client.example');
  return client;
}

/** Goes on to where the message may be sent. */
export async function openData(client: SmtpTestClient): Promise<void> {
  await client.command('MAIL FROM:<a@b.example>');
  await client.command('RCPT TO:<x@mx.example>');
  expect(await client.command('DATA')).toMatch(/^354 /);
}
