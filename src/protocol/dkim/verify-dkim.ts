import type { BodyHashes } from '#protocol/dkim/body-hashes.ts';
import { indexFields } from '#protocol/dkim/canonicalize-header.ts';
import {
  checkMessageSignature,
  type DkimResult,
  type Outcome,
  type SignedMessage,
  type VerificationContext,
} from '#protocol/dkim/check-signature.ts';
import type { LocalKey } from '#protocol/dkim/dkim-keys.ts';
import {
  readDkimSignature,
  readKeyName,
  readSignatureTags,
  readSignedFields,
  type SignatureFault,
} from '#protocol/dkim/parse-signature.ts';
import { withoutBlanks, type TagList } from '#protocol/dkim/parse-tag-list.ts';
import type { HeaderField, RawMessage } from '#protocol/message/parse-message.ts';

/** A verdict about one DKIM-Signature of the message; a `pass` covers From and the whole body. */
export interface DkimVerdict {
  readonly result: DkimResult;
  /** d=, A-label in lower case; null where the signature does not say. */
  readonly domain: string | null;
  readonly selector: string | null;
  /** a=, for example `rsa-sha256`. */
  readonly algorithm: string | null;
  /** First characters of b=, for Authentication-Results (RFC 6008). */
  readonly signaturePrefix: string;
  /** Names in h=, lower case, one for each instance that is covered. */
  readonly signedFields: readonly string[];
  /** A short reason for what is not a pass, without any address. */
  readonly comment: string | null;
}

export interface VerifyInput {
  readonly message: RawMessage;
  readonly hashes: BodyHashes;
  readonly localKey: LocalKey;
}

/** From the top; what stands below is not looked at (RFC 6376 §6.1: a verifier may limit their number). */
const maxSignatures = 10;
const prefixCharacters = 8;
const knownAlgorithm = /^[a-z0-9]{1,20}-[a-z0-9]{1,20}$/;
const base64Start = /^[A-Za-z0-9+/]{1,8}/;

/** What a signature says of itself, checked or not. */
function describe(tags: TagList): Omit<DkimVerdict, 'result' | 'comment'> {
  const keyName = readKeyName(tags);
  const algorithm = tags.get('a')?.toLowerCase() ?? '';
  return {
    domain: keyName?.domain ?? null,
    selector: keyName?.selector ?? null,
    algorithm: knownAlgorithm.test(algorithm) ? algorithm : null,
    signaturePrefix: base64Start.exec(withoutBlanks(tags.get('b') ?? ''))?.[0].slice(0, prefixCharacters) ?? '',
    signedFields: readSignedFields(tags),
  };
}

const noTags: TagList = new Map();

/** RFC 8301 §3.1 makes the weak algorithm unacceptable; the rest cannot be processed (RFC 8601 §2.7.1). */
function unchecked(fault: SignatureFault): Outcome {
  return {
    result: fault === 'weak algorithm' ? 'policy' : 'neutral',
    comment: fault,
  };
}

async function verifyOne(
  context: VerificationContext,
  message: SignedMessage,
  field: HeaderField,
): Promise<DkimVerdict> {
  const tags = readSignatureTags(field);
  const description = describe(tags ?? noTags);
  const signature = tags === null ? 'syntax error' : readDkimSignature(tags);
  if (typeof signature === 'string') return { ...description, ...unchecked(signature) };
  return { ...description, ...(await checkMessageSignature(context, message, field, signature)) };
}

/**
 * Verifies the first ten DKIM signatures of a message (RFC 6376, RFC 8301, RFC 8463), from the top; without one the
 * list is empty. Signatures of domains for which `localKey` has a key need no DNS. DNS trouble is a `temperror` of the
 * signature. Never throws.
 */
export async function verifyDkim(
  context: VerificationContext,
  { message, hashes, localKey }: VerifyInput,
): Promise<DkimVerdict[]> {
  const index = indexFields(message.fields);
  const fields = index.get('dkim-signature')?.slice(0, maxSignatures) ?? [];
  return Promise.all(fields.map((field) => verifyOne(context, { index, hashes, localKey }, field)));
}
