import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import { roleMailboxes } from '#contract/reserved-names/role-mailboxes.ts';
import { aliasRows } from '#core/alias-rows/read-rows.ts';
import { standingColumns, standingFacts } from '#core/alias-rows/standing.ts';
import type { Db } from '#database/database.ts';

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

/** SQL: how an alias stands for sending; what it takes no mail as, its holder does not speak as either. */
export function sendingColumns(now: string): string {
  return standingColumns(now, 'sending', `(d.state = 'lost' or ${isOthersRole('d', 'a')})`);
}

/** SQL: whether an alias has such a name, and neither the owner of the domain nor one of its admins has the alias. */
function isMakersRole(domains: string, aliases: string): string {
  return `(${isBesideOwner(domains, aliases)} and not ${hasMember(domains, aliases, "rm.role = 'admin'")})`;
}

/** SQL: whether an alias has such a name and could be given to the owner of the domain. */
export function isGivable(domains: string, aliases: string): string {
  return `(${isBesideOwner(domains, aliases)} and ${domains}.owner_id is not null)`;
}

/**
 * Those of an account's aliases that lead where they do until an admin says otherwise: its own to pause and to delete, not to send elsewhere.
 */
export async function findFixed(db: Db, aliasIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ readonly id: string }>`
    select a.id from ${aliasRows({ ids: aliasIds, whereabouts: 'any' }, standingFacts)} a join domains d on d.id = a.domain_id
    where ${sql.raw(isMakersRole('d', 'a'))}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** An alias that could be given to the owner of its domain. */
interface GivableRow {
  readonly id: string;
  readonly holderId: string;
  readonly ownerId: string;
  readonly address: string;
}

/** The alias of a name that could be given to the owner of its domain. @throws AppError not_found. */
export async function findGivable(db: Db, domainId: string, name: string): Promise<GivableRow> {
  const { rows } = await sql<GivableRow>`
    select a.id, a.user_id as holder_id, d.owner_id, a.local_part || '@' || d.name as address
    from ${aliasRows({ domainId, localPart: name }, standingFacts)} a join domains d on d.id = a.domain_id
    where ${sql.raw(isGivable('d', 'a'))}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new AppError('not_found');
  return row;
}

/** The alias of such a name that another account than `userId` has in its bin. */
export async function findBinnedRole(
  db: Db,
  { userId, domainId, name }: { readonly userId: string; readonly domainId: string; readonly name: string },
): Promise<Pick<GivableRow, 'id' | 'holderId'> | null> {
  const { rows } = await sql<Pick<GivableRow, 'id' | 'holderId'>>`
    select a.id, a.user_id as holder_id
    from ${aliasRows({ domainId, localPart: name, whereabouts: 'binned' }, standingFacts)} a join domains d on d.id = a.domain_id
    where a.user_id <> ${userId} and ${sql.raw(isGivable('d', 'a'))}`.execute(db);
  return rows[0] ?? null;
}

/** How many aliases of a domain could be given to its owner. */
export async function countGivable(db: Db, domainId: string): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*)::integer as count from ${aliasRows({ domainId }, standingFacts)} a join domains d on d.id = a.domain_id
    where ${sql.raw(isGivable('d', 'a'))}`.execute(db);
  return rows[0]?.count ?? 0;
}
