import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { changeAliasRows } from '#core/alias-rows/change-rows.ts';
import { readAliasIds } from '#core/alias-rows/read-rows.ts';
import { isHeld } from '#core/alias-rows/standing.ts';
import { wasAtProvider } from '#core/aliases/tombstones.ts';
import {
  createImprovmxClient,
  type ImprovmxClient,
  type RemoteAlias,
} from '#core/providers/improvmx/improvmx-client.ts';
import { findAddressed, type ImprovmxContext } from '#core/providers/improvmx/improvmx-context.ts';
import { performDueChange } from '#core/providers/improvmx/outbox-worker.ts';
import { catchAll, operatorNames } from '#core/providers/improvmx/perform-change.ts';
import { ProviderError } from '#core/providers/improvmx/provider-answer.ts';
import { canCatchAll } from '#core/providers/improvmx/provider-plan.ts';
import { readWantedCatchAll } from '#core/providers/improvmx/read-catch-all.ts';
import {
  isSameForward,
  readWantedAliases,
  readFormerCredentials,
  readWantedCredentials,
  type WantedAlias,
} from '#core/providers/improvmx/read-wanted.ts';
import { anyOf } from '#database/any-of.ts';
import type { ProviderChangesTable } from '#database/tables.ts';

/** What has to be told, and whether what stands there is known to be ours. */
const notes: Partial<Record<DifferenceKind, { readonly kind: ProviderChangesTable['kind']; readonly ours: boolean }>> =
  {
    domain_missing: { kind: 'domain', ours: false },
    catch_all: { kind: 'domain', ours: false },
    missing: { kind: 'alias', ours: false },
    shown: { kind: 'alias', ours: false },
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
  const ids = await readAliasIds(database.db, { address, whereabouts: 'any' });
  await sql`delete from smtp_credentials where alias_id = ${anyOf(ids)}
      and not exists (select from provider_changes p
        where p.kind = 'credential' and p.address = ${address} and p.password_sealed is not null)`.execute(database.db);
}

/** What is not there, or otherwise, is no longer shown as in force. */
async function showDrift(context: ImprovmxContext, { kind, address }: Difference): Promise<void> {
  if (kind !== 'missing' && kind !== 'different') return;
  const { db } = context.database;
  const ids = await findAddressed(db, address, true);
  const which = { ids, providerState: 'live', whereabouts: 'any' } as const;
  await changeAliasRows(db, which, { providerState: 'setting_up' });
}

/** Writes down what has to be told, for the worker. */
export async function note(context: ImprovmxContext, difference: Difference): Promise<void> {
  const { kind, address } = difference;
  if (kind === 'credential_missing') await removeCredential(context, address);
  const noted = notes[kind];
  if (noted === undefined) return;
  await showDrift(context, difference);
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
  const { rows: domains } = await sql<{ name: string }>`
    select d.name from domains d where ${sql.raw(isHeld)} order by d.position nulls last, d.name`.execute(
    context.database.db,
  );
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

/** How the provider's side differs from our rows. */
export type DifferenceKind =
  | 'domain_missing'
  | 'catch_all'
  /** Ours is not there, forwards elsewhere, or is there and should not be. */
  | 'missing'
  | 'different'
  | 'left_over'
  /** It is there as it should be, and we did not know. */
  | 'unrecorded'
  /** It is not there, as it should be, and shown as in force. */
  | 'shown'
  | 'credential_missing'
  | 'credential_left_over'
  /** Not ours: nothing is done about these. */
  | 'taken'
  | 'foreign'
  | 'credential_foreign';

export interface Difference {
  readonly kind: DifferenceKind;
  /** `name@domain`; of a domain its name. */
  readonly address: string;
}

/** What stands at the provider without any row here is ours only if the provider once had it from us. */
function wasOurs({ database, keys }: ImprovmxContext, address: string): Promise<boolean> {
  return wasAtProvider(database.db, keys, address);
}

function compareAlias(wanted: WantedAlias, remote: RemoteAlias | undefined): DifferenceKind | null {
  const { forward, known, drop, shown } = wanted;
  if (remote === undefined) {
    if (forward === null) return shown === 'live' ? 'shown' : null;
    // It was to be dropped, and the plan has no way for that.
    return drop && shown === 'absent' ? null : 'missing';
  }
  if (forward === null) return known ? 'left_over' : 'taken';
  if (isSameForward(remote.forward, forward)) return known ? null : 'unrecorded';
  return known ? 'different' : 'taken';
}

async function compareAliases(
  context: ImprovmxContext,
  client: ImprovmxClient,
  domain: string,
  remote: ReadonlyMap<string, RemoteAlias>,
): Promise<Difference[]> {
  const wanted = await readWantedAliases(context, domain);
  const differences: Difference[] = [];
  for (const [name, alias] of wanted) {
    const kind = compareAlias(alias, remote.get(name));
    if (kind !== null) differences.push({ kind, address: `${name}@${domain}` });
  }
  for (const name of remote.keys()) {
    if (wanted.has(name) || operatorNames.includes(name)) continue;
    const address = `${name}@${domain}`;
    if (name === catchAll) continue;
    differences.push({ kind: (await wasOurs(context, address)) ? 'left_over' : 'foreign', address });
  }
  return [...differences, ...(await compareCatchAll(context, client, domain, remote.get(catchAll)?.forward ?? null))];
}

async function compareCatchAll(
  context: ImprovmxContext,
  client: ImprovmxClient,
  domain: string,
  remote: string | null,
): Promise<Difference[]> {
  const wanted = await readWantedCatchAll(context, domain);
  const isAllowed = wanted === null || canCatchAll(await context.plans.read(client), wanted);
  return isCatchAllDifferent(isAllowed ? wanted : null, remote) ? [{ kind: 'catch_all', address: domain }] : [];
}

function isCatchAllDifferent(wanted: string | null, remote: string | null): boolean {
  if (remote === null || wanted === null) return remote !== wanted;
  return !isSameForward(remote, wanted);
}

/** On a plan without SMTP there are none, and it is refused to say so. */
async function listCredentials(client: ImprovmxClient, domain: string): Promise<string[]> {
  try {
    return await client.listCredentials(domain);
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'plan_limit') return [];
    throw error;
  }
}

async function compareCredentials(
  context: ImprovmxContext,
  client: ImprovmxClient,
  domain: string,
): Promise<Difference[]> {
  const remote = new Set(await listCredentials(client, domain));
  const wanted = await readWantedCredentials(context, domain);
  const former = await readFormerCredentials(context, domain);
  const differences: Difference[] = [];
  for (const name of wanted.keys()) {
    if (!remote.has(name)) differences.push({ kind: 'credential_missing', address: `${name}@${domain}` });
  }
  for (const name of remote) {
    const address = `${name}@${domain}`;
    if (wanted.has(name)) continue;
    differences.push({
      kind: former.has(name) || (await wasOurs(context, address)) ? 'credential_left_over' : 'credential_foreign',
      address,
    });
  }
  return differences;
}

/**
 * How the provider's side of a domain differs from our rows. Changes that are still on their way differ, too.
 * @throws ProviderError
 */
export async function compareSides(
  context: ImprovmxContext,
  domain: string,
  signal: AbortSignal,
  patienceMs?: number,
): Promise<Difference[]> {
  const client = createImprovmxClient(context.sender, signal, patienceMs);
  try {
    const remote = new Map((await client.listAliases(domain)).map((alias) => [alias.alias, alias]));
    return [
      ...(await compareAliases(context, client, domain, remote)),
      ...(await compareCredentials(context, client, domain)),
    ];
  } catch (error) {
    if (!(error instanceof ProviderError && error.code === 'missing')) throw error;
    const differences = await compareAliases(context, client, domain, new Map());
    return [{ kind: 'domain_missing', address: domain }, ...differences];
  }
}
