import { parseEmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import { findSendingAlias } from '#core/aliases/standing/find-sending-alias.ts';
import type { CoreContext } from '#core/core-context.ts';
import { findAccountHolder, holdAs } from '#core/credentials/credential-holders.ts';
import { aliasFaultTexts } from '#messages/faults.ts';

/**
 * The alias as we spell it, if a credential of this account that sends as more than one could send as it at the moment. What is of others, of another
 * domain, off or nobody's is answered alike. @throws AppError not_found, invalid_input.
 */
export async function checkSender(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  { userId, id, address }: { readonly userId: string; readonly id: string; readonly address: string },
): Promise<string> {
  const holder = await findAccountHolder(context, userId, id);
  const name = parseEmailAddress(address)?.normalised;
  const alias = name === undefined ? 'no_alias' : await holdAs(context, holder, name);
  const sending = typeof alias === 'string' ? null : await findSendingAlias(context, alias);
  if (sending !== null && sending.standing === 'live' && !sending.locked) return sending.address;
  throw new AppError('invalid_input', { errors: { sender: [aliasFaultTexts.sendsAsNone] } });
}
