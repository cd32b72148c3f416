import { parseEmailAddress } from '#contract/email-address.ts';
import type { CoreContext } from '#core/core-context.ts';
import { nameOfAccount, userEmailHash } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

/** An account that waits, as the operator sees it: not its address, which its owner may tell. */
interface WaitingAccount {
  /** What the account's own page calls it. */
  readonly name: string;
  readonly since: Date;
  /** How it was opened. */
  readonly authMethod: string;
  /** Its mailbox was proven. */
  readonly proven: boolean;
}

const listedMax = 100;

/** The accounts that wait, longest first; at most 100 of them. */
export async function listWaitingAccounts(db: Db): Promise<WaitingAccount[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'waitingSince', 'authMethod', 'emailVerifiedAt'])
    .where('waitingSince', 'is not', null)
    .where('decision', 'is', null)
    .orderBy('waitingSince')
    .orderBy('id')
    .limit(listedMax)
    .execute();
  return rows.flatMap(({ id, waitingSince: since, authMethod, emailVerifiedAt }) =>
    since === null ? [] : [{ name: nameOfAccount(id), since, authMethod, proven: emailVerifiedAt !== null }],
  );
}

/** The shortest part of a name that may stand for an account. */
const nameLength = nameOfAccount('00000000-0000').length;

/**
 * Approves or refuses the one account that waits under a name or an email. Approved it can do at once what others can; refused it
 * waits until it is erased. The worker tells its owner of either. In the caller's transaction.
 * @returns its id; null when none, or more than one, waits under it.
 */
export async function decideAccount(
  db: Db,
  { keys }: Pick<CoreContext, 'keys'>,
  nameOrEmail: string,
  decision: 'approved' | 'refused',
): Promise<string | null> {
  const email = parseEmailAddress(nameOrEmail);
  const name = nameOrEmail.toLowerCase();
  if (email === null && !(name.length >= nameLength && /^[0-9a-f-]+$/.test(name))) return null;
  const waiting = db
    .selectFrom('users')
    .select('id')
    .where('waitingSince', 'is not', null)
    .where('decision', 'is', null);
  const asked =
    email === null
      ? waiting.where(({ eb, cast }) => eb(cast<string>('id', 'text'), 'like', `${name}%`))
      : waiting.where('emailHash', '=', userEmailHash(keys, email.normalised));
  const [found, ...others] = await asked.limit(2).forUpdate().execute();
  if (found === undefined || others.length > 0) return null;
  const change = decision === 'approved' ? { decision, waitingSince: null } : { decision };
  await db.updateTable('users').set(change).where('id', '=', found.id).execute();
  return found.id;
}
