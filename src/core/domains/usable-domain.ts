import { spellDomain } from '#contract/email-address.ts';
import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import type { Db } from '#database/database.ts';

/** A domain on which an account may make aliases. */
export interface UsableDomain {
  readonly id: string;
  /** Lower-case A-label. */
  readonly name: string;
  /** Old aliases on it live on, new ones are not given. */
  readonly retired: boolean;
  readonly shared: boolean;
  /** It is the account's, or one that it manages, not one on which it may make aliases. */
  readonly managed: boolean;
}

/** Domains of accounts that take mail now. */
function selectProven(db: Db, userId: string) {
  return db
    .selectFrom('domains')
    .innerJoin('domainMembers', 'domainMembers.domainId', 'domains.id')
    .where('domainMembers.userId', '=', userId)
    .where('domains.state', 'in', ['verified', 'failing']);
}

/** A shared domain, or a proven one that the account is a member of. Takes any case, and U-labels; null for every other name. */
export async function findUsableDomain(
  db: Db,
  domains: Pick<DomainDirectory, 'find'>,
  { userId, name: given }: { readonly userId: string; readonly name: string },
): Promise<UsableDomain | null> {
  const name = spellDomain(given);
  const shared = domains.find(name);
  if (shared !== null)
    return { id: shared.id, name: shared.name, retired: shared.retired, shared: true, managed: false };
  const own = await selectProven(db, userId)
    .select(['domains.id', 'domains.name', 'domainMembers.role'])
    .where('domains.name', '=', name)
    .executeTakeFirst();
  if (own === undefined) return null;
  return { id: own.id, name: own.name, retired: false, shared: false, managed: own.role === 'admin' };
}

/** The proven domains of an account on which apps offer made-up endings. */
export async function listRandomEndings(db: Db, userId: string): Promise<ReadonlySet<string>> {
  const rows = await selectProven(db, userId)
    .select('domains.name')
    .where('domains.randomEndings', '=', true)
    .execute();
  return new Set(rows.map(({ name }) => name));
}

/** The names of the proven domains that an account is a member of, by alphabet. */
export async function listProvenNames(db: Db, userId: string): Promise<string[]> {
  const rows = await selectProven(db, userId).select('domains.name').orderBy('domains.name').execute();
  return rows.map(({ name }) => name);
}
