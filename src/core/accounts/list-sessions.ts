import { sessionSchema, type Session } from '#contract/account.ts';
import type { CoreContext } from '#core/core-context.ts';

/** The sessions of an account that are not over, latest use first. `currentId`: the one that asks. */
export async function listSessions(
  { database, clock }: Pick<CoreContext, 'database' | 'clock'>,
  userId: string,
  currentId: string,
): Promise<Session[]> {
  const rows = await database.db
    .selectFrom('sessions')
    .select(['id', 'authMethod', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', new Date(clock.now()))
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id, authMethod, createdAt, lastUsedAt }) => ({
    id,
    authMethod: sessionSchema.shape.authMethod.parse(authMethod),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    current: id === currentId,
  }));
}
