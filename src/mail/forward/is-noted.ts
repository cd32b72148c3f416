import type { ForwardOrder, ForwardRecipient } from '#mail/forward/forward-order.ts';
import { isAutomatic } from '#protocol/message/is-automatic.ts';

/** By which mail of a list is known. */
const listField = /^list-(?:id|post|help|archive|owner|subscribe|unsubscribe)$/;

/**
 * Whether a note by which an inbox answers a message reaches its author: where the owner lets automatic replies out, and somebody wrote
 * it to them. What no person wrote, a list sent on or was held for days is answered by nobody.
 */
export function isNoted(
  { autoReplies, heldFor }: Pick<ForwardRecipient, 'autoReplies' | 'heldFor'>,
  { message, received: { envelope } }: Pick<ForwardOrder, 'message' | 'received'>,
): boolean {
  if (!autoReplies || heldFor !== null || isAutomatic(message, envelope.reversePath)) return false;
  return !message.fields.some(({ key }) => listField.test(key));
}
