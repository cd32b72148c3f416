import { shareRows } from '#core/alias-rows/read-rows.ts';
import { contactMonth } from '#core/contacts/contact-life.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { hashSubject } from '#core/limits/count-use.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { inBatches } from '#database/batch.ts';
import type { Database } from '#database/database.ts';
import { reverseTokenHash, sealCorrespondent } from '#mail/recipient/address-forms.ts';
import type { Clock } from '#platform/clock.ts';
import type { Random } from '#platform/random.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Common table expressions that note the month of last use with contacts that are asked for anyway. Once a month for
 * each; in order, so that two messages with the same people cannot deadlock. `hashes`, `month`: parameters.
 */
export function markUsed(hashes: string, month: string): string {
  return `stale as (
    select token_hash from contacts where token_hash = any (${hashes}) and last_used_month < ${month}
    order by token_hash for update),
  used as (
    update contacts set last_used_month = ${month} from stale where contacts.token_hash = stale.token_hash)`;
}

/**
 * Stores what is new of many messages, of each alias within its cap, and marks what is in use (once a month, to spare
 * writes). Gives the hashes of the contacts that are stored now. Aliases, contacts and counts are locked in this order, and
 * each in theirs, so that two batches cannot deadlock. What is new is counted for the alias, not by a moment in each row: that
 * would be a log of who wrote when.
 */
const storeStatement = `
  with given as (
    select distinct on (token_hash) *
    from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as given (alias_id, token_hash, sealed) order by token_hash),
  present as (
    select token_hash from contacts where token_hash = any ($2::bytea[])),
  ${markUsed('$2::bytea[]', '$4::date')},
  held as (${shareRows('$5::uuid[]')}),
  quota as (
    select asked.*, $8 - coalesce(r.count, 0) as room
    from unnest($5::uuid[], $6::bytea[], $7::uuid[]) as asked (alias_id, subject_hash, id)
    join held on held.id = asked.alias_id
    left join rate_limits r on r.subject_hash = asked.subject_hash and r.window_start > $9::timestamptz),
  fresh as (
    select given.*, room, row_number() over (partition by alias_id order by token_hash) as place
    from given join quota using (alias_id) where token_hash not in (select token_hash from present)),
  added as (
    insert into contacts (token_hash, alias_id, correspondent_sealed, last_used_month)
    select token_hash, alias_id, sealed, $4::date from fresh where place <= room order by token_hash
    on conflict (token_hash) do nothing
    returning alias_id, token_hash),
  counted as (
    insert into rate_limits as was (id, subject_hash, action_type, count, window_start, last_action)
    select id, subject_hash, $10, count(*), $11::timestamptz, $11::timestamptz
    from added join quota using (alias_id) group by id, subject_hash order by subject_hash
    on conflict (subject_hash) do update set
      count = case when was.window_start > $9::timestamptz then was.count else 0 end + excluded.count,
      window_start = case when was.window_start > $9::timestamptz then was.window_start else excluded.window_start end,
      last_action = excluded.last_action)
  select token_hash from present union all select token_hash from added`;

/** A correspondent that has a reverse address from now on. */
export interface NewContact {
  /** 26 characters, base32. */
  readonly token: string;
  readonly correspondent: string;
}

export interface ContactStore {
  /**
   * Makes the reverse addresses of a message's correspondents known. What is beyond the alias's daily cap is left out
   * silently. @throws when the database cannot be asked.
   */
  store(aliasId: string, contacts: readonly NewContact[]): Promise<void>;
  /**
   * Whether the owner blocked this correspondent of an alias. Asks the database each time, so that a block counts at once
   * in every process: to be called for aliases that block somebody only. @throws when the database cannot be asked.
   */
  isBlocked(aliasId: string, token: string): Promise<boolean>;
}

export interface ContactStoreOptions {
  readonly database: Database;
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly random: Random;
  /** How many contacts the process remembers as stored today, to spare the database the question. */
  readonly knownMax: number;
}

interface HashedContact extends NewContact {
  readonly tokenHash: Buffer;
}

/** What the process does not know to be stored, of one message. */
interface Asked {
  readonly aliasId: string;
  readonly contacts: readonly HashedContact[];
}

const { action, max, windowMs } = rateLimitRules.newContactsPerAlias;

/** One statement for all that was asked together; the hashes of what is stored, in latin1, for each. */
async function storeAll(options: ContactStoreOptions, asked: readonly Asked[]): Promise<ReadonlySet<string>[]> {
  const { database, clock, random } = options;
  const now = clock.now();
  const all = asked.flatMap(({ aliasId, contacts }) => contacts.map((contact) => ({ aliasId, ...contact })));
  const aliasIds = [...new Set(asked.map(({ aliasId }) => aliasId))];
  const { rows } = await database.pool.query<{ token_hash: Buffer }>({
    name: 'store-contacts',
    text: storeStatement,
    values: [
      all.map(({ aliasId }) => aliasId),
      all.map(({ tokenHash }) => tokenHash),
      all.map(({ token, correspondent }) => sealCorrespondent(token, random, correspondent)),
      contactMonth(now),
      aliasIds,
      aliasIds.map((text) => hashSubject(options, rateLimitRules.newContactsPerAlias, { text })),
      aliasIds.map(() => random.uuid()),
      max,
      new Date(now - windowMs),
      action,
      new Date(now),
    ],
  });
  const stored = new Set(rows.map(({ token_hash }) => token_hash.toString('latin1')));
  return asked.map(() => stored);
}

const batchLimits = { together: 100, patienceMs: 250 };

/** The contacts of all aliases, behind a bounded memory of those already stored today. */
export function createContactStore(options: ContactStoreOptions): ContactStore {
  const { database, clock, knownMax } = options;
  /** Alias id and token hash → the day it was seen stored. By alias id: an alias taken again has lost its contacts. */
  const known = new Map<string, number>();
  const keyOf = (aliasId: string, tokenHash: Buffer): string => aliasId + tokenHash.toString('latin1');
  const storeTogether = inBatches((asked: readonly Asked[]) => storeAll(options, asked), batchLimits);

  const remember = (key: string, day: number): void => {
    known.delete(key);
    known.set(key, day);
    const [oldest] = known.keys();
    if (known.size > knownMax && oldest !== undefined) known.delete(oldest);
  };

  return {
    async store(aliasId, contacts) {
      const day = Math.floor(clock.now() / dayMs);
      const asked = contacts
        .map((contact) => ({ ...contact, tokenHash: reverseTokenHash(contact.token) }))
        .filter(({ tokenHash }) => known.get(keyOf(aliasId, tokenHash)) !== day);
      if (asked.length === 0) return;
      const stored = await storeTogether({ aliasId, contacts: asked });
      for (const { tokenHash } of asked) {
        if (stored.has(tokenHash.toString('latin1'))) remember(keyOf(aliasId, tokenHash), day);
      }
    },
    async isBlocked(aliasId, token) {
      const { rows } = await database.pool.query({
        name: 'is-contact-blocked',
        text: 'select 1 from contacts where token_hash = $1 and alias_id = $2 and blocked_at is not null',
        values: [reverseTokenHash(token), aliasId],
      });
      return rows.length > 0;
    },
  };
}
