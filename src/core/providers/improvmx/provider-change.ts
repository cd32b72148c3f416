import { sql, type RawBuilder } from 'kysely';
import type { ImprovmxContext } from '#core/providers/improvmx/improvmx-context.ts';
import type { ProviderChangesTable } from '#database/provider-tables.ts';

/** A change that this process has taken on. Nobody else does while its lease lasts. */
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

/** Takes on the change that is due for longest; null when none is. Leases are on the database's clock. */
export function claimDueChange(context: ImprovmxContext): Promise<ProviderChange | null> {
  return claim(context, sql`next_attempt_at <= now()`);
}

/** Takes on one change, due or not; null when there is none or somebody is at it. */
export function claimChange(context: ImprovmxContext, { kind, address }: ChangeName): Promise<ProviderChange | null> {
  return claim(context, sql`kind = ${kind} and address = ${address}`);
}
