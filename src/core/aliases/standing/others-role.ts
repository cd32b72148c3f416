import { roleMailboxes } from '#contract/reserved-names/role-mailboxes.ts';

const roles = [...roleMailboxes].map((name) => `'${name}'`).join(', ');

/**
 * SQL: whether an alias has a role's name on a domain of an account that is not its owner's, as one may that somebody made before such names
 * were the owner's alone, or before the domain passed on: no mail goes to it.
 */
export function isOthersRole(domains: string, aliases: string): string {
  return `(${domains}.kind <> 'shared' and ${aliases}.local_part in (${roles})
    and ${domains}.owner_id is distinct from ${aliases}.user_id)`;
}
