import type { TargetLink } from '#contract/targets.ts';
import { userEmailContext } from '#core/user-row.ts';
import type { CoreContext } from '#core/core-context.ts';
import { getLink } from '#core/targets/get-link.ts';
import { targetState } from '#core/targets/target-state.ts';
import { targetValueContext } from '#core/targets/target-value.ts';

/** What the page behind a mailed link shows. Changes nothing. @throws AppError link_unusable. */
export async function readLink(
  context: Pick<CoreContext, 'database' | 'clock' | 'keys'>,
  token: string,
): Promise<TargetLink> {
  const { keys } = context;
  const link = await getLink(context, token);
  return {
    // Only inboxes get links, and only webhooks are disabled.
    state: targetState({ ...link, disabledAt: null }),
    address: keys.open(targetValueContext(link.targetId), link.valueSealed).toString(),
    account:
      link.emailSealed === null
        ? 'a Kauke account'
        : keys.open(userEmailContext(link.userId), link.emailSealed).toString(),
  };
}
