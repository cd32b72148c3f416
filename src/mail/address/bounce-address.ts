import { timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { decodeBase32, encodeBase32 } from '#mail/address/base32.ts';

const validDays = 10;
const dayMs = 24 * 60 * 60 * 1000;
const macBytes = 10;
/** Key version (1 octet), day (2), link id (8), MAC (10). */
const tokenBytes = 21;

interface BounceClaims {
  readonly day: number;
  readonly linkId: string;
  readonly domain: string;
}

const macParts = ({ day, linkId, domain }: BounceClaims): string[] => [String(day), linkId, domain];

const dayOf = (time: Date): number => Math.floor(time.getTime() / dayMs);

/**
 * The envelope sender of what goes to one target of an alias: `b=TOKEN@domain`, where TOKEN is base32 of key version,
 * day, link id and an 80-bit MAC over day, link and domain. Nothing of the sender is in it. `linkId`: bigint as text.
 * @throws RangeError when the link id or key version does not fit.
 */
export const makeBounceAddress = (
  keys: KeyRing,
  { linkId, domain, now }: { readonly linkId: string; readonly domain: string; readonly now: Date },
): string => {
  const day = dayOf(now);
  const { version, mac } = keys.mac('bounce', macParts({ day, linkId, domain }));
  const token = Buffer.alloc(tokenBytes);
  token.writeUInt8(version, 0);
  token.writeUInt16BE(day, 1);
  token.writeBigUInt64BE(BigInt(linkId), 3);
  mac.copy(token, tokenBytes - macBytes, 0, macBytes);
  return `b=${encodeBase32(token)}@${domain}`;
};

/**
 * The link a bounce address was made for; null when we did not make it for this domain or it is older than 10 days.
 * One day ahead is taken, because nodes' clocks differ.
 */
export const readBounceAddress = (
  keys: KeyRing,
  { token, domain }: { readonly token: string; readonly domain: string },
  now: Date,
): { linkId: string } | null => {
  const octets = decodeBase32(token);
  if (octets?.length !== tokenBytes) return null;
  const day = octets.readUInt16BE(1);
  const linkId = octets.readBigUInt64BE(3).toString();
  const mac = keys.macAt('bounce', octets.readUInt8(0), macParts({ day, linkId, domain }));
  if (mac === null || !timingSafeEqual(mac.subarray(0, macBytes), octets.subarray(-macBytes))) return null;
  const ageDays = dayOf(now) - day;
  return ageDays >= -1 && ageDays <= validDays ? { linkId } : null;
};
