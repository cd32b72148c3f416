import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import type { Credentials } from '#protocol/smtp-server/read-sign-in.ts';
import type { ReceivedMessage, RecipientDecision, SessionPolicy } from '#protocol/smtp-server/session-policy.ts';
import { sessionReplies } from '#protocol/smtp-server/session-replies.ts';

/** What the submission listeners ask of the mail engine. `Sender`: who signed in. A throw is answered `451 4.3.0`. */
export interface SubmissionHandler<Sender, Recipient> {
  /** `remoteAddress`: the client's, for the limits on failures. */
  signIn(credentials: Credentials, remoteAddress: string | null): Promise<SignInDecision<Sender>>;
  /** The reply that refuses a transaction of this sender, or `null`. */
  refuseSender(sender: Sender, reversePath: string): Promise<SmtpReply | null>;
  recipient(sender: Sender, address: string): Promise<RecipientDecision<Recipient>>;
  message(sender: Sender, message: ReceivedMessage<Recipient>): Promise<SmtpReply>;
}

export type SignInDecision<Sender> =
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
    sender: async ({ encrypted }, reversePath) => {
      if (!encrypted) return sessionReplies.tlsFirst;
      if (sender === null) return sessionReplies.signInFirst;
      return (await handler.refuseSender(sender, reversePath)) ?? sessionReplies.senderOk;
    },
    recipient: (address) => handler.recipient(signedIn(), address),
    message: (message) => handler.message(signedIn(), message),
  };
}
