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

const columns = 'a.id as alias_id, a.user_id, a.local_part as local, d.id as domain_id, d.name as domain';

const statements = {
  link: {
    name: 'find-bounced-link',
    text: `
      select ${columns}, r.target_id from alias_targets r
      join aliases a on a.id = r.alias_id join domains d on d.id = a.domain_id where r.id = $1 and a.binned_at is null`,
  },
  alias: {
    name: 'find-bounced-alias',
    text: `
      select ${columns}, null::uuid as target_id from aliases a join domains d on d.id = a.domain_id where a.number = $1 and a.binned_at is null`,
  },
};

/** Null when the alias, or the link that was named, is gone. @throws Error when the database does not answer. */
export async function findBounced({ pool }: Database, { names, id }: BouncedName): Promise<Bounced | null> {
  const { rows } = await pool.query<{
    alias_id: string;
    user_id: string;
    target_id: string | null;
    local: string;
    domain_id: string;
    domain: string;
  }>({ ...statements[names], values: [id] });
  const [row] = rows;
  if (row === undefined) return null;
  const { alias_id: aliasId, user_id: userId, target_id: targetId, local, domain_id: domainId, domain } = row;
  return { aliasId, userId, targetId, local, domainId, domain };
}
