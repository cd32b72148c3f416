import type { KeyRing } from '#core/keys/key-ring.ts';
import { encodeBase32 } from '#mail/recipient/address-forms.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The token of a bounce address as it was before its route was encrypted: key version, day, route and MAC, in the clear. */
export function formerBounceToken(
  keys: KeyRing,
  { route, domain, now }: { readonly route: bigint; readonly domain: string; readonly now: Date },
): string {
  const day = Math.floor(now.getTime() / dayMs);
  const { version, mac } = keys.mac('bounce', [String(day), String(route), domain]);
  const token = Buffer.alloc(21);
  token.writeUInt8(version, 0);
  token.writeUInt16BE(day, 1);
  token.writeBigUInt64BE(route, 3);
  mac.copy(token, 11, 0, 10);
  return encodeBase32(token);
}
