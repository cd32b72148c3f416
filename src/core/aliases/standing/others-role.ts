import { AppError } from '#contract/errors.ts';
import { countAliasesBy } from '#core/alias-rows/read-rows.ts';
import { readAliasIds, readAliasRows } from '#core/alias-rows/read-rows.ts';
import { isOthersRole } from '#core/alias-rows/role-names.ts';
import { standingColumns } from '#core/alias-rows/standing.ts';
import type { Db } from '#database/database.ts';

/** SQL: how an alias stands for sending; what it takes no mail as, its holder does not speak as either. */
export function sendingColumns(now: string): string {
  return standingColumns(now, 'sending', `(d.state = 'lost' or ${isOthersRole('d', 'a')})`);
}

/**
 * Those of an account's aliases that lead where they do until an admin says otherwise: its own to pause and to delete, not to send elsewhere.
 */
export async function findFixed(db: Db, aliasIds: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(await readAliasIds(db, { ids: aliasIds, role: 'makers', whereabouts: 'any' }));
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
  const which = { domainId, localPart: name, role: 'givable' } as const;
  const [row] = await readAliasRows(db, which, ['id', 'userId', 'domainOwnerId', 'address']);
  if (row === undefined || row.domainOwnerId === null) throw new AppError('not_found');
  return { id: row.id, holderId: row.userId, ownerId: row.domainOwnerId, address: row.address };
}

/** The alias of such a name that another account than `userId` has in its bin. */
export async function findBinnedRole(
  db: Db,
  { userId, domainId, name }: { readonly userId: string; readonly domainId: string; readonly name: string },
): Promise<Pick<GivableRow, 'id' | 'holderId'> | null> {
  const which = { domainId, localPart: name, role: 'givable', whereabouts: 'binned' } as const;
  const rows = await readAliasRows(db, which, ['id', 'userId']);
  const row = rows.find((one) => one.userId !== userId);
  return row === undefined ? null : { id: row.id, holderId: row.userId };
}

/** How many aliases of a domain could be given to its owner. */
export async function countGivable(db: Db, domainId: string): Promise<number> {
  return (await countAliasesBy(db, 'domainId', { domainId, role: 'givable' })).get(domainId) ?? 0;
}
