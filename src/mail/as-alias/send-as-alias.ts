import type { ReplyAlias } from '#core/aliases/standing/speaker.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import { prepareCopies } from '#mail/as-alias/copy-to-inboxes.ts';
import { dispatchMessage, dispatchMessages, rememberSent } from '#mail/queue/dispatch-message.ts';
import type { DispatchResult } from '#mail/queue/keep-deliveries.ts';
import type { DeliveryBatch } from '#mail/queue/state/delivery.ts';
import { fingerprintOf } from '#mail/queue/state/retry-memory.ts';
import { organisationOf } from '#core/organisation.ts';
import { makeBounceAddress } from '#mail/recipient/address-forms.ts';
import type { NewContact } from '#mail/recipient/contact-store.ts';
import { signMail } from '#mail/rewrite/sign-mail.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { normalizeAddress, splitAddress } from '#protocol/message/address.ts';
import { parseMessage, type RawMessage } from '#protocol/message/parse-message.ts';

/** What an alias sends. */
interface SentOrder {
  readonly alias: Pick<
    ReplyAlias,
    | 'id'
    | 'number'
    | 'userId'
    | 'ownerSince'
    | 'address'
    | 'domain'
    | 'useNoted'
    | 'counted'
    | 'expectedSenders'
    | 'copyReplies'
  >;
  /** Unsigned header block without its closing empty line, and body, from `writeAsAlias`. */
  readonly header: Buffer;
  readonly body: Buffer;
  /** Whom it goes to: contacts of the alias from now on. */
  readonly contacts: readonly NewContact[];
  /** As the owner wrote it, so that a retry of the owner's program is recognised. */
  readonly message: RawMessage;
  /** The inbox that wrote; null: a program that signed in. */
  readonly author: string | null;
  /** As received; empty for `<>`, which stays null so that no automatic answer is ever bounced (RFC 5321 §4.5.5). */
  readonly reversePath: string;
  /** Stored before anything is dialed. */
  readonly spoolFirst: boolean;
}

/**
 * Sends what was written as an alias: signed, to each correspondent once, who are known by the same reverse address when
 * they answer. Where the alias has its replies copied its other inboxes are sent theirs, which are kept before it returns. @throws Error when the alias's domain is gone or the contacts cannot be stored.
 */
export async function sendAsAlias(context: AsAliasContext, order: SentOrder): Promise<DispatchResult> {
  const { alias, contacts, message, reversePath } = order;
  const [batch, copies] = await Promise.all([
    prepareSent(context, order),
    alias.copyReplies ? prepareCopies(context, order) : [],
    context.contacts.store(alias.id, contacts),
    context.noteUse([alias]),
    expectAnswers(context, order),
  ]);
  const sent = { batch, copies, fingerprint: (): string => fingerprintOf(reversePath, message) };
  const result = order.spoolFirst ? await keepWithCopies(context, sent) : await deliverThenCopy(context, sent);
  if (result.accepted === 0 || result.unsaved !== null) return result;
  context.volume.add('sent', alias.ownerSince);
  context.counts.add('replied', [alias]);
  return result;
}

interface Sent {
  readonly batch: DeliveryBatch;
  readonly copies: readonly DeliveryBatch[];
  readonly fingerprint: () => string;
}

/** What is refused at once is copied to nobody. */
async function deliverThenCopy({ queue }: AsAliasContext, sent: Sent): Promise<DispatchResult> {
  const { batch, copies, fingerprint } = sent;
  const result = await dispatchMessage(queue, batch, fingerprint);
  if (result.accepted === 0 || result.unsaved !== null || copies.length === 0) return result;
  const { unsaved } = await dispatchMessages(queue, copies, fingerprint);
  if (unsaved !== null) await rememberSent(queue, batch, fingerprint());
  return { ...result, unsaved };
}

/**
 * What is stored first is refused by nobody yet, so that the copies come before it: a mail program sends what could not be kept
 * under another id, by which nobody knows that its correspondents have it.
 */
async function keepWithCopies({ queue }: AsAliasContext, sent: Sent): Promise<DispatchResult> {
  const { batch, copies, fingerprint } = sent;
  const kept = await dispatchMessages(queue, copies, fingerprint);
  if (kept.unsaved !== null) return { ...kept, accepted: 0 };
  const result = await dispatchMessage(queue, batch, fingerprint);
  if (result.unsaved !== null) for (const copy of copies) await rememberSent(queue, copy, fingerprint());
  return result;
}

/** Whoever the owner writes to may answer: that is no leak. */
async function expectAnswers({ senders }: AsAliasContext, { alias, contacts }: SentOrder): Promise<void> {
  const domains = contacts.map(({ correspondent }) => splitAddress(correspondent).domain.toLowerCase());
  await senders.expects(alias, new Set(await Promise.all(domains.map(organisationOf))));
}

/**
 * Signs what an alias sends and addresses it: failures come back to the bounce address (VERP) of the alias. @throws Error when the alias's domain is gone.
 */
async function prepareSent(context: AsAliasContext, order: SentOrder): Promise<DeliveryBatch> {
  const { clock, domains, keys, random } = context;
  const { alias, body, contacts, reversePath, spoolFirst } = order;
  const recipients = new Map(contacts.map(({ correspondent }) => [normalizeAddress(correspondent), correspondent]));
  const signer = domains.signer(alias.domain);
  if (signer === null) throw new Error('a domain was removed while an alias on it sent');
  const now = new Date(clock.now());
  const bodyHash = createBodyHashes(body).sha256('relaxed');
  const signed = await signMail(signer, { fields: parseMessage(order.header).fields, bodyHash, now });
  const header = { id: random.uuid(), octets: Buffer.concat([signed, Buffer.from('\r\n')]) };
  const { number: id, address } = alias;
  const mailFrom = reversePath === '' ? '' : makeBounceAddress(keys, { id, alias: address, now, of: 'sent' });
  return {
    id: random.uuid(),
    kind: 'sent',
    senderProven: true,
    ownerSince: alias.ownerSince,
    reversePath,
    body,
    deliveries: Array.from(recipients.values(), (rcptTo) => ({
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
