import type { PasskeyCreationOptions, PasskeyDescriptor, PasskeyRequestOptions } from '#contract/account/passkeys.ts';
import { listPasskeys } from '#core/accounts/list-passkeys.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { challengeLifeMs, storeChallenge, type ChallengePurpose } from '#core/sign-in/challenges/browser-challenge.ts';
import { userEmailContext } from '#core/user-row.ts';
import { passkeyNames } from '#messages/server/answers.ts';

/** WebAuthn level 3 §13.4.3 asks for 16 octets at least. */
const challengeBytes = 32;

/** EdDSA, ES256 and RS256 (COSE), the ones we like best first. */
export const passkeyAlgorithms: readonly number[] = [-8, -7, -257];

/**
 * What authenticators know an account by, and give back at sign-in: a keyed hash of its id, so that it looks random, is stored
 * nowhere and tells nobody the id (WebAuthn level 3 §14.6.1).
 */
export function userHandle(keys: KeyRing, userId: string): string {
  return keys.lookupHash('passkey_handle', userId).toString('base64url');
}

/** The relying party: our own host by configuration, never that of a request. */
export function relyingPartyId({ settings }: Pick<AccountContext, 'settings'>): string {
  return new URL(settings.publicUrl).hostname;
}

type OptionsContext = Pick<AccountContext, 'database' | 'keys' | 'clock' | 'random' | 'limiter' | 'settings'>;

export interface Asker {
  /** IP address of the client; only counted, by keyed hash. */
  readonly ip: string;
  /** From the cookie of an earlier challenge. */
  readonly browserToken: string | null;
}

async function challenge(
  context: OptionsContext,
  { ip, browserToken: held }: Asker,
  about: { readonly purpose: ChallengePurpose; readonly userId: string | null },
) {
  await context.limiter.take('passkeyChallengePerNetwork', { ip });
  const nonce = context.random.bytes(challengeBytes).toString('base64url');
  const { browserToken } = await storeChallenge(context, { ...about, nonce, browserToken: held });
  return { nonce, browserToken };
}

async function describePasskeys(context: OptionsContext, userId: string): Promise<PasskeyDescriptor[]> {
  const passkeys = await listPasskeys(context, userId);
  return passkeys.map(({ credentialId: id, transports }) => ({
    id,
    type: 'public-key',
    // Written from the same schema.
    transports: transports as PasskeyDescriptor['transports'],
  }));
}

/**
 * What a passkey signs to show that its holder is there: once, within 5 minutes, in the browser that holds `browserToken`.
 * `userId`: whose passkey it must be; null: anybody's, who need not say who they are.
 * @throws AppError rate_limited.
 */
export async function createRequestOptions(
  context: OptionsContext,
  asker: Asker,
  userId: string | null,
): Promise<{ request: PasskeyRequestOptions; browserToken: string }> {
  const { nonce, browserToken } = await challenge(context, asker, { purpose: 'passkey', userId });
  const request: PasskeyRequestOptions = {
    challenge: nonce,
    rpId: relyingPartyId(context),
    timeout: challengeLifeMs,
    // It stands for both factors.
    userVerification: 'required',
    allowCredentials: userId === null ? [] : await describePasskeys(context, userId),
  };
  return { request, browserToken };
}

/** Under what name authenticators list the account. */
async function nameAccount({ database, keys, clock }: OptionsContext, userId: string): Promise<string> {
  const user = await database.db.selectFrom('users').select('emailSealed').where('id', '=', userId).executeTakeFirst();
  return user?.emailSealed
    ? keys.open(userEmailContext(userId), user.emailSealed).toString()
    : passkeyNames.account(new Date(clock.now()).toISOString().slice(0, 10));
}

/**
 * What a passkey is made by, once, within 5 minutes, in the browser that holds `browserToken`. `userId`: of whose account; null:
 * of a new one.
 * @throws AppError rate_limited.
 */
export async function createCreationOptions(
  context: OptionsContext,
  asker: Asker,
  userId: string | null,
): Promise<{ creation: PasskeyCreationOptions; browserToken: string }> {
  const purpose = userId === null ? 'new_account' : 'new_passkey';
  const holder = userId ?? context.random.uuid();
  const { nonce, browserToken } = await challenge(context, asker, { purpose, userId: holder });
  const name = await nameAccount(context, holder);
  const creation: PasskeyCreationOptions = {
    challenge: nonce,
    rp: { id: relyingPartyId(context), name: passkeyNames.service },
    user: { id: userHandle(context.keys, holder), name, displayName: name },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: challengeLifeMs,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    excludeCredentials: await describePasskeys(context, holder),
  };
  return { creation, browserToken };
}
