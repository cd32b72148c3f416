import { z } from 'zod';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Alarm } from '#core/watch/judge-alarms.ts';
import type { Database, Db } from '#database/database.ts';

/** What was found wrong when a program last looked: at its own machine, or at what all share. */
export interface Watch {
  readonly lookedAtMs: number;
  /** When it looked at everything. */
  readonly examinedAtMs: number;
  readonly alarms: readonly Alarm[];
}

const alarmsSchema = z.array(
  z.object({
    check: z.string(),
    about: z.string(),
    text: z.string(),
    sinceMs: z.number(),
    toldAtMs: z.number().nullable(),
  }),
);

function sealContext(scope: string) {
  return { field: 'watches.alarms', rowId: scope };
}

/**
 * Null: nobody has looked yet, or what he saw cannot be read any more. In a transaction nobody else writes it until that ends.
 * @throws Error when the database does not answer.
 */
export async function readWatch(db: Db, keys: KeyRing, scope: string): Promise<Watch | null> {
  const query = db.selectFrom('watches').select(['lookedAt', 'examinedAt', 'alarmsSealed']).where('scope', '=', scope);
  const row = await (db.isTransaction ? query.forUpdate() : query).executeTakeFirst();
  if (row === undefined) return null;
  const alarms = openAlarms(keys, scope, row.alarmsSealed);
  return alarms && { lookedAtMs: row.lookedAt.getTime(), examinedAtMs: row.examinedAt.getTime(), alarms };
}

function openAlarms(keys: KeyRing, scope: string, sealed: Buffer): readonly Alarm[] | null {
  try {
    return alarmsSchema.parse(JSON.parse(keys.open(sealContext(scope), sealed).toString()));
  } catch {
    return null;
  }
}

/** `mailHostname`: of a machine; null for what all share. @throws Error when the database does not take it. */
export async function writeWatch(
  db: Db,
  keys: KeyRing,
  { name: scope, mailHostname }: { readonly name: string; readonly mailHostname: string | null },
  { lookedAtMs, examinedAtMs, alarms }: Watch,
): Promise<void> {
  const row = {
    mailHostname,
    lookedAt: new Date(lookedAtMs),
    examinedAt: new Date(examinedAtMs),
    alarmsSealed: keys.seal(sealContext(scope), JSON.stringify(alarms)),
  };
  await db
    .insertInto('watches')
    .values({ scope, ...row })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet(row))
    .execute();
}

const dayMs = 24 * 60 * 60 * 1000;

/** The mail hosts of all machines that ran within three days. */
export async function readMailHosts({ db }: Pick<Database, 'db'>, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('watches')
    .select('mailHostname')
    .distinct()
    .where('lookedAt', '>', new Date(now - 3 * dayMs))
    .execute();
  return rows.flatMap(({ mailHostname }) => mailHostname ?? []);
}

/** Forgets machines that are gone. */
export async function removeOldWatches({ db }: Pick<Database, 'db'>, now: number): Promise<void> {
  await db
    .deleteFrom('watches')
    .where('lookedAt', '<', new Date(now - 30 * dayMs))
    .execute();
}
