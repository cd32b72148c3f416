import { sql } from 'kysely';
import { nameOfAccount } from '#contract/account/account-name.ts';
import type { AbuseReportKind, AbuseReports, ReportedAccount } from '#contract/operator.ts';
import { operatorLimits } from '#contract/account/operator-limits.ts';
import type { CoreContext } from '#core/core-context.ts';
import { recordLook } from '#core/operator-journal.ts';
import type { OperatorContext, OperatorName } from '#core/operator/operator-context.ts';

const keptMs = operatorLimits.reportDays * 24 * 60 * 60 * 1000;

/** Counts a complaint that came to abuse@ against the account it leads to. An account that is gone meanwhile gets none. */
export async function recordAbuseReport(
  { database, clock, random }: Pick<CoreContext, 'database' | 'clock' | 'random'>,
  { userId, kind }: { readonly userId: string; readonly kind: AbuseReportKind },
): Promise<void> {
  await sql`
    insert into abuse_reports (id, user_id, kind, at)
    select ${random.uuid()}::uuid, id, ${kind}, ${new Date(clock.now())}::timestamptz from users
    where id = ${userId} for key share`.execute(database.db);
}

/** SQL: the numbers of `AbuseReports`, over rows of `abuse_reports`. */
const numbers = sql<AbuseReports>`
  count(*) filter (where kind = 'sent')::int as sent, count(*) filter (where kind = 'forwarded')::int as forwarded,
  count(*) filter (where kind = 'named')::int as named,
  to_char(max(at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_at`;

/** How many complaints lead to an account. */
export async function countAbuseReports(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
): Promise<AbuseReports> {
  const { rows } = await sql<AbuseReports>`
    select ${numbers} from abuse_reports where user_id = ${userId}`.execute(database.db);
  const [counted] = rows;
  if (counted === undefined) throw new Error('nothing was counted');
  return counted;
}

const listedMax = 100;

/**
 * The accounts that complaints lead to: first those that sent what was complained of, most first; at most 100. The look is
 * written down.
 */
export async function listReportedAccounts(context: OperatorContext, by: OperatorName): Promise<ReportedAccount[]> {
  const { rows } = await sql<AbuseReports & { readonly userId: string }>`
    select user_id, ${numbers} from abuse_reports group by user_id
    order by sent desc, forwarded desc, named desc, max(at) desc, user_id limit ${listedMax}`.execute(
    context.database.db,
  );
  await recordLook(context, { by, act: 'reports_seen' });
  return rows.map(({ userId, ...reports }) => ({ name: nameOfAccount(userId), reports }));
}

/** Forgets complaints of 90 days ago. */
export async function removeOldAbuseReports({
  database,
  clock,
}: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  await database.db
    .deleteFrom('abuseReports')
    .where('at', '<=', new Date(clock.now() - keptMs))
    .execute();
}
