import type { CoreContext } from '#core/core-context.ts';
import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import type { SystemMailer } from '#core/system-mail.ts';
import { parseRecipient } from '#mail/address/parse-recipient.ts';
import { createTransport } from '#mail/deliver/create-transport.ts';
import type { GuardedFetch } from '#mail/deliver/guarded-fetch.ts';
import { createLocalTransport } from '#mail/deliver/local-transport.ts';
import type { Transport } from '#mail/deliver/transport.ts';
import type { MailContext } from '#mail/mail-context.ts';
import { createSystemMailer } from '#mail/own-mail/send-system-mail.ts';
import { createWebhookClient, defaultWebhookTimeouts } from '#mail/webhook/webhook-client.ts';
import { createWebhookSender, type OwnWebhookSender } from '#mail/webhook/webhook-sender.ts';
import { createWebhookTransport } from '#mail/webhook/webhook-transport.ts';

export interface TransportParts extends CoreContext {
  readonly domains: DomainDirectory;
  /** The way to the servers of others. */
  readonly outside: Transport;
  /** For webhooks. */
  readonly fetch: GuardedFetch;
  readonly publicUrl: string;
  /** How long mail waits before it is given up. */
  readonly giveUpAfterMs: number;
  /** The engine that the transport becomes a part of; asked for when the first message leaves. */
  readonly mail: () => MailContext;
}

/** All ways out of this process as one transport, and the sender of our own events to webhooks. */
export function connectTransport(parts: TransportParts): {
  readonly transport: Transport;
  readonly webhooks: OwnWebhookSender;
} {
  const { clock, domains, fetch, mail, outside } = parts;
  const client = createWebhookClient({ fetch, clock, ...defaultWebhookTimeouts });
  const mailer: SystemMailer = { send: (message) => createSystemMailer(mail()).send(message) };
  return {
    transport: createTransport({
      outside,
      local: createLocalTransport(mail),
      webhook: createWebhookTransport({ ...parts, client, mailer }),
      isOurs: (rcptTo) => {
        const { kind, domain } = parseRecipient(rcptTo);
        // With no operator, as in preview, mail to its addresses would be handed over for ever.
        const endsHere = kind !== 'role' || mail().settings.operatorEmail !== null;
        return endsHere && domain !== null && domains.find(domain) !== null;
      },
    }),
    webhooks: createWebhookSender(client),
  };
}
