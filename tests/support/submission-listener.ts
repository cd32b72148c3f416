import { onTestFinished } from 'vitest';
import type { Clock } from '#platform/clock.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import type { ReceivedMessage } from '#protocol/smtp-server/session-policy.ts';
import { sessionReplies } from '#protocol/smtp-server/session-replies.ts';
import type { SmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';
import type { ClientListener } from '#protocol/smtp-server/smtp-listener.ts';
import { createSubmissionPolicy, type SubmissionHandler } from '#mail/as-alias/submission.ts';
import { makeListener } from '#support/mx-listener.ts';
import { connectSmtp, type SmtpTestClient } from '#support/smtp-client.ts';

/** What the listener lets in. */
export const rightCredentials = { username: 'me@kauke.test', password: 'right-password' };

interface Sent {
  readonly sender: string;
  readonly message: ReceivedMessage<string>;
}

export interface StartedSubmission {
  readonly listener: ClientListener;
  readonly port: number;
  readonly sent: readonly Sent[];
}

export interface SubmissionOptions {
  readonly implicitTls?: boolean;
  readonly handler?: Partial<SubmissionHandler<string, string, string>>;
  readonly limits?: Partial<SmtpLimits>;
  readonly proxies?: readonly string[];
  readonly clock?: Clock;
}

/** A submission listener on a free port of 127.0.0.1 that knows one name and password and ends with the test. */
export async function startSubmission(options: SubmissionOptions = {}): Promise<StartedSubmission> {
  const { implicitTls = false, handler, limits, proxies, clock } = options;
  const sent: Sent[] = [];
  const policy = () =>
    createSubmissionPolicy<string, string, string>({
      signIn: async ({ username, password }) =>
        username === rightCredentials.username && password === rightCredentials.password
          ? { accepted: true, sender: username }
          : { accepted: false, reply: sessionReplies.wrongCredentials },
      account: (sender) => sender,
      actAs: async (sender) => ({ accepted: true, acting: sender }),
      recipient: async (_, address) => ({ accepted: true, recipient: address }),
      message: async (sender, message) => {
        sent.push({ sender, message });
        return smtpReplies.messageAccepted;
      },
      ...handler,
    });
  const listener = makeListener({ policy, implicitTls }, limits, proxies, clock);
  onTestFinished(() => listener.close(0));
  return { listener, port: await listener.listen({ host: '127.0.0.1', port: 0 }), sent };
}

export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** The initial response of AUTH PLAIN. */
export function plainResponse({ username, password } = rightCredentials): string {
  return base64(`\0${username}\0${password}`);
}

/** Connects and goes on under TLS to behind EHLO. */
export async function greetSecurely(port: number): Promise<SmtpTestClient> {
  const client = await connectSmtp({ port });
  await client.reply();
  await client.command('EHLO client.example');
  await client.command('STARTTLS');
  await client.startTls();
  await client.command('EHLO client.example');
  return client;
}
