import type { SecureContext } from 'node:tls';
import type { Config } from '#config/config.ts';
import { StartError } from '#config/start-error.ts';
import type { Recipient } from '#mail/recipient/resolve-recipient.ts';
import { resolveRecipient } from '#mail/recipient/resolve-recipient.ts';
import type { MailEngine } from './create-mail-engine.ts';
import { receiveMessage } from '#mail/receive-message.ts';
import type { ClientAccounts } from '#protocol/smtp-server/client-accounts.ts';
import { createClientBounds } from '#protocol/smtp-server/client-bounds.ts';
import type { SessionPolicy } from '#protocol/smtp-server/session-policy.ts';
import { sessionReplies, type SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { defaultSmtpLimits as limits } from '#protocol/smtp-server/smtp-limits.ts';
import {
  createSmtpListener,
  type ClientListener,
  type SmtpListenerOptions,
} from '#protocol/smtp-server/smtp-listener.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { rememberFailures } from '#core/limits/counted-failures.ts';
import { createSubmissionPolicy } from '#mail/as-alias/submission.ts';
import { createMailboxListener } from '#protocol/pop3-server/mailbox-listener.ts';
import type { MailboxSignIn } from '#protocol/pop3-server/mailbox-session.ts';
import { refuseBlockListed } from '#mail/judge/block-lists.ts';
import { createNetworkList } from '#platform/ip.ts';
import type { Listen } from '#platform/listen.ts';
import type { MailListener } from '#platform/metrics.ts';
import { createSubmissionHandler } from '#mail/as-alias/submission.ts';

interface ListenerOptions {
  readonly config: Pick<
    Config,
    'bindAddress' | 'roles' | 'mxPort' | 'submissionPort' | 'submissionsPort' | 'mailboxPort' | 'proxyProtocol'
  >;
  /** Asked at each handshake. */
  readonly certificate: () => SecureContext;
  readonly accounts: ClientAccounts;
  readonly listen: Listen;
}

/** The SMTP servers of this process, with the ports really bound; null where the process has not got the role. */
export interface SmtpListeners {
  readonly mxPort: number | null;
  /** STARTTLS. */
  readonly submissionPort: number | null;
  /** TLS from the first octet. */
  readonly submissionsPort: number | null;
  /** The mailbox that is always empty. */
  readonly mailboxPort: number | null;
  /** Stops accepting, gives sessions `graceMs` to finish what is in hand, then cuts the rest off. */
  close(graceMs: number): Promise<void>;
}

/** Measures how long the sender of a message waits for its reply. */
async function timed(
  { judge: { clock, metrics } }: MailEngine,
  listener: MailListener,
  answer: () => Promise<SmtpReply>,
): Promise<SmtpReply> {
  const startedAtMs = clock.now();
  const reply = await answer();
  metrics.message(listener, reply.code, (clock.now() - startedAtMs) / 1000);
  return reply;
}

/** What the listeners let a client do, counted. */
function createPolicies(mail: MailEngine) {
  // Any sender, nobody signs in, TLS for those who want it.
  const mx: SessionPolicy<Recipient> = {
    offersDsn: true,
    keywords: () => [],
    signIn: async () => sessionReplies.notOffered,
    account: () => null,
    sender: async () => sessionReplies.senderOk,
    recipient: async (address, { client }, reversePath) =>
      refuseBlockListed(mail.judge, client, await resolveRecipient(mail.recipient, address, reversePath)),
    message: (message) => timed(mail, 'mx', () => receiveMessage(mail.receive, message)),
  };
  const openMx = () => {
    mail.judge.metrics.smtpConnection('mx');
    return mx;
  };
  const openSubmission = (listener: MailListener) => () => {
    mail.judge.metrics.smtpConnection(listener);
    const handler = createSubmissionHandler(mail.submit);
    return createSubmissionPolicy({
      ...handler,
      message: (holder, message) => timed(mail, listener, () => handler.message(holder, message)),
    });
  };
  // It is asked every few minutes, also with a password that is no more: that counts once in the window, so that mail can be sent meanwhile.
  const isCounted = rememberFailures(mail.submit, rateLimitRules.smtpFailuresPerAlias.windowMs);
  const mailbox = createSubmissionHandler(mail.submit, isCounted);
  const signIn: MailboxSignIn = async (credentials, remoteAddress) => {
    const decision = await mailbox.signIn(credentials, remoteAddress);
    if (decision.accepted) return 'right';
    return decision.reply.code < 500 ? 'later' : 'wrong';
  };
  return { openMx, openSubmission, signIn };
}

/** Opens listeners at an address of this machine, and closes all that are open. */
function createOpener(host: string) {
  const listeners: ClientListener[] = [];
  return {
    /** @throws StartError when the port cannot be bound. */
    open: async (variable: string, port: number, listener: ClientListener): Promise<number> => {
      const bound = await listener.listen({ host, port }).catch((error: unknown) => {
        throw StartError.ofListener(variable, host, port, error);
      });
      listeners.push(listener);
      return bound;
    },
    close: async (graceMs: number): Promise<void> => {
      await Promise.all(listeners.map((listener) => listener.close(graceMs)));
    },
  };
}

/**
 * Takes mail from the world for the aliases of this program, and from mail programs as these aliases, as far as the
 * process has these roles, and shows these programs a mailbox without mail. @throws StartError when a port cannot be bound; none is then.
 */
export async function startSmtpListeners(
  mail: MailEngine,
  { config, certificate, accounts, listen }: ListenerOptions,
): Promise<SmtpListeners> {
  const { clock, log, metrics } = mail.judge;
  const { hostname } = mail.queue.settings;
  const { bindAddress: host, roles } = config;
  const common = {
    hostname,
    tls: certificate,
    limits,
    // One for all: it is the memory of the process.
    bounds: createClientBounds(limits, clock, accounts, metrics),
    isProxy: createNetworkList(config.proxyProtocol),
    clock,
    log,
    listen,
  };
  const { open, close } = createOpener(host);
  const start = <Recipient>(
    variable: string,
    port: number,
    kind: Pick<SmtpListenerOptions<Recipient>, 'listener' | 'implicitTls' | 'policy'>,
  ): Promise<number> => open(variable, port, createSmtpListener({ ...common, ...kind }));

  const { openMx, openSubmission, signIn } = createPolicies(mail);
  const mailbox = { listener: 'mailbox', signIn, metrics } as const;
  const submissionKind = (listener: MailListener, implicitTls: boolean) => ({
    listener,
    implicitTls,
    policy: openSubmission(listener),
  });
  try {
    const hasMx = roles.has('mx');
    const hasSubmission = roles.has('submission');
    const { mxPort, submissionPort, submissionsPort, mailboxPort } = config;
    return {
      mxPort: hasMx ? await start('MX_PORT', mxPort, { listener: 'mx', implicitTls: false, policy: openMx }) : null,
      submissionPort: hasSubmission
        ? await start('SUBMISSION_PORT', submissionPort, submissionKind('submission', false))
        : null,
      submissionsPort: hasSubmission
        ? await start('SUBMISSIONS_PORT', submissionsPort, submissionKind('submissions', true))
        : null,
      mailboxPort:
        hasSubmission && mailboxPort !== null
          ? await open('MAILBOX_PORT', mailboxPort, createMailboxListener({ ...common, ...mailbox }))
          : null,
      close,
    };
  } catch (error) {
    await close(0);
    throw error;
  }
}
