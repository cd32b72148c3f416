import type { CoreContext } from '#core/core-context.ts';
import { insertDomain } from '#core/domains/insert-domain.ts';
import { lockDomains } from '#core/domains/lock-domains.ts';
import type { Db } from '#database/database.ts';

async function isSeeded(db: Db): Promise<boolean> {
  return (await db.selectFrom('domains').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Fills an empty `domains` table. Once there are domains, the table is the truth and `names` is not looked at. Any
 * number of nodes may call it at once.
 */
export async function seedDomains(context: Omit<CoreContext, 'log'>, names: readonly string[]): Promise<void> {
  const { db } = context.database;
  if (await isSeeded(db)) return;
  await db.transaction().execute(async (transaction) => {
    await lockDomains(transaction);
    if (await isSeeded(transaction)) return;
    for (const [position, name] of names.entries()) await insertDomain(transaction, context, { name, position });
  });
}
