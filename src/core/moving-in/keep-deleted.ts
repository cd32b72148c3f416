import { hasTombstone, placeTombstones } from '#core/aliases/tombstones.ts';
import { type ItemRow, openItem } from '#core/moving-in/move-state.ts';
import type { MovingContext } from '#core/moving-in/moving-context.ts';
import type { Db } from '#database/database.ts';
import { splitAddress } from '#platform/addresses.ts';

/** What was deleted there and lies on a domain of this account: its id and the address. */
interface Deleted {
  readonly row: ItemRow;
  readonly address: string;
  readonly domainId: string;
}

/**
 * Deleted names stay deleted: a tombstone keeps mail from making them again by a catch-all. Only where they lie on a domain that
 * is the account's own and proven.
 */
export async function keepDeleted(db: Db, context: MovingContext, userId: string, moveId: string): Promise<void> {
  const rows = await db
    .selectFrom('moveItems')
    .selectAll()
    .where('moveId', '=', moveId)
    .where('reason', '=', 'deleted')
    .where('outcome', 'is', null)
    .execute();
  if (rows.length === 0) return;
  const domains = await db
    .selectFrom('domains')
    .select(['id', 'name'])
    .where('ownerId', '=', userId)
    .where('kind', '=', 'own')
    .where('state', 'in', ['verified', 'failing'])
    .execute();
  const ids = new Map(domains.map(({ id, name }) => [name, id]));
  const deleted = rows.flatMap((row): Deleted[] => {
    const address = openItem(context.keys, row).address.toLowerCase();
    const domainId = ids.get(splitAddress(address).domain);
    return domainId === undefined ? [] : [{ row, address, domainId }];
  });
  const fresh: Deleted[] = [];
  for (const one of deleted) {
    if (!(await hasTombstone(db, context.keys, { address: one.address, ofDomain: one.domainId }))) fresh.push(one);
  }
  const now = new Date(context.clock.now());
  const given = fresh.map(({ address, domainId }) => ({ userId, address, ofDomain: domainId, used: true }));
  await placeTombstones(db, context.keys, given, now);
  if (fresh.length === 0) return;
  const kept = fresh.map(({ row }) => row.id);
  await db.updateTable('moveItems').set({ outcome: 'kept' }).where('id', 'in', kept).execute();
}
