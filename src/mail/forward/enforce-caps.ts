import type { MessageCaps } from '#core/aliases/standing/note-message.ts';
import type { DispatchResult } from '#mail/queue/keep-deliveries.ts';
import type { DeliveryBatch } from '#mail/queue/state/delivery.ts';
import type { AliasRecipient } from '#mail/recipient/resolve-alias.ts';

/** What became of a message where some aliases take a number of messages and no more. */
export interface CappedResult extends DispatchResult {
  /** Aliases that have ended meanwhile: they were not to have it. */
  readonly over: ReadonlySet<string>;
}

/** The aliases that deliveries go to. */
function aliasesOf(messages: readonly DeliveryBatch[]): ReadonlySet<string> {
  return new Set(messages.flatMap(({ deliveries }) => deliveries.flatMap(({ aliasId }) => aliasId ?? [])));
}

function without(over: ReadonlySet<string>, messages: readonly DeliveryBatch[]): DeliveryBatch[] {
  return messages
    .map((message) => ({
      ...message,
      deliveries: message.deliveries.filter(({ aliasId }) => aliasId === null || !over.has(aliasId)),
    }))
    .filter(({ deliveries }) => deliveries.length > 0);
}

/**
 * The last question about a message, after all that may refuse it: has the alias had all it was to have? What it takes is
 * counted before it leaves, and given back where it reached nobody or its sender has to try again. Aliases without such a number cost nothing.
 * @throws Error when the database does not answer.
 */
export async function enforceCaps(
  caps: MessageCaps,
  aliases: readonly AliasRecipient[],
  messages: readonly DeliveryBatch[],
  dispatch: (messages: readonly DeliveryBatch[]) => Promise<DispatchResult>,
): Promise<CappedResult> {
  const capped = aliases.filter((alias) => alias.capped).map(({ aliasId }) => aliasId);
  if (capped.length === 0) return { ...(await dispatch(messages)), over: new Set() };
  const named = aliasesOf(messages);
  const asked = capped.filter((aliasId) => named.has(aliasId));
  const taken = await caps.take(asked);
  const over = new Set(asked.filter((aliasId) => !taken.has(aliasId)));
  const result = await dispatch(over.size === 0 ? messages : without(over, messages)).catch(async (error: unknown) => {
    await caps.giveBack([...taken]).catch(() => {});
    throw error;
  });
  // Its sender comes again with all of it, and it is counted then: else the first try would be the alias's last message.
  const free = [...taken].filter((aliasId) => result.unsaved !== null || !result.reaches(aliasId));
  // The message has left: a count too many is no reason to refuse it.
  await caps.giveBack(free).catch(() => {});
  return { ...result, over };
}
