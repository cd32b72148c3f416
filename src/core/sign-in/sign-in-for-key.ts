import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { CreateApiKeyInput, NewApiKey } from '#contract/account.ts';
import { AppError } from '#contract/errors.ts';
import { checkSecondFactor, hasSecondFactor } from '#core/sign-in/second-factor/codes.ts';
import { insertApiKey } from '#core/api-keys/api-keys.ts';
import type { SealContext } from '#core/keys/key-ring.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { tryCode } from '#core/sign-in/second-factor/try-code.ts';
import { checkPassword, holdAccount, countSignInTry, forgetSignInTries } from '#core/sign-in/sign-in-with-password.ts';
import type { Db } from '#database/database.ts';
import { exactErrors } from '#messages/server/errors.ts';

/** Between the password and the code. */
const ticketLifeMs = 5 * 60 * 1000;
const ticketContext: SealContext = { field: 'sign_in.ticket', rowId: '' };

/** Says whose password was right. Sealed, so that no row is written for it. */
const ticketSchema = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  /** SHA-256 of the stored password, so that a changed one ends it. */
  passwordMark: z.string(),
  expiresAtMs: z.number(),
});
type Ticket = z.infer<typeof ticketSchema>;

/** What a password alone is good for. */
export type KeySignIn =
  | { readonly kind: 'key'; readonly apiKey: NewApiKey }
  /** The second factor is on: `ticket` goes with the code. */
  | { readonly kind: 'code'; readonly ticket: string };

function markOf(passwordHash: string): Buffer {
  return createHash('sha256').update(passwordHash).digest();
}

function openTicket({ keys, clock }: AccountContext, text: string): Ticket {
  try {
    const opened = keys.open(ticketContext, Buffer.from(text, 'base64url'));
    const ticket = ticketSchema.parse(JSON.parse(opened.toString()));
    if (ticket.expiresAtMs > clock.now()) return ticket;
  } catch {
    // Not one of ours.
  }
  throw expired();
}

function expired(): AppError {
  return new AppError('wrong_credentials', { message: exactErrors.signInExpired });
}

/**
 * Signs in with email and password for an API key instead of a session.
 * @throws AppError rate_limited, wrong_credentials, unavailable, too_many_api_keys.
 */
export async function signInForKey(
  context: AccountContext,
  input: { readonly email: string; readonly password: string; readonly key: CreateApiKeyInput },
  ip: string,
): Promise<KeySignIn> {
  const { database, keys, clock, random } = context;
  const holder = await checkPassword(context, input, ip);
  const signedIn = await database.db.transaction().execute(async (transaction): Promise<KeySignIn> => {
    const held = await holdAccount(transaction, holder);
    const { id: userId } = held;
    if (!hasSecondFactor(held)) {
      return { kind: 'key', apiKey: await insertApiKey(transaction, context, userId, input.key) };
    }
    const passwordMark = markOf(holder.passwordHash ?? '').toString('base64url');
    const ticket: Ticket = { id: random.uuid(), userId, passwordMark, expiresAtMs: clock.now() + ticketLifeMs };
    return { kind: 'code', ticket: keys.seal(ticketContext, JSON.stringify(ticket)).toString('base64url') };
  });
  if (signedIn.kind === 'key') await forgetSignInTries(context, holder.emailHash);
  return signedIn;
}

/**
 * The second step of it: the ticket, which takes five codes, and a code. Counts as another try to sign in.
 * @throws AppError rate_limited, wrong_credentials when the ticket is none or over, wrong_code, second_factor_locked,
 * too_many_api_keys.
 */
export async function finishSignInForKey(
  context: AccountContext,
  input: { readonly ticket: string; readonly code: string; readonly key: CreateApiKeyInput },
  ip: string,
): Promise<NewApiKey> {
  const { db } = context.database;
  const { id: text, userId, passwordMark } = openTicket(context, input.ticket);
  const user = await db
    .selectFrom('users')
    .select(['id', 'emailHash', 'passwordHash'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user?.emailHash || user.passwordHash === null) throw new AppError('wrong_credentials');
  const { emailHash, passwordHash } = user;
  await countSignInTry(context, emailHash, ip);
  const isSame = timingSafeEqual(markOf(passwordHash), Buffer.from(passwordMark, 'base64url'));
  if (!isSame) throw new AppError('wrong_credentials');
  if (!(await context.limiter.tryTake('codesPerTicket', { text, userId }))) throw expired();
  const signIn = async (transaction: Db): Promise<NewApiKey> => {
    const held = await holdAccount(transaction, { id: userId, passwordHash });
    await checkSecondFactor(transaction, context, held, input.code);
    return insertApiKey(transaction, context, userId, input.key);
  };
  const apiKey = await tryCode(context, { userId, code: input.code }, () => db.transaction().execute(signIn));
  await forgetSignInTries(context, emailHash);
  return apiKey;
}
