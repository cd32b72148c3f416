import type { Config, Key, Subkey } from 'openpgp';
import { lenient, loadOpenPgp, strict } from '#protocol/openpgp/load-openpgp.ts';
import { normalizeAddress, splitAddress } from '#protocol/message/address.ts';

const openPgpLimits = {
  /** Octets of what is read, armour included. */
  maxBytes: 64 * 1024,
  maxUserIds: 20,
  /** Octets that are left of it. */
  maxKeptBytes: 24 * 1024,
  /** Octets of a number that it is made of: of RSA, and where two numbers of this size would take seconds. */
  maxNumberBytes: 2048,
  maxDsaBytes: 512,
  maxExponentBytes: 8,
  maxOrderBytes: 64,
} as const;

/** Why nothing can be encrypted to what was given. */
export type OpenPgpFault =
  | 'unreadable'
  | 'too_large'
  | 'private'
  | 'too_many_user_ids'
  | 'other_address'
  | 'address_revoked'
  | 'revoked'
  | 'not_yet'
  | 'expired'
  | 'sha1'
  | 'weak'
  | 'no_encryption';

/** A key that mail can be encrypted to. */
export interface OpenPgpKey {
  /** In upper case. */
  readonly fingerprint: string;
  /** Of the part that is encrypted to, as people call it. */
  readonly algorithm: string;
  /** Null: never. */
  readonly expiresAt: Date | null;
  /** Binary, without pictures and what others say about it. */
  readonly octets: Buffer;
}

export type ReadOpenPgpKey =
  | { readonly kind: 'key'; readonly key: OpenPgpKey }
  | { readonly kind: 'fault'; readonly fault: OpenPgpFault };

function fault(reason: OpenPgpFault): ReadOpenPgpKey {
  return { kind: 'fault', fault: reason };
}

/** The type of a first packet (RFC 9580 §4.2): 5 is a secret key, 6 a public one, 7 a secret subkey; null: it is no packet. */
export function firstPacket(octets: Buffer): number | null {
  const [first = 0] = octets;
  if ((first & 0x80) === 0) return null;
  return (first & 0x40) === 0 ? (first >> 2) & 0x0f : first & 0x3f;
}

/** Before anything else looks at it. */
function isPrivate(octets: Buffer): boolean {
  if (/PRIVATE KEY/.test(octets.toString('latin1'))) return true;
  return [5, 7].includes(firstPacket(octets) ?? 0);
}

function isArmoured(octets: Buffer): boolean {
  return octets.includes('-----BEGIN PGP');
}

async function parseKeys(octets: Buffer): Promise<readonly Key[]> {
  const openpgp = await loadOpenPgp();
  const { readKeys } = openpgp;
  const config = lenient(openpgp);
  try {
    return await (isArmoured(octets)
      ? readKeys({ armoredKeys: octets.toString('utf8'), config })
      : readKeys({ binaryKeys: octets, config }));
  } catch {
    return [];
  }
}

/**
 * Leaves to each name what the owner of the key says of it: certifications by the key itself, and revocations that no later one of these
 * took back (RFC 9580 §5.2.1). What anybody may have written beside a name counts for nothing.
 */
async function settleNames(key: Key, now: Date): Promise<void> {
  const openpgp = await loadOpenPgp();
  const any = lenient(openpgp);
  const { keyPacket } = key;
  for (const user of key.users) {
    const { userID, userAttribute } = user;
    const data = { userID, userAttribute, key: keyPacket };
    const held = await Promise.all(
      user.selfCertifications.map((signature) =>
        signature
          .verify(keyPacket, openpgp.enums.signature.certGeneric, data, signature.created ?? now, false, any)
          .then(
            () => true,
            () => false,
          ),
      ),
    );
    user.selfCertifications = user.selfCertifications.filter((_, index) => held[index]);
    const current = user.selfCertifications.filter((signature) => !signature.isExpired(now));
    const newest = Math.max(...current.map(({ created }) => Number(created)));
    user.revocationSignatures = user.revocationSignatures.filter(({ created }) => Number(created) >= newest);
  }
}

/**
 * What keeps a key, of settled names, from being that of an address; null: nothing. `name+tag@` is the mailbox `name@` of most servers,
 * which is what people put into a key.
 */
async function findNameFault(key: Key, address: string, now: Date): Promise<OpenPgpFault | null> {
  const { local, domain } = splitAddress(normalizeAddress(address).toLowerCase());
  const wanted = new Set([`${local}@${domain}`, `${local.split('+', 1)[0] ?? ''}@${domain}`]);
  const named = key.users.filter(({ userID, selfCertifications }) => userID !== null && selfCertifications.length > 0);
  // A key of version 6 need not name anybody (RFC 9580 §10.1.1).
  if (named.length === 0) return key.keyPacket.version === 6 ? null : 'other_address';
  const own = named.filter(({ userID }) => wanted.has(normalizeAddress(userID?.email ?? '').toLowerCase()));
  if (own.length === 0) return 'other_address';
  const any = lenient(await loadOpenPgp());
  const bound = own
    .flatMap((user) => user.selfCertifications.map((signature) => ({ user, signature })))
    .filter(({ signature }) => !signature.isExpired(now));
  if (bound.length === 0) return 'expired';
  const revoked = await Promise.all(bound.map(({ user, signature }) => user.isRevoked(signature, undefined, now, any)));
  return revoked.every(Boolean) ? 'address_revoked' : null;
}

type AnyKey = Key | Subkey;

function nameAlgorithm(part: AnyKey): string {
  const { algorithm, bits, curve } = part.getAlgorithmInfo();
  const name = { rsaEncryptSign: 'RSA', rsaEncrypt: 'RSA', ecdh: 'ECDH', elgamal: 'ElGamal' }[String(algorithm)];
  const shown = name ?? String(algorithm).toUpperCase();
  return [shown, bits ?? curve?.replace('Legacy', '')].filter((word) => word !== undefined).join(' ');
}

function firstOf(...times: readonly (Date | number | null)[]): Date | null {
  const ends = times.filter((time) => time instanceof Date);
  return ends.length === 0 ? null : new Date(Math.min(...ends.map((end) => end.getTime())));
}

/** What a key lacks that cannot be encrypted to as it is. */
async function findFault(key: Key, now: Date): Promise<OpenPgpFault> {
  const openpgp = await loadOpenPgp();
  const any = lenient(openpgp);
  if (await key.isRevoked(undefined, undefined, now, any)) return 'revoked';
  const until = await key.getExpirationTime(undefined, any).catch(() => null);
  if (until instanceof Date && until <= now) return 'expired';
  const can = (config: Config): Promise<boolean> =>
    key.getEncryptionKey(undefined, now, undefined, config).then(
      () => true,
      () => false,
    );
  if (!(await can(any))) {
    const ends = await Promise.all(key.subkeys.map((one) => one.getExpirationTime(now, any).catch(() => null)));
    return ends.some((end) => end instanceof Date && end <= now) ? 'expired' : 'no_encryption';
  }
  const { rejectHashAlgorithms } = strict(openpgp);
  return (await can({ ...any, rejectHashAlgorithms })) ? 'weak' : 'sha1';
}

/** The library computes with numbers of any size, at which signatures take it minutes. */
function isTooLarge({ keyPacket: { publicParams } }: AnyKey): boolean {
  const { maxNumberBytes, maxDsaBytes, maxExponentBytes, maxOrderBytes } = openPgpLimits;
  const numbers = Object.entries<unknown>({ ...publicParams });
  const isDsa = numbers.some(([name]) => name === 'q');
  const most = new Map([
    ['e', maxExponentBytes],
    ['q', maxOrderBytes],
  ]);
  return numbers.some(
    ([name, value]) =>
      value instanceof Uint8Array && value.length > (most.get(name) ?? (isDsa ? maxDsaBytes : maxNumberBytes)),
  );
}

async function readOne(key: Key, address: string | null, now: Date): Promise<ReadOpenPgpKey> {
  if (key.users.length > openPgpLimits.maxUserIds) return fault('too_many_user_ids');
  if (key.getCreationTime() > now) return fault('not_yet');
  const config = strict(await loadOpenPgp());
  try {
    await settleNames(key, now);
    const misnamed = address === null ? null : await findNameFault(key, address, now);
    if (misnamed !== null) return fault(misnamed);
    await key.verifyPrimaryKey(now, undefined, config);
    const part = await key.getEncryptionKey(undefined, now, undefined, config);
    if (weakBits(key) || weakBits(part)) return fault('weak');
    const expiresAt = firstOf(
      await key.getExpirationTime(undefined, config),
      'getExpirationTime' in part && part !== key ? await part.getExpirationTime(now, config) : null,
    );
    key.users = key.users.filter(({ userID }) => userID !== null);
    for (const user of key.users) user.otherCertifications = [];
    const octets = Buffer.from(key.write());
    if (octets.length > openPgpLimits.maxKeptBytes) return fault('too_large');
    const fingerprint = key.getFingerprint().toUpperCase();
    return { kind: 'key', key: { fingerprint, algorithm: nameAlgorithm(part), expiresAt, octets } };
  } catch {
    return fault(await findFault(key, now).catch(() => 'unreadable' as const));
  }
}

function weakBits(part: AnyKey): boolean {
  const { algorithm, bits } = part.getAlgorithmInfo();
  return String(algorithm).startsWith('rsa') && (bits ?? 0) < 2048;
}

/**
 * Reads a public key (RFC 9580), armoured or binary, and says whether mail to `address` can be encrypted to it now; `null`: whoever it
 * names. Of several the first that can be. Never throws.
 */
export async function readOpenPgpKey(octets: Buffer, address: string | null, now: Date): Promise<ReadOpenPgpKey> {
  if (octets.length > openPgpLimits.maxBytes) return fault('too_large');
  if (isPrivate(octets)) return fault('private');
  const keys = await parseKeys(octets);
  if (keys.some((key) => key.isPrivate())) return fault('private');
  let first: ReadOpenPgpKey | null = null;
  for (const key of keys.slice(0, 4)) {
    const isLarge = [key, ...key.subkeys].some(isTooLarge);
    const read = isLarge ? fault('too_large') : await readOne(key, address, now);
    if (read.kind === 'key') return read;
    first ??= read;
  }
  return first ?? fault('unreadable');
}
