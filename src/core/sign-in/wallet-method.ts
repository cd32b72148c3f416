import { AppError } from '#contract/errors.ts';
import type { WalletSignInInput } from '#contract/sign-in.ts';
import type { CoreContext } from '#core/core-context.ts';
import { admitAccount } from '#core/registration/admit-account.ts';
import type { AccountContext, RequestOrigin, SignedIn } from '#core/sign-in/account-context.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { createSession, rotateSession, type ActiveSession } from '#core/sign-in/sessions.ts';
import { verifyWallet } from '#core/sign-in/challenges/wallet-challenge.ts';
import { userView, type UserRow, userColumns, userWalletContext, userWalletHash, lockAccount } from '#core/user-row.ts';
import { type Db, isUniqueViolation } from '#database/database.ts';
import { exactErrors } from '#messages/server/errors.ts';

function findUser(db: Db, walletHash: Buffer): Promise<UserRow | undefined> {
  return (
    db
      .selectFrom('users')
      .select(userColumns)
      .where('walletAddressHash', '=', walletHash)
      // Within a transaction: the wallet stays linked until the session is there, and its removal ends the session.
      .forKeyShare()
      .executeTakeFirst()
  );
}

interface NewWallet {
  readonly address: string;
  readonly invitation: string | undefined;
}

/** Undefined when another sign-in of the same wallet came first. */
async function insertUser(
  db: Db,
  context: AccountContext,
  { address, invitation }: NewWallet,
): Promise<UserRow | undefined> {
  const { keys, clock, random } = context;
  const id = random.uuid();
  const now = new Date(clock.now());
  const row = await db
    .insertInto('users')
    .values({
      id,
      walletAddressSealed: keys.seal(userWalletContext(id), address),
      walletAddressHash: userWalletHash(keys, address),
      authMethod: 'wallet',
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.column('walletAddressHash').doNothing())
    .returning(userColumns)
    .executeTakeFirst();
  return row && { ...row, waitingSince: await admitAccount(db, context, id, invitation) };
}

async function enter(db: Db, context: AccountContext, wallet: NewWallet, origin: RequestOrigin): Promise<SignedIn> {
  const walletHash = userWalletHash(context.keys, wallet.address);
  const row =
    (await findUser(db, walletHash)) ?? (await insertUser(db, context, wallet)) ?? (await findUser(db, walletHash));
  if (row === undefined) throw new AppError('wallet_refused');
  const session = { userId: row.id, authMethod: 'wallet', origin };
  const token = await createSession(db, context, session);
  return { user: userView(context.keys, { ...row, authMethod: 'wallet' }), token };
}

/**
 * Signs in with a wallet; a new one gets a new account. `browserToken`: from the cookie that came with the challenge.
 * @throws AppError rate_limited, wallet_refused, registration_closed, invitation_required, invitation_unusable.
 */
export async function signInWithWallet(
  context: AccountContext,
  { invitation, ...proof }: WalletSignInInput,
  browserToken: string | null,
  origin: RequestOrigin,
): Promise<SignedIn> {
  const { database, keys, limiter, newAccounts } = context;
  const { ip } = origin;
  const walletHash = userWalletHash(keys, proof.walletAddress);
  await limiter.take('signInPerNetwork', { ip });
  await limiter.take('signInPerEmail', { text: walletHash.toString('hex'), ip });
  const address = await verifyWallet(context, proof, browserToken);
  const isNew = (await findUser(database.db, walletHash)) === undefined;
  if (isNew) {
    await limiter.take('registrationPerNetwork', { ip });
    await newAccounts(ip);
  }
  return database.db
    .transaction()
    .execute((transaction) => enter(transaction, context, { address, invitation }, origin));
}

type AddMethodContext = Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'>;

async function addMethod(db: Db, context: AddMethodContext, address: string, session: ActiveSession): Promise<string> {
  const { keys, clock } = context;
  await lockAccount(db, session.userId);
  const linked = await db
    .updateTable('users')
    .set({
      walletAddressSealed: keys.seal(userWalletContext(session.userId), address),
      walletAddressHash: userWalletHash(keys, address),
      updatedAt: new Date(clock.now()),
    })
    .where('id', '=', session.userId)
    .where('walletAddressHash', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (linked === undefined) throw new AppError('method_taken', { message: exactErrors.hasWallet });
  await recordSecurityEvent(db, context, session.userId, { kind: 'method_added', method: 'wallet' });
  return rotateSession(db, context, session);
}

/**
 * Makes a verified wallet a way into this account, ends its other sessions and returns the session's new token.
 * @throws AppError method_taken, not_signed_in.
 */
export async function addWalletMethod(
  context: AddMethodContext,
  address: string,
  session: ActiveSession,
): Promise<string> {
  try {
    return await context.database.db.transaction().execute((db) => addMethod(db, context, address, session));
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('method_taken') : error;
  }
}
