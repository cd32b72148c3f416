import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import type { Random } from '#platform/random.ts';

const nonceBytes = 12;
const tagBytes = 16;
const cipherName = 'aes-256-gcm';

/** The place a sealed part may be opened at, and nowhere else. */
export interface PartPlace {
  readonly messageId: string;
  /** Which part of the message, for example `chunk:3`. */
  readonly part: 'envelope' | `chunk:${number}` | `header:${string}` | `recipient:${string}`;
}

function associatedData({ messageId, part }: PartPlace): Buffer {
  return Buffer.from(`${messageId}/${part}`);
}

/** Seals a part of a waiting message (AES-256-GCM): nonce (12 octets), ciphertext, tag (16). */
export function sealPart(key: KeyObject, random: Random, place: PartPlace, plaintext: Buffer): Buffer {
  const nonce = random.bytes(nonceBytes);
  const cipher = createCipheriv(cipherName, key, nonce).setAAD(associatedData(place));
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when the octets were altered, belong to another place or were sealed by another key. */
export function openPart(key: KeyObject, place: PartPlace, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagBytes })
    .setAAD(associatedData(place))
    .setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}
