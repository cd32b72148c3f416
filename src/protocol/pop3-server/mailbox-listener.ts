import type { Metrics } from '#platform/metrics.ts';
import { MailboxSession, type MailboxContext } from '#protocol/pop3-server/mailbox-session.ts';
import {
  createClientListener,
  type ClientListener,
  type ReceptionOptions,
} from '#protocol/smtp-server/smtp-listener.ts';

/** A POP3 server on one port, TLS from the first octet (RFC 8314 §3.1). Limits hold for all its sessions together. */
export function createMailboxListener(
  options: MailboxContext & ReceptionOptions & { readonly metrics: Pick<Metrics, 'smtpConnection'> },
): ClientListener {
  return createClientListener({
    ...options,
    converse: (socket, peer, patience) => {
      options.metrics.smtpConnection('mailbox');
      return new MailboxSession(socket, peer, options, patience);
    },
    noPlace: '-ERR [SYS/TEMP] Too many connections, try again later\r\n',
  });
}
