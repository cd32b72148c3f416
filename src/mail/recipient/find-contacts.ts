import { contactMonth } from '#core/contacts/contact-life.ts';
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
