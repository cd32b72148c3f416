import { AppError } from '#contract/errors.ts';
import type { JournalEntry } from '#contract/operator.ts';
import type { CoreContext } from '#core/core-context.ts';
import { endLinks, issueLink, peekLink, selectGoodLinks, trySpendLink } from '#core/links/secret-links.ts';
import { recordAct } from '#core/operator-journal.ts';
import type { Db } from '#database/database.ts';
import { exactErrors } from '#messages/server/errors.ts';

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
  /** The account that it opens is an operator's, in whatever mode. Only on a server without accounts; a newer one ends those before. */
  readonly makesOperator?: boolean;
}

/** An invitation that opens an account now. */
export interface GoodInvitation {
  readonly expiresAt: Date;
  readonly makesOperator: boolean;
}

/** @throws AppError invalid_input on a server that has accounts. */
async function endOperatorLinks(db: Db): Promise<void> {
  const account = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (account !== undefined) throw new AppError('invalid_input', { message: exactErrors.operatorThere });
  await db.deleteFrom('secretLinks').where('kind', '=', 'invitation').where('makesOperator', '=', true).execute();
}

/**
 * Makes an invitation (bearer token, stored as keyed hash) and returns what stands in its link. Written down as an operator's act.
 * @throws AppError invalid_input when as many are good already as there may be, or for an operator on a server that has accounts.
 */
export function makeInvitation(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'>,
  by: JournalEntry['by'],
  { days, uses, makesOperator = false }: NewInvitation,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const expiresAt = new Date(context.clock.now() + days * dayMs);
  return recordAct(context, { by, act: makesOperator ? 'operator_invited' : 'invitation_made' }, async (db) => {
    if (makesOperator) await endOperatorLinks(db);
    const { held } = await selectGoodLinks(db, context, 'invitation')
      .select(({ fn }) => fn.countAll<string>().as('held'))
      .executeTakeFirstOrThrow();
    if (Number(held) >= invitationLimits.linksMax) {
      throw new AppError('invalid_input', { message: exactErrors.tooManyInvitations(invitationLimits.linksMax) });
    }
    const { token } = await issueLink(db, context, 'invitation', { usesLeft: uses, makesOperator, expiresAt });
    return { token, expiresAt };
  });
}

/** An invitation that opens an account now; null for one that opens nothing, or no more. Uses nothing. */
export async function findInvitation(
  db: Db,
  context: InvitationContext,
  token: string,
): Promise<GoodInvitation | null> {
  return (await peekLink(db, context, 'invitation', token)) ?? null;
}

/**
 * Takes one use of an invitation; null when there is none left. In the transaction that opens the account: of two that come for the
 * last use at once the second waits for the first, and gets it only if that one failed.
 */
export async function useInvitation(db: Db, context: InvitationContext, token: string): Promise<GoodInvitation | null> {
  const link = await peekLink(db, context, 'invitation', token);
  return (link && (await trySpendLink(db, context, link))) ?? null;
}

/** The invitations that are good now, oldest first; not many (`linksMax`). */
export function listInvitations(context: Pick<CoreContext, 'database' | 'clock'>) {
  return selectGoodLinks(context.database.db, context, 'invitation')
    .select(['createdAt', 'usesLeft', 'expiresAt'])
    .$narrowType<{ usesLeft: number }>()
    .orderBy('createdAt')
    .execute();
}

/** Ends all invitations that are still good, which is an operator's act. @returns how many those were. */
export function endInvitations(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  by: JournalEntry['by'],
): Promise<number> {
  return recordAct(context, { by, act: 'invitations_ended' }, async (db) => {
    const good = await selectGoodLinks(db, context, 'invitation').select('tokenHash').execute();
    await endLinks(db, 'invitation', {});
    return good.length;
  });
}
