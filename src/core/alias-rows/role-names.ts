import { roleMailboxes } from '#contract/reserved-names/role-mailboxes.ts';

const roles = [...roleMailboxes].map((name) => `'${name}'`).join(', ');

/** SQL: whether an alias has a role's name on a domain of an account that is another account's. */
function isBesideOwner(domains: string, aliases: string): string {
  return `${domains}.kind <> 'shared' and ${aliases}.local_part in (${roles})
    and ${domains}.owner_id is distinct from ${aliases}.user_id`;
}

/** SQL: whether the account of an alias is among the members of a domain, as `more` wants it of the row `rm`. */
function hasMember(domains: string, aliases: string, more: string): string {
  return `exists (select from domain_members rm
    where rm.domain_id = ${domains}.id and rm.user_id = ${aliases}.user_id and ${more})`;
}

/**
 * SQL: whether an alias has a role's name on a domain of an account and nobody there gave it that: it is neither the owner's nor of somebody who
 * was a member when they made it and still is. So it is with a former owner's, and with those of who left: no mail goes to it.
 */
export function isOthersRole(domains: string, aliases: string): string {
  return `(${isBesideOwner(domains, aliases)}
    and not ${hasMember(domains, aliases, `rm.created_at <= ${aliases}.created_at`)})`;
}

/** SQL: whether an alias has such a name, and neither the owner of the domain nor one of its admins has the alias. */
export function isMakersRole(domains: string, aliases: string): string {
  return `(${isBesideOwner(domains, aliases)} and not ${hasMember(domains, aliases, "rm.role = 'admin'")})`;
}

/** SQL: whether an alias has such a name and could be given to the owner of the domain. */
export function isGivable(domains: string, aliases: string): string {
  return `(${isBesideOwner(domains, aliases)} and ${domains}.owner_id is not null)`;
}
