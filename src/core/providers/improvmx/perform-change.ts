import { sql } from 'kysely';
import {
  createImprovmxClient,
  type ImprovmxClient,
  type RemoteAlias,
} from '#core/providers/improvmx/improvmx-client.ts';
import { isHeld } from '#core/alias-rows/standing.ts';
import type { ImprovmxContext } from '#core/providers/improvmx/improvmx-context.ts';
import { type ProviderChange, finishChange, type Outcome } from '#core/providers/improvmx/outbox.ts';
import { ProviderError } from '#core/providers/improvmx/provider-answer.ts';
import { canCatchAll, isWithinPlan } from '#core/providers/improvmx/provider-plan.ts';
import { readWantedCatchAll } from '#core/providers/improvmx/read-catch-all.ts';
import { isSameForward, readWantedAlias, readWantedCredentials } from '#core/providers/improvmx/read-wanted.ts';
import { credentialPasswordContext } from '#core/providers/improvmx/write-outbox.ts';
import { splitAddress } from '#platform/addresses.ts';

const taken: Outcome = { kind: 'fault', state: 'taken' };
const beyondPlan: Outcome = { kind: 'fault', state: 'plan_limit' };
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
  const { local: name, domain } = splitAddress(change.address);
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
  const { local: name, domain } = splitAddress(change.address);
  const { forward, known, drop } = await readWantedAlias(context, change.address);
  const isOurs = change.ours || known;
  const found = await client.findAlias(domain, name);
  const isAllowed = forward === null || isWithinPlan(await context.plans.read(client), forward);
  // Where the plan has no way to drop mail, refusing it is left: it must not go on to the inbox.
  if (forward === null || (drop && !isAllowed)) {
    if (found !== null && isOurs) await client.deleteAlias(domain, found);
    return equal(null);
  }
  if (!isAllowed && (found === null || !isSameForward(found.forward, forward))) return beyondPlan;
  return makeOrChange(context, client, change, { forward, drop, isOurs, found });
}

interface AliasPlan {
  readonly forward: string;
  readonly drop: boolean;
  readonly isOurs: boolean;
  /** What stands there; null: nothing. */
  readonly found: RemoteAlias | null;
}

async function makeOrChange(
  context: ImprovmxContext,
  client: ImprovmxClient,
  change: ProviderChange,
  { forward, drop, isOurs, found: before }: AliasPlan,
): Promise<Outcome> {
  const { local: name, domain } = splitAddress(change.address);
  let found = before;
  if (found === null) {
    const made = await create(context, client, change, forward);
    if (made !== null) return equal(made.id);
    found = await client.findAlias(domain, name);
  }
  // It vanished between two looks.
  if (found === null) throw new ProviderError('down');
  if (isSameForward(found.forward, forward)) return equal(found.id);
  if (!isOurs) return taken;
  return (await changeOrDelete(client, domain, found, { forward, drop })) ? equal(found.id) : equal(null);
}

/** False where it was to drop mail, the provider has no way for that, and so it is gone. */
async function changeOrDelete(
  client: ImprovmxClient,
  domain: string,
  found: RemoteAlias,
  { forward, drop }: { readonly forward: string; readonly drop: boolean },
): Promise<boolean> {
  try {
    await client.changeAlias(domain, found, forward);
    return true;
  } catch (error) {
    const isRefused = error instanceof ProviderError && (error.code === 'plan_limit' || error.code === 'refused');
    if (!drop || !isRefused) throw error;
    await client.deleteAlias(domain, found);
    return false;
  }
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
  const { local: name, domain } = splitAddress(address);
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

async function isHeldNow({ database }: ImprovmxContext, domain: string): Promise<boolean> {
  const { rows } =
    await sql`select d.id from domains d where d.name = ${domain} and ${sql.raw(isHeld)} limit 1`.execute(database.db);
  return rows.length > 0;
}

/** Whether an alias of a domain still has to be told. */
async function isAliasDue({ database }: ImprovmxContext, domain: string): Promise<boolean> {
  const { rows } = await sql`
    select from provider_changes where kind = 'alias' and right(address, ${domain.length + 1}) = ${`@${domain}`}
      and (next_attempt_at <= now() or lease_until > now()) limit 1`.execute(database.db);
  return rows.length > 0;
}

/** `forward`: null for none. */
async function setCatchAll(client: ImprovmxClient, domain: string, forward: string | null): Promise<void> {
  const found = await client.findAlias(domain, catchAll);
  if (forward === null) {
    if (found !== null) await client.deleteAlias(domain, found);
  } else if (found === null) await client.createAlias(domain, catchAll, forward);
  else if (!isSameForward(found.forward, forward)) await client.changeAlias(domain, found, forward);
}

/**
 * Sets a domain up at the provider: it is there, mail for names that nobody has is caught only where its owner wants that, the operator
 * gets what is for the operator, and its records have been looked at, which makes the provider forward.
 * @throws ProviderError
 */
async function prepareDomain(context: ImprovmxContext, client: ImprovmxClient, domain: string): Promise<Outcome> {
  const { operatorEmail } = context;
  const isThere = await client.hasDomain(domain);
  if (!(await isHeldNow(context, domain))) {
    if (isThere) await setCatchAll(client, domain, null);
    return equal(null);
  }
  if (!isThere) await unlessTaken(client.createDomain(domain));
  const forward = await readWantedCatchAll(context, domain);
  // What must not get mail is told first: the catch-all takes all that nothing else does.
  if (forward !== null && (await isAliasDue(context, domain))) {
    return { kind: 'later', afterMs: context.pace.pollMs, counts: false };
  }
  const isAllowed = forward === null || canCatchAll(await context.plans.read(client), forward);
  await setCatchAll(client, domain, isAllowed ? forward : null);
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
