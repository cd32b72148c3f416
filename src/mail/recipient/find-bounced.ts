import { sql } from 'kysely';
import { aliasRows } from '#core/alias-rows/read-rows.ts';
import type { Database } from '#database/database.ts';
import type { BouncedName } from '#mail/recipient/address-forms.ts';

/** What a bounce address stands for. */
export interface Bounced {
  readonly aliasId: string;
  readonly userId: string;
  /** Null where the alias is named and not its target. */
  readonly targetId: string | null;
  /** The alias's name, lower case. */
  readonly local: string;
  readonly domainId: string;
  /** A-label. */
  readonly domain: string;
}

/** Null when the alias, or the link that was named, is gone. @throws Error when the database does not answer. */
export async function findBounced({ db }: Database, { names, id }: BouncedName): Promise<Bounced | null> {
  const facts = ['id', 'userId', 'localPart', 'domainId', 'domain'] as const;
  const { rows } = await sql<Bounced>`
    select a.id as alias_id, a.user_id, a.local_part as local, a.domain_id, a.domain, r.target_id
    from ${aliasRows(names === 'alias' ? { number: id } : {}, facts)} a
    ${names === 'alias' ? sql`cross join (values (null::uuid)) r (target_id)` : sql`join alias_targets r on r.alias_id = a.id where r.id = ${id}`}`.execute(
    db,
  );
  return rows[0] ?? null;
}
