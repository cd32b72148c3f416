import { AppError } from '#contract/errors.ts';
import { providerFeatures } from '#contract/provider.ts';
import type { SetTargetKey, TargetKeyView } from '#contract/targets.ts';
import type { KeyKind, ReadKey } from '#core/encryption-keys.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import {
  exportTargetKey,
  formatTargetKey,
  openTargetKey,
  sealTargetKey,
  type TargetKey,
} from '#core/targets/target-key.ts';
import { getTarget } from '#core/targets/target-views.ts';
import { shareAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import { keyFaults } from '#messages/key-faults.ts';
import { missingFeatures } from '#messages/server/missing-features.ts';

interface OwnTarget {
  readonly targetId: string;
  readonly userId: string;
}

/** What a key is said to be by whoever gives it. */
interface Given {
  readonly field: 'publicKey' | 'certificate' | 'findByWkd';
  readonly kind: KeyKind;
  readonly octets: Buffer;
}

/** What was read, with the key as text: so it can be looked at before it counts. */
export interface KeyPreview {
  readonly key: TargetKeyView;
  readonly selfSigned: boolean;
  readonly text: string;
}

/** What a key that is given changes; the events that tell of it have these names. */
type KeyChange = 'inbox_key_set' | 'inbox_subject_hidden' | 'inbox_subject_shown';

/** The key that was there already, given again with another choice, changes that choice alone. */
function changeBetween(former: TargetKey | null, { octets, hideSubject }: TargetKey): KeyChange {
  const isSame = former !== null && Buffer.compare(former.octets, octets) === 0;
  if (!isSame || former.hideSubject === hideSubject) return 'inbox_key_set';
  return hideSubject ? 'inbox_subject_hidden' : 'inbox_subject_shown';
}

/** The key of an inbox, which nobody else changes until the transaction is over; null: it has none. */
async function lockKey(db: Db, keys: KeyRing, { targetId, userId }: OwnTarget): Promise<TargetKey | null> {
  await shareAccount(db, userId);
  const row = await db
    .selectFrom('targets')
    .select('encryptionKeySealed')
    .where('id', '=', targetId)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return openTargetKey(keys, targetId, row?.encryptionKeySealed ?? null);
}

/** Whoever does not carry the mail encrypts none. @throws AppError not_found. */
function requireEncryption({ provider }: Pick<TargetContext, 'provider'>): void {
  if (!providerFeatures[provider.name].encryption) {
    throw new AppError('not_found', { message: missingFeatures.encryption });
  }
}

function refuse(field: string, text: string): never {
  throw new AppError('invalid_input', { errors: { [field]: [text] } });
}

/** Text with armour as it is; else the octets in base64. */
function octetsOf(text: string): Buffer {
  return text.includes('-----') ? Buffer.from(text.trim()) : Buffer.from(text.replaceAll(/\s/g, ''), 'base64');
}

async function findGiven(
  { keyReader, limiter }: TargetContext,
  userId: string,
  address: string,
  input: SetTargetKey,
): Promise<Given> {
  const { publicKey, certificate, findByWkd } = input;
  const given = [publicKey, certificate, findByWkd].filter((one) => one !== undefined);
  if (given.length !== 1) refuse('publicKey', keyFaults.oneOnly);
  await limiter.take('keysPerUser', { userId });
  if (publicKey !== undefined) return { field: 'publicKey', kind: 'openpgp', octets: octetsOf(publicKey) };
  if (certificate !== undefined) return { field: 'certificate', kind: 'smime', octets: octetsOf(certificate) };
  const found = await keyReader.find(address);
  if (found.kind !== 'found') refuse('findByWkd', found.kind === 'none' ? keyFaults.notFound : keyFaults.notAsked);
  return { field: 'findByWkd', kind: 'openpgp', octets: found.octets };
}

async function readGiven(
  { keyReader }: TargetContext,
  { field, kind, octets }: Given,
  address: string,
): Promise<ReadKey> {
  const reading = await keyReader.read(kind, octets, address);
  if (reading.kind === 'key') return reading.key;
  return refuse(field, reading.of === 'smime' ? keyFaults.smime[reading.fault] : keyFaults.openpgp[reading.fault]);
}

/** @throws AppError not_found, for a foreign inbox, an unknown one and a webhook. */
async function findInbox(context: TargetContext, { targetId, userId }: OwnTarget): Promise<string> {
  const { kind, value } = await getTarget(context, targetId, userId);
  if (kind !== 'email') throw new AppError('not_found');
  return value;
}

/** A key that was given for an inbox, with every check behind it. */
interface GivenKey {
  readonly key: TargetKey;
  readonly selfSigned: boolean;
}

/**
 * Reads a key that an account gives for an inbox, whichever way it comes: form, program or file. A `fingerprint` that comes along must be
 * that of the key: so whoever looked at one gets that one.
 * @throws AppError not_found where nobody could encrypt, rate_limited, invalid_input with what is wrong about the key.
 */
export async function readKeyFor(
  context: TargetContext,
  { userId, address }: { readonly userId: string; readonly address: string },
  input: SetTargetKey,
): Promise<GivenKey> {
  requireEncryption(context);
  const given = await findGiven(context, userId, address, input);
  const { fingerprint, algorithm, expiresAt, selfSigned, octets } = await readGiven(context, given, address);
  const { kind, field } = given;
  const looked = input.fingerprint?.replaceAll(/[\s:]/g, '').toUpperCase();
  if (looked !== undefined && looked !== fingerprint) refuse(field, keyFaults.otherFingerprint);
  if (input.dryRun !== true && kind === 'smime' && selfSigned && looked === undefined)
    refuse('fingerprint', keyFaults.lookFirst);
  const end = expiresAt?.toISOString() ?? null;
  return {
    key: { kind, fingerprint, algorithm, expiresAt: end, hideSubject: input.hideSubject ?? false, octets },
    selfSigned,
  };
}

/**
 * Mail to an inbox is encrypted from now on, to a key that its owner gives or that its domain's key directory has; with `dryRun` it is
 * read only. `tell` runs in the transaction that stores it, and hears what that changes.
 * @throws AppError not_found, rate_limited, invalid_input with what is wrong about the key.
 */
export async function setTargetKey(
  context: TargetContext,
  own: OwnTarget,
  input: SetTargetKey,
  tell: (db: Db, change: KeyChange) => Promise<unknown>,
): Promise<KeyPreview> {
  requireEncryption(context);
  const address = await findInbox(context, own);
  const { key: given, selfSigned } = await readKeyFor(context, { userId: own.userId, address }, input);
  /** A new key for an inbox says nothing of the subject, unless its owner does. */
  const keep = (former: Pick<TargetKey, 'hideSubject'> | null): TargetKey => ({
    ...given,
    hideSubject: input.hideSubject ?? former?.hideSubject ?? false,
  });
  const key =
    input.dryRun === true
      ? keep(await readTargetKey(context, own))
      : await context.database.db.transaction().execute(async (transaction) => {
          const former = await lockKey(transaction, context.keys, own);
          const kept = keep(former);
          await storeKeyWithin(transaction, context.keys, own, kept);
          await tell(transaction, changeBetween(former, kept));
          return kept;
        });
  const { octets: _octets, ...view } = key;
  return { key: view, selfSigned, text: formatTargetKey(key) };
}

async function write(db: Db, { targetId, userId }: OwnTarget, encryptionKeySealed: Buffer | null): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('targets')
    .set({ encryptionKeySealed })
    .where('id', '=', targetId)
    .where('userId', '=', userId)
    .where('kind', '=', 'email')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('not_found');
}

/** Stores a key that `readKeyFor` read, within a transaction of what else is done. @throws AppError not_found. */
export function storeKeyWithin(db: Db, keys: KeyRing, own: OwnTarget, key: TargetKey): Promise<void> {
  return write(db, own, sealTargetKey(keys, own.targetId, key));
}

/** Mail to an inbox goes as it is from now on. @throws AppError not_found, also where it has no key. */
export async function removeTargetKey(
  context: Pick<TargetContext, 'database' | 'keys'>,
  own: OwnTarget,
  tell: (db: Db) => Promise<unknown>,
): Promise<void> {
  if ((await readTargetKey(context, own)) === null) throw new AppError('not_found');
  await context.database.db.transaction().execute(async (transaction) => {
    await shareAccount(transaction, own.userId);
    await write(transaction, own, null);
    await tell(transaction);
  });
}

/** Whether the subject is hidden in what is encrypted to an inbox from now on. @throws AppError not_found, also where it has no key. */
export async function setHideSubject(
  context: Pick<TargetContext, 'database' | 'keys'>,
  own: OwnTarget,
  hideSubject: boolean,
  tell: (db: Db) => Promise<unknown>,
): Promise<void> {
  await context.database.db.transaction().execute(async (transaction) => {
    // A key that somebody else gives meanwhile is not replaced by the one before.
    const key = await lockKey(transaction, context.keys, own);
    if (key === null) throw new AppError('not_found');
    if (key.hideSubject === hideSubject) return;
    await storeKeyWithin(transaction, context.keys, own, { ...key, hideSubject });
    await tell(transaction);
  });
}

/** The key of an inbox of this account, with itself as text; null: it has none. */
export async function readTargetKey(
  { database, keys }: Pick<TargetContext, 'database' | 'keys'>,
  { targetId, userId }: OwnTarget,
): Promise<(TargetKeyView & { readonly text: string }) | null> {
  const row = await database.db
    .selectFrom('targets')
    .select('encryptionKeySealed')
    .where('id', '=', targetId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return exportTargetKey(openTargetKey(keys, targetId, row?.encryptionKeySealed ?? null));
}

/** Whether mail to any inbox of an account is encrypted: then none of ours to it quotes what somebody wrote. */
export async function encryptsMail(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('targets')
    .select('id')
    .where('userId', '=', userId)
    .where('encryptionKeySealed', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
