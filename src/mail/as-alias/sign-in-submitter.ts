import { checkCredential, type CredentialHolder } from '#core/credentials/credentials.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import type { Credentials } from '#protocol/smtp-server/read-sign-in.ts';
import { sessionReplies } from '#protocol/smtp-server/session-replies.ts';
import type { SignInDecision } from '#mail/as-alias/submission-policy.ts';

/** More characters than any name has are not looked up or counted apart. */
const maxNameLength = 320;

/**
 * Lets the holder of an SMTP credential in. An unknown name and a wrong password get the same answer after the same
 * work; both count as failures of the name from this network and of the network, and are answered ever later.
 * @throws Error when the database does not answer.
 */
export async function signInSubmitter(
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
