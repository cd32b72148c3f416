import { timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '#core/keys/key-ring.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Whose picture, and which of them. */
export interface NamedPicture {
  readonly userId: string;
  readonly updatedAt: Date;
}

/** Account, version and day; behind them 32 octets. */
const tokenForm = /^(([\da-f-]{36})\.(\d{1,15})\.(\d{1,6}))\.([\w-]{43})$/u;

function sign(keys: KeyRing, claim: string): Buffer {
  return keys.lookupHash('account_pictures.link', claim);
}

function dayOf(nowMs: number): number {
  return Math.floor(nowMs / dayMs);
}

/**
 * Where a picture can be loaded without a session, on the site itself: apps load it by a plain GET. Whoever has the address sees this one
 * picture, today and tomorrow (UTC). All day it is the same, so that browsers keep what they have loaded.
 */
export function makePicturePath(keys: KeyRing, { userId, updatedAt }: NamedPicture, nowMs: number): string {
  const claim = `${userId}.${updatedAt.getTime()}.${dayOf(nowMs)}`;
  return `/api/pictures/${claim}.${sign(keys, claim).toString('base64url')}`;
}

/** What the end of such an address names; null for one that is not ours, was altered, or has run out. */
export function openPictureToken(keys: KeyRing, token: string, nowMs: number): NamedPicture | null {
  const [, claim, userId = '', version, day, mac = ''] = tokenForm.exec(token) ?? [];
  if (claim === undefined || !timingSafeEqual(Buffer.from(mac, 'base64url'), sign(keys, claim))) return null;
  const age = dayOf(nowMs) - Number(day);
  return age === 0 || age === 1 ? { userId, updatedAt: new Date(Number(version)) } : null;
}
