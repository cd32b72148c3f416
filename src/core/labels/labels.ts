import type { Label } from '#contract/aliases/labels.ts';
import { AppError } from '#contract/errors.ts';
import { countLinks } from '#core/alias-rows/alias-links.ts';
import type { CoreContext } from '#core/core-context.ts';
import { compareNames, decryptLabel, sealLabel } from '#core/labels/label-names.ts';
import { ensureLabels } from '#core/labels/alias-labels.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import { isUniqueViolation } from '#database/database.ts';

type LabelContext = Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'> & { readonly limiter: RateLimiter };

interface OwnLabel {
  readonly labelId: string;
  readonly userId: string;
}

/** The labels of an account, by name. */
export async function listLabels(
  { database, keys }: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
): Promise<Label[]> {
  const { db } = database;
  const rows = await db.selectFrom('labels').select(['id', 'nameSealed']).where('userId', '=', userId).execute();
  const aliases = await countLinks(db, 'labels', { userId });
  return rows
    .map((row) => ({ id: row.id, name: decryptLabel(keys, row), aliases: aliases.get(row.id) ?? 0 }))
    .toSorted((a, b) => compareNames(a.name, b.name));
}

async function getLabel(context: LabelContext, { labelId, userId }: OwnLabel): Promise<Label> {
  const label = (await listLabels(context, userId)).find(({ id }) => id === labelId);
  if (label === undefined) throw new AppError('not_found');
  return label;
}

/** @throws AppError rate_limited, label_exists, too_many_labels. */
export async function createLabel(context: LabelContext, userId: string, name: string): Promise<Label> {
  await context.limiter.take('aliasChangesPerUser', { userId });
  const { ids, made } = await context.database.db
    .transaction()
    .execute((transaction) => ensureLabels(transaction, context, userId, [name]));
  const [labelId] = ids;
  if (labelId === undefined || !made) throw new AppError('label_exists');
  return { id: labelId, name, aliases: 0 };
}

/** All aliases that have it have it by its new name. @throws AppError rate_limited, not_found, label_exists. */
export async function renameLabel(context: LabelContext, own: OwnLabel, name: string): Promise<Label> {
  const { labelId, userId } = own;
  await context.limiter.take('aliasChangesPerUser', { userId });
  const { numUpdatedRows } = await context.database.db
    .updateTable('labels')
    .set(sealLabel(context.keys, { id: labelId, userId, name }))
    .where('id', '=', labelId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new AppError('label_exists') : error;
    });
  if (numUpdatedRows === 0n) throw new AppError('not_found');
  return getLabel(context, own);
}

/** Takes it off all aliases. @throws AppError rate_limited, not_found. */
export async function deleteLabel(context: LabelContext, { labelId, userId }: OwnLabel): Promise<void> {
  await context.limiter.take('aliasChangesPerUser', { userId });
  const { numDeletedRows } = await context.database.db
    .deleteFrom('labels')
    .where('id', '=', labelId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new AppError('not_found');
}
