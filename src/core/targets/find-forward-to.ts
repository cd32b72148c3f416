import { AppError } from '#contract/errors.ts';
import { findDefaultTarget } from '#core/targets/find-default-target.ts';
import { listInboxes } from '#core/targets/list-inboxes.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { aliasFaultTexts } from '#messages/faults.ts';

/**
 * The addresses of an account's inboxes by their ids; of its default target when none is named.
 * @throws AppError no_target, invalid_input for an id that is none of the account's inboxes.
 */
export async function findForwardTo(
  context: Pick<TargetContext, 'database' | 'keys'>,
  userId: string,
  inboxIds: readonly string[],
): Promise<string[]> {
  if (inboxIds.length === 0) {
    const target = await findDefaultTarget(context, userId);
    if (target === null) throw new AppError('no_target');
    return [target.value];
  }
  const emails = new Map((await listInboxes(context, userId)).map(({ id, email }) => [id, email]));
  return inboxIds.map((id) => {
    const email = emails.get(id);
    if (email === undefined) {
      throw new AppError('invalid_input', { errors: { forwardTo: [aliasFaultTexts.targetNotYours] } });
    }
    return email;
  });
}
