import type { EmailAddress } from '#contract/email-address.ts';
import { isSpecialUse } from '#core/targets/is-special-use.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { aliasFaultTexts } from '#messages/faults.ts';

/** Why mail cannot be forwarded to an address, as text for its owner; null when it can. */
export function findTargetFault(
  { domains, settings }: Pick<TargetContext, 'domains' | 'settings'>,
  email: EmailAddress,
): string | null {
  if (domains.find(email.domain) !== null) {
    return aliasFaultTexts.targetIsOurs(email.domain);
  }
  if (settings.delivery === 'mx' && isSpecialUse(email.domain)) {
    return aliasFaultTexts.targetTakesNoMail(email.domain);
  }
  return null;
}
