import { sql } from 'kysely';
import type { RemovedTarget } from '#core/undos/undos.ts';
import type { Db } from '#database/database.ts';

/** What forwards to a target beside aliases: domains, for their new aliases, and the rules of domains. */
const places = {
  domain: {
    links: sql.raw('domain_targets'),
    by: sql.raw('domain_id'),
    own: sql.raw('select id from domains where owner_id ='),
  },
  rule: {
    links: sql.raw('domain_rule_targets'),
    by: sql.raw('rule_id'),
    own: sql.raw('select r.id from domain_rules r join domains d on d.id = r.domain_id where d.owner_id ='),
  },
} as const;
const kinds = ['domain', 'rule'] as const;

/** One of them, by where else it forwards to, in the order of that, and the place of the target with it. */
type DomainPlace = NonNullable<RemovedTarget['places']>[number];

/** The domains and rules that forward to a target. */
export async function readDomainPlaces(db: Db, targetId: string): Promise<DomainPlace[]> {
  const found: DomainPlace[] = [];
  for (const kind of kinds) {
    const { links, by } = places[kind];
    const { rows } = await sql<Omit<DomainPlace, 'kind'>>`
      select own.${by} as id, own.position, array(
        select l.target_id from ${links} l where l.${by} = own.${by} and l.target_id <> own.target_id order by l.position
      ) as others
      from ${links} own where own.target_id = ${targetId}`.execute(db);
    found.push(...rows.map((row) => ({ kind, ...row })));
  }
  return found;
}

/** No domain or rule forwards to it any more. */
export async function leaveDomainPlaces(db: Db, targetId: string): Promise<void> {
  for (const kind of kinds) await sql`delete from ${places[kind].links} where target_id = ${targetId}`.execute(db);
}

/** Lets those forward to it again that are the account's, and forward to the same others. @returns how many. */
export async function takeDomainPlaces(
  db: Db,
  { targetId, userId }: { readonly targetId: string; readonly userId: string },
  wanted: readonly DomainPlace[],
): Promise<number> {
  let taken = 0;
  for (const { kind, id, others, position } of wanted) {
    const { links, by, own } = places[kind];
    const { numAffectedRows = 0n } = await sql`
      insert into ${links} (${by}, target_id, position)
      select id, ${targetId}::uuid, ${position}::integer from (${own} ${userId}) as owned (id)
      where id = ${id}::uuid
        and array(select l.target_id from ${links} l where l.${by} = owned.id order by l.position) = ${others}::uuid[]
      on conflict do nothing`.execute(db);
    taken += Number(numAffectedRows);
  }
  return taken;
}
