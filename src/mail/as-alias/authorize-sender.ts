import { submissionReplies, type SmtpReply } from '#contract/smtp-replies.ts';
import { findSendingAlias, type SendingAlias } from '#core/aliases/standing/find-sending-alias.ts';
import type { CredentialHolder } from '#core/credentials/credentials.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';

/** An alias that may send now. */
export type AuthorizedAlias = SendingAlias & { readonly linkId: string };

export type SenderDecision =
  | { readonly accepted: true; readonly alias: AuthorizedAlias }
  | { readonly accepted: false; readonly reply: SmtpReply };

function refuse(reply: SmtpReply): SenderDecision {
  return { accepted: false, reply };
}

/**
 * Whether the alias somebody signed in with may send, by what stands in the database now: its password is the same, and
 * it is live. @throws Error when the database does not answer.
 */
export async function authorizeSender(
  context: Pick<AsAliasContext, 'database'>,
  holder: CredentialHolder,
): Promise<SenderDecision> {
  const alias = await findSendingAlias(context, holder);
  if (alias === null) return refuse(submissionReplies.credentialGone);
  const { linkId } = alias;
  switch (alias.standing) {
    case 'paused':
      return refuse(submissionReplies.aliasPaused);
    case 'unconfirmed':
      return refuse(submissionReplies.aliasUnconfirmed);
    case 'live':
      return linkId === null
        ? refuse(submissionReplies.aliasUnconfirmed)
        : { accepted: true, alias: { ...alias, linkId } };
  }
}
