import { makeBounceAddress } from '#mail/recipient/address-forms.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { signDkim } from '#protocol/dkim/sign-dkim.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import type { DeliveryBatch } from '#mail/queue/state/delivery-batch.ts';

/** What an alias sends. */
export interface SentOrder {
  readonly alias: { readonly id: string; readonly userId: string; readonly domain: string; readonly linkId: string };
  /** Unsigned header block without its closing empty line, and body, from `writeAsAlias`. */
  readonly header: Buffer;
  readonly body: Buffer;
  /** Real addresses, each once. */
  readonly recipients: readonly string[];
  /** As received; empty for `<>`, which stays null so that no automatic answer is ever bounced (RFC 5321 §4.5.5). */
  readonly reversePath: string;
  /** Stored before anything is dialed. */
  readonly spoolFirst: boolean;
}

/**
 * Signs what an alias sends and addresses it: failures come back to the bounce address of the alias's first confirmed
 * link. @throws Error when the alias's domain is gone.
 */
export async function prepareSent(context: AsAliasContext, order: SentOrder): Promise<DeliveryBatch> {
  const { clock, domains, keys, random } = context;
  const { alias, body, recipients, reversePath, spoolFirst } = order;
  const signer = domains.find(alias.domain);
  if (signer === null) throw new Error('a domain was removed while an alias on it sent');
  const now = new Date(clock.now());
  const bodyHash = createBodyHashes(body).sha256('relaxed', null);
  const { name: domain, selector, key } = signer;
  const signature = await signDkim({ header: order.header, bodyHash, domain, selector, key, now });
  const header = {
    id: random.uuid(),
    octets: Buffer.concat([signature, order.header, Buffer.from('\r\n')]),
  };
  const mailFrom = reversePath === '' ? '' : makeBounceAddress(keys, { linkId: alias.linkId, domain, now, of: 'sent' });
  return {
    id: random.uuid(),
    kind: 'sent',
    senderProven: true,
    reversePath,
    body,
    deliveries: recipients.map((rcptTo) => ({
      id: random.uuid(),
      header,
      userId: alias.userId,
      aliasId: alias.id,
      linkId: null,
      targetId: null,
      mailFrom,
      rcptTo,
      spoolFirst,
    })),
  };
}
