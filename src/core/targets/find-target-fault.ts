import type { EmailAddress } from '#contract/email-address.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

/** Names that never have a mail server on the public network (RFC 2606 §2 and §3, RFC 6761 §6). */
const specialUse = /(?:^|\.)(?:test|example|invalid|localhost|example\.(?:com|net|org))$/;

/** Why mail cannot be forwarded to an address, as text for its owner; null when it can. */
export const findTargetFault = (
  { domains, settings }: Pick<TargetContext, 'domains' | 'settings'>,
  email: EmailAddress,
): string | null => {
  if (domains.find(email.domain) !== null) {
    return `${email.domain} is one of our own domains. Please use an inbox elsewhere.`;
  }
  if (settings.delivery === 'mx' && specialUse.test(email.domain)) {
    return `${email.domain} cannot receive mail. Please use a real inbox.`;
  }
  return null;
};
