import { isWebhookUrl } from '#mail/queue/is-webhook-url.ts';
import type { Transport } from '#protocol/smtp-client/transport.ts';

/** The ways out of this process. */
export interface TransportWays {
  /** To recipients on our own domains, in process. */
  readonly local: Transport;
  readonly webhook: Transport;
  /** To everybody else: smarthost, mail hosts or preview. */
  readonly outside: Transport;
  /** Whether a recipient is ours to receive. Takes any case. */
  readonly isOurs: (rcptTo: string) => boolean;
}

/** The one transport of a process: it chooses the way by the recipient. */
export function createTransport({ local, webhook, outside, isOurs }: TransportWays): Transport {
  const choose = (rcptTo: string): { readonly transport: Transport; readonly name: string } => {
    if (isWebhookUrl(rcptTo)) return { transport: webhook, name: 'webhook:' };
    if (isOurs(rcptTo)) return { transport: local, name: 'local:' };
    return { transport: outside, name: '' };
  };
  return {
    // The prefix keeps a webhook's host apart from a mail domain of the same name: they fail separately.
    destinationOf: (rcptTo) => {
      const { transport, name } = choose(rcptTo);
      return `${name}${transport.destinationOf(rcptTo)}`;
    },
    attempt: (message) => choose(message.rcptTo).transport.attempt(message),
    close: async () => {
      await Promise.all([local.close(), webhook.close(), outside.close()]);
    },
  };
}
