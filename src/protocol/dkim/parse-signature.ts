import { toDomainName } from '#protocol/message/address.ts';
import type { Canonicalization } from '#protocol/dkim/canonicalize-header.ts';
import type { KeyType } from '#protocol/dkim/dkim-keys.ts';
import { parseTagList, readBase64, withoutBlanks, type TagList } from '#protocol/dkim/parse-tag-list.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';
import { decodeTransfer } from '#protocol/message/transfer-encoding.ts';
import { splitAddress } from '#platform/addresses.ts';

/**
 * A signer, whom a signature names and with what it was made: what DKIM-Signature, ARC-Message-Signature and ARC-Seal
 * share.
 */
export interface Signer {
  /** d=, A-label in lower case. */
  readonly domain: string;
  readonly selector: string;
  readonly keyType: KeyType;
  /** b=. */
  readonly signature: Buffer;
}

/** A DKIM-Signature (RFC 6376 §3.5) or an ARC-Message-Signature (RFC 8617 §4.1.2). */
export interface MessageSignature extends Signer {
  readonly headerForm: Canonicalization;
  readonly bodyForm: Canonicalization;
  /** h=, lower case. */
  readonly signedFields: readonly string[];
  /** bh=. */
  readonly bodyHash: Buffer;
  /** l=; null for the whole body. */
  readonly maxBytes: number | null;
  /** x=, seconds since the Unix epoch; null for never. */
  readonly expiresAt: number | null;
  /** i= names a subdomain of d=. */
  readonly identityBelow: boolean;
}

/** Why a signature says nothing, whatever the key. */
export type SignatureFault =
  | 'syntax error'
  | 'missing tag'
  | 'incompatible version'
  | 'unknown algorithm'
  | 'weak algorithm'
  | 'unknown canonicalization'
  | 'unknown query method'
  | 'From is not signed'
  | 'identity of another domain'
  | 'expires before it was made';

const timestamp = /^[0-9]{1,12}$/;
const bodyLength = /^[0-9]{1,76}$/;
const keyTypes: ReadonlyMap<string, KeyType | 'weak'> = new Map([
  ['rsa-sha256', 'rsa'],
  ['ed25519-sha256', 'ed25519'],
  // RFC 8301 §3.1: MUST NOT be used for verifying.
  ['rsa-sha1', 'weak'],
]);

/** The tags of a signature field; null when they are no tag list. */
export function readSignatureTags(field: HeaderField): TagList | null {
  return parseTagList(fieldText(field));
}

/** d= and s= name one place in DNS; null when they cannot. U-labels become A-labels (RFC 8616 §3). */
export function readKeyName(tags: TagList): { readonly domain: string; readonly selector: string } | null {
  const domain = toDomainName(tags.get('d') ?? '');
  const name = domain && toDomainName(`${tags.get('s') ?? ''}._domainkey.${domain}`);
  return domain && name ? { domain, selector: name.slice(0, -`._domainkey.${domain}`.length) } : null;
}

/** Who signed: a=, b=, d= and s=, without which nothing can be checked. */
export function readSigner(tags: TagList): Signer | SignatureFault {
  if (['a', 'b', 'd', 's'].some((name) => !tags.has(name))) return 'missing tag';
  const keyType = keyTypes.get((tags.get('a') ?? '').toLowerCase());
  if (keyType === undefined) return 'unknown algorithm';
  if (keyType === 'weak') return 'weak algorithm';
  const keyName = readKeyName(tags);
  const signature = readBase64(tags.get('b') ?? '');
  return keyName && signature ? { ...keyName, keyType, signature } : 'syntax error';
}

function isForm(text: string): text is Canonicalization {
  return text === 'relaxed' || text === 'simple';
}

/** c=: one name alone is that of the header (RFC 6376 §3.5). */
function readForms(tag = 'simple'): Pick<MessageSignature, 'headerForm' | 'bodyForm'> | null {
  const [headerForm = '', bodyForm = 'simple', more] = tag.toLowerCase().split('/');
  return isForm(headerForm) && isForm(bodyForm) && more === undefined ? { headerForm, bodyForm } : null;
}

function readNumber(tag: string | undefined, form: RegExp): number | null | undefined {
  if (tag === undefined) return null;
  return form.test(tag) ? Number(tag) : undefined;
}

/** t=, x= and l=. */
function readNumbers(tags: TagList): Pick<MessageSignature, 'maxBytes' | 'expiresAt'> | SignatureFault {
  const madeAt = readNumber(tags.get('t'), timestamp);
  const expiresAt = readNumber(tags.get('x'), timestamp);
  const maxBytes = readNumber(tags.get('l'), bodyLength);
  if (madeAt === undefined || expiresAt === undefined || maxBytes === undefined) return 'syntax error';
  if (madeAt !== null && expiresAt !== null && expiresAt <= madeAt) return 'expires before it was made';
  return { maxBytes, expiresAt };
}

/** h= as a list of lower-case names. */
export function readSignedFields(tags: TagList): string[] {
  return withoutBlanks(tags.get('h') ?? '')
    .toLowerCase()
    .split(':')
    .filter((name) => name !== '');
}

/** A signature over header and body, what only DKIM-Signature has left aside (v=, i=, q=). */
export function readMessageSignature(tags: TagList): MessageSignature | SignatureFault {
  const signer = readSigner(tags);
  if (typeof signer === 'string') return signer;
  if (!tags.has('h') || !tags.has('bh')) return 'missing tag';
  const forms = readForms(tags.get('c'));
  if (forms === null) return 'unknown canonicalization';
  const bodyHash = readBase64(tags.get('bh') ?? '');
  const signedFields = readSignedFields(tags);
  const numbers = readNumbers(tags);
  if (typeof numbers === 'string') return numbers;
  if (bodyHash === null || signedFields.length === 0) return 'syntax error';
  if (!signedFields.includes('from')) return 'From is not signed';
  return { ...signer, ...forms, ...numbers, bodyHash, signedFields, identityBelow: false };
}

/** Whether i=, in quoted-printable (RFC 6376 §2.11), names d= (`same`), a subdomain of it (`below`) or neither (null). */
function readIdentity(tag: string | undefined, domain: string): 'same' | 'below' | null {
  if (tag === undefined) return 'same';
  const identity = tag.includes('=')
    ? decodeTransfer(Buffer.from(withoutBlanks(tag)), 'quoted-printable').toString()
    : tag;
  const name = identity.includes('@') ? toDomainName(splitAddress(identity).domain) : null;
  if (name === domain) return 'same';
  return name?.endsWith(`.${domain}`) ? 'below' : null;
}

/** A whole DKIM-Signature (RFC 6376 §3.5, §6.1.1). */
export function readDkimSignature(tags: TagList): MessageSignature | SignatureFault {
  if (!tags.has('v')) return 'missing tag';
  if (tags.get('v') !== '1') return 'incompatible version';
  const signature = readMessageSignature(tags);
  if (typeof signature === 'string') return signature;
  const methods = tags
    .get('q')
    ?.split(':')
    .map((method) => method.trim().toLowerCase());
  if (methods?.includes('dns/txt') === false) return 'unknown query method';
  const identity = readIdentity(tags.get('i'), signature.domain);
  return identity === null ? 'identity of another domain' : { ...signature, identityBelow: identity === 'below' };
}
