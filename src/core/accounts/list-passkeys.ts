import { sql } from 'kysely';
import type { Passkey } from '#contract/account/passkeys.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { SealContext } from '#core/keys/key-ring.ts';

/** What its owner called a passkey (`passkeys.name_sealed`). */
export function passkeyNameContext(passkeyId: string): SealContext {
  return { field: 'passkeys.name', rowId: passkeyId };
}

/** What the credential id of a passkey is bound to (`passkeys.credential_sealed`). */
export function passkeyCredentialContext(passkeyId: string): SealContext {
  return { field: 'passkeys.credential', rowId: passkeyId };
}

interface StoredPasskey extends Passkey {
  /** Base64url. */
  readonly credentialId: string;
  /** COSE. */
  readonly algorithm: number;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly signatures: number;
  readonly transports: readonly string[];
  readonly backedUp: boolean;
}

/** The passkeys of an account with all that is stored about them, oldest first. */
export async function listPasskeys(
  { database, keys }: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
): Promise<StoredPasskey[]> {
  const rows = await database.db
    .selectFrom('passkeys')
    .select(['id', 'nameSealed', 'credentialSealed', 'publicKey', 'algorithm', 'counter', 'transports'])
    .select(['backupEligible', 'backedUp', 'createdAt'])
    // As text: a day has no time and no zone.
    .select(sql<string | null>`to_char(last_used_on, 'YYYY-MM-DD')`.as('lastUsedOn'))
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: keys.open(passkeyNameContext(row.id), row.nameSealed).toString(),
    synced: row.backupEligible,
    createdAt: row.createdAt.toISOString(),
    lastUsedOn: row.lastUsedOn,
    credentialId: keys.open(passkeyCredentialContext(row.id), row.credentialSealed).toString('base64url'),
    algorithm: row.algorithm,
    publicKey: row.publicKey.toString('base64url'),
    signatures: Number(row.counter),
    transports: row.transports === '' ? [] : row.transports.split(','),
    backedUp: row.backedUp,
  }));
}
