import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import { findOwnTargetHash } from '#core/targets/owner-inbox.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { listInboxes, openTarget, selectTargets, type TargetRecord } from '#core/targets/target-views.ts';
import { aliasFaultTexts } from '#messages/faults.ts';

/** What of a target its choice hangs on. */
export interface DefaultChoice {
  readonly id: string;
  /** The one that the account chose. */
  readonly defaultTargetId: string | null;
  readonly valueHash: Buffer;
  readonly confirmedAt: Date | null;
  readonly stopped: boolean;
  readonly disabledAt: Date | null;
}

/**
 * The target that serves new aliases which name none: the one the account chose, else its own email (`ownHash`), else its
 * oldest confirmed target, else its oldest. `targets`: all of the account, oldest first.
 */
export function chooseDefault<Target extends DefaultChoice>(
  targets: readonly Target[],
  ownHash: Buffer | null,
): Target | undefined {
  const usable = targets.filter(({ stopped, disabledAt }) => !stopped && disabledAt === null);
  return (
    usable.find(({ id, defaultTargetId }) => id === defaultTargetId) ??
    usable.find(({ valueHash }) => ownHash?.equals(valueHash)) ??
    usable.find(({ confirmedAt }) => confirmedAt !== null) ??
    usable[0]
  );
}

/** By `chooseDefault`. Null for an account without any target that still takes mail. */
export async function findDefaultTarget(
  { database: { db }, keys }: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
): Promise<TargetRecord | null> {
  const ownHash = await findOwnTargetHash(db, keys, userId);
  const rows = await selectTargets(db)
    .innerJoin('users', 'users.id', 'targets.userId')
    .select('users.defaultTargetId')
    .where('targets.userId', '=', userId)
    .orderBy('targets.createdAt')
    .orderBy('targets.id')
    .execute();
  const choice = chooseDefault(rows, ownHash);
  return choice === undefined ? null : openTarget(keys, choice);
}

/**
 * The addresses of an account's inboxes by their ids; of its default target when none is named.
 * @throws AppError no_target, invalid_input for an id that is none of the account's inboxes.
 */
export async function findForwardTo(
  context: Pick<TargetContext, 'database' | 'keys'>,
  userId: string,
  inboxIds: readonly string[],
): Promise<string[]> {
  if (inboxIds.length === 0) {
    const target = await findDefaultTarget(context, userId);
    if (target === null) throw new AppError('no_target');
    return [target.value];
  }
  const emails = new Map((await listInboxes(context, userId)).map(({ id, value }) => [id, value]));
  return inboxIds.map((id) => {
    const email = emails.get(id);
    if (email === undefined) {
      throw new AppError('invalid_input', { errors: { forwardTo: [aliasFaultTexts.targetNotYours] } });
    }
    return email;
  });
}
