import { timingSafeEqual } from 'node:crypto';
import type { BlockCipher, KeyRing } from '#core/keys/key-ring.ts';
import { sha256 } from '#platform/sha256.ts';

/** An address is the same for so long: whoever answers it by itself remembers it for seven days. */
const periodDays = 14;
/** For how long after its period a bounce may come. */
const graceDays = 10;
/** For how long a token is read, from its day on. */
const validDays = periodDays + graceDays;
const dayMs = 24 * 60 * 60 * 1000;

const blockBytes = 16;
const macBytes = 10;
/** Key version (1 octet), encrypted block (16), MAC (10). */
const tokenBytes = 1 + blockBytes + macBytes;
/** As the release before last made them, read as long as they are valid: key version (1), day (2), route (8), MAC (10). */
const formerTokenBytes = 1 + 2 + 8 + macBytes;

/** One that names a correspondent: key version (1), MAC (10), and encrypted day (2), route (8) and correspondent (17): 61 characters of base32. */
export const correspondentBytes = 17;
const namedBytes = 2 + 8 + correspondentBytes;
const namingTokenBytes = 1 + macBytes + namedBytes;

/** What a token says, encrypted. */
export interface BounceClaims {
  /** The first one of its period, since 1970-01-01. */
  readonly day: number;
  readonly route: bigint;
  /** The token of their reverse address, as octets; left out: it names none. */
  readonly correspondent?: Buffer;
}

/** What a token was made for. */
export interface TokenPurpose {
  readonly route: bigint;
  /** `name@domain` in lower case. */
  readonly alias: string;
  readonly domain: string;
  readonly correspondent: Buffer | null;
}

function dayOf(time: Date): number {
  return Math.floor(time.getTime() / dayMs);
}

/**
 * The first day of the period: its length is the same for all aliases and its turn is not, so that their addresses do not all change, and
 * are not all unknown to whoever greylists, on one day. By its name alone, it tells nothing that the name does not.
 */
function firstDay(now: Date, hashed: Buffer): number {
  const day = dayOf(now);
  return day - ((day + (hashed.readUInt32BE(8) % periodDays)) % periodDays);
}

/** Whether a token of that day is read. One day ahead is taken, because nodes' clocks differ. */
export function isInTime(now: Date, day: number): boolean {
  const ageDays = dayOf(now) - day;
  return ageDays >= -1 && ageDays <= validDays;
}

function cipherOf(keys: KeyRing, version: number): BlockCipher {
  const cipher = keys.blockCipher('bounce', version);
  if (cipher === null) throw new Error('no key for bounce addresses');
  return cipher;
}

/**
 * Of one purpose and period always the same. Where it names nobody: day (2 octets), route (8), and of the alias's name (6) what makes an
 * alias that was renamed another one, as one AES block, and its MAC. A correspondent's token is of one alias anyway.
 */
export function makeToken(keys: KeyRing, purpose: TokenPurpose, now: Date): Buffer {
  const { route, alias, domain, correspondent } = purpose;
  const hashed = sha256(alias);
  const block = Buffer.alloc(correspondent === null ? blockBytes : namedBytes);
  block.writeUInt16BE(firstDay(now, hashed), 0);
  block.writeBigUInt64BE(route, 2);
  (correspondent ?? hashed).copy(block, 10);
  return correspondent === null ? sealBlock(keys, block, domain) : sealNaming(keys, block, domain);
}

function sealBlock(keys: KeyRing, block: Buffer, domain: string): Buffer {
  const { version, mac } = keys.mac('bounce', [block, domain]);
  const token = Buffer.alloc(tokenBytes);
  token.writeUInt8(version, 0);
  cipherOf(keys, version).encrypt(block).copy(token, 1);
  mac.copy(token, 1 + blockBytes, 0, macBytes);
  return token;
}

function signedOf(named: Buffer, domain: string): readonly (string | Buffer)[] {
  return ['named', named, domain];
}

/** Counter mode from a MAC of what is encrypted: its own inverse, and two texts that differ have nothing in common. */
function turn(cipher: BlockCipher, mac: Buffer, octets: Buffer): Buffer {
  const turned = Buffer.alloc(octets.length);
  const counter = Buffer.alloc(blockBytes);
  mac.copy(counter, 0, 0, macBytes);
  for (let at = 0; at < octets.length; at += blockBytes) {
    counter.writeUInt8(1 + at / blockBytes, blockBytes - 1);
    const stream = cipher.encrypt(counter);
    for (let of = at; of < Math.min(at + blockBytes, octets.length); of += 1) {
      turned[of] = (octets[of] ?? 0) ^ (stream[of - at] ?? 0);
    }
  }
  return turned;
}

function sealNaming(keys: KeyRing, named: Buffer, domain: string): Buffer {
  const { version, mac } = keys.mac('bounce', signedOf(named, domain));
  const turned = turn(cipherOf(keys, version), mac, named);
  return Buffer.concat([Buffer.from([version]), mac.subarray(0, macBytes), turned]);
}

/** Null when it is of no known form, or its MAC is wrong. */
export function openToken(keys: KeyRing, octets: Buffer, domain: string): BounceClaims | null {
  const opened =
    octets.length === namingTokenBytes ? openNaming(keys, octets, domain) : openParts(keys, octets, domain);
  const mac = opened && keys.macAt('bounce', octets.readUInt8(0), opened.signed);
  if (!mac || !timingSafeEqual(mac.subarray(0, macBytes), opened.mac)) return null;
  return opened.claims;
}

/** What a token says, the MAC that it has, and the parts of the one it should have. */
interface Opened {
  readonly claims: BounceClaims;
  readonly mac: Buffer;
  readonly signed: readonly (string | Buffer)[];
}

function openNaming(keys: KeyRing, octets: Buffer, domain: string): Opened | null {
  const cipher = keys.blockCipher('bounce', octets.readUInt8(0));
  if (cipher === null) return null;
  const mac = octets.subarray(1, 1 + macBytes);
  const named = turn(cipher, mac, octets.subarray(1 + macBytes));
  const claims = { day: named.readUInt16BE(0), route: named.readBigUInt64BE(2), correspondent: named.subarray(10) };
  return { claims, mac, signed: signedOf(named, domain) };
}

function openParts(keys: KeyRing, octets: Buffer, domain: string): Opened | null {
  const mac = octets.subarray(-macBytes);
  if (octets.length === formerTokenBytes) {
    const claims = { day: octets.readUInt16BE(1), route: octets.readBigUInt64BE(3) };
    return { claims, mac, signed: [String(claims.day), String(claims.route), domain] };
  }
  const cipher = octets.length === tokenBytes ? keys.blockCipher('bounce', octets.readUInt8(0)) : null;
  if (cipher === null) return null;
  const block = cipher.decrypt(octets.subarray(1, 1 + blockBytes));
  return { claims: { day: block.readUInt16BE(0), route: block.readBigUInt64BE(2) }, mac, signed: [block, domain] };
}

/** Whether it is as the release before last made them, which named a link in either kind. */
export function isFormer(octets: Buffer): boolean {
  return octets.length === formerTokenBytes;
}
