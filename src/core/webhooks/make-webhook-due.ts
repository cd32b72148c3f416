import { sql } from 'kysely';
import type { CoreContext } from '#core/core-context.ts';

/** Makes everything that waits for a webhook due now. @returns how many messages. */
export async function makeWebhookDue({ database }: Pick<CoreContext, 'database'>, targetId: string): Promise<number> {
  const { numUpdatedRows } = await database.db
    .updateTable('spoolDeliveries')
    .set({ nextAttemptAt: sql<Date>`now()` })
    .where('state', '=', 'waiting')
    .where('linkId', 'in', ({ selectFrom }) =>
      selectFrom('aliasTargets').select('aliasTargets.id').where('targetId', '=', targetId),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
