import { sql } from 'kysely';

/** The first confirmed link of the alias `a`, by which its bounces come back; null where none is confirmed. */
export const firstConfirmedLink = sql<string | null>`(
  select l.id from alias_targets l join targets t on t.id = l.target_id
  where l.alias_id = a.id and t.confirmed_at is not null order by t.kind, l.position limit 1)`;
