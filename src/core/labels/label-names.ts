import { sql } from 'kysely';
import type { CoreContext } from '#core/core-context.ts';
import type { KeyRing, SealContext } from '#core/keys/key-ring.ts';
import type { Db } from '#database/database.ts';

/** What the name of a label is bound to (`labels.name_sealed`). */
function labelContext(id: string): SealContext {
  return { field: 'labels.name', rowId: id };
}

/** Finds a label of this account by its name, in any case, without opening one. */
export function labelHash(keys: KeyRing, userId: string, name: string): Buffer {
  return keys.lookupHash('labels.name', `${userId} ${name.normalize().toLowerCase()}`);
}

export function sealLabel(keys: KeyRing, { id, userId, name }: { id: string; userId: string; name: string }) {
  return { nameSealed: keys.seal(labelContext(id), name), nameHash: labelHash(keys, userId, name) };
}

export function decryptLabel(keys: KeyRing, { id, nameSealed }: { id: string; nameSealed: Buffer }): string {
  return keys.open(labelContext(id), nameSealed).toString();
}

/** In one order for everybody, whatever the machine speaks. */
export function compareNames(a: string, b: string): number {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

interface LabelledAliases {
  readonly id: string;
  readonly name: string;
  readonly aliasIds: readonly string[];
}

/** The labels of an account by name, each opened once, with the aliases that have them: all, or those among some. */
export async function readLabelled(
  db: Db,
  { keys }: Pick<CoreContext, 'keys'>,
  userId: string,
  among: readonly string[] | null = null,
): Promise<LabelledAliases[]> {
  const rows = await db
    .selectFrom('labels')
    .innerJoin('aliasLabels', 'labelId', 'labels.id')
    .select(['labels.id', 'nameSealed'])
    .select(({ fn }) => fn.agg<string>('string_agg', [sql`alias_id::text`, sql`','`]).as('aliasIds'))
    .where('userId', '=', userId)
    .$if(among !== null, (query) => query.where('aliasId', '=', sql<string>`any(${among}::uuid[])`))
    .groupBy('labels.id')
    .execute();
  return rows
    .map((row) => ({ id: row.id, name: decryptLabel(keys, row), aliasIds: row.aliasIds.split(',') }))
    .toSorted((a, b) => compareNames(a.name, b.name));
}

/** The names of the labels of each alias that has any, in their order. */
export function namesByAlias(labelled: readonly LabelledAliases[]): ReadonlyMap<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { name, aliasIds } of labelled) {
    for (const id of aliasIds) names.set(id, [...(names.get(id) ?? []), name]);
  }
  return names;
}
