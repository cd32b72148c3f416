import { contactMonth } from '#core/contacts/contact-life.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { hashSubject } from '#core/limits/count-use.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { markUsed } from '#mail/recipient/find-contacts.ts';
import { sealCorrespondent, reverseTokenHash } from '#mail/recipient/reverse-address.ts';
import type { Database } from '#database/database.ts';
import type { NewContact } from '#mail/recipient/forwarded-message.ts';
import type { Clock } from '#platform/clock.ts';
import type { Random } from '#platform/random.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Stores what is new, within the cap, and marks what is in use (once a month, to spare writes). Gives the hashes of the
 * contacts that are stored now. Ordered, so that two messages with the same people cannot deadlock. What is new is counted
 * for the alias, not by a moment in each row: that would be a log of who wrote when.
 */
const storeStatement = `
  with given as (
    select * from unnest($2::bytea[], $3::bytea[]) as given (token_hash, sealed)),
  present as (
    select token_hash from contacts where token_hash = any ($2::bytea[])),
  ${markUsed('$2::bytea[]', '$4::date')},
  added as (
    insert into contacts (token_hash, alias_id, correspondent_sealed, last_used_month)
    select given.token_hash, aliases.id, given.sealed, $4::date
    from given join aliases on aliases.id = $1
    where given.token_hash not in (select token_hash from present)
    order by given.token_hash
    limit greatest(0, $5 - coalesce(
      (select count from rate_limits where subject_hash = $6 and window_start > $7::timestamptz), 0))
    on conflict (token_hash) do nothing
    returning token_hash),
  counted as (
    insert into rate_limits as was (id, subject_hash, action_type, count, window_start, last_action)
    select $8, $6, $9, count(*), $10::timestamptz, $10::timestamptz from added having count(*) > 0
    on conflict (subject_hash) do update set
      count = case when was.window_start > $7::timestamptz then was.count else 0 end + excluded.count,
      window_start = case when was.window_start > $7::timestamptz then was.window_start else excluded.window_start end,
      last_action = excluded.last_action)
  select token_hash from present union all select token_hash from added`;

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

/** The contacts of all aliases, behind a bounded memory of those already stored today. */
export function createContactStore(options: ContactStoreOptions): ContactStore {
  const { database, clock, random, knownMax } = options;
  const { action, max, windowMs } = rateLimitRules.newContactsPerAlias;
  /** Alias id and token hash → the day it was seen stored. By alias id: an alias taken again has lost its contacts. */
  const known = new Map<string, number>();

  const remember = (key: string, day: number): void => {
    known.delete(key);
    known.set(key, day);
    const [oldest] = known.keys();
    if (known.size > knownMax && oldest !== undefined) known.delete(oldest);
  };

  return {
    async store(aliasId, contacts) {
      const now = clock.now();
      const day = Math.floor(now / dayMs);
      const keyOf = (tokenHash: Buffer): string => aliasId + tokenHash.toString('latin1');
      const asked = contacts
        .map((contact) => ({ ...contact, tokenHash: reverseTokenHash(contact.token) }))
        .filter(({ tokenHash }) => known.get(keyOf(tokenHash)) !== day);
      if (asked.length === 0) return;
      const sealed = asked.map(({ token, correspondent }) => sealCorrespondent(token, random, correspondent));
      const hashes = asked.map(({ tokenHash }) => tokenHash);
      const stored = await database.pool.query<{ token_hash: Buffer }>({
        name: 'store-contacts',
        text: storeStatement,
        values: [
          aliasId,
          hashes,
          sealed,
          contactMonth(now),
          max,
          hashSubject(options, rateLimitRules.newContactsPerAlias, { text: aliasId }),
          new Date(now - windowMs),
          random.uuid(),
          action,
          new Date(now),
        ],
      });
      for (const row of stored.rows) remember(keyOf(row.token_hash), day);
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
