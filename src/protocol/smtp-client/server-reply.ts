import { type SocketReader, WireError } from '#protocol/net/socket-wire.ts';
import type { DeliveryStage, Outcome } from '#protocol/smtp-client/transport.ts';

/** What a receiving server answered. Its words stay in this folder: they may name the recipient. */
export interface ServerReply {
  readonly code: number;
  readonly enhanced: string | null;
  /** Without codes; only EHLO and AUTH look at them. */
  readonly lines: readonly string[];
}

const maxLineBytes = 4096;
const maxLines = 100;
const replyLine = /^([2-5]\d\d)(?:([ -])(?:([245]\.\d{1,3}\.\d{1,3})(?= |$))? ?(.*))?$/;

/**
 * Reads one reply of any number of lines (RFC 5321 §4.2.1), all within `timeoutMs`.
 * @throws WireError `flood` for what is not a reply or has no end
 */
export async function readServerReply(reader: SocketReader, timeoutMs: number): Promise<ServerReply> {
  const lines: string[] = [];
  const endsAtMs = performance.now() + timeoutMs;
  for (let count = 0; count < maxLines; count += 1) {
    // Timers of one duration are cheap together, and nearly every reply is one line.
    const line = await reader.readLine(maxLineBytes, count === 0 ? timeoutMs : endsAtMs - performance.now());
    const match = line === null ? null : replyLine.exec(line.toString('latin1').replace(/\r$/, ''));
    if (match === null) throw new WireError('flood');
    const [, code, separator = ' ', enhanced = null, text = ''] = match;
    lines.push(text);
    if (separator === ' ') return { code: Number(code), enhanced, lines };
  }
  throw new WireError('flood');
}

/** "Authentication required", "failed", "encryption required" (RFC 4954 §6): the operator's to mend, not the mail's fault. */
const ourFaultCodes: ReadonlySet<number> = new Set([530, 534, 535, 538]);

/** What a reply that ends the transaction means. Only 5yz is final (RFC 5321 §4.2.1). */
export function outcomeOfReply({ code, enhanced }: ServerReply, stage: DeliveryStage): Outcome {
  if (code >= 200 && code < 300 && stage === 'data') return { kind: 'delivered' };
  if (code >= 500 && !ourFaultCodes.has(code)) return { kind: 'refused', code, enhanced, stage };
  return { kind: 'deferred', code, enhanced, stage };
}
