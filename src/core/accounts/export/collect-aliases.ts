import type { AccountExport } from '#contract/export.ts';
import { listAliases } from '#core/aliases/list-aliases.ts';
import type { CoreContext } from '#core/core-context.ts';

/** The aliases of an account with their settings, newest first. */
export async function collectAliases(
  context: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
): Promise<AccountExport['aliases']> {
  const aliases = await listAliases(context, userId, userId);
  const rows = await context.database.db
    .selectFrom('aliases')
    .select(['id', 'transparent', 'cutThrough', 'autoReplies', 'identityParts', 'pinned'])
    .where('userId', '=', userId)
    .execute();
  const settings = new Map(rows.map((row) => [row.id, row]));
  return aliases.flatMap((alias) => {
    const own = settings.get(alias.id);
    // Deleted in between.
    return own === undefined ? [] : [{ ...alias, ...own }];
  });
}
