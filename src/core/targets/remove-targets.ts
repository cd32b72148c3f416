import { AppError } from '#contract/errors.ts';
import { groupByOthers, unlinkTarget } from '#core/alias-rows/alias-links.ts';
import { readAliasRows } from '#core/alias-rows/read-rows.ts';
import { countAliasChanges } from '#core/targets/count-alias-changes.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { findOwnTargetHash } from '#core/targets/owner-inbox.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { leaveDomainPlaces, readDomainPlaces } from '#core/targets/domain-places.ts';
import { openKeyText } from '#core/targets/target-key.ts';
import { targetValueContext, webhookSecretContext } from '#core/targets/target-value.ts';
import { recordUndo, type RemovedTarget } from '#core/undos/undos.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import { exactErrors } from '#messages/server/errors.ts';

const namedMax = 5;

/** Addresses of those aliases that are not in the bin. */
async function readAddresses(db: Db, ids: readonly string[]): Promise<string[]> {
  return (await readAliasRows(db, { ids }, ['address'])).map(({ address }) => address).toSorted();
}

/** `addresses`: of aliases that forward nowhere else. */
function inUse(addresses: readonly string[]): AppError {
  const named = addresses.slice(0, namedMax);
  return new AppError('target_in_use', {
    message: exactErrors.soleTargetOf(named, addresses.length - named.length),
  });
}

interface RemovalOptions {
  readonly proven?: boolean;
  /** Of an inbox that was confirmed, before it goes. */
  readonly tell?: (db: Db) => Promise<void>;
}

interface Removed {
  /** The aliases that it was taken away from. */
  readonly aliasIds: readonly string[];
  /** The name of what undoes it. */
  readonly undo: string | null;
}

/** What it takes to put a target back where it is. Runs before it goes. */
async function describeRemoval(
  db: Db,
  keys: KeyRing,
  { targetId, userId }: { readonly targetId: string; readonly userId: string },
): Promise<RemovedTarget> {
  const target = await db
    .selectFrom('targets')
    .innerJoin('users', 'users.id', 'targets.userId')
    .select(['targets.valueSealed', 'targets.confirmedAt', 'targets.spfReplies', 'targets.secretSealed'])
    .select([
      'users.defaultTargetId',
      'targets.encryptionKeySealed',
      'targets.maySend',
      'targets.dropKeys',
      'targets.dropSignatures',
    ])
    .where('targets.id', '=', targetId)
    .where('targets.userId', '=', userId)
    .executeTakeFirst();
  if (target === undefined) throw new AppError('not_found');
  const { confirmedAt, spfReplies, secretSealed, maySend, dropKeys, dropSignatures } = target;
  const links = await db
    .selectFrom('secretLinks')
    .select(['tokenHash', 'expiresAt', 'usedAt', 'createdAt'])
    .where('targetId', '=', targetId)
    .where('kind', '=', 'confirm_target')
    .execute();
  return {
    id: targetId,
    value: keys.open(targetValueContext(targetId), target.valueSealed).toString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    spfReplies,
    maySend,
    dropKeys,
    dropSignatures,
    encryptionKey: openKeyText(keys, targetId, target.encryptionKeySealed),
    secret: secretSealed === null ? null : keys.open(webhookSecretContext(targetId), secretSealed).toString(),
    isDefault: target.defaultTargetId === targetId,
    groups: await groupByOthers(db, targetId),
    places: await readDomainPlaces(db, targetId),
    links: links.map((link) => ({
      tokenHash: link.tokenHash.toString('base64'),
      purpose: 'confirm_target' as const,
      expiresAt: link.expiresAt.toISOString(),
      usedAt: link.usedAt?.toISOString() ?? null,
      createdAt: link.createdAt.toISOString(),
    })),
  };
}

/**
 * Takes a target away from all aliases of its account, and its consent with it: used again, it is asked again, unless the
 * removal itself is undone.
 * @throws AppError not_found, for a foreign target as for an unknown one; target_in_use when an alias would be left
 * without any target; confirm_identity.
 */
export async function removeTarget(
  context: Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'provider'>,
  targetId: string,
  userId: string,
  { proven = false, tell = async () => {} }: RemovalOptions = {},
): Promise<Removed> {
  return context.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const removedTarget = await describeRemoval(transaction, context.keys, { targetId, userId });
    const sole = removedTarget.groups.find(({ others }) => others.length === 0);
    const dependents = sole === undefined ? [] : await readAddresses(transaction, sole.aliasIds);
    if (dependents.length > 0) throw inUse(dependents);
    const aliasIds = removedTarget.groups.flatMap((group) => group.aliasIds);
    await countAliasChanges(transaction, context, { userId, proven }, aliasIds);
    if (removedTarget.confirmedAt === null) {
      await unlinkTarget(transaction, targetId);
      await leaveDomainPlaces(transaction, targetId);
      await removeUnusedTargets(transaction, context, userId, [targetId]);
    } else {
      // A webhook has a secret.
      if (removedTarget.secret === null) await tell(transaction);
      await context.provider.changeAliases(transaction, { targetId }, (db) =>
        db.deleteFrom('targets').where('id', '=', targetId).execute(),
      );
    }
    const undo = await recordUndo(transaction, context, userId, { aliases: [], removedTarget });
    return { aliasIds, undo };
  });
}

/**
 * Erases those of an account's targets that were never confirmed and that no alias uses. Two stay: the account's own
 * email, which can still be confirmed, and an address whose owner holds a link that works, which must go on to stop
 * us for good. Runs in the caller's transaction, behind `lockAccount`.
 */
export async function removeUnusedTargets(
  db: Db,
  { keys, clock }: Pick<CoreContext, 'keys' | 'clock'>,
  userId: string,
  targetIds: readonly string[],
): Promise<void> {
  if (targetIds.length === 0) return;
  const ownHash = await findOwnTargetHash(db, keys, userId);
  await db
    .deleteFrom('targets')
    .where('userId', '=', userId)
    .where('id', 'in', targetIds)
    .where('confirmedAt', 'is', null)
    .$if(ownHash !== null, (query) => query.where('valueHash', '!=', ownHash))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('aliasTargets').select('aliasTargets.id').whereRef('targetId', '=', 'targets.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('domainTargets').select('domainId').whereRef('targetId', '=', 'targets.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('domainRuleTargets').select('ruleId').whereRef('targetId', '=', 'targets.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('secretLinks')
            .select('tokenHash')
            .whereRef('targetId', '=', 'targets.id')
            .where('usedAt', 'is', null)
            .where('expiresAt', '>', new Date(clock.now())),
        ),
      ),
    )
    .execute();
}
