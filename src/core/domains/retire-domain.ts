import type { CoreContext } from '#core/core-context.ts';
import { lockDomains } from '#core/domains/lock-domains.ts';

/** `last`: refused, as no domain would be left for new aliases. */
export type RetiredDomain = 'retired' | 'already' | 'unknown' | 'last';

/** Gives no new alias on a domain any more; those it has go on to work. `name`: lower-case A-label. */
export async function retireDomain(
  { database, clock }: Pick<CoreContext, 'database' | 'clock'>,
  name: string,
): Promise<RetiredDomain> {
  return database.db.transaction().execute(async (transaction) => {
    await lockDomains(transaction);
    const rows = await transaction.selectFrom('domains').select(['name', 'retiredAt']).execute();
    const known = rows.find((row) => row.name === name);
    if (known === undefined) return 'unknown';
    if (known.retiredAt !== null) return 'already';
    if (rows.filter((row) => row.retiredAt === null).length === 1) return 'last';
    const retiredAt = new Date(clock.now());
    await transaction.updateTable('domains').set({ retiredAt }).where('name', '=', name).execute();
    return 'retired';
  });
}
