import { contactMonth } from '#core/contacts/contact-life.ts';
import type { Correspondent, CorrespondentAlias, Correspondents } from '#core/contacts/correspondents.ts';
import type { CoreContext } from '#core/core-context.ts';
import { openCorrespondent, reverseAddress, reverseToken, reverseTokenHash } from '#mail/recipient/address-forms.ts';
import { type ContactStore, markUsed } from '#mail/recipient/contact-store.ts';
import type { RecipientContext } from '#mail/recipient/resolve-alias.ts';

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

interface CorrespondentParts extends Pick<CoreContext, 'database' | 'keys' | 'clock'> {
  readonly contacts: ContactStore;
}

/** The correspondents that core asks for: their tokens are computed again from the address, never looked up. */
export function createCorrespondents({ database, keys, clock, contacts }: CorrespondentParts): Correspondents {
  const tokenOf = (alias: CorrespondentAlias, correspondent: string): string =>
    reverseToken(keys, { userId: alias.userId, aliasAddress: alias.address, correspondent });

  const find = async (alias: CorrespondentAlias, correspondent: string): Promise<Correspondent | null> => {
    const token = tokenOf(alias, correspondent);
    const tokenHash = reverseTokenHash(token);
    const row = await database.db
      .selectFrom('contacts')
      .select('blockedAt')
      .where('tokenHash', '=', tokenHash)
      .executeTakeFirst();
    if (row === undefined) return null;
    // What people copy goes into forms, too.
    const address = reverseAddress(token, alias.domain, 'plain');
    return { id: tokenHash.toString('hex'), reverseAddress: address, blocked: row.blockedAt !== null };
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
        .set({ blockedAt: blocked ? new Date(clock.now()) : null, blockedByLink: false })
        .where('tokenHash', '=', reverseTokenHash(tokenOf(alias, address)))
        .execute();
      return { ...known, blocked };
    },
    findBlock: async (alias, address) => {
      const row = await database.db
        .selectFrom('contacts')
        .select('blockedByLink')
        .where('tokenHash', '=', reverseTokenHash(tokenOf(alias, address)))
        .where('blockedAt', 'is not', null)
        .executeTakeFirst();
      if (row === undefined) return null;
      return row.blockedByLink ? 'link' : 'owner';
    },
    setBlockedByLink: async (alias, address, blocked) => {
      if (blocked && (await add(alias, address)) === null) return false;
      const change = database.db
        .updateTable('contacts')
        .set({ blockedAt: blocked ? new Date(clock.now()) : null, blockedByLink: blocked })
        .where('tokenHash', '=', reverseTokenHash(tokenOf(alias, address)));
      await (blocked ? change.where('blockedAt', 'is', null) : change.where('blockedByLink', '=', true)).execute();
      return true;
    },
  };
}
