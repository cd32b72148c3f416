import { AppError } from '#contract/errors.ts';
import type { WalletProof } from '#contract/sign-in.ts';
import type { AccountContext, RequestOrigin, SignedIn } from '#core/sign-in/account-context.ts';
import { createSession } from '#core/sign-in/sessions.ts';
import { verifyWallet } from '#core/sign-in/wallet-challenge.ts';
import { userView, type UserRow, userWalletContext, userWalletHash } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

const shown = ['id', 'emailSealed', 'walletAddressSealed', 'authMethod', 'balance'] as const;

function findUser(db: Db, walletHash: Buffer): Promise<UserRow | undefined> {
  return (
    db
      .selectFrom('users')
      .select(shown)
      .where('walletAddressHash', '=', walletHash)
      // Within a transaction: the wallet stays linked until the session is there, and its removal ends the session.
      .forKeyShare()
      .executeTakeFirst()
  );
}

/** Undefined when another sign-in of the same wallet came first. */
function insertUser(db: Db, { keys, clock, random }: AccountContext, address: string): Promise<UserRow | undefined> {
  const id = random.uuid();
  const now = new Date(clock.now());
  return db
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
    .returning(shown)
    .executeTakeFirst();
}

async function enter(db: Db, context: AccountContext, address: string, origin: RequestOrigin): Promise<SignedIn> {
  const walletHash = userWalletHash(context.keys, address);
  const row =
    (await findUser(db, walletHash)) ?? (await insertUser(db, context, address)) ?? (await findUser(db, walletHash));
  if (row === undefined) throw new AppError('wallet_refused');
  const session = { userId: row.id, authMethod: 'wallet', previousToken: origin.sessionToken };
  const token = await createSession(db, context, session);
  return { user: userView(context.keys, { ...row, authMethod: 'wallet' }), token };
}

/**
 * Signs in with a wallet; a new one gets a new account. `browserToken`: from the cookie that came with the challenge.
 * @throws AppError rate_limited, wallet_refused.
 */
export async function signInWithWallet(
  context: AccountContext,
  proof: WalletProof,
  browserToken: string | null,
  origin: RequestOrigin,
): Promise<SignedIn> {
  const { database, keys, limiter } = context;
  const { ip } = origin;
  const walletHash = userWalletHash(keys, proof.walletAddress);
  await limiter.take('signInPerNetwork', { ip });
  await limiter.take('signInPerEmail', { text: walletHash.toString('hex'), ip });
  const address = await verifyWallet(context, proof, browserToken);
  const isNew = (await findUser(database.db, walletHash)) === undefined;
  if (isNew) await limiter.take('registrationPerNetwork', { ip });
  return database.db.transaction().execute((transaction) => enter(transaction, context, address, origin));
}
