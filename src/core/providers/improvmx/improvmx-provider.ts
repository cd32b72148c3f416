import type { Alias } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import type { ProviderState } from '#contract/provider.ts';
import { readAliasIds, readAliasRows } from '#core/alias-rows/read-rows.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { ForwardingProvider } from '#core/forwarding-provider.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { countUse } from '#core/limits/count-use.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { createImprovmxClient, type ImprovmxClient } from '#core/providers/improvmx/improvmx-client.ts';
import type { ImprovmxContext } from '#core/providers/improvmx/improvmx-context.ts';
import { createOutboxWorker, type OutboxWorker } from '#core/providers/improvmx/outbox-worker.ts';
import { claimChange, type ChangeName } from '#core/providers/improvmx/outbox.ts';
import { performChange } from '#core/providers/improvmx/perform-change.ts';
import { improvmxDns, providerPace, type ProviderPace } from '#core/providers/improvmx/provider-pace.ts';
import { canCatchAll, createPlanReader } from '#core/providers/improvmx/provider-plan.ts';
import { createRequestSender } from '#core/providers/improvmx/send-request.ts';
import { changeAliases, changeCredentials, noteDomain } from '#core/providers/improvmx/write-outbox.ts';
import { createDriftWatch } from '#core/providers/improvmx/watch-drift.ts';
import { anyOf } from '#database/any-of.ts';
import type { Db } from '#database/database.ts';
import type { CatchAll } from '#database/domains/domain-tables.ts';
import { catchAllNeedsPlan, missingFeatures } from '#messages/server/missing-features.ts';
import { splitAddress } from '#platform/addresses.ts';

/** Goes on in silence when the provider does not answer: the worker will. */
async function pushNow(context: ImprovmxContext, name: ChangeName): Promise<void> {
  const { pace, sender } = context;
  if (sender.waitMs() > 0) return;
  const change = await claimChange(context, name);
  if (change !== null) await performChange(context, change, AbortSignal.timeout(pace.inlineTimeoutMs));
}

/** Null when the provider does not tell. */
function findRemote({ sender, pace }: ImprovmxContext, address: string) {
  const { local: name, domain } = splitAddress(address);
  const client: ImprovmxClient = createImprovmxClient(sender, AbortSignal.timeout(pace.inlineTimeoutMs));
  return client.findAlias(domain, name).catch(() => null);
}

/** Whether a note says that what stands under an address was made by us. */
async function isLeftOver({ database }: ImprovmxContext, address: string): Promise<boolean> {
  const note = await database.db
    .selectFrom('providerChanges')
    .select('ours')
    .where('kind', '=', 'alias')
    .where('address', '=', address)
    .executeTakeFirst();
  return note?.ours ?? false;
}

/** Ends as the database's own look does: an address that somebody has looks like one that somebody had. */
async function checkFree(context: ImprovmxContext, address: string): Promise<void> {
  if (context.sender.waitMs() > 0 || (await findRemote(context, address)) === null) return;
  if (await isLeftOver(context, address)) return;
  throw new AppError('alias_unavailable');
}

/** The provider's rate is one for all accounts: what one of them changes beyond its share waits for the worker. */
async function mayAskNow(context: ImprovmxContext, { userId }: Alias): Promise<boolean> {
  const rule = rateLimitRules.providerCallsPerUser;
  return (await countUse(context, rule, { userId })).remaining >= 0;
}

async function pushAlias(context: ImprovmxContext, alias: Alias): Promise<Alias> {
  if (await mayAskNow(context, alias)) {
    await pushNow(context, { kind: 'alias', address: `${alias.alias}@${alias.domain}` });
  }
  const which = { ids: [alias.id], whereabouts: 'any' } as const;
  const [row] = await readAliasRows(context.database.db, which, ['improvmxId', 'providerState']);
  if (row === undefined) return alias;
  return { ...alias, improvmxId: row.improvmxId ?? alias.id, providerState: row.providerState };
}

async function pushCredential(context: ImprovmxContext, address: string): Promise<ProviderState> {
  await pushNow(context, { kind: 'credential', address });
  const { db } = context.database;
  const ids = await readAliasIds(db, { address, whereabouts: 'any' });
  const row = await db
    .selectFrom('smtpCredentials')
    .select('providerState')
    .where('aliasId', '=', anyOf(ids))
    .executeTakeFirst();
  return row?.providerState ?? 'setting_up';
}

/** @throws AppError provider_refused. */
async function checkCatchAll({ sender, pace, plans }: ImprovmxContext, catchAll: CatchAll): Promise<void> {
  if (catchAll === 'off') return;
  if (catchAll === 'rules') throw new AppError('provider_refused', { message: missingFeatures.domainRules });
  const client = createImprovmxClient(sender, AbortSignal.timeout(pace.inlineTimeoutMs));
  // Who does not answer is asked again by the worker.
  const plan = await plans.read(client).catch(() => null);
  if (!canCatchAll(plan)) throw new AppError('provider_refused', { message: catchAllNeedsPlan });
}

function inTransaction<Result>(db: Db, work: (transaction: Db) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/** ImprovMX forwards: what the rules put into the outbox is told to it, at once where it answers and by the worker otherwise. */
export function createImprovmxProvider(context: ImprovmxContext): ForwardingProvider {
  return {
    name: 'improvmx',
    changeAliases: (db, scope, write) => inTransaction(db, (transaction) => changeAliases(transaction, scope, write)),
    changeCredentials: (db, scope, write, password) =>
      inTransaction(db, (transaction) => changeCredentials(transaction, context, { scope, write, password })),
    pushAlias: (alias) => pushAlias(context, alias),
    pushCredential: (address) => pushCredential(context, address),
    checkFree: (address) => checkFree(context, address),
    checkDomain: (name) =>
      createImprovmxClient(context.sender, AbortSignal.timeout(context.pace.inlineTimeoutMs)).checkDomain(name),
    checkCatchAll: (catchAll) => checkCatchAll(context, catchAll),
    noteDomain,
    dns: improvmxDns,
  };
}

export interface ImprovmxOptions {
  readonly apiKey: string;
  /** With the version of the API in its path. */
  readonly apiUrl: string;
  readonly operatorEmail: string | null;
  /** Origin without a trailing slash, as the provider reaches it. */
  readonly publicUrl: string;
  readonly pace?: ProviderPace;
}

/** The parts that deal with ImprovMX, on one way to its API. */
export function openImprovmxContext(
  { database, keys, random, log, clock }: CoreContext,
  { apiKey, apiUrl, operatorEmail, publicUrl, pace = providerPace }: ImprovmxOptions,
): ImprovmxContext {
  return {
    database,
    keys,
    clock,
    random,
    log,
    pace,
    operatorEmail,
    discardUrl: `${publicUrl}${discardPath(keys)}`,
    plans: createPlanReader(clock, pace),
    sender: createRequestSender({ apiUrl, apiKey, clock, pace }),
  };
}

function together(workers: readonly OutboxWorker[]): OutboxWorker {
  return {
    start: () => {
      for (const worker of workers) worker.start();
    },
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

/** ImprovMX as the forwarder, with its worker, which the caller starts. */
export function openImprovmx(
  core: CoreContext,
  options: ImprovmxOptions,
): { readonly provider: ForwardingProvider; readonly worker: OutboxWorker; readonly discardPath: string } {
  const context = openImprovmxContext(core, options);
  return {
    provider: createImprovmxProvider(context),
    worker: together([createOutboxWorker(context), createDriftWatch(context)]),
    discardPath: discardPath(core.keys),
  };
}

/** Where the provider posts the mail of paused aliases; only who knows the path is answered. */
function discardPath(keys: KeyRing): string {
  return `/api/discard/${keys.lookupHash('providers.discard', 'improvmx').toString('base64url')}`;
}
