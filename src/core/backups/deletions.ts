import { sql } from 'kysely';
import { changeAliasRows } from '#core/alias-rows/change-rows.ts';
import { countAliasesBy } from '#core/alias-rows/read-rows.ts';
import { deletionsKeptDays } from '#core/backups/backup-contents.ts';
import type { CoreContext } from '#core/core-context.ts';
import { anyOf } from '#database/any-of.ts';
import type { Db } from '#database/database.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** No backup is older. */
export async function removeOldDeletions({ database, clock }: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.now() - deletionsKeptDays * dayMs);
  await database.db.deleteFrom('deletions').where('deletedAt', '<', before).execute();
}

/** A transaction notes when it began, and may have been seen by the snapshot only later. */
const overlap = '10 minutes';

const since = (kind: string) => sql`select row_id from deletions_since where kind = ${sql.lit(kind)}`;

/** In their order: what goes with an account need not be looked for. Targets that an alias of the backup still has stay. */
const erasures = (['users', 'aliases', 'api_keys', 'smtp_credentials', 'passkeys'] as const).map(
  (table) => sql`delete from ${sql.id(table)} where hashed_id(id) in (${since(table)})`,
);

const ofErased = sql`owner_id in (select id from users where hashed_id(id) in (${since('users')}))`;

const changes = [
  // Domains of erased accounts, as `releaseDomains` leaves them.
  sql`delete from domain_rules where domain_id in (select id from domains where ${ofErased})`,
  sql`update domains set state = 'lost', changed_at = now(), next_check_at = null, catch_all = 'off', enabled = true,
    from_name_sealed = null, description_sealed = null, rules_revision = rules_revision + 1 where ${ofErased}`,
  ...erasures,
  sql`delete from targets where hashed_id(id) in (${since('targets')})
    and not exists (select from alias_targets where target_id = targets.id)`,
  sql`delete from smtp_credentials where hashed_id(alias_id) in (${since('binned')})`,
  // As `leaveAccount` leaves it.
  sql`update users set leaving_at = deleted_at
    from deletions_since d where kind = 'leaving' and row_id = hashed_id(users.id) and leaving_at is null`,
  // As `stopTarget` leaves them.
  sql`update targets set confirmed_at = null
    from stopped_addresses where address_hash = value_hash and confirmed_at is not null`,
];

/** Domains whose account is gone stay only where others have aliases. */
async function removeForsakenDomains(db: Db): Promise<void> {
  const forsaken = db.selectFrom('domains').select('id').where('kind', '=', 'own').where('ownerId', 'is', null);
  const domainIds = (await forsaken.execute()).map(({ id }) => id);
  const used = await countAliasesBy(db, 'domainId', { domainIds, whereabouts: 'any' });
  const unused = domainIds.filter((id) => !used.has(id));
  await db.deleteFrom('domains').where('id', '=', anyOf(unused)).execute();
}

/** Deletes again what was deleted after a backup was made. The journal's rows are in the tables already. */
export async function applyDeletions(db: Db, madeAt: string): Promise<void> {
  await sql`create temporary table deletions_since on commit drop as
    select * from deletions where deleted_at > ${sql.lit(madeAt)}::timestamptz - ${sql.lit(overlap)}::interval`.execute(
    db,
  );
  // As `deleteAliases` leaves them.
  const binned = sql<object>`(select * from deletions_since where kind = 'binned')`.as('d');
  const binDays = sql`(select bin_days from users where users.id = a.user_id)`;
  await changeAliasRows(
    db,
    { hashedId: sql.ref('d.row_id') },
    { binnedAt: sql<Date>`d.deleted_at`, binEndsAt: sql<Date>`d.deleted_at + make_interval(days => ${binDays})` },
    binned,
  );
  for (const change of changes) await change.execute(db);
  await removeForsakenDomains(db);
}
