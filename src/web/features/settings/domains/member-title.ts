import type { DomainMember } from '#contract/account/domains.ts';
import { memberMessages } from '#messages/pages/account/domains.ts';

/** What a member is called for those who manage the domain. */
export function titleOf({ you, name }: DomainMember): string {
  return you ? memberMessages.you : (name ?? memberMessages.owner);
}
