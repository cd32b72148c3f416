import type { Correspondent, CorrespondentAlias, Correspondents } from '#core/contacts/correspondents.ts';
import type { CoreContext } from '#core/core-context.ts';
import { reverseAddress, reverseToken, reverseTokenHash } from '#mail/recipient/reverse-address.ts';
import type { ContactStore } from '#mail/recipient/store-contacts.ts';

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
