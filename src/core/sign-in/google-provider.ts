import * as oidc from 'openid-client';
import type { GoogleConfig } from '#config/config.ts';
import { profileInputSchema, type Profile } from '#contract/account.ts';
import { parseEmailAddress, type EmailAddress } from '#contract/email-address.ts';
import { googleCallbackPath, type GoogleFailureReason } from '#contract/sign-in.ts';
import type { Log } from '#platform/log.ts';

/** Why somebody comes back from Google without success; shown on the page they come back to. */
export class GoogleFailure extends Error {
  override readonly name = 'GoogleFailure';
  readonly reason: GoogleFailureReason;

  constructor(reason: GoogleFailureReason) {
    super(reason);
    this.reason = reason;
  }
}

/** What ties an answer to the question one browser was sent with. Random texts of at least 43 characters. */
export interface GoogleChecks {
  readonly state: string;
  readonly nonce: string;
  /** PKCE (RFC 7636 §4.1). */
  readonly verifier: string;
}

export interface GoogleIdentity {
  /** The `sub` claim: never changes and is never given again. */
  readonly subject: string;
  /** Verified by Google. */
  readonly email: EmailAddress;
  /** What it was asked for and knows. */
  readonly profile: Partial<Profile>;
}

export interface GoogleProvider {
  /** Where to send the browser. `withProfile`: names and picture are asked for, too. @throws GoogleFailure unavailable. */
  authorizationUrl(checks: GoogleChecks, withProfile: boolean): Promise<URL>;
  /**
   * Redeems the answer a browser came back with. `search`: the query of the URL it came to.
   * @throws GoogleFailure denied, expired, unverified, unavailable.
   */
  redeem(search: string, checks: GoogleChecks): Promise<GoogleIdentity>;
}

export interface GoogleProviderParts extends GoogleConfig {
  /** Origin without a trailing slash. The callback under it is registered at Google, to the letter. */
  readonly publicUrl: string;
  readonly log: Log;
}

const timeoutSeconds = 10;

/** The fields that Google fills and that fit; it may know a part of them only. */
function readProfile(claims: oidc.IDToken): Partial<Profile> {
  const { success, data } = profileInputSchema.safeParse({
    firstName: claims['given_name'] ?? null,
    lastName: claims['family_name'] ?? null,
    profileImageUrl: claims['picture'] ?? null,
  });
  return success ? Object.fromEntries(Object.entries(data).filter(([, text]) => text !== null)) : {};
}

function readIdentity(claims: oidc.IDToken | undefined): GoogleIdentity {
  const text = claims?.['email'];
  const email = typeof text === 'string' && claims?.['email_verified'] === true ? parseEmailAddress(text) : null;
  if (claims === undefined || email === null) throw new GoogleFailure('unverified');
  return { subject: claims.sub, email, profile: readProfile(claims) };
}

function reasonOf(error: unknown): 'denied' | 'expired' | 'unavailable' {
  if (error instanceof oidc.AuthorizationResponseError) return 'denied';
  // The code was used before, or is too old (RFC 6749 §5.2).
  if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return 'expired';
  // What the browser brought along was altered on its way.
  if (error instanceof oidc.ClientError && error.code === 'OAUTH_INVALID_RESPONSE') return 'expired';
  return 'unavailable';
}

/** Google's OpenID Connect, or another issuer's. What discovery told is kept until something fails. */
export function createGoogleProvider(parts: GoogleProviderParts): GoogleProvider {
  const { issuer, clientId, clientSecret, publicUrl, log } = parts;
  const redirectUri = `${publicUrl}${googleCallbackPath}`;
  let discovered: Promise<oidc.Configuration> | null = null;

  const discover = (): Promise<oidc.Configuration> => {
    const server = new URL(issuer);
    const insecure = server.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
    return oidc.discovery(server, clientId, clientSecret, undefined, {
      timeout: timeoutSeconds,
      execute: [oidc.enableNonRepudiationChecks, ...insecure],
    });
  };

  const withProvider = async <T>(work: (provider: oidc.Configuration) => T | Promise<T>): Promise<T> => {
    discovered ??= discover();
    const current = discovered;
    try {
      return await work(await current);
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === 'unavailable') {
        log.error('google_unavailable', error);
        if (discovered === current) discovered = null;
      }
      throw new GoogleFailure(reason);
    }
  };

  return {
    async authorizationUrl({ state, nonce, verifier }, withProfile) {
      const challenge = await oidc.calculatePKCECodeChallenge(verifier);
      return withProvider((provider) =>
        oidc.buildAuthorizationUrl(provider, {
          redirect_uri: redirectUri,
          scope: withProfile ? 'openid email profile' : 'openid email',
          code_challenge: challenge,
          code_challenge_method: 'S256',
          state,
          nonce,
          prompt: 'select_account',
        }),
      );
    },
    async redeem(search, { state, nonce, verifier }) {
      const url = new URL(search, redirectUri);
      if (url.searchParams.get('state') !== state) throw new GoogleFailure('expired');
      const tokens = await withProvider((provider) =>
        oidc.authorizationCodeGrant(provider, url, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        }),
      );
      return readIdentity(tokens.claims());
    },
  };
}
