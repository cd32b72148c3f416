import { notify } from '#core/notices/notify.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';

/**
 * Tells owners that mail went nowhere for want of a key that counts, once a day for each inbox. Never throws: the sender of the next
 * message must not wait for it.
 */
export async function tellOfUnusableKeys(
  queue: QueueContext,
  unusable: readonly {
    readonly alias: { readonly userId: string; readonly address: string };
    readonly targetId: string;
  }[],
): Promise<void> {
  for (const { alias, targetId } of unusable) {
    try {
      const { userId, address } = alias;
      await notify(queue, { kind: 'unusable_key', userId, subject: { text: targetId }, values: [address] });
    } catch (error) {
      queue.log.error('unusable_key.not_told', error);
    }
  }
}
