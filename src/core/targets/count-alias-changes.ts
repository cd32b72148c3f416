import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { Db } from '#database/database.ts';

/** So many aliases may be deleted or sent elsewhere within ten minutes before somebody is asked who is there. */
const unprovenChanges = 20;

const windowMs = limits.identityProofMinutes * 60 * 1000;

/** Who deletes aliases or sends them elsewhere. */
export interface AliasChanger {
  readonly userId: string;
  /** A session that proved lately who holds it, or an API key, which its scope binds instead: it may change as many as it likes. */
  readonly proven?: boolean;
}

/**
 * Step-up authentication (OWASP ASVS 5.0, 7.5.3): counts aliases of an account that are deleted, renamed or sent elsewhere, each once in 10
 * minutes, whatever call does it. Runs in the transaction of the change, behind `lockAccount`: so the count is exact over all
 * processes, and a change that is refused or fails was never counted.
 * @throws AppError confirm_identity when it is more than somebody may change unproven.
 */
export async function countAliasChanges(
  db: Db,
  { clock }: Pick<CoreContext, 'clock'>,
  { userId, proven = false }: AliasChanger,
  aliasIds: readonly string[],
): Promise<void> {
  const now = new Date(clock.now());
  await sql`
    insert into alias_changes (user_id, alias_id, changed_at)
    select ${userId}, id, ${now} from unnest(${aliasIds}::uuid[]) id
    on conflict (user_id, alias_id) do update set changed_at = excluded.changed_at`.execute(db);
  if (proven) return;
  const { changed } = await db
    .selectFrom('aliasChanges')
    .select(({ fn }) => fn.countAll<string>().as('changed'))
    .where('userId', '=', userId)
    .where('changedAt', '>', new Date(now.getTime() - windowMs))
    .executeTakeFirstOrThrow();
  if (Number(changed) > unprovenChanges) throw new AppError('confirm_identity');
}

/** Forgets the changes that count no more. */
export async function removeOldAliasChanges({
  database,
  clock,
}: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  await database.db
    .deleteFrom('aliasChanges')
    .where('changedAt', '<=', new Date(clock.now() - windowMs))
    .execute();
}
