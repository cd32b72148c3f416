import { sql } from 'kysely';

/** One of these ids, however many: a statement takes 65,535 values, of which a list is one. */
export function anyOf(ids: readonly string[]) {
  return sql<string>`any(${ids}::uuid[])`;
}
