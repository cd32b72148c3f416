import type { EmailAddress } from '#contract/email-address.ts';
import type { AliasTarget } from '#contract/aliases.ts';
import { openTarget } from '#core/targets/open-target.ts';
import { selectTargets } from '#core/targets/select-targets.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { targetHash, targetValueContext } from '#core/targets/target-value.ts';
import type { Db } from '#database/database.ts';

interface Wanted {
  readonly email: EmailAddress;
  readonly hash: Buffer;
}

const confirmAll = (db: Db, userId: string, hashes: Buffer[], now: Date): Promise<unknown> =>
  db
    .updateTable('targets')
    .set({ confirmedAt: now })
    .where('userId', '=', userId)
    .where('valueHash', 'in', hashes)
    .where('confirmedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('stoppedAddresses').select('addressHash').whereRef('addressHash', '=', 'valueHash'))),
    )
    .execute();

/**
 * The account's targets for these addresses, made where missing, in the order given. One address is one
 * target of the account whatever number of aliases use it, so that it is confirmed once.
 * Runs in the caller's transaction; `emails` holds no address twice and at least one.
 */
export const ensureTargets = async (
  db: Db,
  { keys, clock, random, settings }: Pick<TargetContext, 'keys' | 'clock' | 'random' | 'settings'>,
  userId: string,
  emails: readonly EmailAddress[],
): Promise<AliasTarget[]> => {
  const now = new Date(clock.now());
  const wanted: Wanted[] = emails.map((email) => ({ email, hash: targetHash(keys, email.normalised) }));
  const rows = wanted.map(({ email, hash }) => {
    const id = random.uuid();
    const valueSealed = keys.seal(targetValueContext(id), email.address);
    return { id, userId, kind: 'email' as const, valueSealed, valueHash: hash, confirmedAt: null, createdAt: now };
  });
  // One order for everybody, so that two transactions never wait for each other.
  rows.sort((a, b) => a.valueHash.compare(b.valueHash));
  const hashes = rows.map((row) => row.valueHash);
  await db
    .insertInto('targets')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['userId', 'valueHash']).doNothing())
    .execute();
  if (settings.targetConfirmation === 'off') await confirmAll(db, userId, hashes, now);
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
};
