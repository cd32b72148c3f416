import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { submissionReplies } from '#mail/smtp-replies.ts';
import {
  checkAccountCredential,
  holdAs,
  isAccountName,
  type AccountHolder,
  checkCredential,
  type CredentialHolder,
} from '#core/credentials/credential-holders.ts';
import type { NoteFailure } from '#core/limits/counted-failures.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import { resolveCorrespondent, type SubmissionRecipient } from '#mail/as-alias/resolve-correspondent.ts';
import { authorizeSender, submitMessage } from '#mail/as-alias/submit-message.ts';
import type { ReceivedMessage, RecipientDecision } from '#protocol/smtp-server/session-policy.ts';
import type { Credentials } from '#protocol/smtp-server/read-sign-in.ts';
import type { SessionPolicy } from '#protocol/smtp-server/session-policy.ts';
import { sessionReplies } from '#protocol/smtp-server/session-replies.ts';

/**
 * What the submission listeners ask of the mail engine. `Sender`: who signed in; `Acting`: the same in one transaction, as the alias
 * that it names. A throw is answered `451 4.3.0`.
 */
export interface SubmissionHandler<Sender, Acting, Recipient> {
  /** `remoteAddress`: the client's, for the limits on failures. */
  signIn(credentials: Credentials, remoteAddress: string | null): Promise<SignInDecision<Sender>>;
  /** Whose mail it is. */
  account(sender: Sender): string;
  actAs(sender: Sender, reversePath: string): Promise<ActingDecision<Acting>>;
  recipient(acting: Acting, address: string): Promise<RecipientDecision<Recipient>>;
  message(acting: Acting, message: ReceivedMessage<Recipient>): Promise<SmtpReply>;
}

type SignInDecision<Sender> =
  | { readonly accepted: true; readonly sender: Sender }
  | { readonly accepted: false; readonly reply: SmtpReply };

type ActingDecision<Acting> =
  | { readonly accepted: true; readonly acting: Acting }
  | { readonly accepted: false; readonly reply: SmtpReply };

/** Mail from mail programs (RFC 6409): nothing but TLS and signing in before it. */
export function createSubmissionPolicy<Sender, Acting, Recipient>(
  handler: SubmissionHandler<Sender, Acting, Recipient>,
): SessionPolicy<Recipient> {
  let sender: Sender | null = null;
  // Of the transaction that was begun last.
  let acting: Acting | null = null;
  const begun = (): Acting => {
    if (acting === null) throw new Error('nobody has begun a transaction');
    return acting;
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
      const decision = await handler.actAs(sender, reversePath);
      if (!decision.accepted) return decision.reply;
      ({ acting } = decision);
      return sessionReplies.senderOk;
    },
    recipient: (address) => handler.recipient(begun(), address),
    message: (message) => handler.message(begun(), message),
  };
}

/**
 * What mail programs may do here: send as the alias whose credential they hold, or as any of the account. `isCounted`: whether a failure to
 * sign in was counted already; by default each one counts.
 */
export function createSubmissionHandler(
  context: AsAliasContext,
  isCounted: NoteFailure = () => false,
): SubmissionHandler<CredentialHolder | AccountHolder, CredentialHolder, SubmissionRecipient> {
  return {
    signIn: (credentials, remoteAddress) => signInSubmitter(context, credentials, remoteAddress, isCounted),
    account: ({ userId }) => userId,
    actAs: async (holder, reversePath) => {
      const address = reversePath.toLowerCase();
      const acting = 'credentialId' in holder ? await holdAs(context, holder, address) : holder;
      if (acting === 'gone') return { accepted: false, reply: submissionReplies.credentialGone };
      if (acting === 'no_alias') return { accepted: false, reply: submissionReplies.senderNoAlias };
      if (address !== acting.address) return { accepted: false, reply: submissionReplies.senderNotAlias };
      const decision = await authorizeSender(context, acting);
      return decision.accepted ? { accepted: true, acting } : decision;
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
  isCounted: NoteFailure,
): Promise<SignInDecision<CredentialHolder | AccountHolder>> {
  const { limiter } = context;
  const network = remoteAddress === null ? {} : { ip: remoteAddress };
  const name = { text: credentials.username.toLowerCase().slice(0, maxNameLength) };
  const [nameHasLeft, networkHasLeft] = await Promise.all([
    limiter.hasLeft('smtpFailuresPerAlias', { ...name, ...network }),
    limiter.hasLeft('smtpFailuresPerNetwork', network),
  ]);
  if (!nameHasLeft || !networkHasLeft) return { accepted: false, reply: sessionReplies.tooManyFailures };
  const check = isAccountName(credentials.username) ? checkAccountCredential : checkCredential;
  const sender = await check(context, credentials);
  if (sender !== null) return { accepted: true, sender };
  if (isCounted(credentials, remoteAddress)) return { accepted: false, reply: sessionReplies.wrongCredentials };
  await Promise.all([
    limiter.tryTake('smtpFailuresPerAlias', { ...name, ...network }),
    limiter.tryTake('smtpFailuresPerNetwork', network),
    limiter.slowDown('smtpFailuresAnywhere', name),
  ]);
  return { accepted: false, reply: sessionReplies.wrongCredentials };
}
