import { randomUUID } from 'node:crypto';
import { createTransport, type Transporter } from 'nodemailer';
import { expect } from 'vitest';
import type { NewCredential } from '#contract/aliases.ts';
import { createCredential } from '#core/credentials/credentials.ts';
import { createBuiltinProvider } from '#core/forwarding-provider.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { startSmtpListeners, type SmtpListeners } from '#main/start-smtp-listeners.ts';
import { createTestMail, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import type { SmtpTestClient } from '#support/smtp-client.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';
import { greetSecurely, plainResponse } from '#support/submission-listener.ts';
import { systemClock } from '#platform/clock.ts';
import { listenAlone } from '#platform/listen.ts';
import { createOwnClientAccounts } from '#protocol/smtp-server/client-accounts.ts';
import { defaultSmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';
import { testSecureContext } from '#support/tls.ts';

/** The SMTP servers of a mail engine on free ports of 127.0.0.1. */
export async function startListeners(
  mail: TestMail,
): Promise<SmtpListeners & { submissionPort: number; submissionsPort: number; mailboxPort: number }> {
  const ports = { mxPort: 0, submissionPort: 0, submissionsPort: 0, mailboxPort: 0 };
  const config = {
    bindAddress: '127.0.0.1',
    roles: new Set(['mx', 'submission'] as const),
    proxyProtocol: [],
    ...ports,
  };
  const accounts = createOwnClientAccounts(defaultSmtpLimits, systemClock);
  const certificate = () => testSecureContext;
  const listeners = await startSmtpListeners(mail.context.engine, {
    config,
    certificate,
    accounts,
    listen: listenAlone,
  });
  const { submissionPort, submissionsPort, mailboxPort } = listeners;
  return {
    ...listeners,
    submissionPort: submissionPort ?? 0,
    submissionsPort: submissionsPort ?? 0,
    mailboxPort: mailboxPort ?? 0,
  };
}

export interface MailProgramOptions {
  readonly port: number;
  /** TLS from the first octet. */
  readonly secure?: boolean;
  readonly username: string;
  readonly password: string;
}

/** A mail program: nodemailer under TLS. */
export function openMailProgram({ port, secure = false, username, password }: MailProgramOptions): Transporter {
  return createTransport({
    host: '127.0.0.1',
    port,
    secure,
    requireTLS: true,
    auth: { user: username, pass: password },
    tls: { rejectUnauthorized: false },
  });
}

/** A session that has signed in. */
export async function signInAt(
  port: number,
  credential: { readonly username: string; readonly password: string },
): Promise<SmtpTestClient> {
  const client = await greetSecurely(port);
  expect(await client.command(`AUTH PLAIN ${plainResponse(credential)}`)).toMatch(/^235 /);
  return client;
}

/** The inbox behind every alias of a `Sender`. */
export const ownersInbox = 'real.owner@inbox.example';

/** An alias whose owner sends by mail program. */
export interface Sender extends TestAlias {
  readonly credential: NewCredential;
  /** A raw message to bob@b.example with more header fields. */
  message(fields?: readonly string[]): string;
  /** A session that has signed in. */
  signIn(): Promise<SmtpTestClient>;
  /** One transaction within a session; the reply to the final dot. */
  send(client: SmtpTestClient, to: readonly string[], raw: string): Promise<string>;
}

/** Mail engine, SMTP servers, worker, and a sink for b.example, c.example and inbox.example. */
export interface SendingTest {
  readonly mail: TestMail;
  readonly sink: SmtpSink;
  readonly listeners: Awaited<ReturnType<typeof startListeners>>;
  addSender(): Promise<Sender>;
  /** What arrives at the sink by what `send` does. */
  arrivals(count: number, send: () => Promise<unknown>): Promise<readonly SinkMessage[]>;
  close(): Promise<void>;
}

export async function startSendingTest(): Promise<SendingTest> {
  const sink = await startSmtpSink();
  const ports = { 'b.example': sink.port, 'c.example': sink.port, 'inbox.example': sink.port };
  const mail = await createTestMail({ transport: createSinkTransport(ports) });
  const listeners = await startListeners(mail);
  const worker = mail.worker();
  const provider = createBuiltinProvider();

  const addSender = async (): Promise<Sender> => {
    const alias = await mail.addAlias({ local: `a-${randomUUID()}`, targets: [ownersInbox] });
    const credential = await createCredential({ ...mail.context, provider }, alias);
    return {
      ...alias,
      credential,
      message: (fields = []) =>
        [
          `From: "Shoe Fan" <${alias.address}>`,
          'To: Bob <bob@b.example>',
          'Subject: Sneakers',
          ...fields,
          '',
          'Hello Bob.',
          '',
        ].join('\r\n'),
      signIn: () => signInAt(listeners.submissionPort, credential),
      send: async (client, to, raw) => {
        expect(await client.command(`MAIL FROM:<${alias.address}>`)).toMatch(/^250 /);
        for (const address of to) expect(await client.command(`RCPT TO:<${address}>`)).toMatch(/^250 /);
        expect(await client.command('DATA')).toMatch(/^354 /);
        await client.send(`${raw}\r\n.\r\n`);
        return client.reply();
      },
    };
  };

  return {
    mail,
    sink,
    listeners,
    addSender,
    arrivals: async (count, send) => {
      const before = sink.messages.length;
      await send();
      return (await sink.waitForMessages(before + count)).slice(before);
    },
    close: async () => {
      await listeners.close(0);
      await worker.stop(0);
      await mail.close();
      await sink.stop();
    },
  };
}

/** The unfolded values of a message's fields, by name in lower case. */
export function headerOf({ raw }: SinkMessage): ReadonlyMap<string, string> {
  return new Map(parseMessage(raw).fields.map((field) => [field.key, fieldText(field)]));
}
