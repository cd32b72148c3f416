import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { RateLimitRule } from '#core/limits/rate-limit-rules.ts';
import { isMissingUserViolation } from '#core/user-row.ts';
import type { Database } from '#database/database.ts';
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
  /** Of the count that has them. */
  readonly subjectHash: Buffer;
}

/** A transaction of somebody else's, or none. */
interface CountDatabase {
  readonly database: Pick<Database, 'db'>;
}

type CountContext = Pick<CoreContext, 'keys' | 'clock' | 'random'> & CountDatabase;

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

/** What is added to one count, and how far it may go. */
interface Tally extends Count {
  readonly rule: OpenRule;
  readonly userId: string | undefined;
  readonly limit: number;
  readonly amount: number;
}

/** `max`: of the narrowest network; those around it may do a multiple. */
function talliesOf(context: Pick<CoreContext, 'keys'>, { rule, subject, amount, max }: UseRequest): readonly Tally[] {
  const { userId } = subject;
  return countsOf(context, rule, subject).map((count) => ({
    ...count,
    rule,
    userId,
    limit: max * count.multiple,
    amount,
  }));
}

interface CountedRow {
  /** Which of the tallies. */
  readonly index: number;
  readonly count: number;
  readonly windowStart: Date;
}

/**
 * Counts in one round trip: one upsert for each tally, of which each needs the one before to have been granted, so that
 * whoever is refused alone spends nothing of what his neighbours have. `isStrict`: counts nothing beyond a limit; else the use
 * that is too many is counted, too. @returns a row for each that was counted.
 */
async function runTallies(
  { database, keys, clock, random }: CountContext,
  tallies: readonly Tally[],
  isStrict: boolean,
): Promise<readonly CountedRow[]> {
  const now = new Date(clock.now());
  const upsert = ({ rule, userId, network, subjectHash, limit, amount }: Tally, index: number): RawBuilder<unknown> => {
    const expired = sql`was.window_start <= ${new Date(now.getTime() - rule.windowMs)}::timestamptz`;
    const networkHash = network === null ? null : keys.lookupHash('rate_limits.ip_address', network);
    const before = tallies[index - 1];
    const granted = before === undefined ? sql`` : sql`from ${name(index - 1)} where count <= ${before.limit}`;
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
  const rows = tallies.map((_, index) => sql`select ${index}::int as index, * from ${name(index)}`);
  const statement = sql<CountedRow>`with ${sql.join(tallies.map(upsert))} ${sql.join(rows, sql` union all `)}`;
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
  const tallies = talliesOf(context, { rule, subject, amount: 1, max: rule.max });
  const rows = await runTallies(context, tallies, false).catch((error: unknown) => {
    throw isMissingUserViolation(error) ? new AppError('not_signed_in') : error;
  });
  const uses = rows.flatMap(({ index, count, windowStart }): CountedUse[] => {
    const { limit, subjectHash } = tallies[index] ?? {};
    if (limit === undefined || subjectHash === undefined) return [];
    return [{ remaining: limit - count, endsAt: new Date(windowStart.getTime() + rule.windowMs), subjectHash }];
  });
  return uses.reduce((least, use) => (use.remaining < least.remaining ? use : least));
}

/** Uses of one subject under one rule. */
export interface UseRequest {
  readonly rule: OpenRule;
  readonly subject: RateLimitSubject;
  readonly amount: number;
  /** How many may be counted in a window. */
  readonly max: number;
}

type CountedWithin =
  | { readonly granted: true }
  /** `refusing`: which of the requests. When its window ends; null where its `amount` never fits. */
  | { readonly granted: false; readonly refusing: number; readonly endsAt: Date | null };

/**
 * Counts all requests in fixed windows if every one fits below its `max`, else none, so that a refused try costs nothing.
 * One round trip where nothing is refused; exact also under concurrency and over all nodes. What many count comes last: it is
 * held the shortest.
 */
export async function countAllWithin(context: CountContext, requests: readonly UseRequest[]): Promise<CountedWithin> {
  const hopeless = requests.findIndex(({ amount, max }) => amount > max);
  if (hopeless >= 0) return { granted: false, refusing: hopeless, endsAt: null };
  const tallies = requests.flatMap((request, index) =>
    talliesOf(context, request).map((tally) => ({ ...tally, request: index })),
  );
  if (tallies.length === 0) return { granted: true };
  const rows = await runTallies(context, tallies, true);
  const refusing = tallies[rows.length];
  if (refusing === undefined) return { granted: true };
  await takeBack(context, tallies.slice(0, rows.length));
  // Whatever the one that refused has counted; erased in between it leaves room from now on.
  const endsAt = await findEndOf(context, refusing.rule, [refusing], 0);
  return { granted: false, refusing: refusing.request, endsAt: endsAt ?? new Date(context.clock.now()) };
}

/** Takes uses back that were counted. */
export async function takeBack(
  { database }: CountDatabase,
  counts: readonly { readonly subjectHash: Buffer; readonly amount: number }[],
): Promise<void> {
  if (counts.length === 0) return;
  const hashes = counts.map(({ subjectHash }) => subjectHash);
  const amounts = counts.map(({ amount }) => amount);
  await sql`
    with held as (
      select r.id, c.amount
      from unnest(${hashes}::bytea[], ${amounts}::int[]) with ordinality as c (subject_hash, amount, place)
      join rate_limits r on r.subject_hash = c.subject_hash order by c.place for update of r)
    update rate_limits r set count = greatest(0, r.count - held.amount) from held where r.id = held.id`.execute(
    database.db,
  );
}

/** SQL: whether all these counts of a rule are below its `max` and its multiples. */
export function isWithin(
  { clock }: Pick<CoreContext, 'clock'>,
  { windowMs, max }: RateLimitRule,
  counts: readonly Count[],
): RawBuilder<boolean> {
  const since = new Date(clock.now() - windowMs);
  const full = counts.map(
    ({ subjectHash, multiple }) => sql`(subject_hash = ${subjectHash} and count >= ${max * multiple}::int)`,
  );
  return sql<boolean>`not exists (
    select from rate_limits where window_start > ${since}::timestamptz and (${sql.join(full, sql` or `)}))`;
}

/** When all these counts are below `max` and its multiples; null: now. */
export async function findEndOf(
  { database, clock }: CountDatabase & Pick<CoreContext, 'clock'>,
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
