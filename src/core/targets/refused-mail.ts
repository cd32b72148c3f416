import { sql } from 'kysely';
import type { AccountExport } from '#contract/export.ts';
import { retention } from '#contract/retention/retention.ts';
import type { RefusedMail } from '#contract/targets.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { organisationOf } from '#core/organisation.ts';
import type { Db } from '#database/database.ts';

const dayMs = 24 * 60 * 60 * 1000;
const fullWindowMs = retention.fullInboxDays * dayMs;
/** One sender alone may write more than an inbox has room for, or be allowed less than others. */
const needed = { messages: 3, senders: 2 };
const hashOctets = 16;

export interface FullInbox {
  readonly targetId: string;
  /** Whose message it had no room for: the domain of the reverse-path; null: nobody knows. */
  readonly senderDomain: string | null;
}

/** Of an organisation at one inbox: two inboxes that one organisation writes to have nothing in common. */
async function senderHash(keys: KeyRing, { targetId, senderDomain }: FullInbox): Promise<Buffer> {
  if (senderDomain === null) return Buffer.alloc(0);
  const organisation = await organisationOf(senderDomain);
  return keys.lookupHash('targets.full_senders', `${targetId} ${organisation}`).subarray(0, hashOctets);
}

function addHash(known: Buffer, hash: Buffer): Buffer {
  for (let at = 0; at < known.length; at += hashOctets) {
    if (known.subarray(at, at + hashOctets).equals(hash)) return known;
  }
  return Buffer.concat([known, hash]);
}

/**
 * Counts a message that an inbox had no room for. The third within three days, of two senders at least, makes it count as failing:
 * true when it does from now on. `transaction`: of what its owner is told of that. @throws Error when the database does not answer.
 */
export async function noteFullInbox(transaction: Db, keys: KeyRing, now: Date, full: FullInbox): Promise<boolean> {
  const hash = await senderHash(keys, full);
  const inbox = await transaction
    .selectFrom('targets')
    .select(['fullSince', 'fullMessages', 'fullSenders'])
    .where('id', '=', full.targetId)
    .where('kind', '=', 'email')
    .where('failingSince', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (inbox === undefined) return false;
  const goesOn = inbox.fullSince !== null && now.getTime() - inbox.fullSince.getTime() < fullWindowMs;
  const fullMessages = (goesOn ? inbox.fullMessages : 0) + 1;
  const fullSenders = addHash((goesOn ? inbox.fullSenders : null) ?? Buffer.alloc(0), hash);
  const fails = fullMessages >= needed.messages && fullSenders.length >= needed.senders * hashOctets;
  const counted = {
    fullSince: goesOn ? inbox.fullSince : now,
    // More of either would say no more.
    fullMessages: Math.min(fullMessages, needed.messages),
    fullSenders: fullSenders.subarray(0, needed.senders * hashOctets),
  };
  await transaction
    .updateTable('targets')
    .set(fails ? { ...notFull, failingSince: now } : counted)
    .where('id', '=', full.targetId)
    .execute();
  return fails;
}

/** Of an inbox that nothing is counted of. */
const notFull = { fullSince: null, fullMessages: 0, fullSenders: null };

const refusedWindowMs = retention.inboxRefusalDays * dayMs;

/**
 * Counts a message that an inbox refused for what it is while another inbox took it: nobody else hears of that. True: the first of 30 days.
 * `transaction`: of what its owner is told of that. @throws Error when the database does not answer.
 */
export async function countRefusedMail(
  transaction: Db,
  now: Date,
  { targetId, status }: { readonly targetId: string; readonly status: string },
): Promise<boolean> {
  const goesOn = sql<boolean>`refused_since > ${new Date(now.getTime() - refusedWindowMs)}`;
  const counted = await transaction
    .updateTable('targets')
    .set({
      refusedSince: sql<Date>`case when ${goesOn} then refused_since else ${now}::timestamptz end`,
      refusedMessages: sql<number>`case when ${goesOn} then least(refused_messages + 1, ${mostRefused}::int) else 1 end`,
      refusedStatus: status,
    })
    .where('id', '=', targetId)
    .where('kind', '=', 'email')
    .returning('refusedMessages')
    .executeTakeFirst();
  return counted?.refusedMessages === 1;
}

const mostRefused = 1_000_000;

/** What its owner sees of it, while it is counted: else nothing. */
export function refusedView(row: {
  readonly refusedSince: Date | null;
  readonly refusedMessages: number;
  readonly refusedStatus: string | null;
}): { readonly refused?: RefusedMail } {
  const { refusedSince: since, refusedMessages: messages, refusedStatus: status } = row;
  return since === null || status === null ? {} : { refused: { messages, status, since: since.toISOString() } };
}

/** Erases what is no longer counted. */
export async function removeOldRefusedMail({
  database: { db },
  clock,
}: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  const before = (ms: number) => new Date(clock.now() - ms);
  await db.updateTable('targets').set(notFull).where('fullSince', '<', before(fullWindowMs)).execute();
  await db
    .updateTable('targets')
    .set({ refusedSince: null, refusedMessages: 0, refusedStatus: null })
    .where('refusedSince', '<', before(refusedWindowMs))
    .execute();
}

interface TargetRefusals {
  readonly bouncedAt: Date | null;
  readonly fullSince: Date | null;
  readonly fullMessages: number;
  readonly refusedSince: Date | null;
  readonly refusedMessages: number;
  readonly refusedStatus: string | null;
}

/** What servers of an inbox refused, as its owner gets it. */
export function exportRefusals(row: TargetRefusals): Pick<AccountExport['targets'][number], keyof TargetRefusals> {
  const { fullMessages, refusedMessages, refusedStatus } = row;
  const [bouncedAt = null, fullSince = null, refusedSince = null] = [
    row.bouncedAt?.toISOString(),
    row.fullSince?.toISOString(),
    row.refusedSince?.toISOString(),
  ];
  return { bouncedAt, fullSince, fullMessages, refusedSince, refusedMessages, refusedStatus };
}
