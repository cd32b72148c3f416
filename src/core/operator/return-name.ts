import { AppError } from '#contract/errors.ts';
import { parseEmailAddress } from '#contract/email-address.ts';
import { passTombstone } from '#core/aliases/tombstones.ts';
import type { Act } from '#core/operator/act-on-account.ts';
import { recordAct } from '#core/operator-journal.ts';
import type { OperatorContext } from '#core/operator/operator-context.ts';
import { exactErrors } from '#messages/server/errors.ts';

/** A name of an erased account, and that account's id, which nobody but its owner still has. */
interface FormerName {
  readonly address: string;
  readonly formerId: string;
}

/**
 * Undoes a tombstone for whoever had the address: an account that was erased has another one by now, which can take
 * the address again. The id of the former account proves it, as the export told it; the tombstone is bound to both. All others
 * still cannot take it. The address is not written down.
 * @throws AppError not_found where it is not that account's, or that account is there still, and can take it itself.
 */
export async function returnName(
  context: OperatorContext,
  { by, account }: Act,
  { address, formerId }: FormerName,
): Promise<void> {
  const name = parseEmailAddress(address)?.normalised ?? '';
  await recordAct(context, { by, act: 'name_returned', account }, async (db) => {
    const former = await db.selectFrom('users').select('id').where('id', '=', formerId).executeTakeFirst();
    if (former !== undefined) throw new AppError('not_found', { message: exactErrors.ownerStillThere });
    const passed = await passTombstone(db, context.keys, { address: name, formerId, userId: account });
    if (!passed) throw new AppError('not_found', { message: exactErrors.notTheirName });
  });
}
