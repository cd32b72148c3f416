import { findOwnTexts } from '#core/account-language.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import { tellOwner } from '#mail/queue/tell-owner.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';

/**
 * Tells owners that mail went nowhere for want of a key that counts, once a day for each inbox. Never throws: the sender of the next
 * message must not wait for it.
 */
export async function tellOfUnusableKeys(
  queue: QueueContext,
  limiter: RateLimiter,
  unusable: readonly {
    readonly alias: { readonly userId: string; readonly address: string };
    readonly targetId: string;
  }[],
): Promise<void> {
  for (const { alias, targetId } of unusable) {
    try {
      if (!(await limiter.tryTake('unusableKeysPerTarget', { text: targetId }))) continue;
      const { keyMails } = await findOwnTexts(queue.database.db, alias.userId);
      const link = `${queue.settings.publicUrl}/settings/inboxes`;
      await tellOwner(queue, alias.userId, keyMails.unusableKey(link, alias.address));
    } catch (error) {
      queue.log.error('unusable_key.not_told', error);
    }
  }
}
