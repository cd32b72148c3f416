import { sql } from 'kysely';
import { addLabels, ensureLabels, findLabels, removeLabels, type LabelLinks } from '#core/labels/alias-labels.ts';
import { openLabel } from '#core/labels/label-names.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { AliasGroup } from '#core/undos/undos.ts';
import type { Db } from '#database/database.ts';

// Each of these runs in the caller's transaction behind `lockAccount`, on aliases of that account, and tells what it changed.

/** Switches aliases on, or pauses them. */
export async function switchMany(db: Db, aliasIds: readonly string[], active: boolean): Promise<AliasGroup[]> {
  const { rows } = await sql<{ id: string }>`
    update aliases set active = ${active} where id = any (${aliasIds}::uuid[]) and active <> ${active}
    returning id`.execute(db);
  const changed = rows.map(({ id }) => id);
  return changed.length === 0 ? [] : [{ aliasIds: changed, active: [!active, active] }];
}

async function nameLinks(
  db: Db,
  { keys }: Pick<TargetContext, 'keys'>,
  links: readonly LabelLinks[],
): Promise<{ name: string; aliasIds: string[] }[]> {
  if (links.length === 0) return [];
  const ids = links.map(({ labelId }) => labelId);
  const rows = await db.selectFrom('labels').select(['id', 'nameSealed']).where('id', 'in', ids).execute();
  const names = new Map(rows.map((row) => [row.id, openLabel(keys, row)]));
  return links.map(({ labelId, aliasIds }) => ({ name: names.get(labelId) ?? '', aliasIds: [...aliasIds] }));
}

/** Gives aliases labels, made where the account has none of the name. @throws AppError too_many_labels. */
export async function labelMany(
  db: Db,
  context: TargetContext,
  { userId, aliasIds }: { readonly userId: string; readonly aliasIds: readonly string[] },
  names: readonly string[],
): Promise<AliasGroup[]> {
  if (names.length === 0) return [];
  const { ids } = await ensureLabels(db, context, userId, names);
  const links = await nameLinks(db, context, await addLabels(db, aliasIds, ids));
  return links.map((link) => ({ aliasIds: link.aliasIds, labelled: link.name }));
}

/** Takes labels off aliases. */
export async function unlabelMany(
  db: Db,
  context: TargetContext,
  { userId, aliasIds }: { readonly userId: string; readonly aliasIds: readonly string[] },
  names: readonly string[],
): Promise<AliasGroup[]> {
  const ids = await findLabels(db, context, userId, names);
  const links = await nameLinks(db, context, await removeLabels(db, aliasIds, ids));
  return links.map((link) => ({ aliasIds: link.aliasIds, unlabelled: link.name }));
}
