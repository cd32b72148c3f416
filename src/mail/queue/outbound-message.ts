import { needsSmtpUtf8 } from '#protocol/smtp-client/needs-smtp-utf8.ts';
import type { OutboundMessage } from '#protocol/smtp-client/transport.ts';
import type { Delivery } from '#mail/queue/outgoing-message.ts';

/** A delivery that is still in memory, ready for the wire. */
export function outboundMessage(delivery: Delivery, body: Buffer): OutboundMessage {
  const { id: deliveryId, targetId, mailFrom, rcptTo, header } = delivery;
  const content = [header.octets, body];
  return { deliveryId, targetId, mailFrom, rcptTo, content, smtpUtf8: needsSmtpUtf8(mailFrom, rcptTo) };
}
