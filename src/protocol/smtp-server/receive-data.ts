import type { Clock } from '#platform/clock.ts';
import type { ByteReservation } from '#protocol/smtp-server/byte-budget.ts';
import { DataScanner } from '#protocol/smtp-server/data-scanner.ts';
import type { ScannedData } from '#protocol/smtp-server/data-scanner.ts';
import type { SmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';
import type { SessionWire } from '#protocol/smtp-server/session-wire.ts';
import { WireError } from '#protocol/net/socket-wire.ts';

/** What DATA brought. */
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
  readonly limits: SmtpLimits;
  readonly clock: Clock;
}

/**
 * Reads to the final dot, whatever comes, because a reply before it would be taken for the reply to something else.
 * Octets behind the dot are given back to the wire.
 * @throws WireError
 */
export async function receiveData(wire: SessionWire, request: DataRequest): Promise<ReceivedData> {
  const { expectedBytes, reservation, limits, clock } = request;
  const scanner = new DataScanner(limits.maxMessageBytes, expectedBytes);
  const deadline = clock.now() + limits.dataTotalMs;
  let overBudget = false;
  for (;;) {
    const leftMs = deadline - clock.now();
    if (leftMs <= 0) throw new WireError('timeout');
    const rest = scanner.push(await wire.readChunk(Math.min(limits.dataSilenceMs, leftMs)));
    const grown = overBudget || reservation.growTo(scanner.heldBytes);
    if (grown !== true && !(await grown)) {
      overBudget = true;
      scanner.drop();
    }
    if (rest !== null) {
      wire.unread(rest);
      const result = scanner.result();
      return overBudget && result.fault === null ? { fault: 'over-budget' } : result;
    }
    if (scanner.contentBytes > limits.cutOffBytes) return { fault: 'endless' };
  }
}
