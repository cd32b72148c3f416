import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { compareSides, type Difference, type DifferenceKind } from '#core/providers/improvmx/compare-sides.ts';
import { type ImprovmxContext, splitAddress } from '#core/providers/improvmx/improvmx-context.ts';
import { performDueChange } from '#core/providers/improvmx/outbox-worker.ts';
import type { ProviderChangesTable } from '#database/provider-tables.ts';

/** What has to be told, and whether what stands there is known to be ours. */
const notes: Partial<Record<DifferenceKind, { readonly kind: ProviderChangesTable['kind']; readonly ours: boolean }>> =
  {
    domain_missing: { kind: 'domain', ours: false },
    catch_all: { kind: 'domain', ours: false },
    missing: { kind: 'alias', ours: false },
    unrecorded: { kind: 'alias', ours: false },
    different: { kind: 'alias', ours: true },
    left_over: { kind: 'alias', ours: true },
    credential_left_over: { kind: 'credential', ours: true },
  };

/** Whether anything is done about a difference. */
export function isMendable({ kind }: Difference): boolean {
  return kind in notes || kind === 'credential_missing';
}

/** Its password is known to nobody: without it the owner sees that there is none, and makes another. */
async function removeCredential({ database }: ImprovmxContext, address: string): Promise<void> {
  const { name, domain } = splitAddress(address);
  await sql`delete from smtp_credentials c using aliases a, domains d
    where a.id = c.alias_id and d.id = a.domain_id and a.local_part = ${name} and d.name = ${domain}
      and not exists (select from provider_changes p
        where p.kind = 'credential' and p.address = ${address} and p.password_sealed is not null)`.execute(database.db);
}

async function note(context: ImprovmxContext, difference: Difference): Promise<void> {
  const { kind, address } = difference;
  if (kind === 'credential_missing') await removeCredential(context, address);
  const noted = notes[kind];
  if (noted === undefined) return;
  await sql`insert into provider_changes (kind, address, ours) values (${noted.kind}, ${address}, ${noted.ours})
    on conflict (kind, address) do update set
      revision = provider_changes.revision + 1, ours = provider_changes.ours or excluded.ours`.execute(
    context.database.db,
  );
}

/** How long until the next change is due; null when none is left but those the provider refused for good. */
async function nextDueMs({ database, pace }: ImprovmxContext): Promise<number | null> {
  const { rows } = await sql<{ dueMs: number | null }>`
    select extract(epoch from min(greatest(next_attempt_at, coalesce(lease_until, next_attempt_at)) - now()))::float8 * 1000
      as due_ms
    from provider_changes where next_attempt_at < now() + ${pace.refusedMs / 2} * interval '1 ms'`.execute(database.db);
  return rows[0]?.dueMs ?? null;
}

/** Makes every change that was noted, those too that were refused before. Ends with `signal`. */
async function makeChanges(context: ImprovmxContext, signal: AbortSignal): Promise<void> {
  await sql`update provider_changes set next_attempt_at = now()`.execute(context.database.db);
  for (;;) {
    while (!signal.aborted && (await performDueChange(context, signal)));
    const dueMs = await nextDueMs(context);
    if (dueMs === null || signal.aborted) return;
    await pause(Math.max(dueMs, context.sender.waitMs(), 10), undefined, { signal }).catch(() => {});
  }
}

async function compareAll(context: ImprovmxContext, signal: AbortSignal): Promise<Difference[]> {
  const domains = await context.database.db.selectFrom('domains').select('name').orderBy('position').execute();
  const differences: Difference[] = [];
  for (const { name } of domains) differences.push(...(await compareSides(context, name, signal)));
  return differences;
}

/** What differs; after mending, what still does. @throws ProviderError when the provider cannot be compared with. */
export async function reconcile(
  context: ImprovmxContext,
  { mend, signal }: { readonly mend: boolean; readonly signal: AbortSignal },
): Promise<{ readonly found: readonly Difference[]; readonly left: readonly Difference[] }> {
  const found = await compareAll(context, signal);
  if (!mend) return { found, left: found };
  for (const difference of found) await note(context, difference);
  await makeChanges(context, signal);
  return { found, left: await compareAll(context, signal) };
}
