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

/** What a token says, encrypted. */
export interface BounceClaims {
  /** The first one of its period, since 1970-01-01. */
  readonly day: number;
  readonly route: bigint;
}

/** What a token was made for. */
export interface TokenPurpose {
  readonly route: bigint;
  /** `name@domain` in lower case. */
  readonly alias: string;
  readonly domain: string;
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

/** Day (2 octets), route (8), and of the alias's name (6) what makes an alias that was renamed another one: one AES block, and its MAC. */
export function makeToken(keys: KeyRing, { route, alias, domain }: TokenPurpose, now: Date): Buffer {
  const hashed = sha256(alias);
  const block = Buffer.alloc(blockBytes);
  block.writeUInt16BE(firstDay(now, hashed), 0);
  block.writeBigUInt64BE(route, 2);
  hashed.copy(block, 10);
  const { version, mac } = keys.mac('bounce', [block, domain]);
  const token = Buffer.alloc(tokenBytes);
  token.writeUInt8(version, 0);
  cipherOf(keys, version).encrypt(block).copy(token, 1);
  mac.copy(token, 1 + blockBytes, 0, macBytes);
  return token;
}

/** Null when it is of no known form, or its MAC is wrong. */
export function openToken(keys: KeyRing, octets: Buffer, domain: string): BounceClaims | null {
  const opened = openParts(keys, octets, domain);
  const mac = opened && keys.macAt('bounce', octets.readUInt8(0), opened.signed);
  if (!mac || !timingSafeEqual(mac.subarray(0, macBytes), octets.subarray(-macBytes))) return null;
  return opened?.claims ?? null;
}

/** What a token says, and the parts of its MAC. */
function openParts(
  keys: KeyRing,
  octets: Buffer,
  domain: string,
): { readonly claims: BounceClaims; readonly signed: readonly (string | Buffer)[] } | null {
  if (octets.length === formerTokenBytes) {
    const claims = { day: octets.readUInt16BE(1), route: octets.readBigUInt64BE(3) };
    return { claims, signed: [String(claims.day), String(claims.route), domain] };
  }
  const cipher = octets.length === tokenBytes ? keys.blockCipher('bounce', octets.readUInt8(0)) : null;
  if (cipher === null) return null;
  const block = cipher.decrypt(octets.subarray(1, 1 + blockBytes));
  return { claims: { day: block.readUInt16BE(0), route: block.readBigUInt64BE(2) }, signed: [block, domain] };
}

/** Whether it is as the release before last made them, which named a link in either kind. */
export function isFormer(octets: Buffer): boolean {
  return octets.length === formerTokenBytes;
}
