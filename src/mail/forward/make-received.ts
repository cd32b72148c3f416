import { isIPv6 } from 'node:net';
import { makeField, formatDate } from '#protocol/message/header-fields.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';
import type { ClientInfo } from '#protocol/smtp-server/envelope.ts';

/** What the client calls itself is whatever it sent: only what can stand in a domain or literal is repeated. */
function cleanHelo(helo: string): string {
  return helo.replaceAll(/[^\w.:[\]-]/g, '').slice(0, 255) || 'unknown';
}

function addressLiteral(address: string): string {
  return isIPv6(address) ? `[IPv6:${address}]` : `[${address}]`;
}

export interface ReceivedInput {
  readonly client: ClientInfo;
  readonly hostname: string;
  readonly queueId: string;
  /** The alias; no other recipient of the message is named. */
  readonly recipient: string;
  readonly now: Date;
}

/** Our trace field (RFC 5321 §4.4, protocol names of RFC 3848). Mail handed over in process has no `from` clause. */
export function makeReceived({ client, hostname, queueId, recipient, now }: ReceivedInput): HeaderField {
  const { remoteAddress, helo, protocol } = client;
  const from = remoteAddress === null ? '' : `from ${cleanHelo(helo)} (${addressLiteral(remoteAddress)}) `;
  return makeField(
    'Received',
    `${from}by ${hostname} with ${protocol} id ${queueId} for <${recipient}>; ${formatDate(now)}`,
  );
}
