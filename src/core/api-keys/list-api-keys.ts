import type { ApiKey } from '#contract/api-keys.ts';
import { apiKeyColumns, apiKeyView } from '#core/api-keys/api-key-view.ts';
import type { CoreContext } from '#core/core-context.ts';

/** The API keys of an account, newest first, expired ones too. */
export async function listApiKeys(
  { database, clock }: Pick<CoreContext, 'database' | 'clock'>,
  userId: string,
): Promise<ApiKey[]> {
  const rows = await database.db
    .selectFrom('apiKeys')
    .select(apiKeyColumns)
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => apiKeyView(row, clock.now()));
}
