import { makeNewName } from '#core/rules/new-names.ts';
import { resolveAlias, type RecipientContext } from '#mail/recipient/resolve-alias.ts';
import type { Recipient } from '#mail/recipient/resolve-recipient.ts';

/**
 * Makes the aliases that mail is for which passed its verdict, by the rules that hold now. Null where one of them cannot be
 * made for now: nothing is delivered then, and when its sender comes again RCPT refuses that one alone.
 * @throws Error when the database does not answer.
 */
export async function makeNewNames(
  context: RecipientContext,
  recipients: readonly Recipient[],
): Promise<readonly Recipient[] | null> {
  if (recipients.every(({ kind }) => kind !== 'new')) return recipients;
  const settled: Recipient[] = [];
  for (const recipient of recipients) {
    if (recipient.kind === 'new') {
      await makeNewName(context.newNames, recipient);
      const { local, domain } = recipient;
      const decision = await resolveAlias(context, local, domain.name);
      if (!decision.accepted || decision.recipient.kind === 'new') return null;
      settled.push(decision.recipient);
    } else settled.push(recipient);
  }
  return settled;
}
