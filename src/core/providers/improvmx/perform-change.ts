import { sql } from 'kysely';
import {
  createImprovmxClient,
  type ImprovmxClient,
  type RemoteAlias,
} from '#core/providers/improvmx/improvmx-client.ts';
import { type ImprovmxContext, splitAddress } from '#core/providers/improvmx/improvmx-context.ts';
import { type ProviderChange, finishChange, type Outcome } from '#core/providers/improvmx/outbox.ts';
import { ProviderError } from '#core/providers/improvmx/provider-answer.ts';
import { isSameForward, readWantedAlias, readWantedCredentials } from '#core/providers/improvmx/read-wanted.ts';
import { credentialPasswordContext } from '#core/providers/improvmx/write-outbox.ts';

const taken: Outcome = { kind: 'fault', state: 'taken' };
function equal(remoteId: string | null): Outcome {
  return { kind: 'equal', remoteId };
}

/**
 * Written down before something is made, when nothing stands there: whatever stands there later was made by us, even if
 * the answer to this call never comes.
 */
async function noteMaking({ database }: ImprovmxContext, { kind, address, leaseId }: ProviderChange): Promise<void> {
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
async function makeAliasEqual(
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

/**
 * Makes the provider's SMTP credential of an address equal to ours. One that stands there and is not ours is left alone.
 * @throws ProviderError
 */
async function makeCredentialEqual(
  context: ImprovmxContext,
  client: ImprovmxClient,
  change: ProviderChange,
): Promise<Outcome> {
  const { address, passwordSealed } = change;
  const { name, domain } = splitAddress(address);
  const wanted = (await readWantedCredentials(context, domain)).get(name);
  const isOurs = change.ours || wanted?.known === true;
  const stands = (await client.listCredentials(domain)).includes(name);
  if (wanted === undefined) {
    if (stands && isOurs) await client.deleteCredential(domain, name);
    return equal(null);
  }
  if (stands && !isOurs) return taken;
  // Without its password nothing can be told; the owner makes a new one.
  if (passwordSealed === null) return stands ? equal(name) : { kind: 'fault', state: 'refused' };
  const password = context.keys.open(credentialPasswordContext(address), passwordSealed).toString();
  if (stands) {
    await client.changeCredential(domain, name, password);
    return equal(name);
  }
  await noteMaking(context, change);
  await client.createCredential(domain, name, password);
  return equal(name);
}

export const catchAll = '*';
/** Names that every domain with mail answers to (RFC 2142 §4, §5). */
export const operatorNames: readonly string[] = ['postmaster', 'abuse'];

async function unlessTaken(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ProviderError && error.code === 'taken')) throw error;
  }
}

/**
 * Sets a domain up at the provider: it is there, nothing catches mail for names that nobody has, the operator gets what
 * is for the operator, and its records have been looked at, which makes the provider forward.
 * @throws ProviderError
 */
async function prepareDomain(
  { operatorEmail }: ImprovmxContext,
  client: ImprovmxClient,
  domain: string,
): Promise<Outcome> {
  if (!(await client.hasDomain(domain))) await unlessTaken(client.createDomain(domain));
  const everything = await client.findAlias(domain, catchAll);
  if (everything !== null) await client.deleteAlias(domain, everything);
  for (const name of operatorEmail === null ? [] : operatorNames) {
    if ((await client.findAlias(domain, name)) !== null) continue;
    await unlessTaken(client.createAlias(domain, name, operatorEmail ?? ''));
  }
  await client.checkDomain(domain);
  return equal(null);
}

function call(context: ImprovmxContext, change: ProviderChange, signal: AbortSignal): Promise<Outcome> {
  const client = createImprovmxClient(context.sender, signal);
  if (change.kind === 'domain') return prepareDomain(context, client, change.address);
  return change.kind === 'alias'
    ? makeAliasEqual(context, client, change)
    : makeCredentialEqual(context, client, change);
}

function backOffMs({ pace }: ImprovmxContext, { attempts }: ProviderChange): number {
  return Math.min(pace.pauseFirstMs * 2 ** Math.min(attempts, 20), pace.pauseMaxMs);
}

function outcomeOf(context: ImprovmxContext, change: ProviderChange, error: unknown): Outcome {
  if (!(error instanceof ProviderError)) throw error;
  const { code, status } = error;
  if (code === 'taken' || code === 'plan_limit' || code === 'refused') {
    context.log.warn('provider_refused', { kind: change.kind, code, status });
    return { kind: 'fault', state: code };
  }
  if (code === 'busy') return { kind: 'later', afterMs: context.sender.waitMs(), counts: false };
  // Whoever runs this should know: above all where the key is wrong, or the domain is gone.
  const event = code === 'down' ? 'provider_silent' : 'provider_misused';
  context.log.warn(event, { kind: change.kind, code, status });
  return { kind: 'later', afterMs: Math.max(backOffMs(context, change), context.sender.waitMs()), counts: true };
}

/**
 * Calls the provider about a change claimed from the outbox, and writes down what came of it. Ends soon after `signal`.
 * @throws Error only when the database does not answer; the change is free again when its lease ends.
 */
export async function performChange(
  context: ImprovmxContext,
  change: ProviderChange,
  signal: AbortSignal,
): Promise<void> {
  const outcome = await call(context, change, signal).catch((error: unknown) => outcomeOf(context, change, error));
  await finishChange(context, change, outcome);
}
