import type { AccountExport } from '#contract/export.ts';
import type { CoreContext } from '#core/core-context.ts';

/** What is stored around an account's mail: links we mailed, mail that waits, how many correspondents. */
export async function collectMail(
  { database: { db } }: Pick<CoreContext, 'database'>,
  userId: string,
): Promise<Pick<AccountExport, 'mailedLinks' | 'waitingMail' | 'contacts'>> {
  const links = await db
    .selectFrom('oneTimeLinks')
    .select(['purpose', 'createdAt', 'expiresAt', 'usedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();
  const deliveries = await db
    .selectFrom('spoolDeliveries')
    .select(['aliasId', 'attempts', 'createdAt', 'nextAttemptAt', 'expiresAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();
  const { contacts } = await db
    .selectFrom('contacts')
    .innerJoin('aliases', 'aliases.id', 'contacts.aliasId')
    .select(({ fn }) => fn.countAll<string>().as('contacts'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    mailedLinks: links.map((link) => ({
      purpose: link.purpose,
      createdAt: link.createdAt.toISOString(),
      expiresAt: link.expiresAt.toISOString(),
      usedAt: link.usedAt?.toISOString() ?? null,
    })),
    waitingMail: deliveries.map((delivery) => ({
      alias: delivery.aliasId,
      attempts: delivery.attempts,
      createdAt: delivery.createdAt.toISOString(),
      nextAttemptAt: delivery.nextAttemptAt.toISOString(),
      expiresAt: delivery.expiresAt.toISOString(),
    })),
    contacts: Number(contacts),
  };
}
