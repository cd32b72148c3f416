import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { submissionReplies } from '#mail/smtp-replies.ts';
import { checkCredential, type CredentialHolder } from '#core/credentials/credentials.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import { resolveCorrespondent, type SubmissionRecipient } from '#mail/as-alias/resolve-correspondent.ts';
import { authorizeSender, submitMessage } from '#mail/as-alias/submit-message.ts';
import type { ReceivedMessage, RecipientDecision } from '#protocol/smtp-server/session-policy.ts';
import type { Credentials } from '#protocol/smtp-server/read-sign-in.ts';
import type { SessionPolicy } from '#protocol/smtp-server/session-policy.ts';
import { sessionReplies } from '#protocol/smtp-server/session-replies.ts';

/** What the submission listeners ask of the mail engine. `Sender`: who signed in. A throw is answered `451 4.3.0`. */
export interface SubmissionHandler<Sender, Recipient> {
  /** `remoteAddress`: the client's, for the limits on failures. */
  signIn(credentials: Credentials, remoteAddress: string | null): Promise<SignInDecision<Sender>>;
  /** Whose mail it is. */
  account(sender: Sender): string;
  /** The reply that refuses a transaction of this sender, or `null`. */
  refuseSender(sender: Sender, reversePath: string): Promise<SmtpReply | null>;
  recipient(sender: Sender, address: string): Promise<RecipientDecision<Recipient>>;
  message(sender: Sender, message: ReceivedMessage<Recipient>): Promise<SmtpReply>;
}

type SignInDecision<Sender> =
  | { readonly accepted: true; readonly sender: Sender }
  | { readonly accepted: false; readonly reply: SmtpReply };

/** Mail from mail programs (RFC 6409): nothing but TLS and signing in before it. */
export function createSubmissionPolicy<Sender, Recipient>(
  handler: SubmissionHandler<Sender, Recipient>,
): SessionPolicy<Recipient> {
  let sender: Sender | null = null;
  const signedIn = (): Sender => {
    if (sender === null) throw new Error('nobody has signed in');
    return sender;
  };

  return {
    // A password is never asked for in clear (RFC 4954 §4, RFC 8314 §3.3).
    keywords: (encrypted) => (encrypted ? ['AUTH PLAIN LOGIN'] : []),
    signIn: async ({ encrypted, client }, attempt) => {
      if (!encrypted) return sessionReplies.tlsFirst;
      if (sender !== null) return sessionReplies.signedInAlready;
      const attempted = await attempt();
      if (!attempted.complete) return attempted.reply;
      const decision = await handler.signIn(attempted.credentials, client.remoteAddress);
      if (!decision.accepted) return decision.reply;
      ({ sender } = decision);
      return sessionReplies.signedIn;
    },
    account: () => (sender === null ? null : handler.account(sender)),
    sender: async ({ encrypted }, reversePath) => {
      if (!encrypted) return sessionReplies.tlsFirst;
      if (sender === null) return sessionReplies.signInFirst;
      return (await handler.refuseSender(sender, reversePath)) ?? sessionReplies.senderOk;
    },
    recipient: (address) => handler.recipient(signedIn(), address),
    message: (message) => handler.message(signedIn(), message),
  };
}

/** What mail programs may do here: send as the alias whose credential they hold. */
export function createSubmissionHandler(
  context: AsAliasContext,
): SubmissionHandler<CredentialHolder, SubmissionRecipient> {
  return {
    signIn: (credentials, remoteAddress) => signInSubmitter(context, credentials, remoteAddress),
    account: ({ userId }) => userId,
    refuseSender: async (holder, reversePath) => {
      if (reversePath.toLowerCase() !== holder.address) return submissionReplies.senderNotAlias;
      const decision = await authorizeSender(context, holder);
      return decision.accepted ? null : decision.reply;
    },
    recipient: (holder, address) => resolveCorrespondent(context, holder, address),
    message: (holder, message) => submitMessage(context, holder, message),
  };
}

/** More characters than any name has are not looked up or counted apart. */
const maxNameLength = 320;

/**
 * Lets the holder of an SMTP credential in. An unknown name and a wrong password get the same answer after the same
 * work; both count as failures of the name from this network and of the network, and are answered ever later.
 * @throws Error when the database does not answer.
 */
async function signInSubmitter(
  context: Pick<AsAliasContext, 'database' | 'limiter'>,
  credentials: Credentials,
  remoteAddress: string | null,
): Promise<SignInDecision<CredentialHolder>> {
  const { limiter } = context;
  const network = remoteAddress === null ? {} : { ip: remoteAddress };
  const name = { text: credentials.username.toLowerCase().slice(0, maxNameLength) };
  const [nameHasLeft, networkHasLeft] = await Promise.all([
    limiter.hasLeft('smtpFailuresPerAlias', { ...name, ...network }),
    limiter.hasLeft('smtpFailuresPerNetwork', network),
  ]);
  if (!nameHasLeft || !networkHasLeft) return { accepted: false, reply: sessionReplies.tooManyFailures };
  const sender = await checkCredential(context, credentials);
  if (sender !== null) return { accepted: true, sender };
  await Promise.all([
    limiter.tryTake('smtpFailuresPerAlias', { ...name, ...network }),
    limiter.tryTake('smtpFailuresPerNetwork', network),
    limiter.slowDown('smtpFailuresAnywhere', name),
  ]);
  return { accepted: false, reply: sessionReplies.wrongCredentials };
}
