import { sql, type RawBuilder } from 'kysely';
import type { ProviderState } from '#contract/provider.ts';
import { changeAliasRows } from '#core/alias-rows/change-rows.ts';
import { readAliasIds } from '#core/alias-rows/read-rows.ts';
import { isHeld } from '#core/alias-rows/standing.ts';
import { findAddressed, type ImprovmxContext } from '#core/providers/improvmx/improvmx-context.ts';
import { anyOf } from '#database/any-of.ts';
import type { Db } from '#database/database.ts';
import type { ProviderChangesTable } from '#database/tables.ts';

/** An entry of the outbox that this process has taken on. Nobody else does while its lease lasts. */
export interface ProviderChange {
  readonly kind: ProviderChangesTable['kind'];
  readonly address: string;
  /** As it was when the change was taken on; anything noted later raises it. */
  readonly revision: string;
  readonly ours: boolean;
  readonly passwordSealed: Buffer | null;
  readonly attempts: number;
  readonly leaseId: string;
}

export type ChangeName = Pick<ProviderChange, 'kind' | 'address'>;

async function claim(
  { database, random, pace }: ImprovmxContext,
  which: RawBuilder<unknown>,
): Promise<ProviderChange | null> {
  const { rows } = await sql<ProviderChange>`
    update provider_changes set lease_id = ${random.uuid()}, lease_until = now() + ${pace.leaseMs} * interval '1 ms'
    where (kind, address) = (
      select kind, address from provider_changes
      where (lease_until is null or lease_until < now()) and ${which}
      order by next_attempt_at limit 1 for update skip locked)
    returning kind, address, revision, ours, password_sealed, attempts, lease_id`.execute(database.db);
  return rows[0] ?? null;
}

/** Takes the entry out of the outbox that is due for longest, on a lease; null when none is. Leases are on the database's clock. */
export function claimDueChange(context: ImprovmxContext): Promise<ProviderChange | null> {
  return claim(context, sql`next_attempt_at <= now()`);
}

/** Takes on one change, due or not; null when there is none or somebody is at it. */
export function claimChange(context: ImprovmxContext, { kind, address }: ChangeName): Promise<ProviderChange | null> {
  return claim(context, sql`kind = ${kind} and address = ${address}`);
}

/** What the provider has under an address after a change. */
export type Outcome =
  /** As wanted. `remoteId`: null when nothing is there. */
  | { readonly kind: 'equal'; readonly remoteId: string | null }
  /** Its final word. */
  | { readonly kind: 'fault'; readonly state: Exclude<ProviderState, 'live' | 'setting_up' | 'absent'> }
  /** To be tried again; with each attempt later, or as soon as the provider allows. */
  | { readonly kind: 'later'; readonly afterMs: number; readonly counts: boolean };

function mine({ kind, address, leaseId }: ProviderChange): RawBuilder<unknown> {
  return sql`kind = ${kind} and address = ${address} and lease_id = ${leaseId}`;
}

/** Locks in the order of all others: first the row, then the note about it. */
async function lockRow(db: Db, change: ProviderChange): Promise<void> {
  if (change.kind === 'domain') return;
  const ids = await findAddressed(db, change.address);
  if (change.kind === 'alias') await readAliasIds(db, { ids, whereabouts: 'any' }, 'update');
  else await db.selectFrom('smtpCredentials').select('id').where('aliasId', '=', anyOf(ids)).forUpdate().execute();
}

/** `remoteId`: what the provider has, where that is known now. */
async function writeRow(
  db: Db,
  change: ProviderChange,
  { providerState, remoteId }: { readonly providerState: ProviderState; readonly remoteId?: string | null },
): Promise<void> {
  if (change.kind === 'domain') {
    await sql`update domains d set provider_ready_at = now()
      where name = ${change.address} and ${sql.raw(isHeld)}`.execute(db);
    return;
  }
  const ids = await findAddressed(db, change.address);
  if (change.kind === 'alias') {
    await changeAliasRows(db, { ids, whereabouts: 'any' }, { improvmxId: remoteId, providerState });
    return;
  }
  await db
    .updateTable('smtpCredentials')
    .set({ providerState, ...(remoteId !== undefined && { atProvider: remoteId !== null }) })
    .where('aliasId', '=', anyOf(ids))
    .execute();
}

/** Takes the note away; false when it was noted again meanwhile. */
async function close(db: Db, change: ProviderChange, remoteId: string | null, lookAgainMs: number): Promise<boolean> {
  const which = sql`${mine(change)} and revision = ${change.revision}`;
  // An earlier call without an answer may still be carried out, and undo what the last one did.
  const { rows } =
    change.attempts === 0
      ? await sql`delete from provider_changes where ${which} returning kind`.execute(db)
      : await sql`update provider_changes set attempts = 0, ours = ours or ${remoteId !== null}, password_sealed = null,
          lease_id = null, lease_until = null, next_attempt_at = now() + ${lookAgainMs} * interval '1 ms'
          where ${which} returning kind`.execute(db);
  return rows.length > 0;
}

async function finishEqual(
  db: Db,
  change: ProviderChange,
  remoteId: string | null,
  lookAgainMs: number,
): Promise<void> {
  if (await close(db, change, remoteId, lookAgainMs)) {
    const providerState: ProviderState = change.kind === 'alias' && remoteId === null ? 'absent' : 'live';
    await writeRow(db, change, { providerState, remoteId });
    return;
  }
  // Noted again meanwhile: what is there now is ours, and the newer change is due.
  await sql`update provider_changes set ours = ours or ${remoteId !== null}, lease_id = null, lease_until = null
    where ${mine(change)}`.execute(db);
}

function putOff(db: Db, change: ProviderChange, afterMs: number, set: RawBuilder<unknown>) {
  return sql`update provider_changes set lease_id = null, lease_until = null, ${set},
      next_attempt_at = case when revision = ${change.revision}
        then now() + ${afterMs} * interval '1 ms' else next_attempt_at end
    where ${mine(change)}`.execute(db);
}

async function finishFault(db: Db, change: ProviderChange, state: ProviderState, afterMs: number): Promise<void> {
  // What was refused was not made: only an earlier call may have made something.
  const ours = sql`ours = case when revision = ${change.revision} then ${change.ours} else ours end`;
  await putOff(db, change, afterMs, state === 'taken' ? sql`ours = false` : sql`attempts = attempts + 1, ${ours}`);
  const { rows } = await sql`select kind from provider_changes
    where kind = ${change.kind} and address = ${change.address} and revision = ${change.revision}`.execute(db);
  if (rows.length > 0 && change.kind !== 'domain') await writeRow(db, change, { providerState: state });
}

/** Writes down what came of a change and gives it back; what was noted meanwhile stays due. */
export async function finishChange(
  { database, pace }: ImprovmxContext,
  change: ProviderChange,
  outcome: Outcome,
): Promise<void> {
  await database.db.transaction().execute(async (db) => {
    await lockRow(db, change);
    if (outcome.kind === 'equal') await finishEqual(db, change, outcome.remoteId, pace.secondLookMs);
    else if (outcome.kind === 'fault') await finishFault(db, change, outcome.state, pace.refusedMs);
    else
      await putOff(
        db,
        change,
        outcome.afterMs,
        outcome.counts ? sql`attempts = attempts + 1` : sql`attempts = attempts`,
      );
  });
}
