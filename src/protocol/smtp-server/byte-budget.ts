import type { Clock } from '#platform/clock.ts';
import { PlaceHolder } from '#platform/places/place-holder.ts';
import type { PlaceSource } from '#platform/places/places.ts';
import type { ClientKey } from '#protocol/smtp-server/client-limits.ts';
import type { SmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';

/** Backpressure on memory: octets of messages that may be in hand. */
export interface ByteBudget {
  /** Reserves `bytes` for a client, or returns `null` when they are not to be had. */
  reserve(client: ClientKey, bytes: number): Promise<ByteReservation | null>;
  usedBytes(): number;
}

export interface ByteReservation {
  /** Makes the reservation at least `bytes` large. False, and unchanged, when they are not to be had. */
  growTo(bytes: number): boolean | Promise<boolean>;
  /** Gives everything back; does nothing the second time. */
  release(): void;
}

/** A budget for all that this process holds, with a smaller one for each client. Neither is ever exceeded. */
export function createByteBudget(
  { maxHeldBytes }: Pick<SmtpLimits, 'maxHeldBytes'>,
  { heldBytes }: { readonly heldBytes: PlaceSource },
  clock: Clock,
): ByteBudget {
  const byClient = new PlaceHolder(heldBytes, clock);
  let usedBytes = 0;

  const giveBack = (client: ClientKey, bytes: number): void => {
    usedBytes -= bytes;
    if (client !== null && bytes > 0) byClient.give(client, bytes);
  };

  /** At once as long as this process has a block of the client's left. */
  const take = (client: ClientKey, bytes: number): boolean | Promise<boolean> => {
    if (usedBytes + bytes > maxHeldBytes) return false;
    const obtained = client === null || bytes === 0 ? bytes : byClient.obtain(client, { places: bytes });
    usedBytes += bytes;
    const settle = (places: number): boolean => {
      if (places < bytes) usedBytes -= bytes;
      return places === bytes;
    };
    return typeof obtained === 'number' ? settle(obtained) : obtained.then(settle);
  };

  return {
    reserve: async (client, bytes) => {
      if (!(await take(client, bytes))) return null;
      let reserved = bytes;
      let released = false;
      return {
        growTo: (wanted) => {
          if (released) return false;
          if (wanted <= reserved) return true;
          const more = wanted - reserved;
          const grow = (taken: boolean): boolean => {
            if (taken && released) giveBack(client, more);
            else if (taken) reserved = wanted;
            return taken && !released;
          };
          const taken = take(client, more);
          return typeof taken === 'boolean' ? grow(taken) : taken.then(grow);
        },
        release: () => {
          if (!released) giveBack(client, reserved);
          released = true;
        },
      };
    },
    usedBytes: () => usedBytes,
  };
}
