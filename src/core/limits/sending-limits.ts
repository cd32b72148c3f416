import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import { countAllWithin, type OpenRule, type UseRequest } from '#core/limits/count-use.ts';

/** An account counts as new for so long: all of them share what they may send. */
const newAccountDays = 7;

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
  readonly limit:
    | 'messages of this alias'
    | 'messages of this account'
    | 'messages of all new accounts'
    | 'new recipients';
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
  newAccounts: { action: 'sending_new_accounts', windowMs: 24 * hourMs },
} as const satisfies Record<string, OpenRule>;

type LimitContext = Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'>;

/** What a message is counted by. */
interface SendingContext extends LimitContext {
  /** Messages that all new accounts may send together in a day; null: as many as each of them may. */
  readonly newAccountsSend: number | null;
}

interface AccountLimits extends SendingLimits {
  /** It shares what all new accounts may send. */
  readonly isNew: boolean;
}

/** @throws AppError not_found when the account is gone. */
async function getLimits({ database, clock }: LimitContext, userId: string): Promise<AccountLimits> {
  const user = await database.db.selectFrom('users').select('createdAt').where('id', '=', userId).executeTakeFirst();
  if (user === undefined) throw new AppError('not_found');
  const ageMs = clock.now() - user.createdAt.getTime();
  return { ...sendingLimits(ageMs), isNew: ageMs < newAccountDays * dayMs };
}

/** A count, and what is told of it when it is full. */
type Limited = UseRequest & Pick<SendingRefusal, 'limit' | 'window'>;

function newRecipientsOf(userId: string, amount: number, { newRecipientsPerDay: max }: SendingLimits): Limited {
  // An empty text: as these counts have always been hashed.
  const subject = { userId, text: '' };
  return { rule: sendingRules.newRecipients, subject, amount, max, limit: 'new recipients', window: 'day' };
}

async function countAll(context: LimitContext, all: readonly Limited[]): Promise<SendingRefusal | null> {
  const requests = all.filter(({ amount }) => amount > 0);
  const counted = await countAllWithin(context, requests);
  if (counted.granted) return null;
  const refusing = requests[counted.refusing];
  if (refusing === undefined) throw new Error('what was not asked for refused');
  const { limit, max, window } = refusing;
  return { limit, max, window, until: counted.endsAt };
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
  return countAll(context, [newRecipientsOf(userId, amount, await getLimits(context, userId))]);
}

/**
 * Counts a message against what its account may send at its age, and a new account's against what all of them may send
 * together; null when it may leave. One that is refused counts nowhere.
 * @throws AppError not_found when the account is gone.
 */
export async function checkSendingLimits(
  context: SendingContext,
  { userId, aliasId, newRecipients }: SendingRequest,
): Promise<SendingRefusal | null> {
  const account = await getLimits(context, userId);
  const { messages: rule, newAccounts } = sendingRules;
  const message = { amount: 1, window: 'hour' } as const;
  const all: Limited[] = [
    {
      ...message,
      rule,
      subject: { userId, text: aliasId },
      max: account.messagesPerHourOfAlias,
      limit: 'messages of this alias',
    },
    {
      ...message,
      rule,
      subject: { userId, text: '' },
      max: account.messagesPerHourOfAccount,
      limit: 'messages of this account',
    },
    newRecipientsOf(userId, newRecipients, account),
  ];
  const { newAccountsSend: max } = context;
  // Last: the row that others wait for.
  if (account.isNew && max !== null)
    all.push({ ...message, rule: newAccounts, subject: {}, max, window: 'day', limit: 'messages of all new accounts' });
  return countAll(context, all);
}
