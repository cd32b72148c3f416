import type { KeyRing } from '#core/keys/key-ring.ts';
import { inBatches } from '#database/batch.ts';
import type { Database } from '#database/database.ts';
import type { Clock } from '#platform/clock.ts';

// What a message leaves at its aliases: that they carried mail, who wrote to them, and one message fewer where they take a number.

const batchLimits = { together: 200, patienceMs: 250 };

interface AliasInUse {
  readonly id: string;
  /** As it was read with the alias. */
  readonly useNoted: boolean;
}

/**
 * Remembers that a name carried mail, so that it is nobody else's for ever. Writes with the first message of an alias, and
 * with the first of a day where it ends after days without mail; never else. @throws Error when the database does not answer.
 */
export type NoteUse = (aliases: readonly AliasInUse[]) => Promise<void>;

/** Locked in order, so that two messages to the same aliases cannot deadlock. */
const useStatement = {
  name: 'note-use',
  text: `
    update aliases set ever_used = true, last_used_on = case when idle_days is not null then $2::date end
    where id in (
      select id from aliases where id = any ($1::uuid[]) and (not ever_used or (idle_days is not null and last_used_on < $2::date))
      order by id for no key update)`,
};

/** First messages that come at about the same time are noted by one statement (batch). */
export function createNoteUse({ pool }: Database, clock: Clock): NoteUse {
  const note = inBatches(async (ids: readonly string[]) => {
    await pool.query({ ...useStatement, values: [ids, new Date(clock.now()).toISOString().slice(0, 10)] });
    return ids;
  }, batchLimits);
  return async (aliases) => {
    await Promise.all(aliases.filter(({ useNoted }) => !useNoted).map(({ id }) => note(id)));
  };
}

/** An alias with the organisations that it is known to, as they were read with it. */
interface KnownSenders {
  readonly id: string;
  /** Keyed hashes, one after the other; null: nobody has written to it yet. */
  readonly expectedSenders: Buffer | null;
}

/**
 * Remembers by keyed hash who may be expected to write to an alias, so that its owner learns when somebody else has the
 * address (a leak). The first organisation that is proven to write is the one it was made for; those that its owner writes to
 * are expected, too. A message from those that are known already writes nothing.
 */
export interface SenderNotes {
  /** An organisation that was proven wrote to the alias. `isTold`: its owner hears of another one already. */
  wrote(alias: KnownSenders & { readonly isTold: boolean }, organisation: string): Promise<void>;
  /** The owner writes to these organisations as the alias. */
  expects(alias: KnownSenders, organisations: ReadonlySet<string>): Promise<void>;
}

const hashOctets = 16;
/** Organisations that an alias is known to. */
const most = 8;
export const expectedOctets = most * hashOctets;

/** Of an organisation at one alias: two aliases that one organisation writes to have nothing in common. */
function senderHash(keys: KeyRing, aliasId: string, organisation: string): Buffer {
  return keys.lookupHash('aliases.expected_senders', `${aliasId} ${organisation}`).subarray(0, hashOctets);
}

function knows({ expectedSenders }: KnownSenders, hash: Buffer): boolean {
  for (let at = 0; at < (expectedSenders?.length ?? 0); at += hashOctets) {
    if (expectedSenders?.subarray(at, at + hashOctets).equals(hash)) return true;
  }
  return false;
}

/** Locked in order, so that messages to the same aliases cannot deadlock. Two at once to one alias: the first it was made for. */
const wroteStatement = {
  name: 'note-senders',
  text: `
    with held as (select id from aliases where id = any ($1::uuid[]) order by id for no key update)
    update aliases a set
      expected_senders = coalesce(a.expected_senders, s.hash),
      other_sender = case when position(s.hash in coalesce(a.expected_senders, s.hash)) = 0
        then coalesce(a.other_sender, s.hash) else a.other_sender end,
      other_sender_on = case when position(s.hash in coalesce(a.expected_senders, s.hash)) = 0
        then coalesce(a.other_sender_on, current_date) else a.other_sender_on end
    from held join unnest($1::uuid[], $2::bytea[]) as s (id, hash) on s.id = held.id
    where a.id = held.id`,
};
/** The one that was known longest gives way. */
const expectsStatement = {
  name: 'expect-sender',
  text: `
    update aliases set expected_senders =
      substr(coalesce(expected_senders, '') || $2, greatest(1, length(coalesce(expected_senders, '') || $2) - ${expectedOctets - 1}))
    where id = $1 and position($2 in coalesce(expected_senders, '')) = 0`,
};

export function createSenderNotes({ pool }: Database, keys: KeyRing): SenderNotes {
  const note = inBatches(async (seen: readonly { readonly id: string; readonly hash: Buffer }[]) => {
    await pool.query({ ...wroteStatement, values: [seen.map(({ id }) => id), seen.map(({ hash }) => hash)] });
    return seen;
  }, batchLimits);
  return {
    async wrote(alias, organisation) {
      const hash = senderHash(keys, alias.id, organisation);
      if (!alias.isTold && !knows(alias, hash)) await note({ id: alias.id, hash });
    },
    async expects(alias, organisations) {
      for (const organisation of organisations) {
        const hash = senderHash(keys, alias.id, organisation);
        if (!knows(alias, hash)) await pool.query({ ...expectsStatement, values: [alias.id, hash] });
      }
    },
  };
}

/**
 * Counts messages of aliases that take a number of them and no more. Each count is one statement on the row of the alias,
 * so it is exact over all processes and nodes.
 */
export interface MessageCaps {
  /** Counts one message for each. Returns those that take it: the others have had all they were to have. */
  take(aliasIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** A message that was counted reached nobody: it counts no more. */
  giveBack(aliasIds: readonly string[]): Promise<void>;
}

/**
 * One row each: a lock that is held while another is waited for can deadlock, and so can one row that is locked first and
 * changed after, where other statements lock it beside as their foreign keys do. The owner may have lifted the cap by now.
 */
const takeOne = {
  name: 'take-message',
  text: `
    update aliases set messages_left = messages_left - 1
    where id = $1 and (messages_left > 0 or messages_left is null)`,
};

const giveOneBack = {
  name: 'give-message-back',
  text: `
    update aliases set messages_left = least(messages_left + 1, max_messages)
    where id = $1 and messages_left is not null`,
};

export function createMessageCaps({ pool }: Database): MessageCaps {
  const giveBack = async (aliasIds: readonly string[]): Promise<void> => {
    for (const id of aliasIds) await pool.query({ ...giveOneBack, values: [id] });
  };
  return {
    async take(aliasIds) {
      const taken = new Set<string>();
      try {
        for (const id of aliasIds) {
          const { rowCount } = await pool.query({ ...takeOne, values: [id] });
          if (rowCount === 1) taken.add(id);
        }
      } catch (error) {
        await giveBack([...taken]).catch(() => {});
        throw error;
      }
      return taken;
    },
    giveBack,
  };
}
