import type { ControlledTransaction } from 'kysely';
import type { AliasTarget } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import type { ImportInput, ImportReport, ImportRow } from '#contract/export.ts';
import type { User } from '#contract/sign-in.ts';
import { readAliasRows } from '#core/alias-rows/read-rows.ts';
import { checkKeys } from '#core/accounts/import/place-key.ts';
import { type PlaceableRow, placeRow } from '#core/accounts/import/place-row.ts';
import { listBrought, planRow } from '#core/accounts/import/plan-row.ts';
import { readAliasFile } from '#core/accounts/import/read-alias-file.ts';
import { findAliasRoom } from '#core/aliases/alias-quota.ts';
import { requestConfirmation } from '#core/confirmation/request-confirmation.ts';
import type { CoreContext } from '#core/core-context.ts';
import { countAllWithin } from '#core/limits/count-use.ts';
import { importRowsPerUse, rateLimitRules, type RateLimitRule } from '#core/limits/rate-limit-rules.ts';
import { listProvenNames } from '#core/domains/usable-domain.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import type { Tables } from '#database/tables.ts';
import { importWords } from '#messages/server/answers.ts';
import { aliasFaultTexts } from '#messages/faults.ts';

export interface Importer {
  readonly user: User;
  /** IP address of the client; only counted, by keyed hash. */
  readonly ip: string;
}

interface Outcome {
  readonly rows: ImportRow[];
  /** Of the aliases and domains made, by id. */
  readonly targets: ReadonlyMap<string, AliasTarget>;
  /** Addresses of the file that somebody else has, or had. */
  readonly unavailable: number;
  readonly created: number;
  /** Domains that are the account's now. */
  readonly claimed: number;
}

async function ownAddresses(db: Db, userId: string): Promise<Set<string>> {
  return new Set((await readAliasRows(db, { userId }, ['address'])).map(({ address }) => address));
}

/** The names of domains that are the account's, proven here or not. */
async function listOwnNames(db: Db, userId: string): Promise<string[]> {
  const domains = db.selectFrom('domains').select('name').where('ownerId', '=', userId).where('state', '!=', 'lost');
  return (await domains.execute()).map(({ name }) => name);
}

interface Plan {
  readonly rows: readonly PlaceableRow[];
  /** How many aliases parts of the file before this would have made by now. */
  readonly before: number;
  readonly dryRun: boolean;
}

async function placeRows(
  transaction: ControlledTransaction<Tables>,
  context: OwnDomainContext,
  userId: string,
  plan: Plan,
): Promise<Outcome> {
  await lockAccount(transaction, userId);
  const owned = await ownAddresses(transaction, userId);
  const room = await findAliasRoom(transaction, context, userId);
  const left = room.left - plan.before;
  const made = new Set<string>();
  const rows: ImportRow[] = [];
  const targets = new Map<string, AliasTarget>();
  let unavailable = 0;
  let claimed = 0;
  // One order for everybody, so that two imports of the same names never wait for each other. The account and its domains come first.
  const inOrder = plan.rows.toSorted((a, b) => Number(a.address > b.address) - Number(a.address < b.address));
  for (const placeable of inOrder) {
    const { row, address: alias } = placeable;
    if (owned.has(alias)) rows.push({ row, alias, outcome: 'exists', message: importWords.yours });
    else if (made.has(alias)) rows.push({ row, alias, outcome: 'taken', message: importWords.repeated });
    else if (placeable.kind === 'alias' && made.size >= left)
      rows.push({ row, alias, outcome: 'invalid', message: room.refusal.message });
    else {
      const placed = await placeRow(transaction, context, userId, placeable);
      rows.push({ row, alias, outcome: placed.outcome, message: placed.message });
      for (const target of placed.targets) targets.set(target.id, target);
      if (placed.outcome === 'created' && placeable.kind === 'alias') made.add(alias);
      if (placed.isUnavailable) unavailable += 1;
      if (placed.claimed) claimed += 1;
    }
  }
  return { rows, targets, unavailable, created: made.size, claimed };
}

const savepoint = 'import';

/** A dry run takes the very same way and gives everything back at its end, but for what it told. */
async function placeInTransaction(context: OwnDomainContext, userId: string, plan: Plan): Promise<Outcome> {
  const transaction = await context.database.db.startTransaction().execute();
  try {
    const begun = await transaction.savepoint(savepoint).execute();
    const outcome = await placeRows(begun, context, userId, plan);
    if (plan.dryRun) await begun.rollbackToSavepoint(savepoint).execute();
    const database = { ...context.database, db: transaction };
    const { unavailable, created, claimed } = outcome;
    const made = plan.dryRun ? { created: 0, claimed: 0 } : { created, claimed };
    await countImport({ ...context, database }, userId, { unavailable, ...made });
    await transaction.commit().execute();
    return outcome;
  } finally {
    if (!transaction.isCommitted) await transaction.rollback().execute();
  }
}

/** As many new aliases at once change what PostgreSQL should know of their tables before it would look at them by itself. */
const analyzeFrom = 250;

/**
 * Lets PostgreSQL plan look-ups by what the tables hold now (ANALYZE): until it does so by itself, one among freshly
 * imported rows takes a millisecond. Where somebody else does it already, or it is not allowed, the import stands.
 */
async function analyzeAliases({ database, log }: Pick<CoreContext, 'database' | 'log'>): Promise<void> {
  try {
    await database.pool.query('analyze (skip_locked) aliases, alias_targets, targets');
  } catch (error) {
    log.error('analyze_failed', error);
  }
}

/** Those it makes sense to ask: more of them than a fresh account may ask would only be refused one by one. */
function askable(targets: readonly AliasTarget[]): AliasTarget[] {
  const pending = targets.filter(({ state }) => state === 'pending');
  const first = (kind: AliasTarget['kind'], max: number) => pending.filter((one) => one.kind === kind).slice(0, max);
  const { confirmationPerUser: mails, webhookCallsPerUser: calls } = rateLimitRules;
  return [...first('email', mails.max), ...first('webhook', calls.max)];
}

/**
 * Makes aliases from a CSV file, and domains of one's own with their rules, all that can be made or none. Every check of a new
 * alias applies to each row; its inboxes have to be confirmed, and get as many mails about it as the limits allow. A domain has to
 * be proven here: its aliases are made once it is. A file may come in parts, one after the other: what is the account's already is left as
 * it is, so that any part may come again.
 * @throws AppError rate_limited, invalid_input when the file or the domain is of no use.
 */
export async function importAliases(
  context: OwnDomainContext,
  { user, ip }: Importer,
  { csv, domain, forwardTo, dryRun, before }: ImportInput,
): Promise<ImportReport> {
  const { domains, limiter, database } = context;
  await limiter.take('importPerUser', { userId: user.id });
  const ownDomains = new Set([...domains.names(), ...(await listProvenNames(database.db, user.id))]);
  if (!ownDomains.has(domain)) {
    throw new AppError('invalid_input', { errors: { domain: [aliasFaultTexts.domainUnavailable] } });
  }
  const files = readAliasFile(csv, before);
  await countRows(context, user.id, files.length);
  const inFile = listBrought(files);
  const brought = new Set([...inFile, ...(before?.domains ?? []), ...(await listOwnNames(database.db, user.id))]);
  const defaults = {
    nowMs: context.clock.now(),
    ownDomains,
    brought,
    domain,
    forwardTo: forwardTo ?? user.email ?? '',
  };
  const plans = files.map((row) => planRow(row, defaults));
  const others = plans.flatMap((plan) => ('kind' in plan && plan.kind === 'key' ? [] : [plan]));
  const keys = plans.flatMap((plan) => ('kind' in plan && plan.kind === 'key' ? [plan] : []));
  const checked = [...others, ...(await checkKeys(context, user.id, keys))];
  const planned = checked.filter((plan) => 'kind' in plan);
  const refused = checked.filter((plan) => 'outcome' in plan);
  const placed = await placeInTransaction(context, user.id, {
    rows: planned,
    before: dryRun ? (before?.created ?? 0) : 0,
    dryRun,
  });
  if (!dryRun) {
    if (placed.created >= analyzeFrom) await analyzeAliases(context);
    for (const target of askable([...placed.targets.values()]))
      await requestConfirmation(context, { userId: user.id, target, ip });
  }
  const rows = [...refused, ...placed.rows].sort((a, b) => a.row - b.row);
  const { created } = placed;
  return {
    dryRun,
    created,
    skipped: rows.filter(({ outcome }) => outcome !== 'created').length,
    rows,
    domains: [...inFile],
  };
}

type LimitContext = Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'>;

interface Amount {
  readonly userId: string;
  readonly amount: number;
  /** What to tell when it is too much. */
  readonly message?: string;
}

async function count(
  context: LimitContext,
  rule: RateLimitRule & { readonly windowMs: number },
  { userId, amount, message }: Amount,
): Promise<void> {
  if (amount === 0) return;
  const counted = await countAllWithin(context, [{ rule, subject: { userId }, amount, max: rule.max }]);
  if (!counted.granted)
    throw new AppError('rate_limited', {
      ...(message && { message }),
      ...(counted.endsAt && { resetTime: counted.endsAt }),
    });
}

/** The call itself counted already: what it may do goes by its rows. */
function countRows(context: LimitContext, userId: string, rows: number): Promise<void> {
  const amount = Math.max(0, Math.ceil(rows / importRowsPerUse) - 1);
  return count(context, rateLimitRules.importPerUser, { userId, amount });
}

/**
 * Counts the addresses that an import found unavailable and the aliases that it made, so that it is no faster way to
 * learn and to take names than making them one by one. @throws AppError rate_limited: it may then tell nothing.
 */
async function countImport(
  context: LimitContext,
  userId: string,
  { unavailable, created, claimed }: Pick<Outcome, 'unavailable' | 'created' | 'claimed'>,
): Promise<void> {
  const {
    importRefusalsPerUser: refusals,
    importedAliasesPerUser: aliases,
    domainClaimsPerUser: claims,
  } = rateLimitRules;
  const [told, made] = [refusals.max, aliases.max];
  await count(context, refusals, {
    userId,
    amount: unavailable,
    message: importWords.tooManyUnavailable(told),
  });
  await count(context, aliases, {
    userId,
    amount: created,
    message: importWords.tooManyMade(made),
  });
  await count(context, claims, {
    userId,
    amount: claimed,
    message: importWords.tooManyDomains(claims.max),
  });
}
