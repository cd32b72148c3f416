import { deleteAliases } from '#core/aliases/bin.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { Db } from '#database/database.ts';

interface ErasedAlias {
  readonly aliasId: string;
  readonly userId: string;
}

/** Of one statement, however many lie in the bin. */
const portionSize = 1000;

/**
 * Erases the aliases that go with a domain, those in the bin included, with all that belongs to them; their names stay closed. A few
 * statements for a thousand of them. Runs in the caller's transaction, behind `lockAccount` of each of their accounts.
 */
export async function eraseAliases(db: Db, context: TargetContext, aliases: readonly ErasedAlias[]): Promise<void> {
  for (const [userId, own] of Map.groupBy(aliases, (alias) => alias.userId)) {
    for (let start = 0; start < own.length; start += portionSize) {
      const aliasIds = own.slice(start, start + portionSize).map(({ aliasId }) => aliasId);
      await deleteAliases(db, context, { userId, aliasIds }, 0);
    }
  }
}
