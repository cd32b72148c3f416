import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import type { Assertion, Attestation } from '#contract/account/passkeys.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { useChallenge, type ChallengePurpose } from '#core/sign-in/challenges/browser-challenge.ts';
import { passkeyAlgorithms, relyingPartyId, userHandle } from '#core/sign-in/passkeys/passkey-options.ts';

type VerifyContext = Pick<AccountContext, 'database' | 'keys' | 'clock' | 'settings' | 'log'>;

/** Look-up hash of a credential id, one for all spellings of its octets. */
export function credentialHash(keys: KeyRing, credentialId: string): Buffer {
  return keys.lookupHash('passkey_credential', Buffer.from(credentialId, 'base64url').toString('base64url'));
}

const clientDataSchema = z.object({ challenge: z.string(), crossOrigin: z.boolean().optional() });

/** Of which challenge an answer says to be; null for one that came out of a page within another site's. */
function readChallenge(clientDataJson: string): string | null {
  try {
    const text = Buffer.from(clientDataJson, 'base64url').toString();
    const { challenge, crossOrigin } = clientDataSchema.parse(JSON.parse(text));
    return crossOrigin === true ? null : challenge;
  } catch {
    return null;
  }
}

/** Uses the challenge of an answer up, whatever else is wrong with it. @throws AppError passkey_refused. */
async function takeChallenge(
  context: VerifyContext,
  clientDataJson: string,
  { purpose, browserToken }: { purpose: ChallengePurpose; browserToken: string | null },
): Promise<{ nonce: string; userId: string | null }> {
  const nonce = readChallenge(clientDataJson);
  const used = nonce === null ? undefined : await useChallenge(context, { purpose, nonce, browserToken });
  if (nonce === null || used === undefined || used.expiresAt.getTime() <= context.clock.now())
    throw new AppError('passkey_refused');
  return { nonce, userId: used.userId };
}

/** Loaded with the first passkey: 18 packages, most of them for statements that we never read. */
function loadLibrary() {
  return import('@simplewebauthn/server');
}

/** What is wrong with an answer is for nobody but a test to know. */
function refuse(): never {
  throw new AppError('passkey_refused');
}

/** What the library reads of an answer beside its response. */
function bare({ id, rawId, type }: Pick<Assertion, 'id' | 'rawId' | 'type'>) {
  return { id, rawId, type, clientExtensionResults: {} };
}

function expected(context: VerifyContext, nonce: string) {
  return {
    expectedChallenge: nonce,
    expectedOrigin: new URL(context.settings.publicUrl).origin,
    expectedRPID: relyingPartyId(context),
    requireUserVerification: true,
  };
}

/**
 * An attestation object without its statement. Nobody asked who made the authenticator, and to check what one says of that, the
 * library would fetch whatever address its certificate names.
 */
async function dropStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const authData = decodeAttestationObject(Buffer.from(attestationObject, 'base64url')).get('authData');
  const bare = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  return Buffer.from(isoCBOR.encode(bare as Map<string, Uint8Array>)).toString('base64url');
}

export interface VerifiedPasskey {
  readonly userId: string;
  readonly credentialId: Buffer;
  /** COSE. */
  readonly publicKey: Buffer;
  readonly algorithm: number;
  readonly counter: number;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
}

async function checkAttestation(context: VerifyContext, credential: Attestation, nonce: string) {
  const { verifyRegistrationResponse } = await loadLibrary();
  const { decodeCredentialPublicKey, cose } = await import('@simplewebauthn/server/helpers');
  const attestationObject = await dropStatement(credential.response.attestationObject);
  const { verified, registrationInfo: info } = await verifyRegistrationResponse({
    ...expected(context, nonce),
    response: {
      ...bare(credential),
      response: { clientDataJSON: credential.response.clientDataJSON, attestationObject },
    },
    supportedAlgorithmIDs: [...passkeyAlgorithms],
  });
  const algorithm = verified ? decodeCredentialPublicKey(info.credential.publicKey).get(cose.COSEKEYS.alg) : undefined;
  // Its id stands in what is signed and beside it.
  if (!verified || algorithm === undefined || info.credential.id !== credential.id) return refuse();
  return {
    credentialId: Buffer.from(info.credential.id, 'base64url'),
    publicKey: Buffer.from(info.credential.publicKey),
    algorithm,
    counter: info.credential.counter,
    backupEligible: info.credentialDeviceType === 'multiDevice',
    backedUp: info.credentialBackedUp,
  };
}

/**
 * Checks a new passkey against the challenge it was made for, in this browser.
 * @throws AppError passkey_refused.
 */
export async function verifyAttestation(
  context: VerifyContext,
  credential: Attestation,
  about: { purpose: 'new_account' | 'new_passkey'; browserToken: string | null },
): Promise<VerifiedPasskey> {
  const { nonce, userId } = await takeChallenge(context, credential.response.clientDataJSON, about);
  if (userId === null) return refuse();
  // Every fault of an answer is an exception of the library.
  const passkey = await checkAttestation(context, credential, nonce).catch(refuse);
  return { ...passkey, userId };
}

/** What an accepted signature says of its passkey. */
export interface PasskeyUse {
  readonly id: string;
  readonly userId: string;
  readonly counter: number;
  readonly backedUp: boolean;
}

/**
 * Checks that a passkey signed a challenge of ours for this browser, its holder having been verified, and tells whose it is.
 * The use must then be noted (`noteUse`), which finds copies.
 * @throws AppError passkey_refused.
 */
export async function verifyAssertion(
  context: VerifyContext,
  credential: Assertion,
  browserToken: string | null,
): Promise<PasskeyUse> {
  const { database, keys } = context;
  const about = { purpose: 'passkey', browserToken } as const;
  const { nonce, userId } = await takeChallenge(context, credential.response.clientDataJSON, about);
  const row = await database.db
    .selectFrom('passkeys')
    .select(['id', 'userId', 'publicKey'])
    .where('credentialHash', '=', credentialHash(keys, credential.id))
    .executeTakeFirst();
  if (row === undefined || (userId !== null && row.userId !== userId)) return refuse();
  // Without it a passkey is only taken for the account that it was asked of (WebAuthn level 3 §7.2, step 6).
  const handle = credential.response.userHandle ?? (userId === null ? '' : userHandle(keys, userId));
  if (handle !== userHandle(keys, row.userId)) return refuse();
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { clientDataJSON, authenticatorData, signature } = credential.response;
  const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
    ...expected(context, nonce),
    response: { ...bare(credential), response: { clientDataJSON, authenticatorData, signature } },
    // Its counter is compared where it is written.
    credential: { id: credential.id, publicKey: new Uint8Array(row.publicKey), counter: 0 },
  }).catch(refuse);
  if (!verified) return refuse();
  return { id: row.id, userId: row.userId, counter: info.newCounter, backedUp: info.credentialBackedUp };
}
