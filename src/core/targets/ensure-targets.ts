import { AppError } from '#contract/errors.ts';
import type { ForwardTarget } from '#contract/forward-to.ts';
import type { TargetContext, TargetSettings } from '#core/targets/target-context.ts';
import { normaliseTarget, targetHash, targetValueContext, sealNewSecret } from '#core/targets/target-value.ts';
import { openTarget, selectTargets, type TargetRecord } from '#core/targets/target-views.ts';
import type { Db } from '#database/database.ts';
import { aliasFaultTexts } from '#messages/faults.ts';
import { exactErrors } from '#messages/server/errors.ts';

type EnsureContext = Pick<TargetContext, 'keys' | 'clock' | 'random'> & {
  readonly settings: Pick<TargetSettings, 'targetConfirmation' | 'quotas'>;
};

interface Wanted {
  readonly target: ForwardTarget;
  readonly hash: Buffer;
  /** What it was known by before it was removed. */
  readonly formerId?: string | undefined;
}

function newRow({ keys, clock, random }: EnsureContext, userId: string, { target, hash, formerId }: Wanted) {
  const id = formerId ?? random.uuid();
  const value = target.kind === 'email' ? target.email.address : target.url;
  return {
    id,
    userId,
    kind: target.kind,
    valueSealed: keys.seal(targetValueContext(id), value),
    valueHash: hash,
    confirmedAt: null,
    secretSealed: target.kind === 'webhook' ? sealNewSecret({ keys, random }, id) : null,
    createdAt: new Date(clock.now()),
  };
}

function confirmAll(db: Db, userId: string, hashes: Buffer[], now: Date): Promise<unknown> {
  return db
    .updateTable('targets')
    .set({ confirmedAt: now })
    .where('userId', '=', userId)
    .where('valueHash', 'in', hashes)
    .where('confirmedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('stoppedAddresses').select('addressHash').whereRef('addressHash', '=', 'valueHash'))),
    )
    .execute();
}

/** Two transactions at once may both find room; what they add beyond it is a few. */
async function checkRoom(db: Db, { settings }: Pick<EnsureContext, 'settings'>, userId: string): Promise<void> {
  const { count } = await db
    .selectFrom('targets')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  const { targets: max } = settings.quotas;
  if (Number(count) > max) throw new AppError('too_many_targets', { message: exactErrors.tooManyTargets(max) });
}

/** Mail to a proven domain of an account, whose MX is ours, would come back here. */
async function refuseOwnDomains(db: Db, targets: readonly ForwardTarget[]): Promise<void> {
  const names = targets.flatMap((target) => (target.kind === 'email' ? [target.email.domain] : []));
  if (names.length === 0) return;
  const found = await db
    .selectFrom('domains')
    .select('name')
    .where('name', 'in', [...new Set(names)])
    .where('kind', '<>', 'shared')
    .where('state', 'in', ['verified', 'failing'])
    .where('takesMail', '=', true)
    .executeTakeFirst();
  if (found !== undefined) {
    throw new AppError('invalid_input', { errors: { forwardTo: [aliasFaultTexts.targetIsOurs(found.name)] } });
  }
}

/**
 * The account's targets for these addresses and URLs, made where missing, in the order given. One of them is one
 * target of the account whatever number of aliases use it, so that it is confirmed once; a new webhook gets its
 * secret. Runs in the caller's transaction, which must not commit when it throws; `targets` holds none twice and at
 * least one. `formerId`: what the only one of them was known by before it was removed. @throws AppError too_many_targets, invalid_input for an inbox whose mail would come back here.
 */
export async function ensureTargets(
  db: Db,
  context: EnsureContext,
  userId: string,
  targets: readonly ForwardTarget[],
  formerId?: string,
): Promise<TargetRecord[]> {
  const { keys, clock, settings } = context;
  await refuseOwnDomains(db, targets);
  const wanted: Wanted[] = targets.map((target) => ({
    target,
    hash: targetHash(keys, normaliseTarget(target)),
    formerId,
  }));
  const rows = wanted.map((one) => newRow(context, userId, one));
  // One order for everybody, so that two transactions never wait for each other.
  rows.sort((a, b) => a.valueHash.compare(b.valueHash));
  const hashes = rows.map((row) => row.valueHash);
  const { numInsertedOrUpdatedRows: inserted = 0n } = await db
    .insertInto('targets')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['userId', 'valueHash']).doNothing())
    .executeTakeFirstOrThrow();
  if (inserted > 0n) await checkRoom(db, context, userId);
  if (settings.targetConfirmation === 'off') await confirmAll(db, userId, hashes, new Date(clock.now()));
  const found = await selectTargets(db)
    .where('targets.userId', '=', userId)
    .where('targets.valueHash', 'in', hashes)
    .execute();
  const byHash = new Map(found.map((row) => [row.valueHash.toString('hex'), row]));
  return wanted.map(({ hash }) => {
    const row = byHash.get(hash.toString('hex'));
    if (row === undefined) throw new Error('A target vanished inside its own transaction');
    return openTarget(keys, row);
  });
}
