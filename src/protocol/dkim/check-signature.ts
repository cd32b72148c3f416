import { verify } from 'node:crypto';
import { promisify } from 'node:util';
import { sha256 } from '#platform/sha256.ts';
import type { Clock } from '#platform/clock.ts';
import type { BodyHashes } from '#protocol/dkim/body-hashes.ts';
import { canonicalizeOwn, canonicalizeSigned, type FieldIndex } from '#protocol/dkim/canonicalize-header.ts';
import { findDkimKey, type KeyAnswer, type LocalKey, type DkimKey } from '#protocol/dkim/dkim-keys.ts';
import type { MessageSignature, Signer } from '#protocol/dkim/parse-signature.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';

const verifyAsync = promisify(verify);

/** The context of a verification: what it needs from outside. */
export interface VerificationContext {
  readonly resolver: Pick<Resolver, 'txt'>;
  readonly clock: Clock;
}

/** What is the same for all signatures of a message. */
export interface SignedMessage {
  readonly index: FieldIndex;
  readonly hashes: BodyHashes;
  readonly localKey: LocalKey;
}

/**
 * A result of DKIM (RFC 8601 §2.7.1). A signature that can never be checked is `neutral`; none at all is an empty list.
 */
export type DkimResult = 'pass' | 'fail' | 'policy' | 'neutral' | 'temperror';

/** The outcome of one signature, and a short reason where it is no pass. */
export interface Outcome {
  readonly result: DkimResult;
  readonly comment: string | null;
}

function outcome(result: DkimResult, comment: string): Outcome {
  return { result, comment };
}
const passed: Outcome = { result: 'pass', comment: null };

/** A longer text takes longer to hash than the way to the thread pool and back. */
const quickBytes = 64 * 1024;

/**
 * Whether `key` made `signature` over `text` (octets as Latin-1 characters); what takes long on the pool. Never throws.
 */
async function isMadeBy(text: string, { signature }: Signer, { key, type, quick }: DkimKey): Promise<boolean> {
  const octets = Buffer.from(text, 'latin1');
  // RFC 8463 §3: Ed25519 signs the hash of the text.
  const [algorithm, data] = type === 'rsa' ? ['sha256', octets] : [null, sha256(octets)];
  try {
    if (quick && data.length <= quickBytes) return verify(algorithm, data, key, signature);
    return await verifyAsync(algorithm, data, key, signature);
  } catch {
    return false;
  }
}

/** Whether `key`, which the signature names, made it over the text (RFC 6376 §6.1.2, §6.1.3). Never throws. */
export async function checkWithKey(key: KeyAnswer, signer: Signer, text: () => string): Promise<Outcome> {
  if (key === 'DNS trouble') return outcome('temperror', key);
  if (key === 'weak key') return outcome('policy', key);
  if (typeof key === 'string') return outcome('neutral', key);
  if (key.type !== signer.keyType) return outcome('neutral', 'key of another algorithm');
  return (await isMadeBy(text(), signer, key)) ? passed : outcome('fail', 'bad signature');
}

/** What the body says against a signature; null for nothing. */
function checkBody({ hashes }: SignedMessage, { bodyForm, maxBytes, bodyHash }: MessageSignature): Outcome | null {
  const bytes = hashes.canonicalBytes(bodyForm);
  // RFC 6376 §3.5: MUST NOT be larger than the body.
  if (maxBytes !== null && maxBytes > bytes) return outcome('neutral', 'l= beyond the body');
  // RFC 6376 §8.2: whoever adds to the body would be vouched for; a reader sees only what was added.
  if (maxBytes !== null && maxBytes < bytes) return outcome('policy', 'l= below the body');
  return hashes.sha256(bodyForm).equals(bodyHash) ? null : outcome('fail', 'body hash did not verify');
}

/** RFC 6376 §3.6.1, §3.10, t=s: i= must not name a subdomain. */
function checkIdentity(key: KeyAnswer, { identityBelow }: MessageSignature): Outcome | null {
  return identityBelow && typeof key !== 'string' && key.sameDomainOnly
    ? outcome('neutral', 'key not for subdomains')
    : null;
}

/**
 * Verifies one signature over header and body (RFC 6376 §6.1). A body that differs is a fail whatever DNS says, and one
 * that is signed in part is no pass. Never throws.
 */
export async function checkMessageSignature(
  context: VerificationContext,
  message: SignedMessage,
  field: HeaderField,
  signature: MessageSignature,
): Promise<Outcome> {
  const { expiresAt, headerForm, signedFields } = signature;
  if (expiresAt !== null && expiresAt * 1000 < context.clock.now()) return outcome('neutral', 'expired');
  const key = await findDkimKey(context.resolver, signature, message.localKey);
  const text = (): string =>
    canonicalizeSigned(message.index, signedFields, headerForm) + canonicalizeOwn(field, headerForm);
  return checkBody(message, signature) ?? checkIdentity(key, signature) ?? checkWithKey(key, signature, text);
}
