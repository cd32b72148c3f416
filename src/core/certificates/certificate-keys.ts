import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { CoreContext } from '#core/core-context.ts';
import type { KeyRing, SealContext } from '#core/keys/key-ring.ts';

export type CertificateContext = Pick<CoreContext, 'database' | 'keys' | 'clock'>;

const makeKeyPair = promisify(generateKeyPair);

/** What the sealed key of a host name is bound to (`certificates.key_sealed`). */
function hostContext(name: string): SealContext {
  return { field: 'certificates.key', rowId: name };
}

/** The same of an account (`acme_accounts.key_sealed`). */
function accountContext(directory: string): SealContext {
  return { field: 'acme_accounts.key', rowId: directory };
}

/** A new key on P-256, sealed. */
async function makeSealedKey(keys: KeyRing, context: SealContext): Promise<Buffer> {
  const { privateKey } = await makeKeyPair('ec', { namedCurve: 'P-256' });
  return keys.seal(context, privateKey.export({ format: 'der', type: 'pkcs8' }));
}

function openSealedKey(keys: KeyRing, context: SealContext, sealed: Buffer): KeyObject {
  return createPrivateKey({ key: keys.open(context, sealed), format: 'der', type: 'pkcs8' });
}

/** Opens the sealed key of a host name. @throws Error when it was altered or sealed by unknown keys. */
export function openHostKey(keys: KeyRing, name: string, sealed: Buffer): KeyObject {
  return openSealedKey(keys, hostContext(name), sealed);
}

/** The private key of a host name: the same for ever, over renewals and nodes; made when it is asked for first. */
export async function hostKey(context: CertificateContext, name: string): Promise<KeyObject> {
  const { keys, clock } = context;
  const { db } = context.database;
  const read = () => db.selectFrom('certificates').select('keySealed').where('name', '=', name);
  const known = await read().executeTakeFirst();
  if (known !== undefined) return openHostKey(keys, name, known.keySealed);
  const keySealed = await makeSealedKey(keys, hostContext(name));
  const now = new Date(clock.now());
  const values = { name, keySealed, tryAt: now, createdAt: now };
  await db
    .insertInto('certificates')
    .values({ ...emptyCertificate, ...values })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Another node may have been first.
  return openHostKey(keys, name, (await read().executeTakeFirstOrThrow()).keySealed);
}

const emptyCertificate = {
  chain: null,
  issuedBy: null,
  issuedAt: null,
  endsAt: null,
  renewAt: null,
  askAt: null,
  directory: null,
  orderUrl: null,
  challengeToken: null,
  failure: null,
};

/** Our account at an ACME server. */
export interface AcmeAccount {
  readonly key: KeyObject;
  /** Null: it is still to be made there. */
  readonly url: string | null;
}

/** The account at the server of this directory; its key is made when it is asked for first, and the same for all nodes. */
export async function openAcmeAccount({ database, keys }: CertificateContext, directory: string): Promise<AcmeAccount> {
  const context = accountContext(directory);
  const read = () => database.db.selectFrom('acmeAccounts').selectAll().where('directory', '=', directory);
  if ((await read().executeTakeFirst()) === undefined) {
    await database.db
      .insertInto('acmeAccounts')
      .values({ directory, keySealed: await makeSealedKey(keys, context), url: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const { keySealed, url } = await read().executeTakeFirstOrThrow();
  return { key: openSealedKey(keys, context, keySealed), url };
}

/** Notes where the account is; null: the server has not got it any more. */
export async function noteAcmeAccount(
  { database }: Pick<CertificateContext, 'database'>,
  directory: string,
  url: string | null,
): Promise<void> {
  await database.db.updateTable('acmeAccounts').set({ url }).where('directory', '=', directory).execute();
}
