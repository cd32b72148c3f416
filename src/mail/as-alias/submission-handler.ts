import { submissionReplies } from '#contract/smtp-replies.ts';
import type { CredentialHolder } from '#core/credentials/credentials.ts';
import { authorizeSender } from '#mail/as-alias/authorize-sender.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import { resolveCorrespondent, type SubmissionRecipient } from '#mail/as-alias/resolve-correspondent.ts';
import { signInSubmitter } from '#mail/as-alias/sign-in-submitter.ts';
import type { SubmissionHandler } from '#mail/as-alias/submission-policy.ts';
import { submitMessage } from '#mail/submit-message.ts';

/** What mail programs may do here: send as the alias whose credential they hold. */
export function createSubmissionHandler(
  context: AsAliasContext,
): SubmissionHandler<CredentialHolder, SubmissionRecipient> {
  return {
    signIn: (credentials, remoteAddress) => signInSubmitter(context, credentials, remoteAddress),
    refuseSender: async (holder, reversePath) => {
      if (reversePath.toLowerCase() !== holder.address) return submissionReplies.senderNotAlias;
      const decision = await authorizeSender(context, holder);
      return decision.accepted ? null : decision.reply;
    },
    recipient: (holder, address) => resolveCorrespondent(context, holder, address),
    message: (holder, message) => submitMessage(context, holder, message),
  };
}
