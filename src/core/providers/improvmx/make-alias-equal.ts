import { sql } from 'kysely';
import type { ImprovmxClient, RemoteAlias } from '#core/providers/improvmx/improvmx-client.ts';
import { type ImprovmxContext, splitAddress } from '#core/providers/improvmx/improvmx-context.ts';
import type { ProviderChange, Outcome } from '#core/providers/improvmx/outbox.ts';
import { ProviderError } from '#core/providers/improvmx/provider-error.ts';
import { isSameForward, readWantedAlias } from '#core/providers/improvmx/read-wanted.ts';

const taken: Outcome = { kind: 'fault', state: 'taken' };
function equal(remoteId: string | null): Outcome {
  return { kind: 'equal', remoteId };
}

/**
 * Written down before something is made, when nothing stands there: whatever stands there later was made by us, even if
 * the answer to this call never comes.
 */
export async function noteMaking(
  { database }: ImprovmxContext,
  { kind, address, leaseId }: ProviderChange,
): Promise<void> {
  await sql`update provider_changes set ours = true
    where kind = ${kind} and address = ${address} and lease_id = ${leaseId}`.execute(database.db);
}

/** Null when another one came first. */
async function create(
  context: ImprovmxContext,
  client: ImprovmxClient,
  change: ProviderChange,
  forward: string,
): Promise<RemoteAlias | null> {
  const { name, domain } = splitAddress(change.address);
  await noteMaking(context, change);
  try {
    return await client.createAlias(domain, name, forward);
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'taken') return null;
    throw error;
  }
}

/**
 * Makes the provider's alias equal to ours: made, changed or deleted as it takes. One that stands there already is
 * adopted when it forwards to the same, and is left alone when it is not ours.
 * @throws ProviderError
 */
export async function makeAliasEqual(
  context: ImprovmxContext,
  client: ImprovmxClient,
  change: ProviderChange,
): Promise<Outcome> {
  const { name, domain } = splitAddress(change.address);
  const { forward, known } = await readWantedAlias(context, change.address);
  const isOurs = change.ours || known;
  let found = await client.findAlias(domain, name);
  if (forward === null) {
    if (found !== null && isOurs) await client.deleteAlias(domain, found);
    return equal(null);
  }
  if (found === null) {
    const made = await create(context, client, change, forward);
    if (made !== null) return equal(made.id);
    found = await client.findAlias(domain, name);
  }
  // It vanished between two looks.
  if (found === null) throw new ProviderError('down');
  if (isSameForward(found.forward, forward)) return equal(found.id);
  if (!isOurs) return taken;
  await client.changeAlias(domain, found, forward);
  return equal(found.id);
}
