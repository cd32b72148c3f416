import { limits } from '#contract/limits.ts';
import { securityEventSchema, type ListedEvent, type Security } from '#contract/account.ts';
import type { CoreContext } from '#core/core-context.ts';
import { securityEventContext } from '#core/security/security-events.ts';
import { findWarnedInboxes } from '#core/security/warned-inboxes.ts';

/** So many of them are listed, the newest. */
const eventsListed = 50;

const keptMs = limits.securityEventDays * 24 * 60 * 60 * 1000;

/** What happened to an account lately, newest first, at most so much of it. */
export async function listSecurityEvents(
  { database, keys, clock }: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  userId: string,
  max: number,
): Promise<ListedEvent[]> {
  const rows = await database.db
    .selectFrom('securityEvents')
    .select(['id', 'eventSealed', 'createdAt'])
    .where('userId', '=', userId)
    .where('createdAt', '>', new Date(clock.now() - keptMs))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(max)
    .execute();
  return rows.map(({ id, eventSealed, createdAt }) => ({
    ...securityEventSchema.parse(JSON.parse(keys.open(securityEventContext(id), eventSealed).toString())),
    id,
    at: createdAt.toISOString(),
  }));
}

/** What the owner sees of how an account is guarded. */
export async function readSecurity(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  userId: string,
): Promise<Security> {
  const { database, keys } = context;
  const user = await database.db.selectFrom('users').select('lockedAt').where('id', '=', userId).executeTakeFirst();
  const inboxes = await findWarnedInboxes(database.db, keys, userId);
  return {
    events: await listSecurityEvents(context, userId, eventsListed),
    warnedInboxes: inboxes.length,
    lockedAt: user?.lockedAt?.toISOString() ?? null,
  };
}

/** Erases what happened 90 days ago, and browsers not seen since. */
export async function removeOldSecurityEvents({
  database: { db },
  clock,
}: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.now() - keptMs);
  await db.deleteFrom('securityEvents').where('createdAt', '<=', before).execute();
  await db.deleteFrom('knownDevices').where('lastSeenOn', '<', before).execute();
}
