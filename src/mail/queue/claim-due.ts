import type { Slot } from '#protocol/smtp-client/destination.ts';
import type { MailContext } from '#mail/mail-context.ts';
import { claimDeliveries, findDueDestinations, type ClaimedDelivery } from '#mail/queue/claim-deliveries.ts';
import { destinationKey } from '#mail/queue/destination-hash.ts';

/** Places reserved at the destinations that have due mail, by destination key. */
type Reserved = ReadonlyMap<string, { readonly destinationHash: Buffer; readonly slots: Slot[] }>;

/** At most half of the room that is left to each, so that the next destination always finds some. */
function reservePlaces({ destinations }: MailContext, due: readonly Buffer[], room: number): Reserved {
  const reserved = new Map<string, { destinationHash: Buffer; slots: Slot[] }>();
  let left = room;
  for (const destinationHash of due) {
    if (left === 0) break;
    const key = destinationKey(destinationHash);
    const slots = destinations.reserve(key, Math.ceil(left / 2));
    if (slots.length > 0) reserved.set(key, { destinationHash, slots });
    left -= slots.length;
  }
  return reserved;
}

/**
 * Claims up to `room` due deliveries, as many to each destination as it has places, and hands each to `begin` with
 * its place. @returns how many. @throws Error when the database does not answer.
 */
export async function claimDue(
  context: MailContext,
  room: number,
  begin: (claimed: ClaimedDelivery, slot: Slot) => void,
): Promise<number> {
  if (room === 0) return 0;
  const reserved = reservePlaces(context, await findDueDestinations(context), room);
  if (reserved.size === 0) return 0;
  try {
    const shares = [...reserved.values()].map(({ destinationHash, slots }) => ({
      destinationHash,
      count: slots.length,
    }));
    const claimed = await claimDeliveries(context, shares);
    if (claimed.length > 0) context.trace('claimed');
    for (const delivery of claimed) {
      const slot = reserved.get(destinationKey(delivery.destinationHash))?.slots.pop();
      if (slot !== undefined) begin(delivery, slot);
    }
    return claimed.length;
  } finally {
    for (const { slots } of reserved.values()) for (const slot of slots) slot.leave();
  }
}
