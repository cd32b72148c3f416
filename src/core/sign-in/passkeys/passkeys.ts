import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { NewPasskeyInput } from '#contract/account/passkeys.ts';
import { passkeyCredentialContext, passkeyNameContext } from '#core/accounts/list-passkeys.ts';
import type { CoreContext } from '#core/core-context.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import {
  credentialHash,
  verifyAttestation,
  type PasskeyUse,
  type VerifiedPasskey,
} from '#core/sign-in/passkeys/verify-passkey.ts';
import { rotateSession, type ActiveSession } from '#core/sign-in/sessions.ts';
import { lockAccount } from '#core/user-row.ts';
import { type Db, isUniqueViolation } from '#database/database.ts';

/** Stores a verified passkey of an account. Runs in the caller's transaction. @throws unique violation when it is another's. */
export async function insertPasskey(
  db: Db,
  { keys, clock, random }: Pick<CoreContext, 'keys' | 'clock' | 'random'>,
  passkey: VerifiedPasskey,
  { credential, name }: NewPasskeyInput,
): Promise<void> {
  const id = random.uuid();
  await db
    .insertInto('passkeys')
    .values({
      id,
      userId: passkey.userId,
      credentialHash: credentialHash(keys, credential.id),
      credentialSealed: keys.seal(passkeyCredentialContext(id), passkey.credentialId),
      publicKey: passkey.publicKey,
      algorithm: passkey.algorithm,
      counter: String(passkey.counter),
      transports: [...new Set(credential.response.transports)].join(','),
      backupEligible: passkey.backupEligible,
      backedUp: passkey.backedUp,
      nameSealed: keys.seal(passkeyNameContext(id), name),
      createdAt: new Date(clock.now()),
      lastUsedOn: null,
    })
    .execute();
}

async function add(
  db: Db,
  context: AccountContext,
  { passkey, input, session }: { passkey: VerifiedPasskey; input: NewPasskeyInput; session: ActiveSession },
): Promise<string> {
  await lockAccount(db, session.userId);
  const { count } = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('userId', '=', session.userId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= limits.passkeysPerAccount) throw new AppError('too_many_passkeys');
  await insertPasskey(db, context, passkey, input);
  await recordSecurityEvent(db, context, session.userId, { kind: 'method_added', method: 'passkey' });
  const updatedAt = new Date(context.clock.now());
  await db.updateTable('users').set({ updatedAt }).where('id', '=', session.userId).execute();
  return rotateSession(db, context, session);
}

/**
 * Makes a passkey a way into this account, ends its other sessions and returns the session's new token. `browserToken`: from the
 * cookie that came with the options.
 * @throws AppError rate_limited, passkey_refused, too_many_passkeys, method_taken, not_signed_in.
 */
export async function addPasskey(
  context: AccountContext,
  input: NewPasskeyInput,
  session: ActiveSession,
  browserToken: string | null,
): Promise<string> {
  const { userId } = session;
  await context.limiter.take('identityChecksPerUser', { userId });
  const passkey = await verifyAttestation(context, input.credential, { purpose: 'new_passkey', browserToken });
  if (passkey.userId !== userId) throw new AppError('passkey_refused');
  return context.database.db
    .transaction()
    .execute((db) => add(db, context, { passkey, input, session }))
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new AppError('method_taken') : error;
    });
}

/**
 * Notes a use of a passkey, and holds it until the caller's transaction ends. Where the authenticator counts, its count must have
 * risen: else there are two of them (WebAuthn level 3 §6.1.1).
 * @throws AppError passkey_refused, also when it was removed meanwhile.
 */
export async function noteUse(
  db: Db,
  { clock, log }: Pick<CoreContext, 'clock' | 'log'>,
  { id, counter, backedUp }: PasskeyUse,
): Promise<void> {
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const noted = await db
    .updateTable('passkeys')
    .set({ counter: sql`greatest(counter, ${counter})`, backedUp, lastUsedOn: sql<Date>`${today}::date` })
    .where('id', '=', id)
    .where(({ or, eb }) =>
      counter === 0 ? eb.lit(true) : or([eb('counter', '=', '0'), eb('counter', '<', String(counter))]),
    )
    .returning('id')
    .executeTakeFirst();
  if (noted !== undefined) return;
  log.warn('passkey_refused_by_counter');
  throw new AppError('passkey_refused');
}

/** Calls a passkey of this account something else. @throws AppError not_found, for a foreign one as for an unknown one. */
export async function renamePasskey(
  { database, keys }: Pick<CoreContext, 'database' | 'keys'>,
  { id, userId, name }: { readonly id: string; readonly userId: string; readonly name: string },
): Promise<void> {
  const renamed = await database.db
    .updateTable('passkeys')
    .set({ nameSealed: keys.seal(passkeyNameContext(id), name) })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (renamed === undefined) throw new AppError('not_found');
}
