import { type AliasTrace, type TraceLine, traceLineSchema } from '#contract/held/alias-trace.ts';
import { heldLimits } from '#contract/held/held-limits.ts';
import { getOwnRow, type OwnAlias, readAliasRows } from '#core/alias-rows/read-rows.ts';
import type { CoreContext } from '#core/core-context.ts';
import { endLinks, issueLink, peekLink, selectGoodLinks } from '#core/links/secret-links.ts';
import { lockAccount } from '#core/user-row.ts';

type TraceContext = Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random' | 'log'>;

function lineContext(id: string) {
  return { field: 'trace_lines.sealed', rowId: id };
}

/** Notes what becomes of mail of an alias that is watched. Nothing waits for it, and a full trace takes no more. */
export interface Tracer {
  note(aliasId: string, line: Omit<TraceLine, 'at'>): void;
}

const noteStatement = {
  name: 'note-trace-line',
  text: `
    insert into trace_lines (id, alias_id, sealed)
    select $1, alias_id, $3 from secret_links
    where kind = 'trace' and alias_id = $2 and expires_at > now() and (select count(*) from trace_lines where alias_id = $2) < $4`,
};

export function createTracer({ database, keys, clock, random, log }: TraceContext): Tracer {
  return {
    note: (aliasId, line) => {
      const id = random.uuid();
      const at = new Date(clock.now()).toISOString();
      const sealed = keys.seal(lineContext(id), JSON.stringify({ at, ...line }));
      database.pool
        .query({ ...noteStatement, values: [id, aliasId, sealed, heldLimits.traceLinesMax] })
        .catch((error: unknown) => log.error('trace_not_noted', error));
    },
  };
}

/**
 * Begins to watch an alias for a day, anew where it is watched already: what was noted before is erased.
 * @returns the code by which its owner lets the operator read along.
 * @throws AppError not_found.
 */
export async function startTrace(context: TraceContext, own: OwnAlias): Promise<{ trace: AliasTrace; code: string }> {
  await getOwnRow(context.database.db, own, []);
  const { aliasId } = own;
  const { token, expiresAt } = await context.database.db.transaction().execute(async (transaction) => {
    // Two who begin at once: the second one begins anew.
    await lockAccount(transaction, own.userId);
    await endLinks(transaction, 'trace', { aliasId });
    return issueLink(transaction, context, 'trace', { aliasId });
  });
  return { trace: { endsAt: expiresAt.toISOString(), lines: [] }, code: token };
}

/** What was noted, oldest first; null: the alias is not watched. @throws AppError not_found. */
export async function readTrace(
  context: Pick<TraceContext, 'database' | 'keys' | 'clock'>,
  own: OwnAlias,
): Promise<AliasTrace | null> {
  await getOwnRow(context.database.db, own, []);
  const row = await selectGoodLinks(context.database.db, context, 'trace')
    .select('expiresAt')
    .where('aliasId', '=', own.aliasId)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { endsAt: row.expiresAt.toISOString(), lines: await readLines(context, own.aliasId) };
}

async function readLines(
  { database, keys }: Pick<TraceContext, 'database' | 'keys'>,
  aliasId: string,
): Promise<TraceLine[]> {
  const rows = await database.db
    .selectFrom('traceLines')
    .select(['id', 'sealed'])
    .where('aliasId', '=', aliasId)
    .limit(heldLimits.traceLinesMax)
    .execute();
  return rows
    .map(({ id, sealed }) => traceLineSchema.parse(JSON.parse(keys.open(lineContext(id), sealed).toString())))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

/** Ends a trace, and erases it. @throws AppError not_found. */
export async function endTrace(context: Pick<TraceContext, 'database'>, own: OwnAlias): Promise<void> {
  await getOwnRow(context.database.db, own, []);
  await endLinks(context.database.db, 'trace', { aliasId: own.aliasId });
}

/** The trace that an owner gave a code for; null: the code opens none, or no longer. */
export async function findTraceByCode(
  context: Pick<TraceContext, 'database' | 'keys' | 'clock'>,
  code: string,
): Promise<{ userId: string; alias: string; trace: AliasTrace } | null> {
  const { db } = context.database;
  const link = await peekLink(db, context, 'trace', code);
  if (link === undefined) return null;
  const { aliasId, expiresAt } = link;
  const [row] = await readAliasRows(db, { ids: [aliasId] }, ['userId', 'address']);
  if (row === undefined) return null;
  const lines = await readLines(context, aliasId);
  return {
    userId: row.userId,
    alias: row.address,
    trace: { endsAt: expiresAt.toISOString(), lines },
  };
}
