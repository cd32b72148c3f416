import { sessionSchema, type Session as ListedSession } from '#contract/account.ts';
import type { User } from '#contract/sign-in.ts';
import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { learnLanguage } from '#core/account-language.ts';
import type { CoreContext } from '#core/core-context.ts';
import { openDevice, sealDevice } from '#core/session-device.ts';
import { hashSecretToken, makeSecretToken } from '#core/secret-token.ts';
import type { RequestOrigin } from '#core/sign-in/account-context.ts';
import { noteDevice } from '#core/security/known-devices.ts';
import { refuseSuspectMethod } from '#core/sign-in/recovery/refuse-locked.ts';
import { userView } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import type { Random } from '#platform/random.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Inactivity timeout: a session ends this long after it was last renewed. */
export const sessionLifeMs = limits.sessionIdleDays * dayMs;

/** Absolute session lifetime (OWASP ASVS 5.0, 7.3.2): it ends this long after its sign-in, whatever its use. */
const sessionMaxMs = limits.sessionDays * dayMs;

/** Renewed at most this often, so that a check is one read. */
const sessionRenewalMs = dayMs;

/** How long after its owner last proved a sign-in method a session may change how one gets in. */
const confirmationLifeMs = limits.identityProofMinutes * 60 * 1000;

/** When a session that was begun then ends at the latest. */
function latestEnd(createdAt: Date): Date {
  return new Date(createdAt.getTime() + sessionMaxMs);
}

/** When it ends if it is not used again. */
function nextEnd(createdAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + sessionLifeMs, latestEnd(createdAt).getTime()));
}

interface NewSession {
  readonly userId: string;
  readonly authMethod: string;
  /** Its session until now ends, so that a planted cookie is worth nothing. */
  readonly origin: RequestOrigin;
}

/** Starts a session and returns the token for its cookie. Only the token's SHA-256 is stored. @throws AppError account_locked. */
export async function createSession(
  db: Db,
  context: Pick<CoreContext, 'keys' | 'clock' | 'random'>,
  { userId, authMethod, origin }: NewSession,
): Promise<string> {
  const { keys, clock, random } = context;
  const { sessionToken, device } = origin;
  await refuseSuspectMethod(db, context, userId, authMethod);
  await noteDevice(db, context, userId, origin);
  if (origin.language) await learnLanguage(db, userId, origin.language);
  const { token, hash } = makeSecretToken(random);
  const now = new Date(clock.now());
  const id = random.uuid();
  const previousHash = sessionToken === null ? null : hashSecretToken(sessionToken);
  if (previousHash !== null) await db.deleteFrom('sessions').where('tokenHash', '=', previousHash).execute();
  await db
    .insertInto('sessions')
    .values({
      id,
      tokenHash: hash,
      userId,
      authMethod,
      ...sealDevice(keys, id, device),
      createdAt: now,
      lastUsedAt: now,
      confirmedAt: now,
      expiresAt: nextEnd(now, now),
    })
    .execute();
  return token;
}

/** A session in use. */
export interface ActiveSession {
  readonly userId: string;
  /** From its cookie. */
  readonly token: string;
  /** The cookie of its browser, where it has one. */
  readonly deviceToken?: string | null | undefined;
}

/** Gives a session a new token: the one before is worth nothing from now on. @throws AppError not_signed_in when it ended meanwhile. */
async function replaceToken(
  db: Db,
  random: Random,
  { userId, token }: ActiveSession,
  changes: { readonly confirmedAt?: Date } = {},
): Promise<{ readonly id: string; readonly token: string }> {
  const oldHash = hashSecretToken(token);
  if (oldHash === null) throw new AppError('not_signed_in');
  const { token: newToken, hash } = makeSecretToken(random);
  const replaced = await db
    .updateTable('sessions')
    .set({ tokenHash: hash, ...changes })
    .where('tokenHash', '=', oldHash)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (replaced === undefined) throw new AppError('not_signed_in');
  return { id: replaced.id, token: newToken };
}

/**
 * Ends all other sessions of the account and gives this one a new token, which it returns: what follows any
 * change of how one gets in. Runs in the transaction of that change, after it.
 * @throws AppError not_signed_in when the session has ended meanwhile.
 */
export async function rotateSession(
  db: Db,
  { random }: Pick<CoreContext, 'random'>,
  held: ActiveSession,
): Promise<string> {
  const { id, token } = await replaceToken(db, random, held);
  await db.deleteFrom('sessions').where('userId', '=', held.userId).where('id', '!=', id).execute();
  return token;
}

export interface Session {
  /** Names the session to its owner; grants nothing. */
  readonly id: string;
  readonly user: User;
  /** When its owner last proved a sign-in method. */
  readonly confirmedAt: Date;
  /** Its life was just extended: the cookie's should be, too. */
  readonly renewed: boolean;
}

/** Whether its owner proved a sign-in method so lately that the session may change how one gets in. */
export function isConfirmed({ clock }: Pick<CoreContext, 'clock'>, { confirmedAt }: Session): boolean {
  return clock.now() - confirmedAt.getTime() < confirmationLifeMs;
}

/** The session of a cookie's token; null when there is none or it is over. Sliding expiry. */
export async function findSession(
  { database, keys, clock }: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  token: string,
): Promise<Session | null> {
  const tokenHash = hashSecretToken(token);
  if (tokenHash === null) return null;
  const now = new Date(clock.now());
  const row = await database.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.id', 'users.emailSealed', 'users.walletAddressSealed', 'users.balance', 'users.leavingAt'])
    .select(['users.waitingSince', 'users.language'])
    .select(['sessions.id as sessionId', 'sessions.authMethod', 'sessions.createdAt', 'sessions.lastUsedAt'])
    .select(['users.suspended', 'users.suspendedAt', 'users.suspensionReasonSealed', 'sessions.confirmedAt'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  if (row === undefined) return null;
  const renewed = now.getTime() - row.lastUsedAt.getTime() >= sessionRenewalMs;
  if (renewed) {
    await database.db
      .updateTable('sessions')
      .set({ lastUsedAt: now, expiresAt: nextEnd(row.createdAt, now) })
      .where('tokenHash', '=', tokenHash)
      .execute();
  }
  return { id: row.sessionId, user: userView(keys, row), confirmedAt: row.confirmedAt, renewed };
}

/**
 * Notes that the owner of a session has just proved a sign-in method, and gives it a new token, which it returns: whoever learnt the one
 * before has nothing of the proof (OWASP ASVS 5.0, 7.2.4). @throws AppError not_signed_in.
 */
export async function confirmSession(
  { database, clock, random }: Pick<CoreContext, 'database' | 'clock' | 'random'>,
  held: ActiveSession,
): Promise<string> {
  const { token } = await replaceToken(database.db, random, held, { confirmedAt: new Date(clock.now()) });
  return token;
}

/** The sessions of an account that are not over, latest use first. `currentId`: the one that asks. */
export async function listSessions(
  { database, keys, clock }: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  userId: string,
  currentId: string,
): Promise<ListedSession[]> {
  const rows = await database.db
    .selectFrom('sessions')
    .select(['id', 'authMethod', 'deviceSealed', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', new Date(clock.now()))
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id, authMethod, deviceSealed, createdAt, lastUsedAt }) => ({
    id,
    device: openDevice(keys, { id, deviceSealed }),
    authMethod: sessionSchema.shape.authMethod.parse(authMethod),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    endsAt: latestEnd(createdAt).toISOString(),
    current: id === currentId,
  }));
}

/** Ends the session of a token; an unknown one is no error. */
export async function endSession({ database }: Pick<CoreContext, 'database'>, token: string): Promise<void> {
  const tokenHash = hashSecretToken(token);
  if (tokenHash !== null) await database.db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute();
}

/** Ends one session of an account by its id. @throws AppError not_found, for a foreign one as for an unknown one. */
export async function endListedSession(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
  sessionId: string,
): Promise<void> {
  const ended = await database.db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (ended === undefined) throw new AppError('not_found');
}

/** Ends all sessions of an account but the one that asks. */
export async function endOtherSessions(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
  currentId: string,
): Promise<void> {
  await database.db.deleteFrom('sessions').where('userId', '=', userId).where('id', '!=', currentId).execute();
}

/** Erases sessions that are over. */
export async function removeExpiredSessions({
  database,
  clock,
}: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  await database.db.deleteFrom('sessions').where('expiresAt', '<=', new Date(clock.now())).execute();
}
