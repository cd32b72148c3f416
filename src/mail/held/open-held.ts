import { heldLimits } from '#contract/held/held-limits.ts';
import type { HeldMessage, ReleaseHeld } from '#contract/held/held.ts';
import { AppError } from '#contract/errors.ts';
import { getOwnRow, joinAliases } from '#core/alias-rows/read-rows.ts';
import type { HeldMail, OwnHeld } from '#core/held/held-mail.ts';
import { addWithin } from '#core/sender-rules/sender-rules.ts';
import { shareAccount } from '#core/user-row.ts';
import { createDbOn } from '#database/database.ts';
import { type HeldEnvelope, openHeldEnvelope, readShown } from '#mail/held/held-envelope.ts';
import { findCalendars } from '#mail/forward/calendar-parts.ts';
import type { ForwardContext, PreparedForward } from '#mail/forward/forward-order.ts';
import { tellOfUnusableKeys } from '#mail/forward/tell-of-keys.ts';
import { makeReleased, type Receipt } from '#mail/forward/trace-fields.ts';
import { prepareForward } from '#mail/forward/prepare-forward.ts';
import { cutSealed } from '#mail/held/seal-held.ts';
import { checkMessage } from '#mail/judge/check-message.ts';
import type { VerifiedMessage } from '#mail/judge/verify-received.ts';
import { openPart } from '#mail/queue/spool-sealing.ts';
import { asOneMessage, type DeliveryBatch } from '#mail/queue/state/delivery.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { durably } from '#mail/queue/state/leases.ts';
import { type SpoolEntry, spooledBytes, writeSpoolWith } from '#mail/queue/write-spool.ts';
import { type AliasRecipient, type RecipientContext, resolveAlias } from '#mail/recipient/resolve-alias.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { splitAddress } from '#protocol/message/address.ts';
import { joinHeader } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';

/** What it takes to show held mail to its owner and to send it on its way. */
export interface HeldContext {
  readonly recipient: RecipientContext;
  readonly forward: ForwardContext;
  readonly queue: QueueContext;
}

/** Held mail as owners ask for it. */
export function createHeldMail(context: HeldContext): HeldMail {
  return {
    list: (userId) => listHeld(context.queue, userId),
    release: (held, wish) => releaseHeld(context, held, wish),
  };
}

async function listHeld(context: QueueContext, userId: string): Promise<HeldMessage[]> {
  const { db } = context.database;
  const rows = await db
    .selectFrom('heldMail')
    .select(['id', 'aliasId', 'keyVersion', 'envelopeSealed', 'reason', 'bytes', 'receivedAt', 'expiresAt'])
    .where('userId', '=', userId)
    .orderBy('receivedAt', 'desc')
    .orderBy('id')
    .limit(heldLimits.heldMessagesMax)
    .execute();
  const held = await Promise.all(
    (await joinAliases(db, rows, { userId }, ['address'])).map(async (row): Promise<HeldMessage | null> => {
      const { id, aliasId, reason, bytes } = row;
      const alias = row.alias.address;
      const shown = await readShown(context, row);
      const [receivedAt, expiresAt] = [row.receivedAt.toISOString(), row.expiresAt.toISOString()];
      if (shown === null) return null;
      const { from, subject, proven } = shown;
      return { id, aliasId, alias, from, subject, reason, proven, receivedAt, expiresAt, bytes };
    }),
  );
  return held.filter((message) => message !== null);
}

interface OpenedHeld {
  readonly address: string;
  readonly aliasId: string;
  readonly reason: string;
  readonly envelope: HeldEnvelope;
  readonly content: Buffer;
  readonly receipt: Receipt;
}

/** @throws AppError not_found, for a foreign message as for an unknown one. */
async function openHeld({ database, keys }: QueueContext, { id, userId }: OwnHeld): Promise<OpenedHeld> {
  // First what goes with the row: where the row is still there, all of it was.
  const chunks = await database.db
    .selectFrom('heldChunks')
    .select(['sequence', 'sealed'])
    .where('heldId', '=', id)
    .orderBy('sequence')
    .execute();
  const row = await database.db
    .selectFrom('heldMail')
    .select(['aliasId', 'keyVersion', 'envelopeSealed', 'reason', 'receivedAt'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  const { aliasId, reason } = row;
  const { address } = await getOwnRow(database.db, { aliasId, userId }, ['address']);
  const key = await keys.existingSpoolKey(row.keyVersion);
  const parts = chunks.map(({ sequence, sealed }) =>
    openPart(key, { messageId: id, part: `chunk:${sequence}` }, sealed),
  );
  const envelope = openHeldEnvelope(key, id, row.envelopeSealed);
  const receipt = { id, at: row.receivedAt };
  return { address, aliasId, reason, envelope, content: Buffer.concat(parts), receipt };
}

/** The alias as it stands now. @throws AppError held_alias_off where it takes no mail, but for its end: the message came before. */
async function findTaker({ recipient }: HeldContext, { address, aliasId }: OpenedHeld): Promise<AliasRecipient> {
  const { local, domain } = splitAddress(address);
  const decision = await resolveAlias(recipient, local, domain, true);
  if (decision.accepted && decision.recipient.kind === 'alias') {
    const { recipient: alias } = decision;
    if (alias.aliasId === aliasId && alias.routes.length > 0) return alias;
  }
  throw new AppError('held_alias_off');
}

/** What the verdict was about, with the verdict that it had. */
function readVerified({ content, envelope, address }: OpenedHeld, alias: AliasRecipient): VerifiedMessage {
  const message = parseMessage(content);
  const { client, reversePath, authentication, unverified, vouchedBy, senderProven, spam } = envelope;
  const check = checkMessage(message, reversePath);
  if (!check.accepted) throw new Error('a held message has lost its form');
  const { author, folded } = check;
  const hashes = createBodyHashes(message.body);
  const smtp = { reversePath, recipients: [address], eightBitMime: true, smtpUtf8: false };
  const received = { envelope: smtp, recipients: [alias], content, client };
  return { message, folded, author, received, authentication, hashes, unverified, vouchedBy, senderProven, spam };
}

/** @throws AppError held_no_key where none of the alias's inboxes can be encrypted to. */
async function writeReleased(
  forward: ForwardContext,
  opened: OpenedHeld,
  alias: AliasRecipient,
): Promise<PreparedForward> {
  const verified = readVerified(opened, alias);
  const calendars = findCalendars(verified.folded);
  if (calendars === 'unreadable') throw new Error('a held message has lost its form');
  const { spam, vouchedBy } = verified;
  const { reason, receipt } = opened;
  const taker = { ...alias, spam: spam || reason === 'spam', vouchedBy, heldFor: reason, receipt };
  const order = { ...verified, aliases: [taker], operators: [], calendars };
  const prepared = await prepareForward(forward, order);
  if (prepared.batches.length === 0) throw new AppError('held_no_key');
  return prepared;
}

/** Where the message came from stands there since it was held. Our signature covers no Received. */
function addRelease({ forward, queue }: HeldContext, header: Buffer, recipient: string): Buffer {
  const { fields } = parseMessage(header);
  const { hostname } = forward.settings;
  const now = new Date(queue.clock.now());
  const released = makeReleased({ hostname, queueId: queue.random.uuid(), recipient, now });
  const at = fields.findIndex(({ key }) => key === 'received');
  return Buffer.concat([joinHeader(fields.toSpliced(Math.max(at, 0), 0, released)), Buffer.from('\r\n')]);
}

/**
 * What was encrypted when it was held, for those of its inboxes that the alias still leads to.
 * @throws AppError held_no_key where it leads to none of them: nobody else can read it.
 */
async function takeSealed(
  context: HeldContext,
  { address, content, envelope: { sealedFor = [], senderProven, reversePath } }: OpenedHeld,
  { aliasId, userId, routes, traced }: AliasRecipient,
): Promise<PreparedForward> {
  const { random } = context.queue;
  const batches = cutSealed(content, sealedFor).flatMap(({ targetId, header: sealed, body }): DeliveryBatch[] => {
    const route = routes.find((one) => one.targetId === targetId);
    if (route === undefined) return [];
    const header = { id: random.uuid(), octets: addRelease(context, sealed, address) };
    const { linkId, target: rcptTo } = route;
    // The queue writes the reverse-path of each attempt.
    const to = { userId, aliasId, linkId, targetId, mailFrom: '', rcptTo, traced, sealed: true };
    const deliveries = [{ id: random.uuid(), header, ...to }];
    return [{ id: random.uuid(), kind: 'forward', senderProven, reversePath, body, deliveries }];
  });
  if (batches.length === 0) throw new AppError('held_no_key');
  return { batches: asOneMessage(batches), unusable: [] };
}

function waitingEntries({ deliveries }: DeliveryBatch): SpoolEntry[] {
  return deliveries.map((delivery) => ({
    delivery,
    attempts: 0,
    leaseId: null,
    unanswered: false,
    reached: false,
  }));
}

/**
 * The row of the message goes in the transaction that its deliveries come in: whoever is second finds none. It counts against
 * no number of messages, as its owner asks for this very one. So does the rule that lets its sender through.
 * @throws AppError not_found, held_alias_off, held_no_key, held_no_room, too_many_sender_rules.
 */
async function releaseHeld(context: HeldContext, held: OwnHeld, wish: ReleaseHeld): Promise<void> {
  const { forward, queue } = context;
  const opened = await openHeld(queue, held);
  const alias = await findTaker(context, opened);
  const { batches, unusable } = await (opened.envelope.sealedFor === undefined
    ? writeReleased(forward, opened, alias)
    : takeSealed(context, opened, alias));
  const messages = batches.map((batch) => [batch, waitingEntries(batch)] as const);
  const bytes = messages.reduce((sum, [batch, entries]) => sum + spooledBytes(batch, entries), 0);
  if ((await queue.usage.admit(new Set([held.userId]), bytes)).size > 0) throw new AppError('held_no_room');
  await writeSpoolWith(queue, messages, async (client) => {
    await client.query(durably);
    const db = createDbOn(client);
    if (wish.allow === true) {
      const { match } = opened.envelope;
      const { evenIfRejected } = wish;
      const rule = { scope: { aliasId: alias.aliasId }, match, action: 'allow', evenIfRejected } as const;
      await addWithin(db, queue, held.userId, rule);
    } else await shareAccount(db, held.userId);
    const { rowCount } = await client.query('delete from held_mail where id = $1 and user_id = $2', [
      held.id,
      held.userId,
    ]);
    if (rowCount === 0) throw new AppError('not_found');
  });
  queue.wake.notify();
  await tellOfUnusableKeys(queue, unusable);
}
