import { z } from 'zod';
import {
  confirmingPageSchema,
  googlePurposeSchema,
  type ConfirmingPage,
  type GooglePurpose,
} from '#contract/sign-in.ts';
import { AppError } from '#contract/errors.ts';
import { invitationSchema } from '#contract/account/registration.ts';
import type { CoreContext } from '#core/core-context.ts';
import { saveProfile } from '#core/accounts/profile.ts';
import type { KeyRing, SealContext } from '#core/keys/key-ring.ts';
import type { AccountContext, RequestOrigin } from '#core/sign-in/account-context.ts';
import { GoogleFailure, type GoogleProvider, type GoogleIdentity } from '#core/sign-in/google-provider.ts';
import { confirmSession, isConfirmed, type ActiveSession, type Session } from '#core/sign-in/sessions.ts';
import { addGoogleMethod, signInWithGoogle } from '#core/sign-in/google-method.ts';
import { userGoogleHash } from '#core/user-row.ts';

const journeySchema = z.object({
  purpose: googlePurposeSchema,
  /** Who is linking or confirming; null for a sign-in. */
  userId: z.string().nullable(),
  /** Where a confirmation was asked for. */
  from: confirmingPageSchema,
  /** What a new account may be opened by; for a sign-in. */
  invitation: invitationSchema.optional(),
  checks: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  /** Milliseconds since the Unix epoch. */
  expiresAt: z.number(),
});
/** What the browser carries while its person is at Google, sealed. */
export type OAuthFlow = z.infer<typeof journeySchema>;

/** How long somebody may stay at Google. */
export const journeyLifeMs = 10 * 60 * 1000;

const sealContext: SealContext = { field: 'cookie.google', rowId: '' };
const checkBytes = 32;

/** Whose journey it is; nobody's yet for a sign-in. Linking is for sessions that proved another method lately. */
function findTraveller(
  context: Pick<CoreContext, 'clock'>,
  purpose: GooglePurpose,
  session: Session | null,
): string | null {
  if (purpose === 'sign-in') return null;
  if (session === null) throw new GoogleFailure('expired');
  if (session.user.waitingSince !== undefined && purpose !== 'confirm') throw new AppError('account_waiting');
  if (purpose === 'link' && !isConfirmed(context, session)) throw new GoogleFailure('confirm');
  return session.user.id;
}

interface GoogleDeparture {
  readonly purpose: GooglePurpose;
  readonly from: ConfirmingPage;
  readonly invitation?: string;
  /** Who is signed in there; null for nobody. */
  readonly session: Session | null;
}

/**
 * Begins a journey to Google: `url` is where the browser goes, `cookie` what it takes along.
 * @throws GoogleFailure expired, confirm, unavailable; AppError account_waiting.
 */
export async function beginGoogleJourney(
  { keys, clock, random }: Pick<CoreContext, 'keys' | 'clock' | 'random'>,
  google: GoogleProvider,
  { session, ...departure }: GoogleDeparture,
): Promise<{ url: string; cookie: string }> {
  const { purpose } = departure;
  const userId = findTraveller({ clock }, purpose, session);
  const secret = (): string => random.bytes(checkBytes).toString('base64url');
  const checks = { state: secret(), nonce: secret(), verifier: secret() };
  const journey: OAuthFlow = { ...departure, userId, checks, expiresAt: clock.now() + journeyLifeMs };
  const url = await google.authorizationUrl(checks, purpose === 'profile');
  return { url: url.href, cookie: keys.seal(sealContext, JSON.stringify(journey)).toString('base64url') };
}

function parseJourney(keys: KeyRing, cookie: string): OAuthFlow | null {
  try {
    return journeySchema.parse(JSON.parse(keys.open(sealContext, Buffer.from(cookie, 'base64url')).toString()));
  } catch {
    return null;
  }
}

/** Opens what a browser brings back; null when it is not ours, was altered or is too old. */
export function openGoogleJourney(
  { keys, clock }: Pick<CoreContext, 'keys' | 'clock'>,
  cookie: string,
): OAuthFlow | null {
  const journey = parseJourney(keys, cookie);
  return journey !== null && journey.expiresAt > clock.now() ? journey : null;
}

/**
 * Confirms a session by the Google account that is linked. @returns its new token.
 * @throws GoogleFailure mismatch for any other one; AppError not_signed_in.
 */
async function confirmWithGoogle(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'>,
  { subject }: GoogleIdentity,
  held: ActiveSession,
): Promise<string> {
  const linked = await context.database.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', held.userId)
    .where('googleIdHash', '=', userGoogleHash(context.keys, subject))
    .executeTakeFirst();
  if (linked === undefined) throw new GoogleFailure('mismatch');
  return confirmSession(context, held);
}

interface GoogleArrival {
  /** The query of the URL the browser came back to. */
  readonly search: string;
  readonly origin: RequestOrigin;
  /** Who is signed in there; null for nobody. */
  readonly session: Session | null;
}

/**
 * Ends a journey to Google in what it was for: a sign-in, a link, a confirmation, or the profile of the account that is linked.
 * @returns the token for the session cookie.
 * @throws GoogleFailure; AppError rate_limited, not_signed_in, registration_closed, invitation_required, invitation_unusable.
 */
export async function finishGoogleJourney(
  context: AccountContext,
  google: GoogleProvider,
  { purpose, userId, invitation, checks }: OAuthFlow,
  { search, origin, session }: GoogleArrival,
): Promise<string> {
  const identity = await google.redeem(search, checks);
  if (purpose === 'sign-in') {
    return (await signInWithGoogle(context, { identity, invitation }, origin)).token;
  }
  const token = origin.sessionToken;
  if (session === null || token === null || session.user.id !== userId) throw new GoogleFailure('expired');
  const held = { userId, token };
  if (purpose === 'link') return addGoogleMethod(context, identity, held);
  const confirmed = await confirmWithGoogle(context, identity, held);
  if (purpose === 'profile') await saveProfile(context, userId, identity.profile);
  return confirmed;
}
