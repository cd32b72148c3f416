import { sql } from 'kysely';
import type { CoreContext } from '#core/core-context.ts';
import { makeSecretToken } from '#core/secret-token.ts';
import type { Db } from '#database/database.ts';

export const invitationLimits = {
  /** How long a link works that is asked for without more. */
  days: 7,
  daysMax: 365,
  /** Accounts that one link opens. */
  usesMax: 1_000,
  /** Links that are good at the same time. */
  linksMax: 1_000,
} as const;

const dayMs = 24 * 60 * 60 * 1000;

type InvitationContext = Pick<CoreContext, 'keys' | 'clock'>;

export interface NewInvitation {
  /** How long it works. */
  readonly days: number;
  /** Accounts that it opens. */
  readonly uses: number;
  /** The account that it opens is an operator's, in whatever mode. */
  readonly makesOperator?: boolean;
}

/** An invitation that opens an account now. */
export interface GoodInvitation {
  readonly expiresAt: Date;
  readonly makesOperator: boolean;
}

/** What is stored of an invitation link. */
function hashInvitation({ keys }: InvitationContext, token: string): Buffer {
  return keys.lookupHash('invitations.token', token);
}

/**
 * Makes an invitation (bearer token, stored as keyed hash) and returns what stands in its link, or null when as many are good
 * already as there may be.
 */
export async function makeInvitation(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'>,
  { days, uses, makesOperator = false }: NewInvitation,
): Promise<{ readonly token: string; readonly expiresAt: Date } | null> {
  const { database, clock, random } = context;
  await removeOldInvitations(context);
  const createdAt = new Date(clock.now());
  const expiresAt = new Date(createdAt.getTime() + days * dayMs);
  const { token } = makeSecretToken(random);
  const { held } = await database.db
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<string>().as('held'))
    .executeTakeFirstOrThrow();
  if (Number(held) >= invitationLimits.linksMax) return null;
  const tokenHash = hashInvitation(context, token);
  const row = { id: random.uuid(), tokenHash, usesLeft: uses, makesOperator, expiresAt, createdAt };
  await database.db.insertInto('invitations').values(row).execute();
  return { token, expiresAt };
}

/** An invitation that opens an account now; null for one that opens nothing, or no more. Uses nothing. */
export async function findInvitation(
  db: Db,
  context: InvitationContext,
  token: string,
): Promise<GoodInvitation | null> {
  const found = await db
    .selectFrom('invitations')
    .select(['expiresAt', 'makesOperator'])
    .where('tokenHash', '=', hashInvitation(context, token))
    .where('usesLeft', '>', 0)
    .where('expiresAt', '>', new Date(context.clock.now()))
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Takes one use of an invitation; null when there is none left. In the transaction that opens the account: of two that come for the
 * last use at once the second waits for the first, and gets it only if that one failed.
 */
export async function useInvitation(db: Db, context: InvitationContext, token: string): Promise<GoodInvitation | null> {
  const used = await db
    .updateTable('invitations')
    .set({ usesLeft: sql<number>`uses_left - 1` })
    .where('tokenHash', '=', hashInvitation(context, token))
    .where('usesLeft', '>', 0)
    .where('expiresAt', '>', new Date(context.clock.now()))
    .returning(['expiresAt', 'makesOperator'])
    .executeTakeFirst();
  return used ?? null;
}

/** The invitations that are good now, oldest first. */
export function listInvitations({ database, clock }: Pick<CoreContext, 'database' | 'clock'>) {
  return database.db
    .selectFrom('invitations')
    .select(['createdAt', 'usesLeft', 'expiresAt'])
    .where('usesLeft', '>', 0)
    .where('expiresAt', '>', new Date(clock.now()))
    .orderBy('createdAt')
    .execute();
}

/** Ends all invitations that are still good. @returns how many those were. */
export async function endInvitations({ database }: Pick<CoreContext, 'database'>): Promise<number> {
  return (await database.db.deleteFrom('invitations').returning('id').execute()).length;
}

/** Erases invitations that are used up or over. */
export async function removeOldInvitations({
  database,
  clock,
}: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  await database.db
    .deleteFrom('invitations')
    .where(({ or, eb }) => or([eb('usesLeft', '=', 0), eb('expiresAt', '<=', new Date(clock.now()))]))
    .execute();
}
