import { isThisMachine, networkOf } from '#mail/smtp/ip-address.ts';
import type { MxLimits } from '#mail/smtp/mx-limits.ts';

/** Octets of messages that one process may have in hand. */
export interface ByteBudget {
  /** Reserves `bytes` for a client, or returns `null` when they are not to be had. */
  reserve(remoteAddress: string, bytes: number): ByteReservation | null;
  usedBytes(): number;
}

export interface ByteReservation {
  /** Makes the reservation at least `bytes` large. False, and unchanged, when they are not to be had. */
  growTo(bytes: number): boolean;
  /** Gives everything back; does nothing the second time. */
  release(): void;
}

type BudgetLimits = Pick<MxLimits, 'maxHeldBytes' | 'maxHeldBytesPerNetwork'>;

/** A budget for all, with a smaller one for each client network other than this machine. Neither is ever exceeded. */
export const createByteBudget = (limits: BudgetLimits): ByteBudget => {
  const usedByNetwork = new Map<string, number>();
  let usedBytes = 0;

  const take = (network: string, maxBytes: number, bytes: number): boolean => {
    const usedHere = (usedByNetwork.get(network) ?? 0) + bytes;
    if (usedBytes + bytes > limits.maxHeldBytes || usedHere > maxBytes) return false;
    usedBytes += bytes;
    usedByNetwork.set(network, usedHere);
    return true;
  };

  const giveBack = (network: string, bytes: number): void => {
    usedBytes -= bytes;
    const usedHere = (usedByNetwork.get(network) ?? 0) - bytes;
    if (usedHere > 0) usedByNetwork.set(network, usedHere);
    else usedByNetwork.delete(network);
  };

  return {
    reserve: (remoteAddress, bytes) => {
      const network = networkOf(remoteAddress);
      const maxBytes = isThisMachine(remoteAddress) ? limits.maxHeldBytes : limits.maxHeldBytesPerNetwork;
      if (!take(network, maxBytes, bytes)) return null;
      let reserved = bytes;
      let released = false;
      return {
        growTo: (wanted) => {
          if (released) return false;
          if (wanted <= reserved) return true;
          if (!take(network, maxBytes, wanted - reserved)) return false;
          reserved = wanted;
          return true;
        },
        release: () => {
          if (!released) giveBack(network, reserved);
          released = true;
        },
      };
    },
    usedBytes: () => usedBytes,
  };
};
