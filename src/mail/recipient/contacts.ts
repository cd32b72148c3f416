import { contactMonth } from '#core/contacts/contact-life.ts';
import type { Correspondent, CorrespondentAlias, Correspondents } from '#core/contacts/correspondents.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { hashSubject } from '#core/limits/count-use.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import type { Database } from '#database/database.ts';
import {
  sealCorrespondent,
  reverseTokenHash,
  openCorrespondent,
  reverseAddress,
  reverseToken,
} from '#mail/recipient/address-forms.ts';
import type { RecipientContext } from '#mail/recipient/resolve-recipient.ts';
import type { Clock } from '#platform/clock.ts';
import type { Random } from '#platform/random.ts';

/** A correspondent that a reverse address stands for. */
export interface Contact {
  readonly token: string;
  readonly aliasId: string;
  readonly correspondent: string;
  readonly blocked: boolean;
}

interface ContactRow {
  readonly token_hash: Buffer;
  readonly alias_id: string;
  readonly correspondent_sealed: Buffer;
  readonly blocked: boolean;
}

/**
 * Common table expressions that note the month of last use with contacts that are asked for anyway. Once a month for
 * each; in order, so that two messages with the same people cannot deadlock. `hashes`, `month`: parameters.
 */
function markUsed(hashes: string, month: string): string {
  return `stale as (
    select token_hash from contacts where token_hash = any (${hashes}) and last_used_month < ${month}
    order by token_hash for update),
  used as (
    update contacts set last_used_month = ${month} from stale where contacts.token_hash = stale.token_hash)`;
}

const findStatement = `
  with ${markUsed('$1::bytea[]', '$2::date')}
  select token_hash, alias_id, correspondent_sealed, blocked_at is not null as blocked
  from contacts where token_hash = any ($1::bytea[])`;

/**
 * The correspondents behind tokens, in the order of the tokens; unknown ones are left out.
 * @throws when the database cannot be asked.
 */
export async function findContacts(
  { database, clock }: Pick<RecipientContext, 'database' | 'clock'>,
  tokens: readonly string[],
): Promise<Contact[]> {
  const hashed = tokens.map((token) => ({ token, hash: reverseTokenHash(token) }));
  const { rows } = await database.pool.query<ContactRow>({
    name: 'find-contacts',
    text: findStatement,
    values: [hashed.map(({ hash }) => hash), contactMonth(clock.now())],
  });
  const byHash = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]));
  return hashed.flatMap(({ token, hash }) => {
    const row = byHash.get(hash.toString('hex'));
    if (row === undefined) return [];
    const correspondent = openCorrespondent(token, row.correspondent_sealed);
    return [{ token, aliasId: row.alias_id, correspondent, blocked: row.blocked }];
  });
}

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
    from given join aliases on aliases.id = $1 and aliases.binned_at is null
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

interface CorrespondentParts extends Pick<CoreContext, 'database' | 'keys' | 'clock'> {
  readonly contacts: ContactStore;
}

/** The correspondents that core asks for: their tokens are computed again from the address, never looked up. */
export function createCorrespondents({ database, keys, clock, contacts }: CorrespondentParts): Correspondents {
  const tokenOf = (alias: CorrespondentAlias, correspondent: string): string =>
    reverseToken(keys, { userId: alias.userId, aliasAddress: alias.address, correspondent });

  const find = async (alias: CorrespondentAlias, address: string): Promise<Correspondent | null> => {
    const token = tokenOf(alias, address);
    const row = await database.db
      .selectFrom('contacts')
      .select('blockedAt')
      .where('tokenHash', '=', reverseTokenHash(token))
      .executeTakeFirst();
    if (row === undefined) return null;
    return { reverseAddress: reverseAddress(token, alias.domain), blocked: row.blockedAt !== null };
  };

  const add: Correspondents['add'] = async (alias, correspondent) => {
    await contacts.store(alias.id, [{ token: tokenOf(alias, correspondent), correspondent }]);
    return find(alias, correspondent);
  };

  return {
    find,
    add,
    setBlocked: async (alias, address, blocked) => {
      const known = await add(alias, address);
      if (known === null) return null;
      await database.db
        .updateTable('contacts')
        .set({ blockedAt: blocked ? new Date(clock.now()) : null })
        .where('tokenHash', '=', reverseTokenHash(tokenOf(alias, address)))
        .execute();
      return { ...known, blocked };
    },
  };
}
