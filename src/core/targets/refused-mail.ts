import type { KeyRing } from '#core/keys/key-ring.ts';
import { organisationOf } from '#core/organisation.ts';
import type { Db } from '#database/database.ts';

const dayMs = 24 * 60 * 60 * 1000;
const fullWindowMs = 3 * dayMs;
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
 * true when it does from now on. @throws Error when the database does not answer.
 */
export async function noteFullInbox(db: Db, keys: KeyRing, now: Date, full: FullInbox): Promise<boolean> {
  const hash = await senderHash(keys, full);
  return db.transaction().execute(async (transaction) => {
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
  });
}

/** Of an inbox that nothing is counted of. */
const notFull = { fullSince: null, fullMessages: 0, fullSenders: null };
