import { timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { decodeBase32, encodeBase32 } from '#mail/recipient/base32.ts';

const validDays = 10;
const dayMs = 24 * 60 * 60 * 1000;
const macBytes = 10;
/** Key version (1 octet), day (2), link id (8), MAC (10). */
const tokenBytes = 21;

/** Whose bounce it is: of what the alias forwarded to a target, or of what its owner sent as the alias. */
export type BounceOf = 'forward' | 'sent';

interface BounceClaims {
  readonly day: number;
  /** Link id, with the highest bit set for what was sent: ids of rows never reach it. */
  readonly link: bigint;
  readonly domain: string;
}

const sentBit = 1n << 63n;

function macParts({ day, link, domain }: BounceClaims): string[] {
  return [String(day), link.toString(), domain];
}

function dayOf(time: Date): number {
  return Math.floor(time.getTime() / dayMs);
}

/**
 * The envelope sender of what goes to one target of an alias, or of what the alias sends: `b=TOKEN@domain`, where TOKEN
 * is base32 of key version, day, link and an 80-bit MAC over day, link and domain. Nothing of the sender is in it.
 * `linkId`: bigint as text; of what is sent, the link of the target that hears of a failure.
 * @throws RangeError when the link id or key version does not fit.
 */
export function makeBounceAddress(
  keys: KeyRing,
  {
    linkId,
    domain,
    now,
    of,
  }: { readonly linkId: string; readonly domain: string; readonly now: Date; readonly of: BounceOf },
): string {
  const day = dayOf(now);
  const link = BigInt(linkId);
  if (link < 0n || link >= sentBit) throw new RangeError('the link id does not fit');
  const marked = of === 'sent' ? link | sentBit : link;
  const { version, mac } = keys.mac('bounce', macParts({ day, link: marked, domain }));
  const token = Buffer.alloc(tokenBytes);
  token.writeUInt8(version, 0);
  token.writeUInt16BE(day, 1);
  token.writeBigUInt64BE(marked, 3);
  mac.copy(token, tokenBytes - macBytes, 0, macBytes);
  return `b=${encodeBase32(token)}@${domain}`;
}

/**
 * The link a bounce address was made for; null when we did not make it for this domain or it is older than 10 days.
 * One day ahead is taken, because nodes' clocks differ.
 */
export function readBounceAddress(
  keys: KeyRing,
  { token, domain }: { readonly token: string; readonly domain: string },
  now: Date,
): { readonly linkId: string; readonly of: BounceOf } | null {
  const octets = decodeBase32(token);
  if (octets?.length !== tokenBytes) return null;
  const day = octets.readUInt16BE(1);
  const link = octets.readBigUInt64BE(3);
  const mac = keys.macAt('bounce', octets.readUInt8(0), macParts({ day, link, domain }));
  if (mac === null || !timingSafeEqual(mac.subarray(0, macBytes), octets.subarray(-macBytes))) return null;
  const ageDays = dayOf(now) - day;
  if (ageDays < -1 || ageDays > validDays) return null;
  return { linkId: (link & ~sentBit).toString(), of: link >= sentBit ? 'sent' : 'forward' };
}
