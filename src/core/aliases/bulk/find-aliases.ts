import { type RawBuilder, sql } from 'kysely';
import type { Alias } from '#contract/aliases.ts';
import type { AliasFilter } from '#contract/aliases/bulk.ts';
import { parseForwardTarget } from '#contract/forward-to.ts';
import { takesMail } from '#core/alias-rows/standing.ts';
import { checkOwner } from '#core/aliases/alias-input.ts';
import { searchNotes } from '#core/aliases/notes.ts';
import { endedNow, getAliases, type Narrow, readBinnedAliases, readOwnIds } from '#core/aliases/read-aliases.ts';
import type { CoreContext } from '#core/core-context.ts';
import { labelHash, readLabelled } from '#core/labels/label-names.ts';
import { openTarget, selectTargets } from '#core/targets/target-views.ts';
import { normaliseTarget, targetHash } from '#core/targets/target-value.ts';
import type { Db } from '#database/database.ts';

type FindContext = Pick<CoreContext, 'keys' | 'clock'>;

type OwnQuery = ReturnType<Narrow>;

/** Forwarded to one of these targets, which `and` holds of. */
function forwardsTo(which: ReturnType<typeof sql<boolean>>) {
  return sql<boolean>`exists (
    select from alias_targets l join targets t on t.id = l.target_id where l.alias_id = aliases.id and ${which})`;
}

const takes = forwardsTo(sql.raw<boolean>(takesMail));

/** As the list of the account calls them. */
function ofState(query: OwnQuery, context: FindContext, state: AliasFilter['state']): OwnQuery {
  if (state === 'bin') return query.where('aliases.binnedAt', 'is not', null);
  const live = query.where('aliases.binnedAt', 'is', null);
  if (state === undefined) return live;
  if (state === 'ended') return live.where(endedNow(context), 'is not', null);
  const going = live.where(endedNow(context), 'is', null);
  if (state === 'paused') return going.where('aliases.active', '=', false);
  const on = going.where('aliases.active', '=', true);
  switch (state) {
    case 'on':
      return on.where(takes);
    case 'waiting':
      return on.where(sql<boolean>`not ${takes}`);
    case 'failing':
      return on.where(forwardsTo(sql`(t.failing_since is not null or t.disabled_at is not null)`));
  }
}

/** Targets that a search finds: an account has few, and each is opened once. */
async function findTargets(db: Db, { keys }: FindContext, userId: string, text: string): Promise<string[]> {
  const rows = await selectTargets(db).where('targets.userId', '=', userId).execute();
  return rows.flatMap((row) => (openTarget(keys, row).value.toLowerCase().includes(text) ? [row.id] : []));
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** By its id, or by the keyed hash of what it is. */
function isTarget({ keys }: FindContext, text: string) {
  if (uuid.test(text)) return forwardsTo(sql`t.id = ${text}`);
  const target = parseForwardTarget(text);
  if (target === null) return sql<boolean>`false`;
  return forwardsTo(sql`t.value_hash = ${targetHash(keys, normaliseTarget(target))}`);
}

/** The ids of an account's aliases that a filter finds, in the order of their ids: all that it says must hold. */
export async function findAliasIds(
  db: Db,
  context: FindContext,
  userId: string,
  filter: AliasFilter,
): Promise<string[]> {
  const { search, domain, target, labels = [], state } = filter;
  const conditions: RawBuilder<boolean>[] = [];
  if (domain !== undefined) conditions.push(sql`domains.name = ${domain}`);
  if (target !== undefined) conditions.push(isTarget(context, target));
  const text = search?.trim().toLowerCase() ?? '';
  if (text !== '') {
    const noted = await searchNotes(db, context, userId, text);
    const targetIds = await findTargets(db, context, userId, text);
    const labelIds = (await readLabelled(db, context, userId)).flatMap(({ id, name }) =>
      name.toLowerCase().includes(text) ? [id] : [],
    );
    conditions.push(sql`(strpos(local_part || '@' || domains.name, ${text}) > 0
      or aliases.id = any (${noted}::uuid[]) or ${forwardsTo(sql`t.id = any (${targetIds}::uuid[])`)}
      or exists (select from alias_labels al where al.alias_id = aliases.id and al.label_id = any (${labelIds}::uuid[])))`);
  }
  for (const name of labels) {
    conditions.push(sql`exists (
      select from alias_labels al join labels l on l.id = al.label_id
      where al.alias_id = aliases.id and l.user_id = ${userId} and l.name_hash = ${labelHash(context.keys, userId, name)})`);
  }
  return readOwnIds(db, { userId, whereabouts: 'any' }, (own) =>
    conditions.reduce((query, condition) => query.where(condition), ofState(own, context, state)),
  );
}

/** The aliases of an account that a filter finds, newest first. `askerId`: who is signed in. @throws AppError not_found. */
export async function findAliases(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  userId: string,
  askerId: string,
  filter: AliasFilter,
): Promise<Alias[]> {
  checkOwner(userId, askerId);
  const ids = await findAliasIds(context.database.db, context, userId, filter);
  if (filter.state !== 'bin') return getAliases(context, ids, userId);
  const found = new Set(ids);
  return (await readBinnedAliases(context, userId, askerId)).filter(({ id }) => found.has(id));
}
