import { sql } from 'kysely';
import { noteLostConfirmation } from '#core/confirmation/confirmation-mail.ts';
import { noteRefusal, noteRefusedBeside } from '#mail/queue/note-refusal.ts';
import { reportFailure, type FailedMessage } from '#mail/queue/report-failure.ts';
import {
  UnreadableMail,
  openPart,
  openEnvelope,
  openRecipient,
  type SpoolEnvelope,
} from '#mail/queue/spool-sealing.ts';
import type { Lease } from '#mail/queue/state/leases.ts';
import type { Delivery, DeliveryBatch, Tried } from '#mail/queue/state/delivery.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import type { RefusedOutcome } from '#protocol/smtp-client/transport.ts';

/** A waiting delivery that will not be tried again. */
export interface LostDelivery {
  /** Of this process. Once another one has the delivery, that one tells. */
  readonly lease: Lease;
  /** RFC 3463. */
  readonly status: string;
  /** The recipient's server refused the recipient itself. */
  readonly refusedRecipient: boolean;
  /** No server refused it. */
  readonly endedByUs?: boolean;
}

interface LostRow {
  readonly header_id: string;
  readonly user_id: string | null;
  readonly alias_id: string | null;
  readonly recipient_sealed: Buffer | null;
  readonly key_version: number;
  readonly envelope_sealed: Buffer;
  readonly header_sealed: Buffer;
}

const lostQuery = {
  name: 'lost-delivery',
  text: `
    select d.header_id, d.user_id, d.alias_id, d.recipient_sealed, m.key_version, m.envelope_sealed,
      h.sealed as header_sealed
    from spool_deliveries d join spool_messages m on m.id = d.message_id join spool_headers h on h.id = d.header_id
    where d.id = $1 and d.lease_id = $2`,
};

/**
 * Ends the delivery at once when another target of the alias may still get the message, with this body or another. One at a time: when all of them
 * fail in the same moment, the last finds no other. True when nobody need be told by this delivery: there is another one,
 * a target has the message, or the lease was lost.
 */
function leaveToOthers({ database }: QueueContext, { deliveryId, messageId, leaseId }: Lease): Promise<boolean> {
  return database.db.transaction().execute(async (transaction) => {
    await sql`
      select pg_advisory_xact_lock(hashtextextended(origin::text, 0)) from spool_deliveries
      where id = ${deliveryId} and origin is not null`.execute(transaction);
    await sql`select 1 from spool_messages where id = ${messageId} for update`.execute(transaction);
    const { rows } = await sql<{ others: boolean }>`
      with ended as (
        delete from spool_deliveries d
        where d.id = ${deliveryId} and d.lease_id = ${leaseId} and exists (
          select 1 from spool_deliveries o
          where (o.message_id = d.message_id or o.origin = d.origin) and o.alias_id is not distinct from d.alias_id
            and o.user_id is not distinct from d.user_id and o.id <> d.id)
        returning d.id)
      select reached or exists (select 1 from ended) as others
      from spool_deliveries where id = ${deliveryId} and lease_id = ${leaseId}`.execute(transaction);
    return rows[0]?.others ?? true;
  });
}

/**
 * Tells whoever must know of a spooled delivery's end, before it is erased: what it says about the target, and that the
 * message is lost, when no other target of the alias has it or may get it. Does nothing when the lease was lost to another
 * process. In a crash it may be told twice.
 * @throws Error when the database does not answer.
 */
export async function failDelivery(
  context: QueueContext,
  { lease, status, refusedRecipient, endedByUs = false }: LostDelivery,
): Promise<void> {
  const { deliveryId, leaseId } = lease;
  const { rows } = await context.database.pool.query<LostRow>({ ...lostQuery, values: [deliveryId, leaseId] });
  const [row] = rows;
  if (row === undefined) return;
  const { alias_id: aliasId, user_id: userId } = row;
  const envelope = await openLost(context, lease, row);
  const { kind, senderProven, reversePath, targets } = envelope;
  const targetId = targets.find((target) => target.deliveryId === deliveryId)?.targetId ?? null;
  const provenSender = provenSenderOf(envelope);
  const { recipients, fields } = envelope;
  const [rcptTo = null] = recipients;
  const of = { targetId, rcptTo, aliasId, userId, provenSender, reversePath, messageId: lease.messageId };
  if (kind === 'system' && userId !== null) await noteLostConfirmation(context, { userId, deliveryId });
  const refusal = { ...of, status, refusedRecipient, late: false };
  await noteRefusal(context, refusal);
  if (kind === 'forward' && (await leaveToOthers(context, lease))) {
    if (!endedByUs) await noteRefusedBeside(context, refusal);
    return;
  }
  await reportFailure(context, { kind, senderProven, reversePath, aliasId, userId, status, recipients, fields });
}

function provenSenderOf({
  senderProven,
  reversePath,
}: Pick<SpoolEnvelope, 'senderProven' | 'reversePath'>): string | null {
  return senderProven && reversePath !== '' ? reversePath : null;
}

/** What is known of a lost message. Of one that cannot be read that is what its row says: whose it was. */
async function openLost(
  { keys }: QueueContext,
  { deliveryId, messageId }: Lease,
  row: LostRow,
): Promise<SpoolEnvelope & Pick<FailedMessage, 'recipients' | 'fields'>> {
  const { header_id: headerId, recipient_sealed: recipient } = row;
  const key = await keys.existingSpoolKey(row.key_version);
  try {
    const envelope = openEnvelope(key, messageId, row.envelope_sealed);
    const recipients = recipient === null ? [] : [openRecipient(key, { messageId, deliveryId }, recipient).rcptTo];
    const { fields } = parseMessage(openPart(key, { messageId, part: `header:${headerId}` }, row.header_sealed));
    return { ...envelope, recipients, fields };
  } catch (error) {
    if (!(error instanceof UnreadableMail)) throw error;
    const kind = row.alias_id === null ? 'system' : recipient === null ? 'forward' : 'sent';
    return { kind, senderProven: false, reversePath: '', targets: [], recipients: [], fields: [] };
  }
}

interface Refused {
  readonly delivery: Delivery;
  readonly status: string;
  readonly refusedRecipient: boolean;
}

/** How all that leaves because of one message of a sender stands when that one gets the reply. */
interface Told {
  /** The sender is to be told that the message is taken. */
  readonly accepted: boolean;
  /** The aliases of which somebody has the message, or may get it. */
  readonly reached: ReadonlySet<string | null>;
  /** Filled: the aliases whose loss was told of. */
  readonly reported: Set<string | null>;
}

function refusedOf(tried: readonly Tried[]): Refused[] {
  return tried.flatMap(({ delivery, result }) =>
    result.kind === 'refused' ? [{ delivery, ...refusalStatus(result.outcome) }] : [],
  );
}

/** Of what was forwarded one refusal for each alias that nobody else of it has; of what was sent every one. */
function lostOf({ kind }: DeliveryBatch, { reached, reported }: Told, refused: readonly Refused[]): Refused[] {
  if (kind === 'sent') return [...refused];
  const first = new Map(refused.toReversed().map((one) => [one.delivery.aliasId, one]));
  return [...first.values()].filter(({ delivery: { aliasId } }) => !reached.has(aliasId) && !reported.has(aliasId));
}

/**
 * Learns from deliveries that were refused while the sender waited. Where the sender is to be told that the message is
 * taken, whoever lost it must hear of it in another way: false when they could not be told, so that the sender must try
 * again. Never throws.
 */
export async function tellOfRefusals(
  context: QueueContext,
  message: DeliveryBatch,
  tried: readonly Tried[],
  told: Told,
): Promise<boolean> {
  const { accepted, reached, reported } = told;
  const refused = refusedOf(tried);
  if (refused.length === 0) return true;
  const { id: messageId, reversePath } = message;
  const provenSender = provenSenderOf(message);
  try {
    for (const { delivery, status, refusedRecipient } of refused) {
      const { targetId, rcptTo, aliasId, userId } = delivery;
      const of = { targetId, rcptTo, aliasId, userId, provenSender, reversePath, messageId };
      const refusal = { ...of, status, refusedRecipient, late: false };
      await noteRefusal(context, refusal);
      if (reached.has(aliasId)) await noteRefusedBeside(context, refusal);
    }
    if (!accepted) return true;
    for (const { delivery, status } of lostOf(message, told, refused)) {
      const { aliasId, userId, targetId, rcptTo, header } = delivery;
      const recipients = targetId === null ? [rcptTo] : [];
      const { fields } = parseMessage(header.octets);
      await reportFailure(context, { ...message, aliasId, userId, status, recipients, fields });
      reported.add(aliasId);
    }
    return true;
  } catch (error) {
    context.log.error('failure.report_failed', error);
    return !accepted;
  }
}

/** What a code alone says of a recipient: there is none, or no room. */
const recipientStatuses: Readonly<Record<number, string>> = { 550: '5.1.1', 552: '5.2.2' };

/** What a refusal says (RFC 3463), and whether it was about the recipient: the server's word, or that there is none. */
export function refusalStatus({ code, enhanced, stage }: RefusedOutcome): {
  readonly status: string;
  readonly refusedRecipient: boolean;
} {
  return {
    status: enhanced?.startsWith('5.') ? enhanced : (stage === 'rcpt' && recipientStatuses[code]) || '5.0.0',
    refusedRecipient: stage === 'rcpt' || stage === 'dns',
  };
}
