import type { ByteReservation } from '#protocol/smtp-server/byte-budget.ts';
import { DataScanner } from '#protocol/smtp-server/content/data-scanner.ts';
import type { ScannedData } from '#protocol/smtp-server/content/data-scanner.ts';
import type { SmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';
import type { SessionWire } from '#protocol/smtp-server/session-wire.ts';

/** What DATA brought, or BDAT. */
export type ReceivedData =
  | ScannedData
  /** No room in the byte budget; read to the end all the same. */
  | { readonly fault: 'over-budget' }
  /** The client went on far past the limit; the end was not seen. */
  | { readonly fault: 'endless' };

export interface DataRequest {
  /** The client's SIZE; 0 when unknown. */
  readonly expectedBytes: number;
  /** Grows with what is held. */
  readonly reservation: ByteReservation;
  readonly limits: Pick<SmtpLimits, 'maxMessageBytes' | 'cutOffBytes'>;
}

/**
 * Reads to the final dot, whatever comes, because a reply before it would be taken for the reply to something else.
 * Octets behind the dot are given back to the wire.
 * @throws WireError
 */
export async function receiveData(wire: SessionWire, request: DataRequest): Promise<ReceivedData> {
  const { expectedBytes, reservation, limits } = request;
  const scanner = new DataScanner(limits.maxMessageBytes, expectedBytes);
  let overBudget = false;
  const drop = (): void => {
    overBudget = true;
    scanner.drop();
  };
  reservation.mayYield(drop);
  wire.startData();
  for (;;) {
    const rest = scanner.push(await wire.readChunk());
    const grown = overBudget || reservation.growTo(scanner.heldBytes);
    if (grown !== true && !(await grown)) drop();
    if (rest !== null) {
      reservation.keep();
      wire.unread(rest);
      const result = scanner.result();
      return overBudget && result.fault === null ? { fault: 'over-budget' } : result;
    }
    if (scanner.contentBytes > limits.cutOffBytes) return { fault: 'endless' };
  }
}
