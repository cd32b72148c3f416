import type { AccountContext, RequestOrigin } from '#core/accounts/account-context.ts';
import { confirmWithGoogle } from '#core/accounts/confirm-with-google.ts';
import type { Session } from '#core/accounts/find-session.ts';
import { GoogleFailure } from '#core/accounts/google-failure.ts';
import type { GoogleJourney } from '#core/accounts/google-journey.ts';
import type { GoogleProvider } from '#core/accounts/google-provider.ts';
import { linkGoogle } from '#core/accounts/link-google.ts';
import { signInWithGoogle } from '#core/accounts/sign-in-with-google.ts';

export interface GoogleArrival {
  /** The query of the URL the browser came back to. */
  readonly search: string;
  readonly origin: RequestOrigin;
  /** Who is signed in there; null for nobody. */
  readonly session: Session | null;
}

/**
 * Ends a journey to Google in what it was for: a sign-in, a link or a confirmation.
 * @returns the token for the session cookie; null when the present one stays.
 * @throws GoogleFailure; AppError rate_limited, not_signed_in.
 */
export async function finishGoogleJourney(
  context: AccountContext,
  google: GoogleProvider,
  { purpose, userId, checks }: GoogleJourney,
  { search, origin, session }: GoogleArrival,
): Promise<string | null> {
  const identity = await google.redeem(search, checks);
  if (purpose === 'sign-in') return (await signInWithGoogle(context, identity, origin)).token;
  const token = origin.sessionToken;
  if (session === null || token === null || session.user.id !== userId) throw new GoogleFailure('expired');
  if (purpose === 'link') return linkGoogle(context, identity, { userId, token });
  await confirmWithGoogle(context, identity, session);
  return null;
}
