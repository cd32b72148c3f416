import { expect, onTestFinished } from 'vitest';
import { smtpReplies } from '#contract/smtp-replies.ts';
import { systemClock } from '#platform/clock.ts';
import type { MxHandler, ReceivedMessage } from '#mail/smtp/mx-handler.ts';
import { defaultMxLimits } from '#mail/smtp/mx-limits.ts';
import type { MxLimits } from '#mail/smtp/mx-limits.ts';
import { createMxListener } from '#mail/smtp/mx-listener.ts';
import type { MxListener } from '#mail/smtp/mx-listener.ts';
import { silentLog } from '#support/silent-log.ts';
import { connectSmtp } from '#support/smtp-client.ts';
import type { SmtpTestClient } from '#support/smtp-client.ts';
import { testSecureContext } from '#support/tls.ts';

/** Takes every recipient and every message. */
export const acceptAll: MxHandler<string> = {
  recipient: async (address) => ({ accepted: true, recipient: address }),
  message: async () => smtpReplies.messageAccepted,
};

export interface StartedListener {
  readonly listener: MxListener;
  readonly port: number;
  /** What was handed over, in order. */
  readonly messages: readonly ReceivedMessage<string>[];
}

/** A listener on a free port of 127.0.0.1 that ends with the test. */
export const startMxListener = async (
  handler: Partial<MxHandler<string>> = {},
  limits: Partial<MxLimits> = {},
): Promise<StartedListener> => {
  const messages: ReceivedMessage<string>[] = [];
  const { recipient, message } = { ...acceptAll, ...handler };
  const listener = createMxListener<string>({
    hostname: 'mx.example',
    tls: () => testSecureContext,
    handler: {
      recipient,
      message: (received) => {
        messages.push(received);
        return message(received);
      },
    },
    limits: { ...defaultMxLimits, ...limits },
    clock: systemClock,
    log: silentLog,
  });
  onTestFinished(() => listener.close(0));
  return { listener, port: await listener.listen({ host: '127.0.0.1', port: 0 }), messages };
};

/** Connects and says EHLO. */
export const greet = async (port: number, localAddress = '127.0.0.1'): Promise<SmtpTestClient> => {
  const client = await connectSmtp({ port, localAddress });
  await client.reply();
  await client.command('EHLO client.example');
  return client;
};

/** Goes on to where the message may be sent. */
export const openData = async (client: SmtpTestClient): Promise<void> => {
  await client.command('MAIL FROM:<a@b.example>');
  await client.command('RCPT TO:<x@mx.example>');
  expect(await client.command('DATA')).toMatch(/^354 /);
};
