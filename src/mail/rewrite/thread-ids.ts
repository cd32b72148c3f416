import { createSecretKey, type KeyObject } from 'node:crypto';
import { decrypt, decryptSynthetic, encryptSynthetic, syntheticOctets } from '#core/keys/authenticated-encryption.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { maxDepth, packId, readDepth, unpackId, withDepth } from '#mail/rewrite/pack-id.ts';
import { makeField, fieldText } from '#protocol/message/header-fields.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';

/** The alias whose two sides know a message by different ids. */
export interface ThreadAlias {
  readonly id: string;
  /** A-label. */
  readonly domain: string;
}

/** Longer ones are hashed: a sealed id must fit into a line of 998 octets (RFC 5322 §2.1.1) with the longest domain. */
const maxIdOctets = 448;
/**
 * Octets that ids are filled up to: their lengths would tell which mail program made them. Of the usual signs, 113 fit into the first and 250
 * (RFC 5536 §3.1.3) into the second. With key version and MAC each is a multiple of three, so that base64 has no bit to spare.
 */
const packedSizes = [88, 193, 451];
const sealedOctets = packedSizes.map((size) => 1 + syntheticOctets + size);
/** Characters of most sealed ids, before the at sign. */
const usualLength = (Math.min(...sealedOctets) / 3) * 4;

/** RFC 5537 §3.4.4: name of the field and ids, unfolded. */
const maxUnfolded = 998;

const sealedForm = /^([A-Za-z0-9_-]{100,700})@([^@]+)$/;

/** Without its angle brackets. Blanks in them are no part of an id (RFC 5322 §3.6.4). */
const eachId = /<([^<>]+)>/g;
const plainId = /^[!-;=?-~]+$/;

/** Key version (1), nonce (12), tag (16). */
const formerOverhead = 29;
const formerStep = 112;

/** Undoes filling. An id holds no NUL. */
function unfill(filled: Buffer): string {
  const end = filled.indexOf(0);
  return filled.toString('utf8', 0, end === -1 ? filled.length : end);
}

/**
 * What an id stands for that was sealed in the first form: AES-256-GCM, filled up to steps of 112 octets. Mailboxes keep such ids for
 * ever, so they are read for ever. Null when it is none.
 */
function openFormerId(keys: KeyRing, aliasId: string, octets: Buffer): string | null {
  if (octets.length <= formerOverhead || (octets.length - formerOverhead) % formerStep !== 0) return null;
  const key = keys.macAt('thread', octets.readUInt8(), ['cipher', aliasId]);
  if (key === null) return null;
  try {
    return unfill(decrypt(createSecretKey(key), Buffer.from(aliasId), octets.subarray(1)));
  } catch {
    return null;
  }
}

/** The ids of one alias; each key is made once for a message. */
interface Thread {
  seal(id: string): string;
  open(id: string): string | null;
}

function openThread(keys: KeyRing, { id: aliasId, domain }: ThreadAlias): Thread {
  const made = new Map<number, KeyObject | null>();
  const cipherKey = (version: number): KeyObject | null => {
    const known = made.get(version);
    if (known !== undefined) return known;
    const octets = keys.macAt('thread', version, ['synthetic', aliasId]);
    const key = octets && createSecretKey(octets);
    made.set(version, key);
    return key;
  };
  const partsOf = (packed: Buffer) => ['packed', aliasId, packed];
  const sealUnder = (version: number, mac: Buffer, packed: Buffer): string => {
    const key = cipherKey(version);
    if (key === null) throw new Error('no key for message ids');
    const sealed = encryptSynthetic(key, mac, packed);
    return `${Buffer.concat([Buffer.of(version), sealed]).toString('base64url')}@${domain}`;
  };
  const sealPacked = (packed: Buffer): string => {
    const { version, mac } = keys.mac('thread', partsOf(packed));
    return sealUnder(version, mac, packed);
  };
  const macUnder = (version: number) => (packed: Buffer) =>
    keys.macAt('thread', version, partsOf(packed)) ?? Buffer.alloc(syntheticOctets);
  const openPacked = (octets: Buffer): Buffer | null => {
    const version = octets.readUInt8();
    const key = cipherKey(version);
    return key && decryptSynthetic(key, macUnder(version), octets.subarray(1));
  };
  const readSealed = (id: string): Buffer | null => {
    const [, encoded = '', where = ''] = sealedForm.exec(id) ?? [];
    return where.toLowerCase() === domain ? Buffer.from(encoded, 'base64url') : null;
  };
  /** What was sealed already is not sealed as a text, which would be longer each time. */
  const deepen = (id: string): Buffer | null => {
    const octets = readSealed(id);
    const packed = octets && sealedOctets.includes(octets.length) ? openPacked(octets) : null;
    if (packed === null || readDepth(packed) === maxDepth || sealPacked(packed) !== id) return null;
    return withDepth(packed, readDepth(packed) + 1);
  };
  return {
    seal: (id) => {
      const plaintext = Buffer.from(id);
      const packed = plaintext.length > maxIdOctets ? null : (deepen(id) ?? packId(id, packedSizes));
      if (packed !== null) return sealPacked(packed);
      return `${keys.mac('thread', ['nonce', aliasId, plaintext]).mac.toString('base64url')}@${domain}`;
    },
    open: (id) => {
      const octets = readSealed(id);
      if (octets === null) return null;
      if (!sealedOctets.includes(octets.length)) return openFormerId(keys, aliasId, octets);
      const packed = openPacked(octets);
      if (packed === null) return null;
      const depth = readDepth(packed);
      if (depth === 0) return unpackId(packed);
      const version = octets.readUInt8();
      const inner = withDepth(packed, depth - 1);
      return sealUnder(version, macUnder(version)(inner), inner);
    },
  };
}

function turn(thread: Thread, id: string): string {
  return thread.open(id) ?? thread.seal(id);
}

/**
 * The name under which the other side of an alias knows a message: its id encrypted under the alias's own key, with a MAC over alias
 * and id in the place of a nonce, so that one id always gets one name and nothing needs to be remembered. Ids are given
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
export function rewriteThreadId(keys: KeyRing, alias: ThreadAlias, id: string): string {
  return turn(openThread(keys, alias), id);
}

/** The ids in a field of message ids, or its whole text where a sender forgot the brackets of its own id. */
function idsOf(field: HeaderField): string[] {
  const text = fieldText(field);
  const ids = Array.from(text.matchAll(eachId), ([, id = '']) => id.replaceAll(/\s/g, ''));
  if (ids.length === 0 && field.key === 'message-id') ids.push(text);
  return ids.filter((id) => plainId.test(id));
}

/**
 * As many ids as a line may have unfolded, with room for the one that a program adds when it answers: the first, which names the
 * thread, and the newest. The first and the last two are kept (RFC 5537 §3.4.4); where ids are so long that these do not fit, the last
 * tells most. Turns no more than it keeps, and one.
 */
function turnThatFit(field: HeaderField, ids: readonly string[], spare: number, turnId: (id: string) => string) {
  const newest = ids.slice(1).toReversed();
  const kept: string[] = [];
  let left = maxUnfolded - field.name.length - 1;
  // The last, the first, then those before the last.
  for (const id of [...newest.slice(0, 1), ...ids.slice(0, 1), ...newest.slice(1)]) {
    const turned = turnId(id);
    left -= turned.length + ' <>'.length;
    if (kept.length > 0 && left < (kept.length < 3 ? 0 : spare)) break;
    kept.push(turned);
  }
  const [last, first, ...between] = kept;
  return [first, ...between.toReversed(), last].filter((id) => id !== undefined);
}

function turnField(
  keys: KeyRing,
  alias: ThreadAlias,
  field: HeaderField,
  turnId: (thread: Thread, id: string) => string,
): HeaderField | null {
  const found = idsOf(field);
  const ids = field.key === 'message-id' ? found.slice(0, 1) : found;
  if (ids.length === 0) return null;
  const thread = openThread(keys, alias);
  const spare = usualLength + alias.domain.length + ' <@>'.length;
  const kept = turnThatFit(field, ids, spare, (id) => turnId(thread, id));
  return makeField(field.name, kept.map((id) => `<${id}>`).join(' '));
}

/**
 * A field of what the other side gets, as an inbox of the owner that did not write it knows its ids: sealed once more, where they
 * are names of the owner's ids, so that an answer gives the other side its names back and never the ids behind them.
 */
export function sealThreadField(keys: KeyRing, alias: ThreadAlias, field: HeaderField): HeaderField | null {
  return turnField(keys, alias, field, (thread, id) => thread.seal(id));
}

/**
 * A Message-ID, In-Reply-To or References field with its ids turned for the other side, as many as a line may hold; null when it
 * holds none. Everything but ids is left out.
 */
export function turnThreadField(keys: KeyRing, alias: ThreadAlias, field: HeaderField): HeaderField | null {
  return turnField(keys, alias, field, turn);
}
