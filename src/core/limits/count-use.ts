import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { RateLimitRule } from '#core/limits/rate-limit-rules.ts';
import { isMissingUserViolation } from '#core/user-row.ts';
import { networkMultiple, networksOf, sitesOf } from '#platform/networks.ts';

/** Whom a rule counts. `text` tells subjects apart; the other two also put the row under its account or network. */
export interface RateLimitSubject {
  readonly text?: string;
  readonly userId?: string;
  /** IP address of the client. */
  readonly ip?: string;
}

export interface CountedUse {
  /** Further uses in the present window, where there are fewest; below 0 when this was one too many. */
  readonly remaining: number;
  /** End of that window. */
  readonly endsAt: Date;
}

type CountContext = Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'>;

/** Far beyond every `max`, so that a count never overflows its column. */
const countCap = 1_000_000;

/** A rule whose limit depends on who is counted. */
export type OpenRule = Omit<RateLimitRule, 'max'>;

/** One count of a subject: of itself, or of it in one of the networks around its client. */
interface Count {
  readonly network: string | null;
  readonly subjectHash: Buffer;
  /** So many times the rule's `max` are its limit. */
  readonly multiple: number;
}

/** Under which one rule counts one subject. */
export function hashSubject(
  { keys }: Pick<CoreContext, 'keys'>,
  { action, windowMs }: OpenRule,
  { text, userId }: Omit<RateLimitSubject, 'ip'>,
  network: string | null = null,
): Buffer {
  const parts = [action, windowMs, text ?? null, userId ?? null, network];
  return keys.lookupHash('rate_limits.subject', JSON.stringify(parts));
}

/** What one use of a subject counts in, narrowest network first: all take their rows in this order, so that none waits in a circle. */
export function countsOf(
  context: Pick<CoreContext, 'keys'>,
  rule: OpenRule,
  { ip, ...subject }: RateLimitSubject,
): readonly Count[] {
  if (ip === undefined) return [{ network: null, subjectHash: hashSubject(context, rule, subject), multiple: 1 }];
  const networks = rule.ofSites ? sitesOf(ip) : networksOf(ip);
  const [narrowest = ip] = networks;
  return networks.map((network) => ({
    network,
    subjectHash: hashSubject(context, rule, subject, network),
    multiple: networkMultiple(network) / networkMultiple(narrowest),
  }));
}

interface CountStatement {
  readonly rule: OpenRule;
  readonly userId: string | undefined;
  readonly counts: readonly Count[];
  readonly max: number;
  readonly amount: number;
  /** Counts nothing beyond `max`; else the use that is too many is counted, too. */
  readonly isStrict: boolean;
}

interface CountedRow {
  /** Which of `counts`. */
  readonly index: number;
  readonly count: number;
  readonly windowStart: Date;
}

/**
 * Counts in one round trip: one upsert for each network, of which each needs the one before to have granted the use, so that
 * whoever is refused alone spends nothing of what his neighbours have. @returns a row for each that was counted.
 */
async function runCounts(
  { database, keys, clock, random }: CountContext,
  { rule, userId, counts, max, amount, isStrict }: CountStatement,
): Promise<readonly CountedRow[]> {
  const now = new Date(clock.now());
  const expired = sql`was.window_start <= ${new Date(now.getTime() - rule.windowMs)}::timestamptz`;
  const upsert = ({ network, subjectHash, multiple }: Count, index: number): RawBuilder<unknown> => {
    const limit = max * multiple;
    const networkHash = network === null ? null : keys.lookupHash('rate_limits.ip_address', network);
    const before = counts[index - 1];
    const granted = before === undefined ? sql`` : sql`from ${name(index - 1)} where count <= ${max * before.multiple}`;
    const bound = isStrict ? sql`where ${expired} or was.count + ${amount}::int <= ${limit}::int` : sql``;
    return sql`${name(index)} as (
      insert into rate_limits as was
        (id, subject_hash, user_id, ip_address, action_type, count, window_start, last_action)
      select ${random.uuid()}::uuid, ${subjectHash}::bytea, ${userId ?? null}::uuid, ${networkHash}::bytea,
        ${rule.action}, ${amount}::int, ${now}::timestamptz, ${now}::timestamptz ${granted}
      on conflict (subject_hash) do update set
        count = case when ${expired} then ${amount}::int else least(was.count + ${amount}::int, ${countCap}) end,
        window_start = case when ${expired} then excluded.window_start else was.window_start end,
        last_action = excluded.last_action
      ${bound}
      returning count, window_start)`;
  };
  const rows = counts.map((_, index) => sql`select ${index}::int as index, * from ${name(index)}`);
  const statement = sql<CountedRow>`with ${sql.join(counts.map(upsert))} ${sql.join(rows, sql` union all `)}`;
  return (await statement.execute(database.db)).rows;
}

function name(index: number): RawBuilder<unknown> {
  return sql.raw(`counted_${index}`);
}

/**
 * Counts one use in a fixed window, which all nodes share; exactly, also under concurrency. Subjects are stored only as
 * keyed hashes.
 * @throws AppError not_signed_in when the account counted is gone.
 */
export async function countUse(
  context: CountContext,
  rule: RateLimitRule,
  subject: RateLimitSubject,
): Promise<CountedUse> {
  const counts = countsOf(context, rule, subject);
  const { userId } = subject;
  const rows = await runCounts(context, { rule, userId, counts, max: rule.max, amount: 1, isStrict: false }).catch(
    (error: unknown) => {
      throw isMissingUserViolation(error) ? new AppError('not_signed_in') : error;
    },
  );
  const uses = rows.map(({ index, count, windowStart }): CountedUse => {
    const limit = rule.max * (counts[index]?.multiple ?? 1);
    return { remaining: limit - count, endsAt: new Date(windowStart.getTime() + rule.windowMs) };
  });
  return uses.reduce((least, use) => (use.remaining < least.remaining ? use : least));
}

type CountedWithin =
  | { readonly granted: true }
  /** When the window ends; null where `amount` never fits. */
  | { readonly granted: false; readonly endsAt: Date | null };

/**
 * Counts `amount` uses in a fixed window if all of them fit below `max`, else none, so that a refused try
 * costs nothing. Exact also under concurrency and over all nodes.
 */
export async function countWithin(
  context: CountContext,
  rule: OpenRule,
  subject: RateLimitSubject,
  { amount, max }: { readonly amount: number; readonly max: number },
): Promise<CountedWithin> {
  if (amount > max) return { granted: false, endsAt: null };
  const counts = countsOf(context, rule, subject);
  const { userId } = subject;
  const rows = await runCounts(context, { rule, userId, counts, max, amount, isStrict: true });
  if (rows.length === counts.length) return { granted: true };
  await takeBack(context, counts.slice(0, rows.length), amount);
  // Whatever the one that refused has counted; erased in between it leaves room from now on.
  const endsAt = await findEndOf(context, rule, counts.slice(rows.length, rows.length + 1), 0);
  return { granted: false, endsAt: endsAt ?? new Date(context.clock.now()) };
}

/** Takes uses back that were counted. */
export async function takeBack(
  { database }: Pick<CoreContext, 'database'>,
  counts: readonly Count[],
  amount: number,
): Promise<void> {
  if (counts.length === 0) return;
  await sql`
    with held as (
      select r.id from unnest(${counts.map(({ subjectHash }) => subjectHash)}::bytea[]) with ordinality as c (subject_hash, place)
      join rate_limits r on r.subject_hash = c.subject_hash order by c.place for update of r)
    update rate_limits r set count = greatest(0, r.count - ${amount}::int) from held where r.id = held.id`.execute(
    database.db,
  );
}

/** When all these counts are below `max` and its multiples; null: now. */
export async function findEndOf(
  { database, clock }: Pick<CoreContext, 'database' | 'clock'>,
  { windowMs }: OpenRule,
  counts: readonly Count[],
  max: number,
): Promise<Date | null> {
  const hashes = counts.map(({ subjectHash }) => subjectHash);
  const rows = await database.db
    .selectFrom('rateLimits')
    .select(['subjectHash', 'count', 'windowStart'])
    .where('subjectHash', 'in', hashes)
    .execute();
  const ends = rows.flatMap(({ subjectHash, count, windowStart }) => {
    const multiple = counts.find((one) => one.subjectHash.equals(subjectHash))?.multiple ?? 1;
    return count < max * multiple ? [] : [windowStart.getTime() + windowMs];
  });
  const endsAtMs = Math.max(...ends);
  return endsAtMs > clock.now() ? new Date(endsAtMs) : null;
}
