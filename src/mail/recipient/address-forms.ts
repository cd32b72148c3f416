import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { base32nopad } from '@scure/base';
import { readReverseName, writeReverseName, type ReverseSpelling } from '#contract/reserved-names/reverse-names.ts';
import { roleMailboxes } from '#contract/reserved-names/role-mailboxes.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Random } from '#platform/random.ts';
import { correspondentBytes, isFormer, isInTime, makeToken, openToken } from '#mail/recipient/bounce-token.ts';
import { sha256 } from '#platform/sha256.ts';
import { splitAddress, parseAddress, normalizeAddress } from '#protocol/message/address.ts';

const lowerCase = /^[a-z2-7]*$/;

/** Octets as base32 in lower case without padding (RFC 4648 §6): safe in local parts, which may be case-folded. */
export function encodeBase32(octets: Buffer): string {
  return base32nopad.encode(octets).toLowerCase();
}

/** The octets of a base32 text in lower case; null for other characters, lengths or unused bits that are not zero. */
export function decodeBase32(text: string): Buffer | null {
  if (!lowerCase.test(text)) return null;
  try {
    return Buffer.from(base32nopad.decode(text.toUpperCase()));
  } catch {
    return null;
  }
}

/** 130 bits: nobody guesses a token, and two correspondents never share one. */
const tokenLength = 26;
const nonceBytes = 12;
const tagBytes = 16;

/** Who writes to which alias of whom. */
interface Correspondence {
  readonly userId: string;
  /** `name@domain` in lower case. */
  readonly aliasAddress: string;
  /** An address as `parseAddress` gives it. */
  readonly correspondent: string;
}

/**
 * The token of a correspondent's reverse address: base32 of HMAC-SHA-256(user id, alias address, correspondent), cut to
 * 26 characters. The same correspondent always gets the same token, also after the alias was deleted and taken again.
 *
 * It is made under the newest `reverse` key. Changing SECRET_KEY only re-seals that key and changes no token. A new key
 * version, called for only when the key itself leaked, gives correspondents new addresses from then on; the old ones go
 * on working, because rows are found by the hash of the token and no key.
 */
export function reverseToken(keys: KeyRing, { userId, aliasAddress, correspondent }: Correspondence): string {
  const { mac } = keys.mac('reverse', [userId, aliasAddress, normalizeAddress(correspondent)]);
  return encodeBase32(mac).slice(0, tokenLength);
}

/** The address a token stands in; in mail that we write always with `=`. */
export function reverseAddress(token: string, domain: string, spelling: ReverseSpelling = 'equals'): string {
  return `${writeReverseName(token, spelling)}@${domain}`;
}

/** What the row of a contact is found by: SHA-256, 32 octets. The token itself is stored nowhere. */
export function reverseTokenHash(token: string): Buffer {
  return sha256(token);
}

/** As an object: a cipher begins four times faster with one than with octets. */
function contactKey(token: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', token, '', 'kauke contact', 32)));
}

/**
 * Seals a correspondent's address so that only who knows the token can open it: AES-256-GCM under HKDF-SHA-256(token).
 * Form: nonce (12 octets), ciphertext, tag (16).
 */
export function sealCorrespondent(token: string, random: Random, correspondent: string): Buffer {
  const nonce = random.bytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', contactKey(token), nonce);
  return Buffer.concat([nonce, cipher.update(correspondent), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Opens what `sealCorrespondent` sealed.
 * @throws Error when the octets were altered or belong to another token.
 */
export function openCorrespondent(token: string, sealed: Buffer): string {
  const options = { authTagLength: tagBytes };
  const decipher = createDecipheriv('aes-256-gcm', contactKey(token), sealed.subarray(0, nonceBytes), options);
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  const opened = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
  return Buffer.concat([opened, decipher.final()]).toString();
}

/** Whose bounce it is: of what the alias forwarded to a target, or of what its owner sent as the alias. */
export type BounceOf = 'forward' | 'sent';

/** Id of the link or number of the alias has this bit set for what was sent: numbers of rows never reach it. */
const sentBit = 1n << 63n;

interface BounceAddress {
  /** bigint as text: of what is forwarded the link of alias and target, of what is sent the number of the alias. */
  readonly id: string;
  /** `name@domain` in lower case. */
  readonly alias: string;
  readonly now: Date;
  readonly of: BounceOf;
  /** The token of whoever wrote what is forwarded, where a note that answers it reaches them; null or left out: it goes nowhere. */
  readonly correspondent?: string | null;
}

/** A token of a reverse address as octets: 28 characters are 17 of them. */
const fill = 'aa';

function octetsOf(token: string): Buffer {
  const octets = decodeBase32(`${token}${fill}`);
  if (octets?.length !== correspondentBytes) throw new RangeError('no token of a reverse address');
  return octets;
}

/**
 * Bounce address (VERP): the envelope sender of what goes to one target of an alias, or of what the alias sends. It is
 * `b=TOKEN@domain`, where TOKEN is base32 of key version, first day of its period and route as one AES block, and an 80-bit MAC over
 * block and domain. Nobody else can order or join two tokens, or tell when they were made and how many there are. For one route and
 * kind it is the same for 14 days, so that greylisting learns it and what answers it by itself knows it again; nothing of the sender
 * is in it, but where it names a correspondent the token of their reverse address, encrypted.
 * @throws RangeError when the id, the token or the key version does not fit.
 */
export function makeBounceAddress(keys: KeyRing, { id, alias, now, of, correspondent }: BounceAddress): string {
  const number = BigInt(id);
  if (number < 0n || number >= sentBit) throw new RangeError('the id does not fit');
  const route = of === 'sent' ? number | sentBit : number;
  const { domain } = splitAddress(alias);
  const named = correspondent ? octetsOf(correspondent) : null;
  return `b=${encodeBase32(makeToken(keys, { route, alias, domain, correspondent: named }, now))}@${domain}`;
}

/** What a bounce address was made for. */
export interface BouncedName {
  readonly of: BounceOf;
  /** What `id` is of. What is sent names the alias, whose targets may be others by the time of the bounce. */
  readonly names: 'link' | 'alias';
  /** bigint as text. */
  readonly id: string;
  /** The token of whoever wrote what was forwarded, where a note reaches them. */
  readonly correspondent?: string;
}

/**
 * What a bounce address (VERP) was made for; null when we did not make it for this domain or its period began more than 24 days
 * ago: it is read for 10 days after its last use.
 */
export function readBounceAddress(
  keys: KeyRing,
  { token, domain }: { readonly token: string; readonly domain: string },
  now: Date,
): BouncedName | null {
  const octets = decodeBase32(token);
  const claims = octets && openToken(keys, octets, domain);
  if (octets === null || claims === null || !isInTime(now, claims.day)) return null;
  const { route, correspondent } = claims;
  const isSent = route >= sentBit;
  const names = isSent && !isFormer(octets) ? 'alias' : 'link';
  const name = { of: isSent ? 'sent' : 'forward', names, id: (route & ~sentBit).toString() } as const;
  return correspondent ? { ...name, correspondent: encodeBase32(correspondent).slice(0, tokenLength) } : name;
}

/** What an address at one of our domains means by its form alone. */
export type ParsedRecipient =
  /** `local` in lower case, without `+tag`. */
  | { readonly kind: 'alias'; readonly local: string; readonly domain: string }
  /** `name+bob=example.com@`: whom the owner of the alias writes to, as `parseAddress` gives them. */
  | { readonly kind: 'send'; readonly local: string; readonly correspondent: string; readonly domain: string }
  /** `local` in lower case: of the plain spelling the name of an alias, too, which was there before there were such addresses. */
  | { readonly kind: 'reverse'; readonly token: string; readonly local: string; readonly domain: string }
  | { readonly kind: 'bounce'; readonly token: string; readonly domain: string }
  /** `domain` is null for a bare `postmaster` (RFC 5321 §4.5.1). */
  | { readonly kind: 'role'; readonly local: string; readonly domain: string | null }
  /** `domain` is null when the text is no address at all. */
  | { readonly kind: 'invalid'; readonly domain: string | null };

/** Letters, digits, `-` and `_` in runs joined by single dots; then perhaps a tag, which cannot need quotes. */
const aliasForm = /^([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?:\+[\x21-\x7e]*)?$/;
/** RFC 5321 §4.5.3.1.1. */
const maxLocalOctets = 64;
/** 27 octets; 38 where it names a correspondent, 21 as the release before last wrote them. */
const bounceForm = /^b=([a-z2-7]{44}|[a-z2-7]{61}|[a-z2-7]{34})$/;

/** The address that a tag spells: its last `=` is the at sign, and behind it stands a domain with a dot. Null: it is a tag. */
function readTag(tag: string): string | null {
  const at = tag.lastIndexOf('=');
  const host = tag.slice(at + 1);
  return at > 0 && host.includes('.') ? parseAddress(`${tag.slice(0, at)}@${host}`) : null;
}

/**
 * Reads a recipient as given in RCPT TO, without angle brackets. `=` cannot stand in an alias name, and none
 * is made that has the plain spelling of a reverse address, so the kinds never collide. Domains come back as A-labels in lower case. Says nothing about what exists. Never throws.
 */
export function parseRecipient(address: string): ParsedRecipient {
  if (address.toLowerCase() === 'postmaster') return { kind: 'role', local: 'postmaster', domain: null };
  const parsed = parseAddress(address);
  if (parsed === null) return { kind: 'invalid', domain: null };
  const { local: written, domain } = splitAddress(parsed);
  const local = written.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const token = readReverseName(local);
  if (token !== null) return { kind: 'reverse', token, local, domain };
  const bounce = bounceForm.exec(local)?.[1];
  if (bounce !== undefined) return { kind: 'bounce', token: bounce, domain };
  const name = aliasForm.exec(local)?.[1] ?? '';
  if (name === '' || name.length > maxLocalOctets) return { kind: 'invalid', domain };
  return readTagged(name, written.slice(name.length + 1), domain);
}

/** A send address too long for a local part is none, and no tag either: its mail would reach the one who wrote it. */
function readTagged(local: string, tag: string, domain: string): ParsedRecipient {
  if (roleMailboxes.has(local)) return { kind: 'role', local, domain };
  const correspondent = readTag(tag);
  if (correspondent === null) return { kind: 'alias', local, domain };
  const octets = local.length + 1 + tag.length;
  return octets > maxLocalOctets ? { kind: 'invalid', domain } : { kind: 'send', local, correspondent, domain };
}

/** Whether an address is this alias (`name@domain` in lower case) itself, with or without a `+tag`. */
export function isOfAlias(address: string, alias: string): boolean {
  const parsed = parseRecipient(address);
  return parsed.kind !== 'send' && 'local' in parsed && `${parsed.local}@${parsed.domain}` === alias;
}

/** An address for comparison: normalised, and a reverse address in one spelling. */
export function comparableAddress(address: string): string {
  const parsed = parseRecipient(address);
  return parsed.kind === 'reverse' ? reverseAddress(parsed.token, parsed.domain) : normalizeAddress(address);
}

/** Whom a send address of an alias (`name@domain` in lower case) stands for, within another one too; null: it is none. */
export function decodeSendAddress(address: string, alias: string): string | null {
  const parsed = parseRecipient(address);
  if (parsed.kind !== 'send' || `${parsed.local}@${parsed.domain}` !== alias) return null;
  return decodeSendAddress(parsed.correspondent, alias) ?? parsed.correspondent;
}

/**
 * What a waiting delivery remembers of who wrote it: the hash of the contact in hex and, where a note of the inbox reaches them, a dot
 * and the token. Nodes of the release before read as far as the dot.
 */
export function makeAuthorMark(token: string, isNoted: boolean): string {
  const hash = reverseTokenHash(token).toString('hex');
  return isNoted ? `${hash}.${token}` : hash;
}

export interface AuthorMark {
  readonly hash: Buffer;
  /** Null where no note reaches them. */
  readonly token: string | null;
}

/** Null: nobody is known to have written it. */
export function readAuthorMark(mark: string | undefined): AuthorMark | null {
  if (mark === undefined) return null;
  const [hash = '', token = null] = mark.split('.');
  return { hash: Buffer.from(hash, 'hex'), token };
}
