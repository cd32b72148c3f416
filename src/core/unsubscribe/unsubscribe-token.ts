import { unsubscribePath, type UnsubscribeWish } from '#contract/aliases/unsubscribe.ts';
import type { KeyRing, SealContext } from '#core/keys/key-ring.ts';

/** What a link does to whose alias. */
export type UnsubscribeOrder = {
  readonly aliasId: string;
  /** Whose the alias was when the link was made: it is nobody else's to use. */
  readonly userId: string;
} & (
  | { readonly act: 'pause' }
  /** `sender`: as `parseCorrespondent` and the mail engine write it. */
  | { readonly act: 'block'; readonly sender: string }
);

const dayMs = 24 * 60 * 60 * 1000;
/** Longer than any list waits for an answer, and short enough that old mail in somebody else's hands does nothing. */
export const unsubscribeLinkDays = 90;

/** The longest address that we know of (RFC 5321 §4.5.3.1), and more. */
const senderMaxOctets = 320;

const uuidOctets = 16;
/** Act, the day it ends, alias, account; behind them the sender. */
const fixedOctets = 1 + 4 + 2 * uuidOctets;
const acts = { pause: 1, block: 2 } as const;

/** Version, nonce and tag of the seal. */
const sealOctets = 30;
/** What cannot be one of ours is not even decoded. */
const tokenForm = new RegExp(
  `^[\\w-]{${base64Length(sealOctets + fixedOctets)},${base64Length(sealOctets + fixedOctets + senderMaxOctets)}}$`,
);

function base64Length(octets: number): number {
  return Math.ceil((octets * 4) / 3);
}

/** Bound to no row: the token is all that there is of a link. */
const place: SealContext = { field: 'unsubscribe.link', rowId: '' };

function uuidToOctets(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

function octetsToUuid(octets: Buffer): string {
  return octets.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Seals an order into a token of base64url; null for a sender that no address is as long as. */
export function sealUnsubscribeToken(keys: KeyRing, order: UnsubscribeOrder, nowMs: number): string | null {
  const sender = Buffer.from(order.act === 'block' ? order.sender : '');
  if (sender.length > senderMaxOctets) return null;
  const head = Buffer.alloc(1 + 4);
  head.writeUInt8(acts[order.act]);
  head.writeUInt32BE(Math.ceil(nowMs / dayMs) + unsubscribeLinkDays, 1);
  const plain = Buffer.concat([head, uuidToOctets(order.aliasId), uuidToOctets(order.userId), sender]);
  return keys.seal(place, plain).toString('base64url');
}

function openSeal(keys: KeyRing, token: string): Buffer | null {
  try {
    return keys.open(place, Buffer.from(token, 'base64url'));
  } catch {
    return null;
  }
}

/** What a token orders; null for one that is not ours, was altered, or has run out: nobody learns which. */
export function openUnsubscribeToken(keys: KeyRing, token: string, nowMs: number): UnsubscribeOrder | null {
  if (!tokenForm.test(token)) return null;
  const plain = openSeal(keys, token);
  if (plain === null || plain.length < fixedOctets || plain.readUInt32BE(1) * dayMs <= nowMs) return null;
  const uuidAt = (start: number): string => octetsToUuid(plain.subarray(start, start + uuidOctets));
  const whose = { aliasId: uuidAt(5), userId: uuidAt(5 + uuidOctets) };
  if (plain[0] === acts.pause) return { ...whose, act: 'pause' };
  return plain[0] === acts.block ? { ...whose, act: 'block', sender: plain.toString('utf8', fixedOctets) } : null;
}

/** What a link in forwarded mail is made of. */
export interface UnsubscribeLinkParts {
  readonly keys: KeyRing;
  /** Origin without a trailing slash. */
  readonly publicUrl: string;
  readonly nowMs: number;
}

/** The link that does what the owner of an alias wishes; null where they wish what the author meant, or no link can say it. */
export function makeUnsubscribeLink(
  { keys, publicUrl, nowMs }: UnsubscribeLinkParts,
  wish: UnsubscribeWish,
  { aliasId, userId, sender }: { readonly aliasId: string; readonly userId: string; readonly sender: string },
): string | null {
  if (wish === 'author') return null;
  const order = wish === 'pause' ? ({ act: wish, aliasId, userId } as const) : { act: wish, aliasId, userId, sender };
  const token = sealUnsubscribeToken(keys, order, nowMs);
  return token === null ? null : `${publicUrl}${unsubscribePath}${token}`;
}

/** Whether a List-Unsubscribe field (its text) is a button of ours that works, and nothing else. */
export function isOwnUnsubscribe({ keys, publicUrl, nowMs }: UnsubscribeLinkParts, value: string): boolean {
  const [start, text] = [`<${publicUrl}${unsubscribePath}`, value.replaceAll(/\s/g, '')];
  if (!text.startsWith(start) || !text.endsWith('>')) return false;
  return openUnsubscribeToken(keys, text.slice(start.length, -1), nowMs) !== null;
}
