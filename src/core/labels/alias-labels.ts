import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import { lifeLimits } from '#contract/aliases/life-limits.ts';
import type { CoreContext } from '#core/core-context.ts';
import { labelHash, sealLabel } from '#core/labels/label-names.ts';
import type { Db } from '#database/database.ts';

type LabelContext = Pick<CoreContext, 'keys' | 'clock' | 'random'>;

/** The ids of an account's labels of these names; names that it has not are left out. */
export async function findLabels(
  db: Db,
  { keys }: Pick<CoreContext, 'keys'>,
  userId: string,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return [];
  const hashes = names.map((name) => labelHash(keys, userId, name));
  const rows = await db
    .selectFrom('labels')
    .select('id')
    .where('userId', '=', userId)
    .where('nameHash', 'in', hashes)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * The ids of an account's labels of these names, made where missing, and whether any was. The account is held then, so that
 * two at once do not both find room for the last. In a transaction that makes an alias it therefore comes before the alias,
 * whose row takes a share of that lock. `whenFull`: what becomes of names that there is no room for.
 * @throws AppError too_many_labels, unless they are left out.
 */
export async function ensureLabels(
  db: Db,
  context: LabelContext,
  userId: string,
  names: readonly string[],
  whenFull: 'refuse' | 'leave out' = 'refuse',
): Promise<{ readonly ids: string[]; readonly made: boolean }> {
  const found = await findLabels(db, context, userId, names);
  if (found.length === names.length) return { ids: found, made: false };
  const { keys, clock, random } = context;
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const createdAt = new Date(clock.now());
  const there = await db.selectFrom('labels').select('nameHash').where('userId', '=', userId).execute();
  const known = new Set(there.map(({ nameHash }) => nameHash.toString('base64')));
  const missing = names.filter((name) => !known.has(labelHash(keys, userId, name).toString('base64')));
  const room = Math.max(0, lifeLimits.labelsPerAccount - there.length);
  if (missing.length > room && whenFull === 'refuse') throw new AppError('too_many_labels');
  const rows = missing.slice(0, room).map((name) => {
    const id = random.uuid();
    return { id, userId, ...sealLabel(keys, { id, userId, name }), createdAt };
  });
  if (rows.length > 0) await db.insertInto('labels').values(rows).execute();
  return { ids: await findLabels(db, context, userId, names), made: rows.length > 0 };
}

/** Aliases of one account, and one label of it: a change that was made, or that undoes one. */
export interface LabelLinks {
  readonly labelId: string;
  readonly aliasIds: readonly string[];
}

type LinkRow = Readonly<Record<'labelId' | 'aliasId', string>>;

async function changeLinks(
  db: Db,
  named: readonly (readonly string[])[],
  statement: RawBuilder<LinkRow>,
): Promise<LabelLinks[]> {
  if (named.some((ids) => ids.length === 0)) return [];
  const { rows } = await statement.execute(db);
  return [...Map.groupBy(rows, ({ labelId }) => labelId)].map(([labelId, links]) => ({
    labelId,
    aliasIds: links.map(({ aliasId }) => aliasId),
  }));
}

/** Gives labels to aliases of the account whose labels they are. Returns what was new. Runs in the caller's transaction. */
export function addLabels(db: Db, aliasIds: readonly string[], labelIds: readonly string[]): Promise<LabelLinks[]> {
  const statement = sql<LinkRow>`
    insert into alias_labels (alias_id, label_id)
    select a.id, l.id from unnest(${aliasIds}::uuid[]) a (id) cross join unnest(${labelIds}::uuid[]) l (id)
    order by a.id, l.id
    on conflict do nothing returning label_id, alias_id`;
  return changeLinks(db, [aliasIds, labelIds], statement);
}

/** Takes labels off aliases. Returns what was there. Runs in the caller's transaction. */
export function removeLabels(db: Db, aliasIds: readonly string[], labelIds: readonly string[]): Promise<LabelLinks[]> {
  const statement = sql<LinkRow>`
    delete from alias_labels where alias_id = any (${aliasIds}::uuid[]) and label_id = any (${labelIds}::uuid[])
    returning label_id, alias_id`;
  return changeLinks(db, [aliasIds, labelIds], statement);
}

/**
 * Gives an alias of this account these labels and no others, made where the account has none of the name. Runs in the
 * caller's transaction; where that also makes the alias, `ensureLabels` must have come before. @throws AppError too_many_labels.
 */
export async function setAliasLabels(
  db: Db,
  context: LabelContext,
  { aliasId, userId }: { readonly aliasId: string; readonly userId: string },
  names: readonly string[],
): Promise<void> {
  const { ids } = await ensureLabels(db, context, userId, names);
  await sql`delete from alias_labels where alias_id = ${aliasId} and label_id <> all (${ids}::uuid[])`.execute(db);
  await addLabels(db, [aliasId], ids);
}
