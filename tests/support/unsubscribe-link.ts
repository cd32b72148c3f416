import type { DomainCommandContext } from '#cli/database.ts';
import { withOperator } from '#cli/operator/with-operator.ts';
import { makeUnsubscribeLink } from '#core/unsubscribe/unsubscribe-token.ts';

/** The link that an unsubscribe button of an alias has. */
export function linkToUnsubscribe(
  command: DomainCommandContext,
  aliasId: string,
  wish: 'pause' | 'block',
): Promise<string> {
  return withOperator(command, async ({ database, keys, settings }) => {
    const { userId } = await database.db
      .selectFrom('aliases')
      .select('userId')
      .where('id', '=', aliasId)
      .executeTakeFirstOrThrow();
    const parts = { keys, publicUrl: settings.publicUrl, nowMs: Date.now() };
    return makeUnsubscribeLink(parts, wish, { aliasId, userId, sender: 'news@shop.example' }) ?? '';
  });
}
