import type { ClientKey } from '#protocol/smtp-server/client-limits.ts';
import type { SmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';

/** Backpressure on memory: octets of messages that one process may have in hand. */
export interface ByteBudget {
  /** Reserves `bytes` for a client, or returns `null` when they are not to be had. */
  reserve(client: ClientKey, bytes: number): ByteReservation | null;
  usedBytes(): number;
}

export interface ByteReservation {
  /** Makes the reservation at least `bytes` large. False, and unchanged, when they are not to be had. */
  growTo(bytes: number): boolean;
  /** Gives everything back; does nothing the second time. */
  release(): void;
}

type BudgetLimits = Pick<SmtpLimits, 'maxHeldBytes' | 'maxHeldBytesPerNetwork'>;

/** A budget for all, with a smaller one for each client. Neither is ever exceeded. */
export function createByteBudget(limits: BudgetLimits): ByteBudget {
  const usedByClient = new Map<string, number>();
  let usedBytes = 0;

  const take = (client: ClientKey, bytes: number): boolean => {
    const usedHere = (client === null ? 0 : (usedByClient.get(client) ?? 0)) + bytes;
    if (usedBytes + bytes > limits.maxHeldBytes) return false;
    if (client !== null && usedHere > limits.maxHeldBytesPerNetwork) return false;
    usedBytes += bytes;
    if (client !== null) usedByClient.set(client, usedHere);
    return true;
  };

  const giveBack = (client: ClientKey, bytes: number): void => {
    usedBytes -= bytes;
    if (client === null) return;
    const usedHere = (usedByClient.get(client) ?? 0) - bytes;
    if (usedHere > 0) usedByClient.set(client, usedHere);
    else usedByClient.delete(client);
  };

  return {
    reserve: (client, bytes) => {
      if (!take(client, bytes)) return null;
      let reserved = bytes;
      let released = false;
      return {
        growTo: (wanted) => {
          if (released) return false;
          if (wanted <= reserved) return true;
          if (!take(client, wanted - reserved)) return false;
          reserved = wanted;
          return true;
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
