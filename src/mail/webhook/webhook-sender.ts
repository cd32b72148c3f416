import type { WebhookFault, WebhookSender } from '#core/webhook-sender.ts';
import type { WebhookClient, WebhookReply } from '#mail/webhook/webhook-client.ts';

/** The poster that core asks. */
export interface OwnWebhookSender extends WebhookSender {
  /** Ends what is under way. */
  close(): void;
}

type ClientFault = Extract<WebhookReply, { kind: 'failed' }>['fault'];

/** Inside and outside names are told apart nowhere: that would show what only we can look up. */
const faults: Record<ClientFault, WebhookFault> = {
  'no-name': 'no-address',
  'dns-trouble': 'no-address',
  forbidden: 'no-address',
  unreachable: 'unreachable',
  tls: 'tls',
  timeout: 'timeout',
  lost: 'lost',
  malformed: 'lost',
  stopped: 'lost',
  busy: 'busy',
};

/** Sends events of ours through the client that mail goes through, too. */
export function createWebhookSender(client: WebhookClient): OwnWebhookSender {
  const closing = new AbortController();
  return {
    send: async (endpoint, { id, type, at, data }) => {
      const body = Buffer.from(JSON.stringify({ type, timestamp: at.toISOString(), data }));
      const reply = await client({ endpoint, id, body, signal: closing.signal });
      return reply.kind === 'answered'
        ? { kind: 'answered', status: reply.status }
        : { kind: 'failed', fault: faults[reply.fault] };
    },
    close: () => closing.abort(),
  };
}
