import type { CoreContext } from '#core/core-context.ts';
import { insertDomain } from '#core/domains/insert-domain.ts';
import { lockDomains } from '#core/domains/lock-domains.ts';

/** `restored`: it was retired and takes new aliases again. `present`: nothing was to do. */
export type AddedDomain = 'added' | 'restored' | 'present';

/** Adds a domain behind all others, or takes one back that was retired. `name`: lower-case A-label. */
export async function addDomain(context: Omit<CoreContext, 'log'>, name: string): Promise<AddedDomain> {
  return context.database.db.transaction().execute(async (transaction) => {
    await lockDomains(transaction);
    const rows = await transaction.selectFrom('domains').select(['name', 'position', 'retiredAt']).execute();
    const known = rows.find((row) => row.name === name);
    if (known === undefined) {
      const position = Math.max(-1, ...rows.map((row) => row.position)) + 1;
      await insertDomain(transaction, context, { name, position });
      return 'added';
    }
    if (known.retiredAt === null) return 'present';
    await transaction.updateTable('domains').set({ retiredAt: null }).where('name', '=', name).execute();
    return 'restored';
  });
}
