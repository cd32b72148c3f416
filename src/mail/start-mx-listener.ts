import type { SecureContext } from 'node:tls';
import { StartError } from '#config/start-error.ts';
import { resolveRecipient } from '#mail/address/resolve-recipient.ts';
import type { MailContext } from '#mail/mail-context.ts';
import { receiveMessage } from '#mail/receive-message.ts';
import { createMxListener, type MxListener } from '#mail/smtp/mx-listener.ts';
import { defaultMxLimits } from '#mail/smtp/mx-limits.ts';

interface MxAddress {
  readonly host: string;
  readonly port: number;
  /** For STARTTLS; asked for by each session. */
  readonly certificate: () => SecureContext;
}

/**
 * Takes mail from the world for the aliases of this program. Returns the listener and the port really bound.
 * @throws StartError when the port cannot be bound.
 */
export const startMxListener = async (
  mail: MailContext,
  { host, port, certificate }: MxAddress,
): Promise<{ readonly listener: MxListener; readonly port: number }> => {
  const { clock, log, settings } = mail;
  const listener = createMxListener({
    hostname: settings.hostname,
    tls: certificate,
    handler: {
      recipient: (address) => resolveRecipient(mail, address),
      message: (message) => receiveMessage(mail, message),
    },
    limits: defaultMxLimits,
    clock,
    log,
  });
  const bound = await listener.listen({ host, port }).catch((error: unknown) => {
    throw StartError.ofListener('MX_PORT', host, port, error);
  });
  return { listener, port: bound };
};
