import { sql } from 'kysely';
import type { AliasTarget, TargetState } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import type { AccountTarget, TargetKeyView } from '#contract/targets.ts';
import { countLinks } from '#core/alias-rows/alias-links.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { findOwnTargetHash } from '#core/targets/owner-inbox.ts';
import { refusedView } from '#core/targets/refused-mail.ts';
import { openTargetKey, targetKeyView } from '#core/targets/target-key.ts';
import { targetValueContext } from '#core/targets/target-value.ts';
import type { Db } from '#database/database.ts';

interface SealedTarget {
  readonly id: string;
  readonly kind: AliasTarget['kind'];
  readonly valueSealed: Buffer;
  readonly confirmedAt: Date | null;
  readonly stopped: boolean;
  readonly disabledAt: Date | null;
  readonly failingSince: Date | null;
  readonly encryptionKeySealed: Buffer | null;
  readonly createdAt: Date;
  readonly maySend: boolean;
  readonly dropKeys: boolean;
  readonly dropSignatures: boolean;
}

/** A target as all who read one get it. */
export interface TargetRecord extends AliasTarget {
  readonly confirmedAt: Date | null;
  readonly key: TargetKeyView | null;
  readonly createdAt: Date;
  readonly maySend: boolean;
  readonly dropKeys: boolean;
  readonly dropSignatures: boolean;
}

export function openTarget(keys: KeyRing, target: SealedTarget): TargetRecord {
  const { id, kind, confirmedAt, createdAt, maySend, dropKeys, dropSignatures } = target;
  const value = keys.open(targetValueContext(id), target.valueSealed).toString();
  const failingSince = target.failingSince?.toISOString() ?? null;
  const key = targetKeyView(openTargetKey(keys, id, target.encryptionKeySealed));
  const sending = { maySend, dropKeys, dropSignatures };
  return { id, kind, value, state: targetState(target), failingSince, confirmedAt, key, createdAt, ...sending };
}

/** A target as its account sees it. */
export function targetView({ id, kind, value, state, failingSince }: TargetRecord): AliasTarget {
  return { id, kind, value, state, failingSince };
}

/** What people see of a target. A stop by the inbox's owner outweighs everything. */
export function targetState(target: {
  readonly stopped: boolean;
  readonly confirmedAt: Date | null;
  readonly disabledAt: Date | null;
}): TargetState {
  if (target.stopped) return 'stopped';
  if (target.disabledAt !== null) return 'disabled';
  return target.confirmedAt === null ? 'pending' : 'confirmed';
}

/** Targets with what `openTarget` needs. */
export function selectTargets(db: Db) {
  return db
    .selectFrom('targets')
    .leftJoin('stoppedAddresses', 'addressHash', 'valueHash')
    .select(['targets.id', 'targets.kind', 'targets.valueSealed', 'targets.valueHash', 'targets.confirmedAt'])
    .select(['targets.disabledAt', 'targets.failingSince', 'targets.encryptionKeySealed', 'targets.createdAt'])
    .select(['targets.maySend', 'targets.dropKeys', 'targets.dropSignatures'])
    .select(sql<boolean>`address_hash is not null`.as('stopped'));
}

/** A target of this account. @throws AppError not_found, for a foreign target as for an unknown one. */
export async function getTarget(
  { database, keys }: Pick<CoreContext, 'database' | 'keys'>,
  targetId: string,
  userId: string,
): Promise<TargetRecord> {
  const row = await selectTargets(database.db)
    .where('targets.id', '=', targetId)
    .where('targets.userId', '=', userId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return openTarget(keys, row);
}

/** An inbox with how many aliases forward to it. */
interface CountedInbox extends TargetRecord {
  readonly aliases: number;
  /** The inbox in whose place it comes once its owner agrees. */
  readonly replaces: string | null;
}

/** All targets of an account, or one, with how many aliases use each, oldest first. */
async function findAccountTargets(db: Db, userId: string, targetId: string | null = null) {
  const rows = await selectTargets(db)
    .select(['targets.spfReplies', 'targets.replacesTargetId'])
    .select(['targets.refusedSince', 'targets.refusedMessages', 'targets.refusedStatus'])
    .where('targets.userId', '=', userId)
    .$if(targetId !== null, (query) => query.where('targets.id', '=', targetId))
    .orderBy('targets.createdAt')
    .orderBy('targets.id')
    .execute();
  const counts = await countLinks(db, 'targets', { userId, ...(targetId !== null && { ids: [targetId] }) });
  return rows.map((row) => ({ ...row, aliases: counts.get(row.id) ?? 0 }));
}

type AccountTargetRow = Awaited<ReturnType<typeof findAccountTargets>>[number];

function accountTargetView(keys: KeyRing, row: AccountTargetRow): AccountTarget {
  const target = openTarget(keys, row);
  const { key, maySend, dropKeys, dropSignatures } = target;
  const sending = { spfReplies: row.spfReplies, maySend, dropKeys, dropSignatures };
  return {
    ...targetView(target),
    aliases: row.aliases,
    ...sending,
    key,
    replaces: row.replacesTargetId,
    ...refusedView(row),
  };
}

/** A target as the list of its account shows it. @throws AppError not_found, for a foreign one as for an unknown one. */
export async function getAccountTarget(
  { database: { db }, keys }: Pick<CoreContext, 'database' | 'keys'>,
  { targetId, userId }: { readonly targetId: string; readonly userId: string },
): Promise<AccountTarget> {
  const [row] = await findAccountTargets(db, userId, targetId);
  if (row === undefined) throw new AppError('not_found');
  return accountTargetView(keys, row);
}

/** The inboxes of an account, oldest first; its webhooks are none. */
export async function listInboxes(
  { database: { db }, keys }: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
): Promise<CountedInbox[]> {
  const rows = await findAccountTargets(db, userId);
  return rows
    .filter(({ kind }) => kind === 'email')
    .map((row) => ({
      ...openTarget(keys, row),
      aliases: row.aliases,
      replaces: row.replacesTargetId,
    }));
}

/**
 * The targets of an account, oldest first: those that aliases use, those confirmed or to replace another one, and the account's own email.
 * Any other only waits for its mailed link to run out.
 */
export async function listTargets(
  { database: { db }, keys }: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
): Promise<AccountTarget[]> {
  const ownHash = await findOwnTargetHash(db, keys, userId);
  const rows = await findAccountTargets(db, userId);
  return rows
    .filter(
      (row) =>
        row.aliases > 0 || row.confirmedAt !== null || row.replacesTargetId !== null || ownHash?.equals(row.valueHash),
    )
    .map((row) => accountTargetView(keys, row));
}
