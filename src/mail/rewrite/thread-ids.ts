import { createSecretKey, type KeyObject } from 'node:crypto';
import { decrypt, encrypt } from '#core/keys/authenticated-encryption.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { makeField, fieldText } from '#protocol/message/header-fields.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';

/** The alias whose two sides know a message by different ids. */
export interface ThreadAlias {
  readonly id: string;
  /** A-label. */
  readonly domain: string;
}

const nonceOctets = 12;
/** Key version (1), nonce, tag (16). */
const overheadOctets = 1 + nonceOctets + 16;
/** Ids are filled up to a multiple of this: their lengths would tell which mail program made them. */
const stepOctets = 112;
/** A sealed id must fit into a line of 998 octets (RFC 5322 §2.1.1) with the longest domain; longer ones are hashed. */
const maxIdOctets = 4 * stepOctets;
/** Ids kept of a References field: the first, which names the thread, and the newest. */
const maxReferences = 25;

const sealedForm = /^([A-Za-z0-9_-]{100,700})@([^@]+)$/;

/** Without its angle brackets. Blanks in them are no part of an id (RFC 5322 §3.6.4). */
const eachId = /<([^<>]+)>/g;
const plainId = /^[!-;=?-~]+$/;

function fill(id: Buffer): Buffer {
  return Buffer.concat([id], Math.ceil(id.length / stepOctets) * stepOctets);
}

/** Undoes `fill`. An id holds no NUL. */
function unfill(filled: Buffer): string {
  const end = filled.indexOf(0);
  return filled.toString('utf8', 0, end === -1 ? filled.length : end);
}

/** The ids of one alias; each key is made once for a message. */
interface Thread {
  seal(id: string): string;
  open(id: string): string | null;
}

function openThread(keys: KeyRing, { id: aliasId, domain }: ThreadAlias): Thread {
  const associated = Buffer.from(aliasId);
  const made = new Map<number, KeyObject | null>();
  const cipherKey = (version: number): KeyObject | null => {
    const known = made.get(version);
    if (known !== undefined) return known;
    const octets = keys.macAt('thread', version, ['cipher', aliasId]);
    const key = octets && createSecretKey(octets);
    made.set(version, key);
    return key;
  };
  return {
    seal: (id) => {
      const plaintext = Buffer.from(id);
      const { version, mac } = keys.mac('thread', ['nonce', aliasId, plaintext]);
      if (plaintext.length > maxIdOctets) return `${mac.toString('base64url')}@${domain}`;
      const key = cipherKey(version);
      if (key === null) throw new Error('no key for message ids');
      const sealed = encrypt(key, mac.subarray(0, nonceOctets), associated, fill(plaintext));
      return `${Buffer.concat([Buffer.of(version), sealed]).toString('base64url')}@${domain}`;
    },
    open: (id) => {
      const [, encoded = '', where = ''] = sealedForm.exec(id) ?? [];
      if (where.toLowerCase() !== domain) return null;
      const octets = Buffer.from(encoded, 'base64url');
      if ((octets.length - overheadOctets) % stepOctets !== 0) return null;
      const key = cipherKey(octets.readUInt8());
      if (key === null) return null;
      try {
        return unfill(decrypt(key, associated, octets.subarray(1)));
      } catch {
        return null;
      }
    },
  };
}

function turn(thread: Thread, id: string): string {
  return thread.open(id) ?? thread.seal(id);
}

/**
 * The name under which the other side of an alias knows a message: AES-256-GCM of its id under the alias's own key, with
 * a nonce made from alias and id, so that one id always gets one name and nothing needs to be remembered. Ids are given
 * and returned without angle brackets. One of more than 448 octets gets a name that cannot be opened again.
 */
export function sealThreadId(keys: KeyRing, alias: ThreadAlias, id: string): string {
  return openThread(keys, alias).seal(id);
}

/** The id that `sealThreadId` hid for this alias; null when it did not make this name. Never throws. */
export function openThreadId(keys: KeyRing, alias: ThreadAlias, id: string): string | null {
  return openThread(keys, alias).open(id);
}

/** The id by which the other side knows a message: restored when it opens, sealed when not. */
export function turnThreadId(keys: KeyRing, alias: ThreadAlias, id: string): string {
  return turn(openThread(keys, alias), id);
}

/** The ids in a field of message ids, or its whole text where a sender forgot the brackets of its own id. */
function idsOf(field: HeaderField): string[] {
  const text = fieldText(field);
  const ids = Array.from(text.matchAll(eachId), ([, id = '']) => id.replaceAll(/\s/g, ''));
  if (ids.length === 0 && field.key === 'message-id') ids.push(text);
  return ids.filter((id) => plainId.test(id));
}

function capped(ids: readonly string[]): readonly string[] {
  return ids.length <= maxReferences ? ids : [...ids.slice(0, 1), ...ids.slice(1 - maxReferences)];
}

function turnField(
  keys: KeyRing,
  alias: ThreadAlias,
  field: HeaderField,
  turnId: (thread: Thread, id: string) => string,
): HeaderField | null {
  const found = idsOf(field);
  const ids = field.key === 'message-id' ? found.slice(0, 1) : capped(found);
  if (ids.length === 0) return null;
  const thread = openThread(keys, alias);
  return makeField(field.name, ids.map((id) => `<${turnId(thread, id)}>`).join(' '));
}

/**
 * A field of what the other side gets, as an inbox of the owner that did not write it knows its ids: sealed once more, where they
 * are names of the owner's ids, so that an answer gives the other side its names back and never the ids behind them.
 */
export function sealThreadField(keys: KeyRing, alias: ThreadAlias, field: HeaderField): HeaderField | null {
  return turnField(keys, alias, field, (thread, id) => thread.seal(id));
}

/**
 * A Message-ID, In-Reply-To or References field with its ids turned for the other side, at most 25 of them; null when it
 * holds none. Everything but ids is left out.
 */
export function turnThreadField(keys: KeyRing, alias: ThreadAlias, field: HeaderField): HeaderField | null {
  return turnField(keys, alias, field, turn);
}
