import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import { countWithin, type OpenRule } from '#core/limits/count-use.ts';

/** What an account may send. All counts are of messages or addresses, over fixed windows. */
interface SendingLimits {
  /** Addresses that none of the alias's mail has been to or from before. */
  readonly newRecipientsPerDay: number;
  readonly messagesPerHourOfAlias: number;
  readonly messagesPerHourOfAccount: number;
}

const dayMs = 24 * 60 * 60_000;

/** By age in days, oldest first: trust grows with time, because accounts made for spam are used at once. */
const steps: readonly (SendingLimits & { readonly fromDay: number })[] = [
  { fromDay: 90, newRecipientsPerDay: 500, messagesPerHourOfAlias: 200, messagesPerHourOfAccount: 400 },
  { fromDay: 30, newRecipientsPerDay: 200, messagesPerHourOfAlias: 150, messagesPerHourOfAccount: 300 },
  { fromDay: 7, newRecipientsPerDay: 100, messagesPerHourOfAlias: 100, messagesPerHourOfAccount: 200 },
  { fromDay: 3, newRecipientsPerDay: 50, messagesPerHourOfAlias: 60, messagesPerHourOfAccount: 120 },
];

const firstDays: SendingLimits = { newRecipientsPerDay: 20, messagesPerHourOfAlias: 30, messagesPerHourOfAccount: 60 };

/** The limits of an account that is `ageMs` old. */
export function sendingLimits(ageMs: number): SendingLimits {
  return steps.find(({ fromDay }) => ageMs >= fromDay * dayMs) ?? firstDays;
}

/** One message that an owner is about to send, as a reply or by a mail program. */
export interface SendingRequest {
  readonly userId: string;
  readonly aliasId: string;
  /** Recipients of whom the alias has no contact row. */
  readonly newRecipients: number;
}

/** The limit that was reached. */
export interface SendingRefusal {
  readonly limit: 'messages of this alias' | 'messages of this account' | 'new recipients';
  readonly max: number;
  readonly window: 'hour' | 'day';
  /** When there is room again; null: never for this message, which has more new recipients than a day allows. */
  readonly until: Date | null;
}

const hourMs = 60 * 60_000;

/** What `checkSendingLimits` counts; how much is allowed depends on the account. */
export const sendingRules = {
  messages: { action: 'sending_messages', windowMs: hourMs },
  newRecipients: { action: 'sending_new_recipients', windowMs: 24 * hourMs },
} as const satisfies Record<string, OpenRule>;

type LimitContext = Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'>;

/** @throws AppError not_found when the account is gone. */
async function getLimits({ database, clock }: LimitContext, userId: string): Promise<SendingLimits> {
  const user = await database.db.selectFrom('users').select('createdAt').where('id', '=', userId).executeTakeFirst();
  if (user === undefined) throw new AppError('not_found');
  return sendingLimits(clock.now() - user.createdAt.getTime());
}

interface Amount {
  readonly userId: string;
  readonly amount: number;
  readonly text?: string;
}

async function count(
  context: LimitContext,
  rule: OpenRule,
  { userId, amount, text = '' }: Amount,
  refusal: Omit<SendingRefusal, 'until'>,
): Promise<SendingRefusal | null> {
  if (amount === 0) return null;
  const counted = await countWithin(context, rule, { userId, text }, { amount, max: refusal.max });
  return counted.granted ? null : { ...refusal, until: counted.endsAt };
}

/**
 * Counts recipients that become known to an alias of an account against what it may gain a day at its age, however they
 * do; null when they may.
 * @throws AppError not_found when the account is gone.
 */
export async function checkNewRecipients(
  context: LimitContext,
  userId: string,
  amount: number,
): Promise<SendingRefusal | null> {
  const { newRecipientsPerDay: max } = await getLimits(context, userId);
  return count(
    context,
    sendingRules.newRecipients,
    { userId, amount },
    { limit: 'new recipients', max, window: 'day' },
  );
}

/**
 * Counts a message against what its account may send at its age; null when it may leave.
 * @throws AppError not_found when the account is gone.
 */
export async function checkSendingLimits(
  context: LimitContext,
  { userId, aliasId, newRecipients }: SendingRequest,
): Promise<SendingRefusal | null> {
  const { messagesPerHourOfAlias: ofAlias, messagesPerHourOfAccount: ofAccount } = await getLimits(context, userId);
  const { messages } = sendingRules;
  const window = 'hour';
  return (
    (await count(
      context,
      messages,
      { userId, amount: 1, text: aliasId },
      { limit: 'messages of this alias', max: ofAlias, window },
    )) ??
    (await count(
      context,
      messages,
      { userId, amount: 1 },
      { limit: 'messages of this account', max: ofAccount, window },
    )) ??
    (newRecipients === 0 ? null : await checkNewRecipients(context, userId, newRecipients))
  );
}
