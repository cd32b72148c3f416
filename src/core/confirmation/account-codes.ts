import { timingSafeEqual } from 'node:crypto';
import { parseEmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import { confirmOwnInbox } from '#core/confirmation/confirm-target.ts';
import { codeHash, codeLifeMs, mailOwnCode } from '#core/confirmation/request-confirmation.ts';
import { spendLink } from '#core/links/secret-links.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { lockAccount, userEmailHash } from '#core/user-row.ts';

/** Stands for the account and the code where there is none, so that both cost the same. */
const nobody = '00000000-0000-0000-0000-000000000000';
const noCode = Buffer.alloc(32);

interface CodeGiven {
  readonly email: string;
  readonly code: string;
  /** IP address of the client; only counted, by keyed hash. */
  readonly ip: string;
}

/** The newest code of an account that is not confirmed yet. */
function findCode({ database, clock }: TargetContext, emailHash: Buffer) {
  return database.db
    .selectFrom('users')
    .innerJoin('secretLinks', 'secretLinks.userId', 'users.id')
    .select(['users.id as userId', 'secretLinks.tokenHash', 'secretLinks.proofHash'])
    .where('users.emailHash', '=', emailHash)
    .where('users.emailVerifiedAt', 'is', null)
    .where('secretLinks.kind', '=', 'confirm_target')
    .where('secretLinks.proofHash', 'is not', null)
    .where('secretLinks.usedAt', 'is', null)
    .where('secretLinks.createdAt', '>', new Date(clock.now() - codeLifeMs))
    .orderBy('secretLinks.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Confirms an account by the code in its mail, and the inbox with it: whoever types it reads that mail, which says what it does.
 * Tries are counted by address, whether or not there is such an account.
 * @throws AppError rate_limited, code_over after five tries within the hour, wrong_code for everything else.
 */
export async function confirmByCode(context: TargetContext, { email, code, ip }: CodeGiven): Promise<void> {
  const { database, keys, clock, limiter } = context;
  const normalised = parseEmailAddress(email)?.normalised ?? '';
  const emailHash = userEmailHash(keys, normalised);
  await limiter.take('accountCodesPerNetwork', { ip });
  if (!(await limiter.tryTake('accountCodesPerAddress', { text: emailHash.toString('hex') }))) {
    throw new AppError('code_over');
  }
  const found = await findCode(context, emailHash);
  const given = codeHash(keys, found?.userId ?? nobody, code.trim());
  const isRight = timingSafeEqual(given, found?.proofHash ?? noCode);
  if (found === undefined || !isRight) throw new AppError('wrong_code');
  const { userId, tokenHash } = found;
  const now = new Date(clock.now());
  await database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    await spendLink(transaction, context, { kind: 'confirm_target', tokenHash }, 'wrong_code');
    await confirmOwnInbox(transaction, context, { userId, normalised });
    await transaction
      .updateTable('users')
      .set({ emailVerifiedAt: now, updatedAt: now })
      .where('id', '=', userId)
      .where('emailHash', '=', emailHash)
      .where('emailVerifiedAt', 'is', null)
      .execute();
  });
}

/**
 * Mails the owner of an account that is not confirmed another code. The same for every address, and nobody waits for it: how long it
 * takes would tell whether there is such an account. @throws AppError rate_limited.
 */
export async function repeatCode(
  context: TargetContext,
  { email, ip }: { readonly email: string; readonly ip: string },
): Promise<void> {
  await context.limiter.take('accountCodesPerNetwork', { ip });
  const normalised = parseEmailAddress(email)?.normalised;
  if (normalised === undefined) return;
  mailOwnCode(context, { normalised, ip }).catch((error: unknown) =>
    context.log.error('confirmation_mail_failed', error),
  );
}
