import { openCorrespondent, reverseTokenHash } from '#mail/recipient/reverse-address.ts';
import type { RecipientContext } from '#mail/recipient/recipient-context.ts';

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
  select token_hash, alias_id, correspondent_sealed, blocked_at is not null as blocked
  from contacts where token_hash = any ($1::bytea[])`;

/**
 * The correspondents behind tokens, in the order of the tokens; unknown ones are left out.
 * @throws when the database cannot be asked.
 */
export async function findContacts(
  { database }: Pick<RecipientContext, 'database'>,
  tokens: readonly string[],
): Promise<Contact[]> {
  const hashed = tokens.map((token) => ({ token, hash: reverseTokenHash(token) }));
  const { rows } = await database.pool.query<ContactRow>({
    name: 'find-contacts',
    text: findStatement,
    values: [hashed.map(({ hash }) => hash)],
  });
  const byHash = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]));
  return hashed.flatMap(({ token, hash }) => {
    const row = byHash.get(hash.toString('hex'));
    if (row === undefined) return [];
    const correspondent = openCorrespondent(token, row.correspondent_sealed);
    return [{ token, aliasId: row.alias_id, correspondent, blocked: row.blocked }];
  });
}
