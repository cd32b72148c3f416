import type { InboxPosted } from '#contract/inbox.ts';
import { findOwnTexts } from '#core/account-language.ts';
import { readAlias } from '#core/aliases/read-aliases.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { TestPost } from '#core/test-post.ts';

interface OwnAlias {
  readonly userId: string;
  readonly aliasId: string;
}

/**
 * Writes to an alias of this account as anybody could, in its owner's language, and tells what the server said to that.
 * @throws AppError not_found, rate_limited.
 */
export async function sendTest(
  context: TargetContext & { readonly testPost: TestPost },
  { userId, aliasId }: OwnAlias,
): Promise<InboxPosted> {
  const { db } = context.database;
  const { localPart, domain } = await readAlias(db, context, aliasId, userId);
  await context.limiter.take('testMailPerUser', { userId });
  const { testMessage } = await findOwnTexts(db, userId);
  return context.testPost.send(`${localPart}@${domain}`, testMessage);
}
