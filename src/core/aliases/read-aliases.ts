import { sql } from 'kysely';
import type { AliasEnd } from '#contract/alias-standing.ts';
import type { Alias, BinnedAlias, DomainFault } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { checkOwner } from '#core/aliases/alias-input.ts';
import { openFromName } from '#core/aliases/standing/from-name.ts';
import { openNotes } from '#core/aliases/notes.ts';
import { aliasView, type AliasRecord } from '#core/aliases/alias-record.ts';
import { endedBy, timeSql } from '#core/alias-rows/alias-life.ts';
import { isOthersRole } from '#core/alias-rows/role-names.ts';
import type { CoreContext } from '#core/core-context.ts';
import { namesByAlias, readLabelled } from '#core/labels/label-names.ts';
import { openTarget, selectTargets, type TargetRecord } from '#core/targets/target-views.ts';
import { anyOf } from '#database/any-of.ts';
import type { Db } from '#database/database.ts';

export type ReadContext = Pick<CoreContext, 'database' | 'keys' | 'clock'>;
type OpenContext = Omit<ReadContext, 'database'>;

/** SQL: what the domain that `domains` stands for keeps from an alias that `aliases` stands for; null: nothing. */
export function domainFault(domains: string, aliases: string): string {
  return `case when ${domains}.kind <> 'shared' and ${domains}.state in ('unverified', 'lost') then 'unverified'
    when ${isOthersRole(domains, aliases)} then 'role'
    when not ${domains}.enabled then 'off' end`;
}

export const aliasColumns = [
  'aliases.id',
  'aliases.userId',
  'aliases.localPart',
  'domains.name as domain',
  'domains.id as domainId',
  'domains.kind as domainKind',
  sql<DomainFault | null>`${sql.raw(domainFault('domains', 'aliases'))}`.as('domainFault'),
  'aliases.active',
  'aliases.pinned',
  'aliases.notes',
  'aliases.notesSealed',
  'aliases.createdAt',
  'aliases.improvmxId',
  'aliases.providerState',
  'aliases.binnedAt',
  sql<string | null>`to_char(aliases.other_sender_on, 'YYYY-MM-DD')`.as('otherSenderOn'),
  'aliases.expiresAt',
  'aliases.maxMessages',
  'aliases.messagesLeft',
  'aliases.idleDays',
  'aliases.copyReplies',
  'aliases.fromNameSealed',
] as const;

/** Of `aliases`: by what its life is over now. */
export function endedNow({ clock }: Pick<CoreContext, 'clock'>) {
  return sql<AliasEnd | null>`${sql.raw(endedBy(timeSql(clock.now()), 'aliases'))}`;
}

/** Which aliases: those that are not deleted, those in the bin, or both. */
export type Whereabouts = 'live' | 'binned' | 'any';

/** Aliases of an account, in no order yet. */
export function selectOwnAliases(db: Db, userId: string, whereabouts: Whereabouts = 'live') {
  return db
    .selectFrom('aliases')
    .innerJoin('domains', 'domains.id', 'aliases.domainId')
    .where('aliases.userId', '=', userId)
    .$if(whereabouts === 'live', (query) => query.where('aliases.binnedAt', 'is', null))
    .$if(whereabouts === 'binned', (query) => query.where('aliases.binnedAt', 'is not', null));
}

/** Adds their targets and labels to aliases of one account; each is opened once, however many of them it serves. */
export async function withTargets(
  db: Db,
  { keys }: Pick<OpenContext, 'keys'>,
  rows: readonly (Omit<AliasRecord, 'targets' | 'labels' | 'fromName'> & {
    readonly notesSealed: Buffer | null;
    readonly fromNameSealed: Buffer | null;
  })[],
): Promise<AliasRecord[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const ids = rows.map(({ id }) => id);
  const links = await selectTargets(db)
    .innerJoin('aliasTargets', 'aliasTargets.targetId', 'targets.id')
    .select('aliasTargets.aliasId')
    .where('aliasTargets.aliasId', '=', anyOf(ids))
    .orderBy('aliasTargets.position')
    .execute();
  const opened = new Map<string, TargetRecord>();
  for (const link of links) if (!opened.has(link.id)) opened.set(link.id, openTarget(keys, link));
  const byAlias = Map.groupBy(links, ({ aliasId }) => aliasId);
  const labels = namesByAlias(await readLabelled(db, { keys }, first.userId, ids));
  return rows.map(({ notesSealed, fromNameSealed, ...row }) => ({
    ...row,
    fromName: openFromName(keys, 'aliases', row.id, fromNameSealed),
    notes: openNotes(keys, { ...row, notesSealed }),
    targets: (byAlias.get(row.id) ?? []).flatMap(({ id }) => opened.get(id) ?? []),
    labels: labels.get(row.id) ?? [],
  }));
}

/** An alias of this account. @throws AppError not_found, for a foreign alias as for an unknown one. */
export async function readAlias(
  db: Db,
  context: OpenContext,
  aliasId: string,
  userId: string,
  whereabouts?: Whereabouts,
): Promise<AliasRecord> {
  const row = await selectOwnAliases(db, userId, whereabouts)
    .select([...aliasColumns, endedNow(context).as('ended')])
    .where('aliases.id', '=', aliasId)
    .executeTakeFirst();
  const [alias] = row === undefined ? [] : await withTargets(db, context, [row]);
  if (alias === undefined) throw new AppError('not_found');
  return alias;
}

/** The same as its owner sees it. @throws AppError not_found. */
export async function getAlias(...asked: Parameters<typeof readAlias>): Promise<Alias> {
  return aliasView(await readAlias(...asked));
}

/** Those aliases of this account that are among the ids, newest first. */
export async function readAliases(
  context: ReadContext,
  aliasIds: readonly string[],
  userId: string,
  whereabouts?: Whereabouts,
): Promise<AliasRecord[]> {
  const { db } = context.database;
  const rows = await selectOwnAliases(db, userId, whereabouts)
    .select([...aliasColumns, endedNow(context).as('ended')])
    .where('aliases.id', '=', anyOf(aliasIds))
    .orderBy('aliases.createdAt', 'desc')
    .orderBy('aliases.id')
    .execute();
  return withTargets(db, context, rows);
}

/** The same as their owner sees them. */
export async function getAliases(context: ReadContext, aliasIds: readonly string[], userId: string): Promise<Alias[]> {
  return (await readAliases(context, aliasIds, userId)).map(aliasView);
}

/** The aliases of an account that lie in the bin, those deleted last first. */
export async function readBinnedAliases(context: ReadContext, userId: string, askerId: string): Promise<BinnedAlias[]> {
  checkOwner(userId, askerId);
  const { db } = context.database;
  const rows = await selectOwnAliases(db, userId, 'binned')
    .select([...aliasColumns, endedNow(context).as('ended'), 'aliases.binEndsAt'])
    .orderBy('aliases.binnedAt', 'desc')
    .orderBy('aliases.id')
    .execute();
  const ends = new Map(rows.map(({ id, binEndsAt }) => [id, binEndsAt]));
  return (await withTargets(db, context, rows)).map((record) => ({
    ...aliasView(record),
    binnedAt: record.binnedAt?.toISOString() ?? '',
    binEndsAt: ends.get(record.id)?.toISOString() ?? '',
  }));
}
