import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { sql } from 'kysely';
import { underPermitsLock, writeLeases, type ListedLease } from '#core/limits/permit-leases.ts';
import type { Database, Db } from '#database/database.ts';

/** A program among those that share a database: its row says how long it counts as alive. */
export interface NodeRow {
  /** @returns whether it still counted as alive, and whether others do. */
  renew(): Promise<{ readonly isAlive: boolean; readonly hasOthers: boolean }>;
  /** Comes, or comes anew. With others, what `list` tells is written down; nobody leases meanwhile. @returns whether it is alone. */
  enter(list: () => { readonly lent: readonly ListedLease[]; readonly nowMs: number }): Promise<boolean>;
  /** Whether all others have listed what they hold. One that was alone does so as soon as it sees another. */
  isOpen(): Promise<boolean>;
  leave(): Promise<void>;
}

/** What is the same for two programs only if one can see whether the other lives: the boot, and the process namespace. */
function machineHash(): Buffer | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
    return createHash('sha256')
      .update(`${boot}\0${readlinkSync('/proc/self/ns/pid')}`)
      .digest();
  } catch {
    return null;
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** A program that was killed and started again need not wait until the one before is given up. */
async function removeEnded(transaction: Db, nodeId: string, machine: Buffer | null): Promise<void> {
  await sql`delete from nodes where lease_until <= statement_timestamp() and id <> ${nodeId}`.execute(transaction);
  if (machine === null) return;
  const { rows } = await sql<{ id: string; processId: number }>`
    select id, process_id from nodes where machine_hash = ${machine} and id <> ${nodeId}`.execute(transaction);
  const ended = rows.filter(({ processId }) => !isRunning(processId)).map(({ id }) => id);
  if (ended.length > 0) await sql`delete from nodes where id = any(${ended}::uuid[])`.execute(transaction);
}

/** Each call throws when the database does not answer. */
export function createNodeRow(database: Database, nodeId: string, leaseMs: number): NodeRow {
  const { db } = database;
  const machine = machineHash();
  const untilSql = sql`statement_timestamp() + ${leaseMs} * interval '1 ms'`;
  return {
    renew: async () => {
      const { rows } = await sql<{ isAlive: boolean; hasOthers: boolean }>`
        with me as (
          update nodes set lease_until = ${untilSql} where id = ${nodeId} and lease_until > statement_timestamp()
          returning id)
        select exists (select from me) as is_alive,
          exists (select from nodes where id <> ${nodeId} and lease_until > statement_timestamp()) as has_others`.execute(
        db,
      );
      return rows[0] ?? { isAlive: false, hasOthers: false };
    },
    enter: (list) =>
      underPermitsLock(database, async (transaction) => {
        await removeEnded(transaction, nodeId, machine);
        const { rows } = await sql<{ holdsAll: boolean }>`
          insert into nodes (id, holds_all, machine_hash, process_id, lease_until)
          values (${nodeId}, not exists (select from nodes where id <> ${nodeId}), ${machine}, ${process.pid}, ${untilSql})
          on conflict (id) do update set lease_until = excluded.lease_until, holds_all = excluded.holds_all
          returning holds_all`.execute(transaction);
        const isAlone = rows[0]?.holdsAll === true;
        const { lent, nowMs } = isAlone ? { lent: [], nowMs: 0 } : list();
        await writeLeases(transaction, nodeId, lent, nowMs);
        return isAlone;
      }),
    isOpen: async () => {
      const { rows } = await sql`
        select from nodes where id <> ${nodeId} and holds_all and lease_until > statement_timestamp()`.execute(db);
      return rows.length === 0;
    },
    leave: async () => {
      await sql`delete from nodes where id = ${nodeId}`.execute(db);
    },
  };
}
