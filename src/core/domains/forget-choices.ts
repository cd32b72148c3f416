import { anyOf } from '#database/any-of.ts';
import type { Db } from '#database/database.ts';

/**
 * Erases what the owner of domains chose for them, as these pass on, are given up, or stay behind an account that is erased: rules, catch-all,
 * inboxes of new aliases, the name to send with and what they noted.
 */
export async function forgetChoices(db: Db, domainIds: readonly string[]): Promise<void> {
  await db.deleteFrom('domainRules').where('domainId', '=', anyOf(domainIds)).execute();
  await db.deleteFrom('domainTargets').where('domainId', '=', anyOf(domainIds)).execute();
  await db
    .updateTable('domains')
    .set(({ eb }) => ({
      catchAll: 'off',
      enabled: true,
      fromNameSealed: null,
      descriptionSealed: null,
      rulesRevision: eb('rulesRevision', '+', 1),
    }))
    .where('id', '=', anyOf(domainIds))
    .execute();
}
