import { createPrivateKey, generateKeyPair, hkdfSync, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { CoreContext } from '#core/core-context.ts';
import type { KeyRing, SealContext } from '#core/keys/key-ring.ts';

const makeKeyPair = promisify(generateKeyPair);
const dayMs = 24 * 60 * 60 * 1000;

/** A private key that signs mail, and the name that its public half is published under. */
export interface DkimKey {
  readonly selector: string;
  readonly key: KeyObject;
}

/** An RSA key, which signs all mail, and the Ed25519 key (RFC 8463) that goes with it; null where that is off. */
export interface DkimKeys extends DkimKey {
  readonly ed25519: DkimKey | null;
}

/** DKIM selectors, the same at every installation: a domain's keys take turns behind them. */
export const selectors = ['k1', 'k2'] as const;
export const [firstSelector] = selectors;

/** The selector of the key that is not in use. */
export function otherSelector(selector: string): string {
  return selector === selectors[0] ? selectors[1] : selectors[0];
}

/** What a domain's sealed DKIM keys are bound to (`domains.dkim_key_sealed`, `domains.dkim_spare_key_sealed`). */
function keyContext(domainId: string): SealContext {
  return { field: 'domains.dkim_key', rowId: domainId };
}

/** Makes a private key that signs mail. */
export type MakeSigningKey = () => Promise<KeyObject>;

/** A new RSA-2048 key (RFC 8301 §3.2). */
export async function makeSigningKey(): Promise<KeyObject> {
  const { privateKey } = await makeKeyPair('rsa', { modulusLength: 2048 });
  return privateKey;
}

/** A new key for a domain, sealed. */
export async function makeSealedKey(keys: KeyRing, domainId: string, make = makeSigningKey): Promise<Buffer> {
  const key = await make();
  return keys.seal(keyContext(domainId), key.export({ format: 'pem', type: 'pkcs8' }));
}

/** RFC 8410 §7: what stands in front of the 32 octets of a private key. */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derived, so that it is stored, rotated and erased with the key it goes with. */
function deriveEd25519({ selector, key }: DkimKey): DkimKey {
  const secret = key.export({ format: 'der', type: 'pkcs1' });
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'kauke dkim ed25519', 32));
  const derived = createPrivateKey({ key: Buffer.concat([ed25519Prefix, seed]), format: 'der', type: 'pkcs8' });
  return { selector: selector.replace('k', 'e'), key: derived };
}

/** Opens what `makeSealedKey` made. `ed25519`: with the key that goes with it. */
export function openKeys(
  keys: KeyRing,
  { id, selector, sealed }: { readonly id: string; readonly selector: string; readonly sealed: Buffer },
  ed25519: boolean,
): DkimKeys {
  const opened = { selector, key: createPrivateKey(keys.open(keyContext(id), sealed)) };
  return { ...opened, ed25519: ed25519 ? deriveEd25519(opened) : null };
}

/** All keys that may have signed mail of a domain which is under way. */
export function findSigningKey(
  { spare, ...keys }: DkimKeys & { readonly spare: DkimKeys | null },
  selector: string,
): KeyObject | null {
  const all = [keys, keys.ed25519, spare, spare?.ed25519];
  return all.find((each) => each?.selector === selector)?.key ?? null;
}

/** Key rotation, first step: makes the key that comes next. Does nothing while there is a spare one. */
export async function makeNextKey(
  { database, keys }: Pick<CoreContext, 'database' | 'keys'>,
  { id }: { readonly id: string },
): Promise<void> {
  await database.db
    .updateTable('domains')
    .set({ dkimSpareKeySealed: await makeSealedKey(keys, id) })
    .where('id', '=', id)
    .where('dkimSpareKeySealed', 'is', null)
    .execute();
}

/**
 * How long the last key is kept: four days in our spool, five in those of others (RFC 5321 §4.5.4.1), and one for
 * caches of DNS.
 */
const keepMs = 10 * dayMs;

/**
 * Key rotation, second step: signs with the next key from now on. Call it when its records are published. Does nothing
 * when another call did it. @returns until when the last key is needed.
 */
export async function switchKeys(
  { database, clock }: Pick<CoreContext, 'database' | 'clock'>,
  { id, selector }: { readonly id: string; readonly selector: string },
): Promise<Date> {
  const until = new Date(clock.now() + keepMs);
  await database.db
    .updateTable('domains')
    .set({
      dkimSelector: otherSelector(selector),
      dkimKeySealed: sql<Buffer>`dkim_spare_key_sealed`,
      dkimSpareKeySealed: sql<Buffer>`dkim_key_sealed`,
      dkimSpareUntil: until,
    })
    .where('id', '=', id)
    .where('dkimSelector', '=', selector)
    .where('dkimSpareKeySealed', 'is not', null)
    .where('dkimSpareUntil', 'is', null)
    .execute();
  return until;
}

/** Key rotation, last step: erases keys that nobody needs any more. */
export async function removeLastKeys({ database, clock }: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  await database.db
    .updateTable('domains')
    .set({ dkimSpareKeySealed: null, dkimSpareUntil: null })
    .where('dkimSpareUntil', '<', new Date(clock.now()))
    .execute();
}
