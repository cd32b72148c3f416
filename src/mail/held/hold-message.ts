import { eraseHanging } from '#core/alias-rows/change-rows.ts';
import { readAliasIds } from '#core/alias-rows/read-rows.ts';
import { sql } from 'kysely';
import { wishesOf } from '#mail/forward/sender-wishes.ts';
import type { KeyObject } from 'node:crypto';
import type { PoolClient } from 'pg';
import { heldLimits } from '#contract/held/held-limits.ts';
import { createDbOn, type Db } from '#database/database.ts';
import { type HeldEnvelope, sealHeldEnvelope } from '#mail/held/held-envelope.ts';
import type { ForwardContext, UnusableKey } from '#mail/forward/forward-order.ts';
import { type HeldContent, sealHeld } from '#mail/held/seal-held.ts';
import type { HoldReason } from '#mail/judge/judge-for-aliases.ts';
import { findProvenList } from '#mail/judge/judge-message.ts';
import type { VerifiedMessage } from '#mail/judge/verify-received.ts';
import { sealPart, spoolDay } from '#mail/queue/spool-sealing.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { durably, fromNowSql } from '#mail/queue/state/leases.ts';
import { inTransaction } from '#mail/queue/write-spool.ts';
import type { AliasRecipient } from '#mail/recipient/resolve-alias.ts';
import { normalizeAddress } from '#protocol/message/address.ts';
import { decodeWords } from '#protocol/message/encoded-words.ts';
import { findField } from '#protocol/message/header-fields.ts';

/** An alias for which a message is to be held. */
export interface Holding {
  readonly alias: AliasRecipient;
  readonly reason: HoldReason;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Characters of a sender's name or a subject that are kept for the list. */
const maxShown = 200;

const insertStatement = {
  name: 'hold-mail',
  text: `
    insert into held_mail (id, user_id, alias_id, key_version, envelope_sealed, reason, bytes, expires_at)
    select $1, $2, $3, $4, $5, $6, $7::int, ${fromNowSql('$8::float8')}
    from (select count(*) as messages, coalesce(sum(bytes), 0) as bytes from held_mail where user_id = $2) held
    where held.messages < $9 and held.bytes + $7::int <= $10
    returning id`,
};

/** What nobody sees any more gives way to what comes: that of aliases in the bin, and what is over. How many messages. */
async function clearHeld(db: Db, userId: string): Promise<number> {
  const binned = await eraseHanging(db, 'held_mail', { userId, whereabouts: 'binned' }, sql`user_id = ${userId}`);
  const { numAffectedRows: over = 0n } =
    await sql`delete from held_mail where user_id = ${userId} and expires_at <= now()`.execute(db);
  return binned + Number(over);
}

const chunkStatement = {
  name: 'hold-mail-chunk',
  text: 'insert into held_chunks (held_id, sequence, sealed) values ($1, $2, $3)',
};

/** What became of a message that was to be held. */
export interface HeldMessages {
  /** By alias the id of what is held. */
  readonly ids: ReadonlyMap<string, string>;
  /** Inboxes for which nothing is, as their keys count no more. */
  readonly unusable: readonly UnusableKey[];
}

/**
 * Holds a message with its verdict, as received or encrypted for the inboxes of an alias, for those of the aliases whose accounts
 * have room. When it resolves, it is sealed and on stable storage.
 * @throws Error when it could not be encrypted or the database cannot commit; nothing is held then.
 */
export async function holdMessage(
  context: QueueContext,
  forward: ForwardContext,
  verified: VerifiedMessage,
  holdings: readonly Holding[],
): Promise<HeldMessages> {
  const held = new Map<string, string>();
  const asked = holdings.filter(({ alias: { holdDays } }) => (holdDays ?? 0) > 0);
  if (asked.length === 0) return { ids: held, unusable: [] };
  const envelope = await describeHeld(verified);
  const sealed: (Holding & { readonly kept: HeldContent })[] = [];
  for (const holding of asked)
    sealed.push({ ...holding, kept: await sealHeld(forward, verified, { ...holding, envelope }) });
  const unusable = sealed.flatMap(({ kept }) => kept.unusable);
  const wanted = sealed.filter(({ kept }) => kept.sealedFor?.length !== 0);
  if (wanted.length === 0) return { ids: held, unusable };
  // Mail that is held fills the same disk as mail that waits.
  const bytes = wanted.reduce((sum, { kept }) => sum + kept.content.length, 0);
  const lacking = await context.usage.admit(new Set([null]), bytes);
  if (lacking.size > 0) return { ids: held, unusable };
  const day = spoolDay(context.clock);
  const seal = { day, key: await context.keys.spoolKey(day) };
  await inTransaction(context.database, async (client) => {
    await client.query(durably);
    // One at a time for each account, so that none has more than it may; in order, so that nobody waits in a circle.
    const userIds = wanted.map(({ alias }) => alias.userId);
    await client.query('select 1 from users where id = any ($1::uuid[]) order by id for no key update', [userIds]);
    for (const holding of wanted) {
      const { content, sealedFor } = holding.kept;
      const kept = { holding, envelope: { ...envelope, sealedFor }, content, seal };
      const id = await insertHeld(context, client, kept);
      if (id !== null) held.set(holding.alias.aliasId, id);
    }
  });
  return { ids: held, unusable };
}

/** What was held for a sender who is asked to come again, as something else of its message could not be taken. */
export async function dropHeld({ database }: QueueContext, held: ReadonlyMap<string, string>): Promise<void> {
  if (held.size > 0)
    await database.db
      .deleteFrom('heldMail')
      .where('id', 'in', [...held.values()])
      .execute();
}

interface Held {
  readonly holding: Holding;
  readonly envelope: HeldEnvelope;
  readonly content: Buffer;
  readonly seal: { readonly day: number; readonly key: KeyObject };
}

async function insertHeld(
  { limits, random }: QueueContext,
  client: PoolClient,
  { holding: { alias, reason }, envelope, content, seal: { day, key } }: Held,
): Promise<string | null> {
  const { userId, aliasId } = alias;
  const db = createDbOn(client);
  if ((await readAliasIds(db, { ids: [aliasId], userId })).length === 0) return null;
  const id = random.uuid();
  const sealed = sealHeldEnvelope(key, random, id, envelope);
  const of = [id, alias.userId, alias.aliasId, day, sealed, reason, content.length, (alias.holdDays ?? 0) * dayMs];
  const insert = { ...insertStatement, values: [...of, heldLimits.heldMessagesMax, limits.heldMaxBytes] };
  const { rowCount: held } = await client.query(insert);
  if (held === 0) {
    const { rowCount: heldNow } = (await clearHeld(db, userId)) === 0 ? { rowCount: 0 } : await client.query(insert);
    if (heldNow === 0) return null;
  }
  for (let sequence = 0; sequence * limits.chunkBytes < content.length; sequence += 1) {
    const part = content.subarray(sequence * limits.chunkBytes, (sequence + 1) * limits.chunkBytes);
    const chunk = sealPart(key, random, { messageId: id, part: `chunk:${sequence}` }, part);
    await client.query({ ...chunkStatement, values: [id, sequence, chunk] });
  }
  return id;
}

/** Nobody vouches for what a stranger wrote there: one line, cut, without what is not seen. */
function shown(words: string): string {
  return [...words.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')].slice(0, maxShown).join('').trim();
}

async function describeHeld(verified: VerifiedMessage): Promise<HeldEnvelope> {
  const { author, authentication, folded, message, received, senderProven, spam, unverified } = verified;
  const name = shown(author.name ?? '');
  const list = unverified ? await findProvenList(message, authentication) : null;
  return {
    from: name === '' ? author.address : `${name} <${author.address}>`,
    subject: shown(decodeWords(findField(folded.fields, 'subject') ?? '')),
    match: list === null ? normalizeAddress(author.address) : `list:${list.names[0] ?? list.domain}`,
    reversePath: received.envelope.reversePath,
    client: { ...received.client },
    authentication,
    unverified,
    vouchedBy: verified.vouchedBy ?? list?.domain ?? null,
    // One that wants to hear of no failure of it hears of none.
    senderProven: senderProven && wishesOf(received, ({ kind }) => kind === 'alias').failure,
    spam,
  };
}
